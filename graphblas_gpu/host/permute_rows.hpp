// Permuting the rows and the columns of a matrix. Values are moved as bytes.
//
// Idea: the sizes of the new rows are known, so that every row is written where it belongs. The entries of a row get their new
// columns from a table and are sorted by them, together with their positions in the old row. A short row is sorted by
// comparisons, a long one by digits (radix sort), so that the cost of an entry is bounded.
#pragma once

#include <graphblas_gpu/formats/untyped_csr.hpp>
#include <graphblas_gpu/host/team.hpp>

namespace graphblas_gpu::host {

/// Row k of the result is row old_row[k] of A, and column j of A is column new_column[j] of the result. O(nvals + nrows); the
/// offsets are computed on one thread.
formats::untyped_csr permuted(team& team, const formats::untyped_view& a, const column_index* old_row, const column_index* new_column);

}  // namespace graphblas_gpu::host
