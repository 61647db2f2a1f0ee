// A matrix on the device in 8 x 8 tiles; see formats/bitmap_tile/bitmap_tiles.hpp.
#pragma once

#include <graphblas_gpu/base/lazy.hpp>
#include <graphblas_gpu/cuda/bitmap_tile/slices.hpp>

namespace graphblas_gpu::cuda {

using formats::tile_bits;

/// A matrix in tiles, not owned. `values` is null and `type` is none if values are not read.
struct tiles_ref {
    index nrows = 0;  ///< of the matrix, in entries
    index ncols = 0;
    row_offset nvals = 0;
    csr_ref tiles;                          ///< the structure: an entry is a tile; sorted
    const tile_bits* bitmaps = nullptr;     ///< of each tile
    const row_offset* bases = nullptr;      ///< the number of values before each row of tiles, and the number of all values
    const std::uint32_t* starts = nullptr;  ///< the first value of each tile, counted from the base of its row
    const void* values = nullptr;           ///< row by row within a tile
    type_code type = type_code::none;
    index first_row = 0;  ///< the matrix row of row 0, if these rows were cut from a larger matrix
    slices_ref columns;   ///< of a left operand, if the product uses slices
    slices_ref rows;      ///< of a right operand, if the product uses slices

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

/// A matrix in tiles, owned. It may be shared, and is not changed after that.
struct tiles {
    index nrows = 0;
    index ncols = 0;
    row_offset nvals = 0;
    type_code type = type_code::none;
    csr structure;  ///< an entry is a tile; without values
    array<tile_bits> bitmaps;
    array<row_offset> bases;
    array<std::uint32_t> starts;
    memory values;
    base::lazy<tile_slices> columns;  ///< made at first use
    base::lazy<tile_slices> rows;

    tiles_ref view() const {
        return {nrows,         ncols,         nvals, structure.view(), bitmaps.data(), bases.data(),
                starts.data(), values.data(), type,  0,             {},             {}};
    }
};

}  // namespace graphblas_gpu::cuda
