// Columns and rows of tiles, one by one, for matrices whose tiles are nearly empty.
//
// Idea: the product of two tiles is the sum of eight outer products, of a column of A's with a row of B's, and most of those of
// nearly empty tiles are nothing. So the columns and rows that have an entry are listed, eight rows of A and a row of B at a
// time: what one list names in the other are the outer products that there are, and the tiles of C exactly.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/formats/bitmap_tile/tile.hpp>

namespace graphblas_gpu::cuda {

/// Not owned. Of columns of tiles: a row of `places` is a row of tiles, its columns are those of the matrix, `bits` says in
/// which of the eight rows an entry is, and `starts` the tile. Of rows of tiles: a row of `places` is one of the matrix, its columns
/// are those of tiles, `bits` says in which of the eight columns an entry is, and `starts` the first one's place in its row.
struct slices_ref {
    csr_ref places;
    const std::uint8_t* bits = nullptr;
    const std::uint32_t* starts = nullptr;
    const row_offset* bases = nullptr;  ///< of rows of tiles: where rows of the matrix begin
    const void* values = nullptr;       ///< of rows of tiles: those of the matrix, row by row

    GB_HD bool present() const { return bits != nullptr; }
};

/// Owned.
struct tile_slices {
    csr places;
    array<std::uint8_t> bits;
    array<std::uint32_t> starts;

    slices_ref view() const { return {places.view(), bits.data(), starts.data()}; }
};

/// Bit 8 r is set where bit r is: a column of a tile, at column 0.
GB_HD constexpr formats::tile_bits tile_column_of(unsigned rows) {
    return ((rows & 0x7fu) * 0x0002040810204081u & formats::first_tile_column) | formats::tile_bits{rows >> 7 & 1} << 56;
}
/// The reverse, of column c.
GB_HD constexpr unsigned tile_column(formats::tile_bits t, unsigned c) {
    return static_cast<unsigned>(((t >> c & formats::first_tile_column) * 0x0102040810204080u) >> 56);
}

struct tiles_ref;

/// Of a matrix in tiles, of which there are fewer than 2^32. O(tiles + nvals). Waits once.
tile_slices column_slices(const engine_ptr& e, const tiles_ref& t);
/// Of a matrix in rows. O(nvals). Waits once.
tile_slices row_slices(const engine_ptr& e, const csr_ref& rows);

}  // namespace graphblas_gpu::cuda
