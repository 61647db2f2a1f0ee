// Moving the entries of whole rows on all threads: concatenating tiles (blocks of a matrix), splitting rows into tiles,
// permuting rows and columns. Values are moved as bytes.
#pragma once

#include <graphblas_gpu/formats/untyped_csr.hpp>
#include <graphblas_gpu/host/threads/team.hpp>
#include <graphblas_gpu/operations/tiles.hpp>

#include <span>
#include <vector>

namespace graphblas_gpu::host {

/// The matrix whose rows are the rows of the tiles side by side. O(nvals).
formats::untyped_csr concatenated(team& team, std::span<const formats::untyped_view> tiles, const tiling& grid);

/// Rows first_row .. first_row + nrows - 1 of a, split at the columns `starts` into starts.size() - 1 matrices. O(nvals), and a
/// search for each cut in each row.
std::vector<formats::untyped_csr> split_rows(team& team, const formats::untyped_view& a, index first_row, index nrows,
                                             std::span<const index> starts);

/// Row k of the result is row old_row[k] of A, and column j of A is column new_column[j] of the result. O(nvals + nrows); the
/// offsets are computed on one thread.
formats::untyped_csr permuted(team& team, const formats::untyped_view& a, const column_index* old_row,
                              const column_index* new_column);

}  // namespace graphblas_gpu::host
