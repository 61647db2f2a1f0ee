// A matrix on the device in 8 x 8 tiles; see formats/bitmap_tile/bitmap_tiles.hpp.
#pragma once

#include <graphblas_gpu/cuda/bitmap_tile/slices.hpp>
#include <graphblas_gpu/formats/lazy.hpp>

namespace graphblas_gpu::cuda {

using formats::tile_bits;

/// Not owned. `values` is null and `type` none where they are not read.
struct tiles_ref {
    index nrows = 0;  ///< of the matrix, in entries
    index ncols = 0;
    row_offset nvals = 0;
    csr_ref tiles;                          ///< which tiles there are, sorted
    const tile_bits* bitmaps = nullptr;     ///< of each tile
    const row_offset* bases = nullptr;      ///< of each row of tiles: values before it; one more for their number
    const std::uint32_t* starts = nullptr;  ///< of each tile: its first value, counted from the base of its row
    const void* values = nullptr;           ///< row by row within a tile
    type_code type = type_code::none;
    index first_row = 0;  ///< in the matrix that these are rows of
    slices_ref columns;   ///< where they serve better than whole tiles: of a left operand,
    slices_ref rows;      ///< and of a right one

    GB_HD tiles_ref structure() const {
        tiles_ref s = *this;
        s.values = nullptr;
        s.type = type_code::none;
        return s;
    }
    template <class T>
    GB_HD const T* values_as() const {
        return static_cast<const T*>(values);
    }
};

/// Owned. Never changed once others share it.
struct tiles {
    index nrows = 0;
    index ncols = 0;
    row_offset nvals = 0;
    type_code type = type_code::none;
    csr places;  ///< which tiles there are, without values
    array<tile_bits> bitmaps;
    array<row_offset> bases;
    array<std::uint32_t> starts;
    memory values;
    formats::lazy<tile_slices> columns;  ///< made where they are wanted
    formats::lazy<tile_slices> rows;

    tiles_ref view() const {
        return {nrows,         ncols,         nvals, places.view(), bitmaps.data(), bases.data(),
                starts.data(), values.data(), type,  0,             {},             {}};
    }
};

}  // namespace graphblas_gpu::cuda
