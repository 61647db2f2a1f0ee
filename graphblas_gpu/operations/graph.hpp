// The operations of graphblas_gpu/graph.hpp on either engine, compiled once if they do not depend on the type of the values.
#pragma once

#include <graphblas_gpu/any_matrix.hpp>
#include <graphblas_gpu/base/graph/orientation.hpp>
#include <graphblas_gpu/base/graph/peeling.hpp>
#include <graphblas_gpu/base/graph/random_walk.hpp>
#include <graphblas_gpu/base/graph/short_rows.hpp>
#include <graphblas_gpu/base/value_range.hpp>
#include <graphblas_gpu/operations/result_rows.hpp>
#include <graphblas_gpu/vector.hpp>

#include <optional>
#include <span>

namespace graphblas_gpu::operations {

/// The edges of a square A that lead to a vertex of larger degree, or of the same degree and a larger number; if not
/// `to_larger`, all other edges.
result_rows edges_by_degree(const context& ctx, const any_matrix& a, bool to_larger);

/// edges_by_degree(a, true), and what the same pass finds out about a square A. On a device the edges may keep their transpose,
/// where the same pass made it (cuda::oriented).
matrix<void> oriented(const context& ctx, const any_matrix& a, base::orientation_facts& facts);

/// What base::count_row finds in all rows of a square A, or nothing if they are not short. The mirror sum is 0 if A is known
/// to be symmetric.
std::optional<base::short_row_facts> count_short_rows(const context& ctx, const any_matrix& a);

/// The smallest vertex of its component for each vertex of a square A; returns the number of components.
std::int64_t label_components(const context& ctx, const any_matrix& a, vector<std::int64_t>& labels);

/// Throws unless a vector with these numbers has an entry for each of n vertices: dimension_mismatch, or invalid_value. The
/// message begins with the operation and the name of the vector.
void check_full(const char* operation, const char* name, index size, index nvals, index n);

/// Throws invalid_value, with the name of the operation, if an option is outside its range.
void check_random_walk(const char* operation, const random_walk_options& walk);
/// Where a damped random walk along the edges of a square A is after its last round: writes the shares of all vertices.
/// Compiled for float and double.
template <class Share>
base::walk_end random_walk(const context& ctx, const any_matrix& a, const random_walk_options& walk, vector<Share>& shares);

/// Adds to every total the dependency of a search with these levels on its vertex; every vertex has a total.
void accumulate_dependencies(const context& ctx, vector<double>& totals, const any_matrix& a,
                             const vector<std::int32_t>& levels);

/// Adds to every total the dependencies of searches from the sources along edges of the lengths of A. Compiled for int32,
/// int64, float and double.
template <class T>
void accumulate_weighted_dependencies(const context& ctx, vector<double>& totals, const matrix<T>& a,
                                      std::span<const index> sources, progress_counters* progress);

/// The maximal independent set of a symmetric A, as a vector; base/graph/independent_set.hpp defines which set it is.
result_rows independent_set(const context& ctx, const any_matrix& a, std::uint64_t seed);

/// Writes the core numbers of all vertices of a symmetric A without a diagonal.
base::peeling_end core_numbers(const context& ctx, const any_matrix& a, vector<std::int64_t>& numbers,
                               progress_counters* progress);

/// On a device: for each edge of `larger`, which has every edge of an undirected graph once and pointing to its larger end by
/// degree, the number of triangles that contain it.
matrix<std::int64_t> triangles_of_edges(const context& ctx, const any_matrix& larger);

/// On a device: the Jaccard similarity of the ends of every edge of a symmetric A without a diagonal. `larger` as above.
matrix<double> jaccard_of_edges(const context& ctx, const any_matrix& a, const any_matrix& larger);

/// The structure of the edges (i, j) with d(i) + length <= d(j). Compiled for int32, int64, float and double.
template <class T>
result_rows tight_edges(const context& ctx, const matrix<T>& a, const vector<T>& distances);

/// The range of floating-point values. Compiled for float and double.
template <class T>
value_range<T> range_of_values(const context& ctx, const matrix<T>& a);

}  // namespace graphblas_gpu::operations
