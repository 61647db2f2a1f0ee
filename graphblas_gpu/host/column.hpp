// Vectors that come out of the rows of a matrix: at most one entry a row.
//
// Idea: build_rows makes them as a matrix of one column; a vector is kept as a matrix of one row. The values lie in the same
// order in both.
#pragma once

#include <utility>

#include <graphblas_gpu/formats/csr.hpp>

namespace graphblas_gpu::host {

/// An n x 1 matrix as the 1 x n matrix that a vector is kept as. O(n).
template <class T>
csr<T> column_as_list(csr<T>&& column) {
    csr<T> list(1, column.nrows);
    list.columns = buffer<column_index>(static_cast<std::size_t>(column.nvals()));
    const structure_view rows = column.structure();
    std::size_t n = 0;
    for (index i = 0; i < rows.nrows; ++i) {
        if (rows.row_size(i) > 0) list.columns[n++] = static_cast<column_index>(i);
    }
    list.offsets[1] = column.nvals();
    list.values = std::move(column.values);
    return list;
}

}  // namespace graphblas_gpu::host
