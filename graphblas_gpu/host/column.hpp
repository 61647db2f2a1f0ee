// From a matrix of one column to a vector.
//
// Idea: build_rows makes a vector with one entry for each row of a matrix as a matrix of one column; vectors are stored as
// matrices of one row. The values have the same order in both, so only the structure is written again.
#pragma once

#include <utility>

#include <graphblas_gpu/formats/csr.hpp>

namespace graphblas_gpu::host {

/// An n x 1 matrix as the 1 x n matrix that a vector is stored as. O(n).
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
