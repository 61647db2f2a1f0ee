// Where the tiles of a matrix begin: the checks of concat and split. Compiled once.
#pragma once

#include <span>
#include <vector>

#include <graphblas_gpu/shapes.hpp>

namespace graphblas_gpu::host {

/// A matrix cut into rows and columns of tiles: tile (p, q) holds the rows rows[p] .. rows[p + 1] - 1 and the columns
/// columns[q] .. columns[q + 1] - 1. Tiles may be empty.
struct tiling {
    std::vector<index> rows;
    std::vector<index> columns;

    index tile_rows() const { return static_cast<index>(rows.size()) - 1; }
    index tile_columns() const { return static_cast<index>(columns.size()) - 1; }
    shapes::shape shape() const { return {rows.back(), columns.back()}; }
    /// The row of tiles that holds row i.
    index tile_row_of(index i) const;
};

/// The tiling of the matrix that a grid of tiles makes; `tiles` lists the grid row by row. Throws invalid_value if the grid has
/// no tiles, if the number of tiles is not tile_rows * tile_columns, or if the matrix becomes too large; dimension_mismatch if
/// tiles in the same row have different numbers of rows, or tiles in the same column different numbers of columns.
tiling tiling_of_grid(const std::vector<shapes::shape>& tiles, index tile_rows, index tile_columns);

/// The tiling of a matrix into tiles of the given sizes. Throws invalid_value if there are no sizes, dimension_mismatch if a
/// size is negative or the sizes do not add up to the matrix.
tiling tiling_by_sizes(shapes::shape a, std::span<const index> tile_nrows, std::span<const index> tile_ncols);

}  // namespace graphblas_gpu::host
