// Sorting the values of rows on whichever engine a context has.
#pragma once

#include <graphblas_gpu/host/sort_entries.hpp>
#include <graphblas_gpu/operations/device/sort.hpp>
#include <graphblas_gpu/operations/result_rows.hpp>

namespace graphblas_gpu::operations {

/// Rows with their values sorted, and the position where each value was before, as values of type index.
struct sorted_rows {
    result_rows values;
    result_rows permutation;
};

template <class Op, class T>
sorted_rows sorted_on_host(host::team& team, const Op& op, const vector<T>& u) {
    const buffer<host::sortable<T>> entries = host::sorted_entries(team, u.list(), 0, op);
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
    return {result_rows(std::move(values)), result_rows(std::move(permutation))};
}

template <class Op, class T>
sorted_rows sorted_on_host(host::team& team, const Op& op, const matrix<T>& a) {
    csr<index> permutation;
    permutation.nrows = a.nrows();
    permutation.ncols = a.ncols();
    permutation.values = buffer<index>(static_cast<std::size_t>(a.nvals()));
    csr<T> values = host::sorted_rows(team, a.rows(), op, permutation.values.data());
    permutation.offsets = values.offsets;
    permutation.columns = values.columns;
    return {result_rows(std::move(values)), result_rows(std::move(permutation))};
}

/// The rows of a matrix, or a vector, each sorted by `op`; see sort.hpp.
template <class Op, container X>
sorted_rows sorted(const context& ctx, const Op& op, const X& x) {
    if (ctx.is_cuda()) {
        cuda::sorted_rows made = device::sorted(ctx, op, x);
        return {result_rows(std::move(made.values)), result_rows(std::move(made.permutation))};
    }
    return sorted_on_host(ctx.team(), op, x);
}

}  // namespace graphblas_gpu::operations
