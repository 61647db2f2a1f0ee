// One tile of 8 x 8 entries as a 64-bit bitmap: bit 8 r + c stands for row r and column c.
//
// Idea: a byte is a row, so that a product of structure is a few ands, multiplications and ors on whole words, and the place of
// an entry among the packed values of its tile is the number of bits below its own.
// Source: bmSPARSE (Zhang, Gruenwald), section 3; the transpose swaps quarters of ever smaller blocks (Warren, "Hacker's
// Delight", section 7-3).
#pragma once

#include <bit>
#include <cstdint>

#include <graphblas_gpu/formats/types.hpp>
#include <semirings/types.hpp>

namespace graphblas_gpu::formats {

inline constexpr int tile_side = 8;
inline constexpr int tile_positions = tile_side * tile_side;

using tile_bits = std::uint64_t;

inline constexpr tile_bits first_tile_column = 0x0101010101010101u;
inline constexpr tile_bits first_tile_row = 0xffu;

/// Tiles that cover so many rows or columns.
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

/// Entries before place p = 8 r + c: where its value lies among those of the tile.
GB_HD constexpr int tile_rank(tile_bits t, unsigned place) { return tile_nvals(t & ((tile_bits{1} << place) - 1)); }

/// Bit r is set if row r has an entry; likewise columns.
GB_HD constexpr unsigned tile_rows_present(tile_bits t) {
    tile_bits any = t | t >> 4;
    any |= any >> 2;
    any = (any | any >> 1) & first_tile_column;
    // The lowest bits of the bytes, side by side in the highest byte.
    return static_cast<unsigned>((any * 0x0102040810204080u) >> 56);
}
GB_HD constexpr unsigned tile_columns_present(tile_bits t) {
    t |= t >> 32;
    t |= t >> 16;
    return static_cast<unsigned>((t | t >> 8) & first_tile_row);
}

/// Whether A's tile times B's has any product at all: a column of the one meets a row of the other.
GB_HD constexpr bool tiles_meet(tile_bits a, tile_bits b) { return (tile_columns_present(a) & tile_rows_present(b)) != 0; }

/// The rows of B's tile that A's has columns for: B's tile meets A's if it has any of these.
GB_HD constexpr tile_bits tile_rows_wanted(tile_bits a) {
    // One bit a column, then its row: spread to the lowest bit of each byte, and over the byte.
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

/// The structure of A's tile times B's: column k of A, spread over the rows that have it, with row k of B in each.
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
