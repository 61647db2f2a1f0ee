// Concatenating tiles (blocks of a matrix) to rows, and splitting rows into tiles. Values are moved as bytes. Cost: O(nvals),
// and for splitting a search for each cut in each row.
#pragma once

#include <span>
#include <vector>

#include <graphblas_gpu/formats/untyped_csr.hpp>
#include <graphblas_gpu/host/team.hpp>
#include <graphblas_gpu/operations/tiles.hpp>

namespace graphblas_gpu::host {

/// The matrix whose rows are the rows of the tiles side by side.
formats::untyped_csr concatenated(team& team, std::span<const formats::untyped_view> tiles, const tiling& grid);

/// Rows first_row .. first_row + nrows - 1 of a, split at the columns `starts` into starts.size() - 1 matrices.
std::vector<formats::untyped_csr> split_rows(team& team, const formats::untyped_view& a, index first_row, index nrows,
                                             std::span<const index> starts);

}  // namespace graphblas_gpu::host
