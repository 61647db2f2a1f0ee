// Sorts the values of a vector, or of every row of a matrix.
//
// Source: SuiteSparse:GraphBLAS user guide, GxB_Vector_sort and GxB_Matrix_sort.
#pragma once

#include <graphblas_gpu/operations/sort.hpp>

namespace graphblas_gpu {

/// The result of sort, an object of the shape of the sorted one and an object of indices:
/// `auto [values, permutation] = gb::sort(ctx, gb::lt{}, u);`
template <container Object>
struct sorted {
    Object values;                          ///< the values in order, at 0, 1, 2 ... (of each row)
    host::like<Object, index> permutation;  ///< where each value came from: values(n) = u(permutation(n))
};

/// The entries of u in the order of `op`: op(x, y) says that x comes before y, such as lt (ascending) or gt (descending); it
/// must be a strict order. Equal values stay in the order of their indices. NaN come last, in the order of their indices, for
/// every op; op is never called with a NaN. The result does not depend on the number of threads. u must have values. Throws
/// out_of_memory, what op throws. O(nvals log nvals).
template <class Op, class T>
requires(!std::is_void_v<T> && binary_operator_for<Op, T, T>)
sorted<vector<T>> sort(const context& ctx, const Op& op, const vector<T>& u) {
    return operations::sorted(ctx, operations::order_of<T>(op), u.any()).template as<sorted<vector<T>>>();
}

/// The same for every row of A: `values` has the sorted values of a row in its first columns, `permutation` the columns that
/// they came from. To sort columns, sort the rows of the transpose. O(sum of row size log(row size)); a row is sorted by one
/// thread.
template <class Op, class T>
requires(!std::is_void_v<T> && binary_operator_for<Op, T, T>)
sorted<matrix<T>> sort(const context& ctx, const Op& op, const matrix<T>& a) {
    return operations::sorted(ctx, operations::order_of<T>(op), a.any()).template as<sorted<matrix<T>>>();
}

}  // namespace graphblas_gpu
