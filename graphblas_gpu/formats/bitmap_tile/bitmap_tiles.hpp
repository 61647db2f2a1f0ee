// A matrix in 8 x 8 tiles with a bitmap each: tiles sorted by row and column, values packed in row-major order within a tile.
//
// Idea: the tiles are themselves the entries of a sparse matrix, so that whatever works on structure works on them. All values
// of a row of tiles stand where compressed sparse rows have those of its eight rows, so a tile only keeps how far behind the
// first of them its own begin, in 32 bits: 16 bytes a tile beside its row's.
// Source: bmSPARSE (Zhang, Gruenwald), section 3.
#pragma once

#include <graphblas_gpu/formats/bitmap_tile/tile.hpp>
#include <graphblas_gpu/formats/buffer.hpp>
#include <graphblas_gpu/formats/csr.hpp>

namespace graphblas_gpu::formats {

/// Not owned. `values` is null where they are not read.
template <class T>
struct bitmap_tiles_view {
    index nrows = 0;  ///< of the matrix, in entries
    index ncols = 0;
    structure_view tiles;                     ///< tiles_for(nrows) x tiles_for(ncols): which tiles there are
    const tile_bits* bitmaps = nullptr;       ///< of each tile, none of them 0
    const row_offset* bases = nullptr;        ///< of each row of tiles: values before it; one more for their number
    const std::uint32_t* starts = nullptr;    ///< of each tile: its first value, counted from the base of its row
    const stored<T>* values = nullptr;

    row_offset nvals() const { return bases == nullptr ? 0 : bases[tiles.nrows]; }
    row_offset first_value(index tile_row, row_offset tile) const { return bases[tile_row] + starts[tile]; }
    /// The same tiles, their values left aside.
    bitmap_tiles_view<void> structure() const { return {nrows, ncols, tiles, bitmaps, bases, starts, nullptr}; }
};

/// Owned.
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

}  // namespace graphblas_gpu::formats
