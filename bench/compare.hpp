// Whether two results are the same; what differs first, in words, or an empty string.
//
// Idea: structure and integers must agree exactly. Sums of floating-point numbers are compared with the bound of their
// rounding errors: a sum of k positive terms, each a rounded product, is off by at most k + 1 units in the last place
// of the sum, whatever the order, so that two of them differ by at most twice that. Source: Higham, "Accuracy and
// Stability of Numerical Algorithms" (2002), section 3.1.
#pragma once

#include "boost_rival.hpp"
#include "suitesparse_rival.hpp"
#include <algorithms/bfs.hpp>
#include <graphblas_gpu/matrix.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace bench {

/// Compares a product A*A of ours with SuiteSparse's, which must be sorted rows; `theirs` is empty afterwards. A has
/// `structure`, is symmetric, and its values are positive where T is a floating-point type.
template <class T>
std::string difference_of_products(const gb::matrix<void>& structure, const gb::matrix<T>& ours, ss::matrix_handle& theirs);

std::string difference_of_counts(const char* what, std::int64_t ours, std::int64_t theirs, const std::string& whose);

dense_bfs to_dense(const gb::bfs_result& answer);
dense_bfs to_dense(bfs_answer&& answer);

/// Whether the parents form a breadth-first tree of A with these levels; describes the first vertex that does not fit.
std::string difference_from_tree(const gb::matrix<void>& a, gb::index source, const dense_bfs& found);

/// The numbers are the lengths of shortest paths from the source, `none` where there is no path: no edge leads to a vertex by a
/// shorter way, and every vertex that is reached has a neighbour from which it is reached. A is symmetric, and lengths are
/// positive; an edge of a structure has length 1. On the threads of the context.
template <class T>
std::string difference_from_shortest(const gb::context& ctx, const gb::matrix<T>& a, gb::index source,
                                     const std::vector<std::int32_t>& found, std::int32_t none);

/// The values by vertex, with `none` where there is no entry.
std::vector<std::int32_t> to_dense(const gb::vector<std::int32_t>& v, std::int32_t none);

std::string difference_of_numbers(const char* what, gb::index source, const std::vector<std::int32_t>& ours,
                                  const std::vector<std::int32_t>& theirs, const std::string& whose);

}  // namespace bench
