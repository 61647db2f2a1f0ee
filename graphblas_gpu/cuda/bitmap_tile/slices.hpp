// Slices: single columns and rows of tiles, for matrices whose tiles are nearly empty.
//
// Idea: the product of two tiles is the sum of eight outer products, each of a column of A's tile and a row of B's. With nearly
// empty tiles most of these are empty. So the columns of A's tiles and the rows of B's tiles that have an entry are stored as
// the entries of two sparse matrices. The pairs of their product are exactly the outer products that are not empty.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/formats/bitmap_tile/tile.hpp>

namespace graphblas_gpu::cuda {

/// Slices, not owned. An entry of `structure` is a slice.
/// Column slices: rows of `structure` are rows of tiles, its columns are columns of the matrix; `bits` has the rows of the tile
/// that have an entry in this column, and `starts` the number of the tile.
/// Row slices: rows of `structure` are rows of the matrix, its columns are columns of tiles; `bits` has the columns of the tile
/// that have an entry in this row, and `starts` the offset of the first of them in the row of the matrix.
struct slices_ref {
    csr_ref structure;
    const std::uint8_t* bits = nullptr;
    const std::uint32_t* starts = nullptr;
    const row_offset* bases = nullptr;  ///< of row slices: the offsets of the rows of the matrix
    const void* values = nullptr;       ///< of row slices: the values of the matrix, row by row

    GB_HD bool present() const { return bits != nullptr; }
};

/// Slices, owned.
struct tile_slices {
    csr structure;
    array<std::uint8_t> bits;
    array<std::uint32_t> starts;

    slices_ref view() const { return {structure.view(), bits.data(), starts.data()}; }
};

/// A tile whose column 0 has entries in the given rows: bit 8 r is set if bit r is.
GB_HD constexpr formats::tile_bits tile_column_of(unsigned rows) {
    return ((rows & 0x7fu) * 0x0002040810204081u & formats::first_tile_column) | formats::tile_bits{rows >> 7 & 1} << 56;
}
/// The reverse: the rows of the tile that have an entry in column c.
GB_HD constexpr unsigned tile_column(formats::tile_bits t, unsigned c) {
    return static_cast<unsigned>(((t >> c & formats::first_tile_column) * 0x0102040810204080u) >> 56);
}

struct tiles_ref;

/// The column slices of a matrix with fewer than 2^32 tiles. O(tiles + nvals). Waits once.
tile_slices column_slices(const engine_ptr& e, const tiles_ref& t);
/// The row slices of a matrix in rows. O(nvals). Waits once.
tile_slices row_slices(const engine_ptr& e, const csr_ref& rows);

}  // namespace graphblas_gpu::cuda
