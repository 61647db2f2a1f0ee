// Selections of parts of vectors and graphs that several algorithms use: the entries that a mask admits, the positions at which
// a comparison of two vectors holds, and the edges at whose two ends a comparison holds.
//
// Needs: ready-made operators, so that every engine can run these functions.
// Idea: a comparison is an element-wise product of booleans, which then serves as a mask by value. The values at both ends of
// every edge are two products with a diagonal matrix.
#pragma once

#include <graphblas_gpu/apply.hpp>
#include <graphblas_gpu/base/within_memory.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/ewise.hpp>
#include <graphblas_gpu/mask.hpp>
#include <graphblas_gpu/matrix.hpp>
#include <graphblas_gpu/vector.hpp>
#include <semirings/operators.hpp>

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace graphblas_gpu::algorithm {

/// The entries of v that the mask admits. O(nvals(v) + nvals(mask)).
template <class T, class Mask>
vector<T> restricted(const context& ctx, const vector<T>& v, const Mask& mask) {
    vector<T> out(v.size());
    apply(ctx, out, mask, no_accum, identity{}, v);
    return out;
}

/// The positions where x and y have entries and compare(x, y) is true. O(nvals(x) + nvals(y)).
template <class Compare, class T>
vector<void> positions_where(const context& ctx, const Compare& compare, const vector<T>& x, const vector<T>& y) {
    const vector<bool> compared = ewise_mult(ctx, compare, x, y);
    vector<void> out(x.size());
    apply(ctx, out, values(compared), no_accum, identity{}, compared);
    return out;
}

/// The entries (i, j) of a square A for which x has entries at i and at j and x(i) = x(j) (edges_within), or x(i) != x(j)
/// (edges_between). O(nvals(A) + n).
/// @{
matrix<void> edges_within(const context& ctx, const matrix<void>& a, const vector<std::int64_t>& x);
matrix<std::int64_t> edges_between(const context& ctx, const matrix<std::int64_t>& a, const vector<std::int64_t>& x);
/// @}

/// The vector 0, 1, ..., n - 1. O(n).
inline vector<std::int64_t> vertex_numbers(index n) {
    return base::library_call("vertex_numbers", [&] {
        std::vector<std::int64_t> numbers(static_cast<std::size_t>(n));
        std::iota(numbers.begin(), numbers.end(), std::int64_t{0});
        return vector<std::int64_t>::from_dense(numbers);
    });
}

}  // namespace graphblas_gpu::algorithm
