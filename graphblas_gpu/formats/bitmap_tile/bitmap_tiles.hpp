// A matrix in 8 x 8 tiles with a bitmap each: tiles sorted by row and column, values packed in row-major order within a tile.
//
// Idea: the tiles are the entries of a sparse matrix of tiles, so that all code for structure works on them. The values of a
// row of tiles are in the same range of the values array as those of its eight rows in compressed sparse rows. So a tile stores
// only the distance of its first value from the beginning of this range, in 32 bits. A tile has 16 bytes.
// Source: bmSPARSE (Zhang, Gruenwald), section 3.
#pragma once

#include <graphblas_gpu/base/buffer.hpp>
#include <graphblas_gpu/formats/bitmap_tile/tile.hpp>
#include <graphblas_gpu/formats/csr.hpp>

#include <memory>

namespace graphblas_gpu::formats {

/// A view of a matrix in tiles. `values` is null for operations that do not read values.
template <class T>
struct bitmap_tiles_view {
    index nrows = 0;  ///< the number of rows of the matrix, not of rows of tiles
    index ncols = 0;
    structure_view tiles;                ///< the structure of the tiles: tiles_for(nrows) x tiles_for(ncols)
    const tile_bits* bitmaps = nullptr;  ///< for each tile its bitmap, which is not 0
    const row_offset* bases = nullptr;   ///< for each row of tiles the number of values before it; and one more for all values
    const std::uint32_t* starts = nullptr;  ///< for each tile its first value, counted from the base of its row of tiles
    const stored<T>* values = nullptr;

    row_offset nvals() const { return bases == nullptr ? 0 : bases[tiles.nrows]; }
    row_offset first_value(index tile_row, row_offset tile) const { return bases[tile_row] + starts[tile]; }
    /// The tiles without their values.
    bitmap_tiles_view<void> structure() const { return {nrows, ncols, tiles, bitmaps, bases, starts, nullptr}; }
};

/// A matrix in tiles that owns its arrays.
template <class T>
struct bitmap_tiles {
    index nrows = 0;
    index ncols = 0;
    csr<void> tiles;
    buffer<tile_bits> bitmaps;
    buffer<row_offset> bases{row_offset{0}};
    buffer<std::uint32_t> starts;
    buffer<stored<T>> values;

    row_offset nvals() const { return bases[bases.size() - 1]; }
    bitmap_tiles_view<T> view() const {
        return {nrows, ncols, tiles.structure(), bitmaps.data(), bases.data(), starts.data(), values.data()};
    }
};

/// A view of tiles with their values as bytes. `keep` owns the arrays.
struct untyped_tiles {
    bitmap_tiles_view<void> structure;
    const void* values = nullptr;
    std::shared_ptr<const void> keep;
};

}  // namespace graphblas_gpu::formats
