// Extracting submatrices A(I, J) row by row, and parts of single rows and columns. Values are moved as bytes.
//
// Idea: the strategy for reading a row depends on how the columns J are given. For a progression, both ends are found by binary
// search and the entries in between are scanned. An ascending list is intersected with the row, by galloping in the longer of
// the two, or the columns of the row are looked up in a table of the list. Any other list is sorted once, and the hits of each
// row are sorted into the order of the list. Where one row or one column is read at a list of positions, each position is
// looked up, on all threads.
#pragma once

#include <graphblas_gpu/base/bits.hpp>
#include <graphblas_gpu/formats/selection.hpp>
#include <graphblas_gpu/formats/untyped_csr.hpp>
#include <graphblas_gpu/host/threads/team.hpp>

namespace graphblas_gpu::host {

using formats::selection;

/// A(I, J): entry (k, l) of the result is the entry (I[k], J[l]) of A. Rows in any order cost nothing. A row of r entries costs
/// O(size of the result) for all columns, O(log r + entries between the ends) for a progression, O(min(r + |J|, |J| log r,
/// r log |J|)) for an ascending list, O(r + hits log hits) for any other list, which is sorted once. O(|I|) on one thread.
formats::untyped_csr extract_rows(team& team, const formats::untyped_view& a, const selection& rows, const selection& columns);

/// A(I, j) as a row: entry k is the entry (I[k], j) of A. O(|I| log(row size)).
formats::untyped_csr extract_column(team& team, const formats::untyped_view& a, const selection& rows, index column);

/// u(I) of a dense vector, as a row: entry k is the entry I[k] of u. O(|I|).
formats::untyped_csr extract_entries(team& team, const base::word* bits, const void* values, std::size_t value_bytes,
                                     const selection& positions);

}  // namespace graphblas_gpu::host
