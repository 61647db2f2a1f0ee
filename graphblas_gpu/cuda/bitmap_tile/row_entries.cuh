// A warp writes the entries of tiles as rows.
//
// Idea: if tiles are well filled, each of the 32 lanes has a column of one of four tiles, and the lanes go through the eight
// rows together, so that neighbouring lanes write neighbouring entries. Otherwise each lane has a tile, and the warp first
// sorts the entries of 32 tiles by rows, in shared memory. Most of the time is spent waiting for values, so the loads of eight
// rows, or of several entries a lane, are in flight together.
#pragma once

#include <graphblas_gpu/cuda/bitmap_tile/tiles.hpp>
#include <graphblas_gpu/cuda/primitives/warp_sums.cuh>

namespace graphblas_gpu::cuda::bitmap_tile {

inline constexpr unsigned rows_of_tile = formats::tile_side;

/// The number of entries in each row of a tile, in a byte each.
__device__ inline std::uint64_t sizes_in_bytes(tile_bits t) {
    t -= t >> 1 & 0x5555555555555555u;
    t = (t & 0x3333333333333333u) + (t >> 2 & 0x3333333333333333u);
    return (t + (t >> 4)) & 0x0f0f0f0f0f0f0f0fu;
}
/// Bytes 0, 2, 4 and 6, as numbers of 16 bits.
__device__ inline std::uint64_t even_bytes(std::uint64_t x) { return x & 0x00ff00ff00ff00ffu; }
__device__ inline unsigned sum_of_bytes(std::uint64_t x) {
    return static_cast<unsigned>((even_bytes(x) + even_bytes(x >> 8)) * 0x0001000100010001u >> 48);
}

/// The number of entries that tiles begin .. end - 1 of a row of tiles have in its row lane % 8. All lanes call.
__device__ inline std::uint32_t sum_row(const tiles_ref& t, row_offset begin, row_offset end) {
    constexpr row_offset most = row_offset{simt::warp_size} * 4096;  // so that sums fit into 16 bits
    std::uint32_t size = 0;
    for (; begin < end; begin += most) {
        const row_offset behind = begin + most < end ? begin + most : end;
        std::uint64_t even = 0, odd = 0;
        for (row_offset p = begin + simt::lane_id(); p < behind; p += simt::warp_size) {
            const std::uint64_t sizes = sizes_in_bytes(t.bitmaps[p]);
            even += even_bytes(sizes);
            odd += even_bytes(sizes >> 8);
        }
#pragma unroll
        for (unsigned r = 0; r < rows_of_tile; ++r) {
            const auto own = static_cast<unsigned>((r % 2 == 0 ? even : odd) >> (16 * (r / 2))) & 0xffffu;
            const unsigned all = __reduce_add_sync(simt::full_warp, own);
            if (simt::lane_id() % rows_of_tile == r) size += all;
        }
    }
    return size;
}

/// Where the entries of a row of tiles are written. If `both` is false, `columns` or `values` may be null, and is then not
/// written.
template <class Word, bool both>
struct rows_out {
    column_index* columns;
    Word* values;
    const Word* from;  ///< values of the row of tiles

    __device__ Word read(std::uint32_t value) const { return both || values != nullptr ? from[value] : Word{}; }
    __device__ void write(std::uint32_t to, column_index column, Word x) const {
        if (both || columns != nullptr) columns[to] = column;
        if (both || values != nullptr) values[to] = x;
    }
};

/// Writes tiles begin .. end - 1, four at a time. `next`: the index of each row's next entry. All lanes call.
template <class Word, bool both>
__device__ void write_filled(const tiles_ref& t, row_offset begin, row_offset end, std::uint32_t* next,
                             const rows_out<Word, both>& out) {
    const unsigned c = simt::lane_id() % rows_of_tile, below_in_row = (1u << c) - 1;
    row_offset own = begin + simt::lane_id() / rows_of_tile;
    // The next tiles are loaded while these are written.
    tile_bits next_bits = own < end ? t.bitmaps[own] : 0;
    column_index next_column = own < end ? t.tiles.columns[own] : 0;
    std::uint32_t next_start = own < end ? t.starts[own] : 0;
    for (row_offset first = begin; first < end; first += simt::warp_size / rows_of_tile) {
        const unsigned halves[2] = {static_cast<unsigned>(next_bits), static_cast<unsigned>(next_bits >> 32)};
        const column_index column = next_column * rows_of_tile + c;
        std::uint32_t value = next_start;
        own += simt::warp_size / rows_of_tile;
        next_bits = own < end ? t.bitmaps[own] : 0;
        next_column = own < end ? t.tiles.columns[own] : 0;
        next_start = own < end ? t.starts[own] : 0;
        Word x[rows_of_tile];
        std::uint32_t to[rows_of_tile];
        const auto is_here = [&](unsigned r) { return (halves[r / 4] >> (rows_of_tile * (r % 4) + c) & 1) != 0; };
#pragma unroll
        for (unsigned r = 0; r < rows_of_tile; ++r) {
            const unsigned row = halves[r / 4] >> (rows_of_tile * (r % 4)) & formats::first_tile_row;
            const unsigned lanes = __ballot_sync(simt::full_warp, is_here(r));
            if (is_here(r)) x[r] = out.read(value + static_cast<unsigned>(__popc(row & below_in_row)));
            to[r] = next[r] + simt::count_below(lanes);
            next[r] += static_cast<unsigned>(__popc(lanes));
            value += static_cast<unsigned>(__popc(row));
        }
        // All values are loaded before the first is written, because the compiler cannot know that the arrays do not overlap.
#pragma unroll
        for (unsigned r = 0; r < rows_of_tile; ++r) {
            if (is_here(r)) out.write(to[r], column, x[r]);
        }
    }
}

/// The entries of 32 tiles in the order of rows, in a warp's shared memory; at most `capacity` at a time.
struct sorted_entries {
    static constexpr unsigned capacity = policy::sorted_entries;
    struct entry {
        column_index column;
        std::uint32_t value_and_row;  ///< 8 times the number of the entry's value among the values of these tiles, plus its row
    };
    entry entries[capacity];
    std::uint32_t first[rows_of_tile];  ///< the number of each row's first entry
    std::uint32_t to[rows_of_tile];     ///< entry number n of row r is written to index to[r] + n
};

/// Stores the sorted entries of numbers from .. from + capacity - 1. `before`: the number of entries in the lanes below, a byte
/// for each row.
__device__ inline void sort_entries(sorted_entries& sorted, tile_bits bits, column_index column, std::uint64_t before,
                             unsigned from) {
    unsigned value = sum_of_bytes(before);
    for (tile_bits left = bits; left != 0; left &= left - 1, ++value) {
        const unsigned position = static_cast<unsigned>(__ffsll(static_cast<long long>(left))) - 1, r = position / rows_of_tile;
        const unsigned in_row = formats::tile_row(bits, r) & ((1u << position % rows_of_tile) - 1);
        const unsigned number = sorted.first[r] + static_cast<unsigned>(before >> (rows_of_tile * r) & 0xff) +
                                static_cast<unsigned>(__popc(in_row)) - from;
        if (number >= sorted_entries::capacity) continue;
        sorted.entries[number] = {column * rows_of_tile + position % rows_of_tile, value * rows_of_tile + r};
    }
}

/// Writes `count` sorted entries, the first of which has number `from`. The values of the 32 tiles begin at `value`.
template <class Word, bool both>
__device__ void write_sorted(const sorted_entries& sorted, unsigned from, unsigned count, std::uint32_t value,
                             const rows_out<Word, both>& out) {
    constexpr unsigned at_once = 4;  // loads in flight
    for (unsigned n = simt::lane_id(); n < count; n += at_once * simt::warp_size) {
        Word x[at_once];
#pragma unroll
        for (unsigned i = 0; i < at_once; ++i) {
            const unsigned at = n + i * simt::warp_size;
            if (at < count) x[i] = out.read(value + sorted.entries[at].value_and_row / rows_of_tile);
        }
#pragma unroll
        for (unsigned i = 0; i < at_once; ++i) {
            const unsigned at = n + i * simt::warp_size;
            if (at >= count) break;
            const sorted_entries::entry entry = sorted.entries[at];
            out.write(sorted.to[entry.value_and_row % rows_of_tile] + from + at, entry.column, x[i]);
        }
    }
}

/// Writes tiles begin .. end - 1, 32 at a time, each in a lane. `next`, in lane r < 8: the index of row r's next entry. All
/// lanes call.
template <class Word, bool both>
__device__ void write_sparse(const tiles_ref& t, row_offset begin, row_offset end, std::uint32_t next,
                             sorted_entries& sorted, const rows_out<Word, both>& out) {
    constexpr int last_lane = simt::warp_size - 1;
    std::uint32_t value = begin < end ? t.starts[begin] : 0;
    row_offset own = begin + simt::lane_id();
    tile_bits next_bits = own < end ? t.bitmaps[own] : 0;
    column_index next_column = own < end ? t.tiles.columns[own] : 0;
    for (row_offset first = begin; first < end; first += simt::warp_size) {
        const tile_bits bits = next_bits;
        const column_index column = next_column;
        own += simt::warp_size;
        next_bits = own < end ? t.bitmaps[own] : 0;
        next_column = own < end ? t.tiles.columns[own] : 0;
        const std::uint64_t sizes = sizes_in_bytes(bits);
        // Sums over the lanes below: at most 31 x 8, which a byte holds.
        std::uint64_t before = __shfl_up_sync(simt::full_warp, sizes, 1);
        if (simt::lane_id() == 0) before = 0;
        before = sum_up_to_lane(before);
        const unsigned shift = rows_of_tile * (simt::lane_id() % rows_of_tile);
        const auto of_row = static_cast<std::uint32_t>((__shfl_sync(simt::full_warp, before, last_lane) >> shift & 0xff) +
                                                       (__shfl_sync(simt::full_warp, sizes, last_lane) >> shift & 0xff));
        const std::uint32_t up_to = sum_up_to_lane<rows_of_tile>(of_row);
        const std::uint32_t all = __shfl_sync(simt::full_warp, up_to, rows_of_tile - 1);
        if (simt::lane_id() < rows_of_tile) {
            sorted.first[simt::lane_id()] = up_to - of_row;
            sorted.to[simt::lane_id()] = next - (up_to - of_row);
            next += of_row;
        }
        __syncwarp();
        for (unsigned from = 0; from < all; from += sorted_entries::capacity) {
            sort_entries(sorted, bits, column, before, from);
            __syncwarp();
            const unsigned left = all - from;
            write_sorted(sorted, from, left < sorted_entries::capacity ? left : sorted_entries::capacity, value, out);
            __syncwarp();
        }
        value += all;
    }
}

}  // namespace graphblas_gpu::cuda::bitmap_tile
