// A matrix with its rows and its columns in another order; values are moved as bytes.
//
// Idea: the sizes of the new rows are known, so that every row is written where it belongs. Its entries get their new columns
// from a table and are sorted by them, together with where their values stood: by comparison where the row is short, by
// digits where it is long, so that an entry costs a bounded number of steps.
#pragma once

#include <graphblas_gpu/formats/untyped_csr.hpp>
#include <graphblas_gpu/host/team.hpp>

namespace graphblas_gpu::host {

/// Row k of the result is row old_row[k] of A, and column j of A is column new_column[j] of it. O(nvals + nrows), the offsets
/// on one thread.
formats::untyped_csr permuted(team& team, const formats::untyped_view& a, const column_index* old_row, const column_index* new_column);

}  // namespace graphblas_gpu::host
