// A tile of 8 x 8 entries as a bitmap of 64 bits: bit 8 r + c says whether there is an entry in row r and column c.
//
// Idea: each byte is a row. So the structure of a product takes a few ands, multiplications and ors on whole words, and the
// position of an entry among the packed values of its tile is the number of bits below its bit.
// Source: bmSPARSE (Zhang, Gruenwald), section 3; the transpose swaps quarters of ever smaller blocks (Warren, "Hacker's
// Delight", section 7-3).
#pragma once

#include <bit>
#include <cstdint>

#include <graphblas_gpu/base/types.hpp>
#include <semirings/types.hpp>

namespace graphblas_gpu::formats {

inline constexpr int tile_side = 8;
inline constexpr int tile_positions = tile_side * tile_side;

using tile_bits = std::uint64_t;

inline constexpr tile_bits first_tile_column = 0x0101010101010101u;
inline constexpr tile_bits first_tile_row = 0xffu;

/// The number of tiles that cover `length` rows or columns.
GB_HD constexpr index tiles_for(index length) { return (length + tile_side - 1) / tile_side; }

GB_HD constexpr tile_bits tile_bit(unsigned row, unsigned column) { return tile_bits{1} << (tile_side * row + column); }
GB_HD constexpr unsigned tile_row(tile_bits t, unsigned row) {
    return static_cast<unsigned>(t >> (tile_side * row) & first_tile_row);
}

GB_HD constexpr int tile_nvals(tile_bits t) {
#ifdef __CUDA_ARCH__
    return __popcll(t);
#else
    return std::popcount(t);
#endif
}

/// The number of entries before bit 8 r + c: the position of its value among the values of the tile.
GB_HD constexpr int tile_rank(tile_bits t, unsigned bit) { return tile_nvals(t & ((tile_bits{1} << bit) - 1)); }

/// Bit r of the result is set if row r has an entry; for tile_columns_present, bit c is set if column c has an entry.
GB_HD constexpr unsigned tile_rows_present(tile_bits t) {
    tile_bits any = t | t >> 4;
    any |= any >> 2;
    any = (any | any >> 1) & first_tile_column;
    // The multiplication collects the lowest bits of all bytes in the highest byte.
    return static_cast<unsigned>((any * 0x0102040810204080u) >> 56);
}
GB_HD constexpr unsigned tile_columns_present(tile_bits t) {
    t |= t >> 32;
    t |= t >> 16;
    return static_cast<unsigned>((t | t >> 8) & first_tile_row);
}

/// Whether the product of a tile of A and a tile of B has any entry: some column of A's tile and the row of B's tile with the
/// same number are not empty.
GB_HD constexpr bool tiles_have_products(tile_bits a, tile_bits b) {
    return (tile_columns_present(a) & tile_rows_present(b)) != 0;
}

/// The rows k of B's tile for which column k of A's tile has an entry, as full rows of bits: the tiles have a product if B's
/// tile has any of these bits.
GB_HD constexpr tile_bits tile_rows_wanted(tile_bits a) {
    // One bit for each column of A; bit k is moved to the lowest bit of byte k, and then copied to the whole byte.
    tile_bits columns = tile_columns_present(a);
    columns = (columns | columns << 28) & 0x0000000f0000000fu;
    columns = (columns | columns << 14) & 0x0003000300030003u;
    columns = (columns | columns << 7) & first_tile_column;
    return columns * first_tile_row;
}

GB_HD constexpr tile_bits tile_transposed(tile_bits t) {
    tile_bits x = (t ^ t >> 7) & 0x00aa00aa00aa00aau;
    t ^= x ^ x << 7;
    x = (t ^ t >> 14) & 0x0000cccc0000ccccu;
    t ^= x ^ x << 14;
    x = (t ^ t >> 28) & 0x00000000f0f0f0f0u;
    return t ^ x ^ x << 28;
}

/// The structure of the product of a tile of A and a tile of B: for every k, row k of B is OR-ed into the rows of the result
/// for which column k of A has an entry.
GB_HD constexpr tile_bits tile_product(tile_bits a, tile_bits b) {
    tile_bits c = 0;
    for (int k = 0; k < tile_side; ++k) {
        const tile_bits rows = (a >> k & first_tile_column) * first_tile_row;
        const tile_bits row = (b >> (tile_side * k) & first_tile_row) * first_tile_column;
        c |= rows & row;
    }
    return c;
}

}  // namespace graphblas_gpu::formats
