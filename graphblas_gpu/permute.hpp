// Rows, columns and positions in another order: P A P', P A Q' and P u.
//
// Idea: an order lists the old numbers by the new ones, which is what sorting vertices gives: order[k] is the vertex that gets
// number k. It is the I of extract (C = A(I, I)), but it is known to name every index once: so rows keep their lengths, and a
// table gives the new number of each column.
#pragma once

#include <vector>

#include <graphblas_gpu/any_arrange.hpp>
#include <graphblas_gpu/integer_list.hpp>
#include <graphblas_gpu/matrix.hpp>
#include <graphblas_gpu/vector.hpp>

namespace graphblas_gpu {

/// C = A(order, order), as a new matrix: entry (k, l) is the entry (order[k], order[l]) of A. C is P A P', where row k of P has
/// its one in column order[k]. So order[k] is the old number of the vertex whose new number is k; inverse_order gives the new
/// numbers by the old. If A is known to be symmetric, C is known to be symmetric too. Throws dimension_mismatch unless A is
/// square and `order` is as long as its side, invalid_value that names the first number that is out of range or was listed
/// before. O(nvals + n); on a device a radix sort of the entries.
template <class T>
matrix<T> permute(const context& ctx, const matrix<T>& a, const integer_list<index>& order) {
    return matrix<T>(permute(ctx, a.any(), order));
}

/// C = A(row_order, column_order), as a new matrix: entry (k, l) is the entry (row_order[k], column_order[l]) of A. Errors and
/// cost are as above; each order must be as long as its side.
template <class T>
matrix<T> permute(const context& ctx, const matrix<T>& a, const integer_list<index>& row_order,
                  const integer_list<index>& column_order) {
    return matrix<T>(permute(ctx, a.any(), row_order, column_order));
}

/// w = u(order), as a new vector: entry k is the entry order[k] of u. Errors are as above. O(size + nvals).
template <class T>
vector<T> permute(const context& ctx, const vector<T>& u, const integer_list<index>& order) {
    return vector<T>(permute(ctx, u.any(), order));
}

/// The new numbers by the old ones: inverse[order[k]] is k. Permuting by the inverse reverses permuting by `order`. Throws
/// invalid_value as permute does. O(size).
std::vector<index> inverse_order(const integer_list<index>& order);

}  // namespace graphblas_gpu
