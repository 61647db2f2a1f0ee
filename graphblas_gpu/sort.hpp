// Sorts the values of a vector, or of every row of a matrix.
//
// Source: SuiteSparse:GraphBLAS user guide, GxB_Vector_sort and GxB_Matrix_sort.
#pragma once

#include <graphblas_gpu/host/sort_entries.hpp>
#include <graphblas_gpu/operations/device/arrange.hpp>
#include <graphblas_gpu/operations/operation.hpp>

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
    if (ctx.is_cuda()) {
        cuda::sorted_rows made = device::sorted<Op>(ctx, u);
        return {vector<T>::from_device(std::move(made.values)), vector<index>::from_device(std::move(made.permutation))};
    }
    const buffer<host::sortable<T>> entries = host::sorted_entries(ctx.team(), u.list().view(), 0, op);
    csr<T> values(1, u.size());
    csr<index> permutation(1, u.size());
    values.offsets[1] = permutation.offsets[1] = static_cast<row_offset>(entries.size());
    values.columns = buffer<column_index>(entries.size());
    values.values = buffer<T>(entries.size());
    permutation.values = buffer<index>(entries.size());
    for (std::size_t n = 0; n < entries.size(); ++n) {
        values.columns[n] = static_cast<column_index>(n);
        values.values[n] = entries[n].value;
        permutation.values[n] = entries[n].column;
    }
    permutation.columns = values.columns;
    return {vector<T>::from_storage(std::move(values)), vector<index>::from_storage(std::move(permutation))};
}

/// The same for every row of A: `values` has the sorted values of a row in its first columns, `permutation` the columns that
/// they came from. To sort columns, sort the rows of the transpose. O(sum of row size log(row size)); a row is sorted by one
/// thread.
template <class Op, class T>
requires(!std::is_void_v<T> && binary_operator_for<Op, T, T>)
sorted<matrix<T>> sort(const context& ctx, const Op& op, const matrix<T>& a) {
    if (ctx.is_cuda()) {
        cuda::sorted_rows made = device::sorted<Op>(ctx, a);
        return {matrix<T>::from_device(std::move(made.values)), matrix<index>::from_device(std::move(made.permutation))};
    }
    csr<index> permutation;
    permutation.nrows = a.nrows();
    permutation.ncols = a.ncols();
    permutation.values = buffer<index>(static_cast<std::size_t>(a.nvals()));
    csr<T> values = host::sorted_rows(ctx.team(), a.storage().view(), op, permutation.values.data());
    permutation.offsets = values.offsets;
    permutation.columns = values.columns;
    return {matrix<T>::from_storage(std::move(values)), matrix<index>::from_storage(std::move(permutation))};
}

}  // namespace graphblas_gpu
