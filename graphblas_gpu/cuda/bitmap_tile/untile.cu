// Bitmap tiles to compressed sparse rows on the device.
//
// Idea: one warp, or some warps of a block, write a row of tiles. All warps of a block share a row that is too long for them,
// and several blocks share a row that is very long. Warps that share a row of tiles also count the entries of the tiles before
// and behind their own, to know where to write.
#include <graphblas_gpu/cuda/bitmap_tile/convert.hpp>

#include <graphblas_gpu/cuda/bitmap_tile/row_entries.cuh>
#include <graphblas_gpu/cuda/bitmap_tile/segment.cuh>

namespace graphblas_gpu::cuda {

namespace {

using bitmap_tile::rows_out;
using bitmap_tile::sorted_entries;

constexpr unsigned side = formats::tile_side;
constexpr unsigned log_warps = bitmap_tile_policy::log_untile_warps, warps_a_block = 1u << log_warps;
constexpr unsigned block_threads = warps_a_block * simt::warp_size;
constexpr row_offset window = bitmap_tile_policy::untile_window;
static_assert(window <= bitmap_tile_policy::very_long);

/// The number of entries that the warps of a block have found in each of the eight rows of a row of tiles.
struct part_sizes {
    std::uint32_t own[warps_a_block][side];
    std::uint32_t others[2][warps_a_block][side];  ///< in the tiles before those that the block writes, and behind them

    /// For lane r < 8: where the entries of the calling warp begin in row r, counted from the first entry of the row of tiles;
    /// `end` receives where row r ends. `parts` neighbouring warps share the row of tiles. All lanes call.
    __device__ std::uint32_t begin(unsigned parts, std::uint32_t& end) const {
        const unsigned r = simt::lane_id() % side, part = simt::warp_id() & (parts - 1);
        std::uint32_t earlier = 0, all = 0;
#pragma unroll 1
        for (unsigned n = 0; n < parts; ++n) {
            const std::uint32_t size = own[simt::warp_id() - part + n][r];
            earlier += n < part ? size : 0;
            all += size;
        }
#pragma unroll 1
        for (unsigned n = 0; n < warps_a_block && parts == warps_a_block; ++n) {
            earlier += others[0][n][r];
            all += others[0][n][r] + others[1][n][r];
        }
        end = all;
        end = sum_up_to_lane<side>(end);
        return end - all + earlier;
    }
};

/// A range of tiles within a row of tiles.
struct tile_range {
    row_offset begin = 0;
    row_offset end = 0;

    /// Part number n of 2^log parts.
    __device__ tile_range part(unsigned n, unsigned log) const {
        return {begin + ((end - begin) * n >> log), begin + ((end - begin) * (n + 1) >> log)};
    }
    __device__ tile_range within(const tile_range& limits) const {
        return {begin > limits.begin ? begin : limits.begin, end < limits.end ? end : limits.end};
    }
};

/// Writes rows of tiles. If `offsets`, `columns` or `values` is null, it is not written.
template <class Word, bool filled, bool both>
struct row_writer {
    tiles_ref t;
    row_offset* offsets;
    column_index* columns;
    Word* values;

    __device__ tile_range tiles_of(index row) const { return {t.tiles.offsets[row], t.tiles.offsets[row + 1]}; }
    /// Writes a range of tiles of a row by 2^log warps. It is the whole row of tiles, unless all warps of the block share the
    /// row. Warps without a row call with `present` false. All threads of the block call.
    __device__ void write(index row, const tile_range& tiles, bool present, unsigned log, part_sizes& shared,
                          sorted_entries& sorted) const {
        const unsigned parts = 1u << log;
        const unsigned warp = simt::warp_id(), lane = simt::lane_id(), part = warp & (parts - 1);
        const tile_range own = tiles.part(part, log);
        const std::uint32_t size = bitmap_tile::sum_row(t, own.begin, own.end);
        if (lane < side) shared.own[warp][lane] = size;
        if (parts == warps_a_block) {
            const tile_range all = present ? tiles_of(row) : tile_range{};
            // A loop, because it is compiled once.
#pragma unroll 1
            for (unsigned n = 0; n < 2; ++n) {
                const tile_range others = n == 0 ? tile_range{all.begin, tiles.begin} : tile_range{tiles.end, all.end};
                const tile_range counted = others.part(part, log);
                const std::uint32_t size_of_others = bitmap_tile::sum_row(t, counted.begin, counted.end);
                if (lane < side) shared.others[n][warp][lane] = size_of_others;
            }
        }
        if (parts > 1) __syncthreads();
        else __syncwarp();
        std::uint32_t end = 0;
        const std::uint32_t mine = shared.begin(parts, end);
        if (present) {
            const row_offset base = t.bases[row] - t.bases[0];
            const index i = row * side + lane;
            if (offsets != nullptr && own.begin == t.tiles.offsets[row] && part == 0) {
                if (lane < side && i < t.nrows) offsets[i + 1] = base + end;
                if (row == 0 && lane == 0) offsets[0] = 0;
            }
            const rows_out<Word, both> out{columns == nullptr ? nullptr : columns + base,
                                           values == nullptr ? nullptr : values + base,
                                           t.values_as<Word>() + t.bases[row]};
            if constexpr (filled) {
                std::uint32_t next[side];
#pragma unroll
                for (unsigned r = 0; r < side; ++r) next[r] = __shfl_sync(simt::full_warp, mine, static_cast<int>(r));
                bitmap_tile::write_filled(t, own.begin, own.end, next, out);
            } else {
                bitmap_tile::write_sparse(t, own.begin, own.end, mine, sorted, out);
            }
        }
        // The sizes in shared memory may be overwritten after this.
        if (parts > 1) __syncthreads();
        else __syncwarp();
    }
};

/// The first `windows` blocks have a window of tiles each, and write the tiles in it that belong to very long rows. Each other
/// block has some rows of tiles, one for 2^log warps. Rows that are too long for these warps are written afterwards by all
/// warps of the block.
template <class Word, bool filled, bool both>
__global__ void __launch_bounds__(block_threads, 4)
    write_rows(row_writer<Word, filled, both> rows, unsigned log, unsigned windows) {
    __shared__ part_sizes shared;
    __shared__ sorted_entries sorted[filled ? 1 : warps_a_block];
    sorted_entries& own_entries = sorted[filled ? 0 : simt::warp_id()];
    const csr_ref& tiles = rows.t.tiles;
    const auto is_very_long = [](const tile_range& r) { return r.end - r.begin > bitmap_tile_policy::very_long; };
    tile_range limits;  // of the tiles that the block writes, if it has a window
    index row = 0, first = 0;
    unsigned left = 0;  // a bit for each row from `first` on that all warps of the block write afterwards
    bool present = true;
    if (blockIdx.x < windows) {
        limits.begin = static_cast<row_offset>(blockIdx.x) * window;
        limits.end = limits.begin + window < tiles.nvals ? limits.begin + window : tiles.nvals;
        // A very long row is longer than a window, so at most the first and the last row of the window are very long.
        row = bitmap_tile::row_found_by_warp(tiles, limits.begin);
        first = bitmap_tile::row_found_by_warp(tiles, limits.end - 1);
        const bool is_last = first != row && is_very_long(rows.tiles_of(first));
        if (is_very_long(rows.tiles_of(row))) left = is_last;
        else if (is_last) row = first;
        else return;
        log = log_warps;
    } else {
        const unsigned in_block = warps_a_block >> log, lane = simt::lane_id(), own = simt::warp_id() >> log;
        first = static_cast<index>(blockIdx.x - windows) * in_block;
        tile_range of_lane;
        if (lane < in_block && first + lane < tiles.nrows) of_lane = rows.tiles_of(first + lane);
        const unsigned left_out = __ballot_sync(simt::full_warp, windows > 0 && is_very_long(of_lane));
        const bool is_long = log < log_warps && of_lane.end - of_lane.begin > bitmap_tile_policy::max_tiles_a_warp << log;
        left = __ballot_sync(simt::full_warp, is_long) & ~left_out;
        row = first + own;
        present = row < tiles.nrows && ((left | left_out) >> own & 1) == 0;
    }
    for (;; left &= left - 1, present = true, log = log_warps) {
        tile_range of_row = present ? rows.tiles_of(row) : tile_range{};
        if (blockIdx.x < windows) of_row = of_row.within(limits);
        rows.write(row, of_row, present, log, shared, own_entries);
        if (left == 0) break;
        row = first + simt::lowest_bit(left);
    }
}

/// The logarithm (base 2) of the number of warps that share a row.
unsigned warps_a_row(const csr_ref& tiles) {
    unsigned log = 0;
    if (tiles.nvals < bitmap_tile_policy::shared_row * tiles.nrows) return log;
    while (log < log_warps && tiles.nrows << log < bitmap_tile_policy::few_rows) ++log;
    return log;
}

template <class Word, bool filled, bool both>
void launch_rows(const engine_ptr& e, const tiles_ref& t, row_offset* offsets, column_index* columns, void* values) {
    const unsigned log = warps_a_row(t.tiles);
    const auto blocks = static_cast<unsigned>(((t.tiles.nrows << log) + warps_a_block - 1) / warps_a_block);
    const row_offset windows = t.tiles.ncols > bitmap_tile_policy::very_long ? (t.tiles.nvals + window - 1) / window : 0;
    simt::launch(e->stream(), blocks + static_cast<unsigned>(windows), block_threads, 0, write_rows<Word, filled, both>,
                 row_writer<Word, filled, both>{t, offsets, columns, static_cast<Word*>(values)}, log,
                 static_cast<unsigned>(windows));
}

bool are_filled(const tiles_ref& t) {
    const bool are_short = t.tiles.nvals < row_offset{simt::warp_size} * t.tiles.nrows;
    return t.nvals >= (are_short ? bitmap_tile_policy::half_filled : bitmap_tile_policy::well_filled) * t.tiles.nvals;
}

void write_all(const engine_ptr& e, const tiles_ref& t, row_offset* offsets, column_index* columns, void* values) {
    const bool filled = are_filled(t), both = columns != nullptr && values != nullptr;
    base::with_size(t.type, [&](auto size) {
        using word = typename decltype(size)::type;
        const auto launch = both ? filled ? launch_rows<word, true, true> : launch_rows<word, false, true>
                                 : filled ? launch_rows<word, true, false> : launch_rows<word, false, false>;
        launch(e, t, offsets, columns, values);
    });
}

}  // namespace

csr untiled(const engine_ptr& e, const tiles_ref& t) {
    if (t.nvals == 0) return empty_csr(e, t.nrows, t.ncols, t.type);
    csr out = csr_with_room(e, t.nrows, t.ncols, t.nvals, t.type);
    write_all(e, t, out.offsets.data(), out.columns.data(), out.values.data());
    return out;
}

memory untiled_values(const engine_ptr& e, const tiles_ref& t) {
    memory out(e, static_cast<std::size_t>(t.nvals) * base::size_of(t.type));
    if (t.nvals > 0) write_all(e, t, nullptr, nullptr, out.data());
    return out;
}

}  // namespace graphblas_gpu::cuda
