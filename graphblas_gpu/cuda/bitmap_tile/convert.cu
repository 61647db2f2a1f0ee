// Compressed sparse rows to bitmap tiles on the device, and back.
//
// Idea: to tiles, without sorting: the first entry of each tile is marked, in the order of rows. A tile's place is then the
// number of marks in its eight rows at smaller columns, which is a search and a rank a row, and the same searches find its
// entries: eight lanes make a tile, each a row of it. Nothing depends on how long rows are. Back: a warp or a block a row of
// tiles. Where tiles are well filled 32 lanes stand for the columns of four tiles and go through the eight rows together, so
// that what they write lies side by side; else each lane writes out a tile by itself.
#include <graphblas_gpu/cuda/bitmap_tile/convert.hpp>

#include <limits>

#include <graphblas_gpu/cuda/bitmap_tile/first_entries.cuh>
#include <graphblas_gpu/cuda/entries.cuh>
#include <graphblas_gpu/cuda/product/flops.hpp>

namespace graphblas_gpu::cuda {

namespace {

using formats::tile_places;
using formats::tile_side;

constexpr unsigned side = tile_side;
constexpr unsigned warps_a_block = 8;
constexpr unsigned block_threads = warps_a_block * simt::warp_size;
/// Tiles with fewer values on average are written out by a lane each.
constexpr row_offset well_filled = 8;
/// Rows with as many tiles on average, or more, are shared by warps of a block if there are few rows,
constexpr row_offset long_row = 48, few_rows = 16384;
/// and with as many as this by all of them, because some are far longer then.
constexpr row_offset very_long_row = 192;

/// What is written of tiles.
struct tile_arrays {
    column_index* columns;
    tile_bits* bitmaps;
    std::uint32_t* starts;
};

/// One row of a tile.
struct row_of_tile {
    row_offset first = 0;  ///< its entries in the matrix
    unsigned count = 0;
    unsigned bits = 0;
    std::uint32_t entries_before = 0;  ///< in this row,
    std::uint32_t marks_before = 0;    ///< and those marked among them
};

__device__ row_of_tile find_row(const csr_ref& a, const rank_ref& before, index i, column_index column) {
    row_of_tile row;
    if (i >= a.nrows) return row;
    const row_offset begin = a.offsets[i], end = a.offsets[i + 1];
    row.first = lower_bound(a.columns, begin, end, column * side);
    row.entries_before = static_cast<std::uint32_t>(row.first - begin);
    row.marks_before = static_cast<std::uint32_t>(before(row.first) - before(begin));
    for (; row.count < side && row.first + row.count < end; ++row.count) {
        const column_index j = a.columns[row.first + row.count];
        if (j / side != column) break;
        row.bits |= 1u << j % side;
    }
    return row;
}

/// The sum of x over eight lanes.
__device__ std::uint32_t sum_of_eight(std::uint32_t x) {
    for (int apart = side / 2; apart > 0; apart /= 2) x += __shfl_xor_sync(simt::full_warp, x, apart, side);
    return x;
}
__device__ tile_bits union_of_eight(tile_bits x) {
    for (int apart = side / 2; apart > 0; apart /= 2) x |= __shfl_xor_sync(simt::full_warp, x, apart, side);
    return x;
}

/// The tile that begins with entry p of row i; eight lanes have the same ones, without a tile none (p < 0). All lanes call.
template <class Word>
__device__ void make_tile(const csr_ref& a, const rank_ref& before, index i, row_offset p, const tile_arrays& to,
                          Word* values) {
    const unsigned r = simt::lane_id() % side;
    const index first_row = i - i % side;
    const column_index column = p < 0 ? 0 : a.columns[p] / side;
    row_of_tile row;
    if (p >= 0) row = find_row(a, before, first_row + r, column);
    const std::uint32_t marks = sum_of_eight(row.marks_before), start = sum_of_eight(row.entries_before);
    const tile_bits bits = union_of_eight(tile_bits{row.bits} << (side * r));
    if (p < 0) return;
    if (r == 0) {
        const row_offset tile = before(a.offsets[first_row]) + marks;
        to.columns[tile] = column;
        to.bitmaps[tile] = bits;
        to.starts[tile] = start;
    }
    if (values == nullptr) return;
    const Word* const from = a.values_as<Word>() + row.first;
    values += a.offsets[first_row] + start + formats::tile_rank(bits, side * r);
    for (unsigned n = 0; n < row.count; ++n) values[n] = from[n];
}

template <class Word>
__global__ void make_tiles(csr_ref a, rank_ref before, tile_arrays to, Word* values) {
    const row_offset begin = static_cast<row_offset>(blockIdx.x) * detail::tile_entries;
    const row_offset end = begin + detail::tile_entries < a.nvals ? begin + detail::tile_entries : a.nvals;
    const detail::row_finder row_of = detail::find_rows(a.offsets, a.nrows, begin, end);
    for (row_offset first = begin + simt::warp_id() * simt::warp_size; first < end; first += detail::tile_threads) {
        for (unsigned left = before.words[first / simt::warp_size]; left != 0;) {
            // The lanes of a group of eight take one of the lowest four marks.
            unsigned own = left;
            for (unsigned n = 0; n < simt::warp_size / side; ++n) {
                if (n < simt::lane_id() / side) own &= own - 1;
                left &= left - 1;
            }
            const row_offset p = own == 0 ? -1 : first + __ffs(static_cast<int>(own)) - 1;
            make_tile(a, before, p < 0 ? 0 : row_of(p), p, to, values);
        }
    }
}

/// The sizes of the rows of one row of tiles, from 0 on, in all lanes. All lanes call.
__device__ void sum_rows(const tiles_ref& t, row_offset begin, row_offset end, std::uint32_t* sizes) {
    for (unsigned r = 0; r < side; ++r) sizes[r] = 0;
    for (row_offset p = begin + simt::lane_id(); p < end; p += simt::warp_size) {
        const tile_bits bits = t.bitmaps[p];
#pragma unroll
        for (unsigned r = 0; r < side; ++r) sizes[r] += static_cast<unsigned>(__popc(formats::tile_row(bits, r)));
    }
#pragma unroll
    for (unsigned r = 0; r < side; ++r) sizes[r] = __reduce_add_sync(simt::full_warp, sizes[r]);
}

/// Where the entries of a row of tiles are written. Not `both`: `columns` or `values` may be null, and is not written then.
template <class Word, bool both>
struct rows_out {
    column_index* columns;
    Word* values;
    const Word* from;  ///< values of the row of tiles

    __device__ void write(row_offset to, column_index column, std::uint32_t value) const {
        if (both || columns != nullptr) columns[to] = column;
        if (both || values != nullptr) values[to] = from[value];
    }
};

/// Of four tiles after the other, 32 lanes a row of them. `next`: where each row goes on. All lanes call.
template <class Word, bool both>
__device__ void write_filled(const tiles_ref& t, row_offset begin, row_offset end, std::uint32_t* next,
                             const rows_out<Word, both>& out) {
    const unsigned c = simt::lane_id() % side, below = (1u << simt::lane_id()) - 1, below_in_row = (1u << c) - 1;
    row_offset own = begin + simt::lane_id() / side;
    // What comes next is asked for while the rest is written.
    tile_bits next_bits = own < end ? t.bitmaps[own] : 0;
    column_index next_column = own < end ? t.tiles.columns[own] : 0;
    std::uint32_t next_start = own < end ? t.starts[own] : 0;
    for (row_offset first = begin; first < end; first += simt::warp_size / side) {
        const unsigned halves[2] = {static_cast<unsigned>(next_bits), static_cast<unsigned>(next_bits >> 32)};
        const column_index column = next_column * side + c;
        std::uint32_t value = next_start;
        own += simt::warp_size / side;
        next_bits = own < end ? t.bitmaps[own] : 0;
        next_column = own < end ? t.tiles.columns[own] : 0;
        next_start = own < end ? t.starts[own] : 0;
#pragma unroll
        for (unsigned r = 0; r < side; ++r) {
            const unsigned row = halves[r / 4] >> (side * (r % 4)) & formats::first_tile_row;
            const bool here = (row >> c & 1) != 0;
            const unsigned lanes = __ballot_sync(simt::full_warp, here);
            if (here) {
                out.write(next[r] + static_cast<unsigned>(__popc(lanes & below)), column,
                          value + static_cast<unsigned>(__popc(row & below_in_row)));
            }
            next[r] += static_cast<unsigned>(__popc(lanes));
            value += static_cast<unsigned>(__popc(row));
        }
    }
}

/// The numbers of entries in the rows of a tile, a byte each.
__device__ std::uint64_t sizes_in_bytes(tile_bits t) {
    t -= t >> 1 & 0x5555555555555555u;
    t = (t & 0x3333333333333333u) + (t >> 2 & 0x3333333333333333u);
    return (t + (t >> 4)) & 0x0f0f0f0f0f0f0f0fu;
}

/// Of 32 tiles after the other, a lane each. `next`, in shared memory: where each row goes on. All lanes call.
template <class Word, bool both>
__device__ void write_sparse(const tiles_ref& t, row_offset begin, row_offset end, std::uint32_t* next,
                             const rows_out<Word, both>& out) {
    constexpr unsigned last_lane = simt::warp_size - 1;
    for (row_offset first = begin; first < end; first += simt::warp_size) {
        const row_offset p = first + simt::lane_id();
        const tile_bits bits = p < end ? t.bitmaps[p] : 0;
        const std::uint64_t own = sizes_in_bytes(bits);
        // Sums over the lanes below: at most 31 x 8, which a byte holds.
        std::uint64_t before = __shfl_up_sync(simt::full_warp, own, 1);
        if (simt::lane_id() == 0) before = 0;
        for (unsigned step = 1; step < simt::warp_size; step *= 2) {
            const std::uint64_t below = __shfl_up_sync(simt::full_warp, before, step);
            if (simt::lane_id() >= step) before += below;
        }
        if (bits != 0) {
            const column_index column = t.tiles.columns[p] * side;
            std::uint32_t value = t.starts[p];
            for (tile_bits left = bits; left != 0; left &= left - 1, ++value) {
                const unsigned place = static_cast<unsigned>(__ffsll(static_cast<long long>(left))) - 1, r = place / side;
                const unsigned in_row = formats::tile_row(bits, r) & ((1u << place % side) - 1);
                out.write(next[r] + static_cast<unsigned>(before >> (side * r) & 0xff) + static_cast<unsigned>(__popc(in_row)),
                          column + place % side, value);
            }
        }
        const std::uint64_t of_others = __shfl_sync(simt::full_warp, before, last_lane);
        const std::uint64_t of_last = __shfl_sync(simt::full_warp, own, last_lane);
        __syncwarp();
        if (simt::lane_id() < side) {
            const unsigned shift = side * simt::lane_id();
            next[simt::lane_id()] += static_cast<std::uint32_t>((of_others >> shift & 0xff) + (of_last >> shift & 0xff));
        }
        __syncwarp();
    }
}

/// What the warps of a block find in the rows of the rows of tiles that they share.
struct part_sizes {
    std::uint32_t of_warps[warps_a_block][side];

    /// Where each of the eight rows goes on for the calling warp, one of `parts` neighbours, counted from the first entry of
    /// all, in lane r < 8; and in `behind` where it ends for the last of them. All lanes call.
    __device__ std::uint32_t begin(unsigned parts, std::uint32_t& behind) const {
        const unsigned r = simt::lane_id() % side, part = simt::warp_id() % parts;
        std::uint32_t before = 0, all = 0;
        for (unsigned n = 0; n < parts; ++n) {
            const std::uint32_t size = of_warps[simt::warp_id() - part + n][r];
            before += n < part ? size : 0;
            all += size;
        }
        behind = all;
        for (unsigned step = 1; step < side; step *= 2) {
            const std::uint32_t of_others = __shfl_up_sync(simt::full_warp, behind, step, side);
            if (r >= step) behind += of_others;
        }
        return behind - all + before;
    }
};

/// `parts` warps, a divisor of those of a block, have a row of tiles. `offsets` null: not written.
template <class Word, bool filled, bool both>
__global__ void __launch_bounds__(block_threads, 4)
    write_rows(tiles_ref t, unsigned parts, row_offset* offsets, column_index* columns, Word* values) {
    __shared__ part_sizes shared;
    std::uint32_t* const own = shared.of_warps[simt::warp_id()];
    const index row = (static_cast<index>(blockIdx.x) * warps_a_block + simt::warp_id()) / parts;
    const unsigned part = simt::warp_id() % parts;
    const bool present = row < t.tiles.nrows;
    const row_offset begin = present ? t.tiles.offsets[row] : 0, tiles = present ? t.tiles.offsets[row + 1] - begin : 0;
    const row_offset first = begin + tiles * part / parts, end = begin + tiles * (part + 1) / parts;
    std::uint32_t next[side];
    sum_rows(t, first, end, next);
#pragma unroll
    for (unsigned r = 0; r < side; ++r) {
        if (simt::lane_id() == r) own[r] = next[r];
    }
    __syncthreads();
    std::uint32_t behind = 0;
    const std::uint32_t mine = shared.begin(parts, behind);
    __syncthreads();
    if (!present) return;
    const row_offset before = t.bases[row] - t.bases[0];
    const index i = row * side + simt::lane_id();
    if (offsets != nullptr && part == 0 && simt::lane_id() < side && i < t.nrows) offsets[i + 1] = before + behind;
    if (offsets != nullptr && part == 0 && row == 0 && simt::lane_id() == 0) offsets[0] = 0;
    const rows_out<Word, both> out{columns == nullptr ? nullptr : columns + before,
                                   values == nullptr ? nullptr : values + before, t.values_as<Word>() + t.bases[row]};
    if constexpr (filled) {
#pragma unroll
        for (unsigned r = 0; r < side; ++r) next[r] = __shfl_sync(simt::full_warp, mine, static_cast<int>(r));
        write_filled(t, first, end, next, out);
    } else {
        if (simt::lane_id() < side) own[simt::lane_id()] = mine;
        __syncwarp();
        write_sparse(t, first, end, own, out);
    }
}

/// f(a word as large as a value).
template <class F>
void with_word(type_code type, const F& f) {
    switch (formats::size_of(type)) {
        case 1: return f(std::uint8_t{});
        case 2: return f(std::uint16_t{});
        case 8: return f(std::uint64_t{});
        default: return f(std::uint32_t{});  // also where there are none
    }
}

unsigned warps_a_row(const csr_ref& tiles) {
    if (tiles.nvals < long_row * tiles.nrows) return 1;
    if (tiles.nvals >= very_long_row * tiles.nrows) return warps_a_block;
    unsigned warps = 1;
    while (warps < warps_a_block && tiles.nrows * warps < few_rows) warps *= 2;
    return warps;
}

void write_all(const engine_ptr& e, const tiles_ref& t, row_offset* offsets, column_index* columns, void* values) {
    const unsigned parts = warps_a_row(t.tiles);
    const auto blocks = static_cast<unsigned>((t.tiles.nrows * parts + warps_a_block - 1) / warps_a_block);
    with_word(t.type, [&]<class Word>(Word) {
        const bool filled = t.nvals >= well_filled * t.tiles.nvals, both = columns != nullptr && values != nullptr;
        const auto kernel = both ? filled ? write_rows<Word, true, true> : write_rows<Word, false, true>
                                 : filled ? write_rows<Word, true, false> : write_rows<Word, false, false>;
        simt::launch(e->stream(), blocks, block_threads, 0, kernel, t, parts, offsets, columns, static_cast<Word*>(values));
    });
}

/// The first tile and the first entry of each row of tiles.
void write_offsets(const engine_ptr& e, const csr_ref& a, const rank_ref& before, tiles& to) {
    row_offset *const offsets = to.places.offsets.data(), *const bases = to.bases.data();
    for_each(e, to.places.nrows + 1, GB_DEVICE_LAMBDA(std::int64_t row) {
        const index i = row * side < a.nrows ? row * side : a.nrows;
        bases[row] = a.offsets[i];
        offsets[row] = before(a.offsets[i]);
    });
}

}  // namespace

void check_rows_of_tiles(const engine_ptr& e, const tiles_ref& t) {
    constexpr row_offset most = std::numeric_limits<std::uint32_t>::max();
    if (t.nvals <= most) return;
    const array<row_offset> sizes(e, static_cast<std::size_t>(t.tiles.nrows));
    row_offset* const to = sizes.data();
    for_each(e, t.tiles.nrows, GB_DEVICE_LAMBDA(std::int64_t i) { to[i] = t.bases[i + 1] - t.bases[i]; });
    const row_offset largest = totals(e, to, t.tiles.nrows).most;
    if (largest <= most) return;
    throw unsupported("bitmap_tile: eight rows have " + std::to_string(largest) + " entries, tiles count up to " +
                      std::to_string(most));
}

tiles tiled(const engine_ptr& e, const csr_ref& a) {
    tiles out;
    out.nrows = a.nrows;
    out.ncols = a.ncols;
    out.nvals = a.nvals;
    out.type = a.type;
    out.places = empty_csr(e, formats::tiles_for(a.nrows), formats::tiles_for(a.ncols), type_code::none);
    out.bases = array<row_offset>(e, static_cast<std::size_t>(out.places.nrows) + 1);
    if (a.nvals == 0) {
        e->set_bytes(out.bases.data(), 0, out.bases.size() * sizeof(row_offset));
        return out;
    }
    marks firsts(e, a.nvals);
    const rank_ref before = firsts.add(
        a, GB_DEVICE_LAMBDA(index i, row_offset p) { return bitmap_tile::begins_tile(a, i, p); });
    out.places.nvals = firsts.count();
    const auto count = static_cast<std::size_t>(out.places.nvals);
    out.places.columns = array<column_index>(e, count);
    out.bitmaps = array<tile_bits>(e, count);
    out.starts = array<std::uint32_t>(e, count);
    out.values = memory(e, static_cast<std::size_t>(a.nvals) * formats::size_of(a.type));
    write_offsets(e, a, before, out);
    check_rows_of_tiles(e, out.view());
    const tile_arrays to{out.places.columns.data(), out.bitmaps.data(), out.starts.data()};
    with_word(a.type, [&]<class Word>(Word) {
        simt::launch(e->stream(), detail::tiles_of(a.nvals), detail::tile_threads, 0, make_tiles<Word>, a, before, to,
                     static_cast<Word*>(out.values.data()));
    });
    return out;
}

csr untiled(const engine_ptr& e, const tiles_ref& t) {
    if (t.nvals == 0) return empty_csr(e, t.nrows, t.ncols, t.type);
    csr out;
    out.nrows = t.nrows;
    out.ncols = t.ncols;
    out.nvals = t.nvals;
    out.type = t.type;
    out.offsets = array<row_offset>(e, static_cast<std::size_t>(t.nrows) + 1);
    out.columns = array<column_index>(e, static_cast<std::size_t>(t.nvals));
    out.values = memory(e, static_cast<std::size_t>(t.nvals) * formats::size_of(t.type));
    write_all(e, t, out.offsets.data(), out.columns.data(), out.values.data());
    return out;
}

memory untiled_values(const engine_ptr& e, const tiles_ref& t) {
    memory out(e, static_cast<std::size_t>(t.nvals) * formats::size_of(t.type));
    if (t.nvals > 0) write_all(e, t, nullptr, nullptr, out.data());
    return out;
}

}  // namespace graphblas_gpu::cuda
