// Rows put together from tiles, and cut into tiles; values are moved as bytes.
#pragma once

#include <span>
#include <vector>

#include <graphblas_gpu/formats/untyped_csr.hpp>
#include <graphblas_gpu/host/team.hpp>
#include <graphblas_gpu/operations/tiles.hpp>

namespace graphblas_gpu::host {

/// The tiles side by side, row by row.
formats::untyped_csr concatenated(team& team, std::span<const formats::untyped_view> tiles, const tiling& grid);

/// Rows first_row .. first_row + nrows - 1 of a, cut at the columns `starts` into as many matrices less one.
std::vector<formats::untyped_csr> split_rows(team& team, const formats::untyped_view& a, index first_row, index nrows,
                                             std::span<const index> starts);

}  // namespace graphblas_gpu::host
