// Some tiles of C that lie in one row of tiles, and all that multiplies into them, gone through by a warp.
//
// Idea: rows of tiles are multiplied as rows of entries are (Gustavson): what stands in A's row names rows of B, which are cut
// to the columns of the stretch. 32 of A are taken at a time and what is behind them in B is spread over the lanes, in the order
// of k, so that short rows of B fill a warp. No list of pairs is ever stored, and the work is that of the pairs, however many tiles
// C has. Where a pair goes in C is a search among the columns of the stretch, which lie in shared memory. A and B are whole
// tiles, or columns and rows of them (slices.hpp).
#pragma once

#include <graphblas_gpu/cuda/bitmap_tile/tiles.hpp>
#include <graphblas_gpu/cuda/for_each.cuh>

namespace graphblas_gpu::cuda::bitmap_tile {

/// Tiles first .. first + count - 1 of C, in row `row` of its tiles.
struct stretch {
    index row = 0;
    row_offset first = 0;
    unsigned count = 0;
    const column_index* columns = nullptr;  ///< of these tiles, in shared memory

    /// Which of them stands in a column, or `count`.
    __device__ unsigned tile_in(column_index column) const {
        unsigned low = 0, high = count;
        while (low < high) {
            const unsigned middle = (low + high) / 2;
            if (columns[middle] < column) low = middle + 1;
            else high = middle;
        }
        return low < count && columns[low] == column ? low : count;
    }
};

/// Where a pair comes from.
struct pair_source {
    row_offset p = 0;    ///< of A's row, in column k
    row_offset q = 0;    ///< of B's row k
    column_index k = 0;
    unsigned part = 0;   ///< of p's parts
};

/// use(active, source) for what each part of an entry of A's row and an entry of B make in the columns of the stretch: 32 at a
/// time, in ascending k; lanes without a pair are not active. parts(p): how many p has. The row of A is shared by `warps` warps.
/// All lanes call, and call `use`.
template <class Parts, class Use>
__device__ void for_pairs(const csr_ref& a, const csr_ref& b, const stretch& s, unsigned warp, unsigned warps, const Parts& parts,
                          const Use& use) {
    const column_index lowest = s.columns[0], highest = s.columns[s.count - 1];
    const row_offset end = a.offsets[s.row + 1];
    for (row_offset base = a.offsets[s.row] + warp * simt::warp_size; base < end; base += warps * simt::warp_size) {
        column_index k = 0;
        row_offset from = 0;
        unsigned length = 0, count = 0;
        if (base + simt::lane_id() < end) {
            k = a.columns[base + simt::lane_id()];
            row_offset behind = b.offsets[k + index{1}];
            from = b.offsets[k];
            // Nothing is searched where the stretch has the whole row. No wrap: columns of tiles are below 2^29.
            if (from < behind && b.columns[from] < lowest) from = lower_bound(b.columns, from + 1, behind, lowest);
            if (from < behind && b.columns[behind - 1] > highest) behind = lower_bound(b.columns, from, behind - 1, highest + 1);
            length = static_cast<unsigned>(behind - from);
            count = length * parts(base + simt::lane_id());
        }
        // 32 rows of B hold fewer than 2^29 of them on any device there is.
        unsigned up_to = count;
        for (unsigned step = 1; step < simt::warp_size; step *= 2) {
            const unsigned below = __shfl_up_sync(simt::full_warp, up_to, step);
            if (simt::lane_id() >= step) up_to += below;
        }
        const unsigned total = __shfl_sync(simt::full_warp, up_to, simt::warp_size - 1);
        for (unsigned first = 0; first < total; first += simt::warp_size) {
            const unsigned at = first + simt::lane_id();
            unsigned lane = 0;
            for (unsigned half = simt::warp_size / 2; half > 0; half /= 2) {
                if (__shfl_sync(simt::full_warp, up_to, lane + half - 1) <= at) lane += half;
            }
            pair_source of;
            of.p = base + lane;
            of.q = __shfl_sync(simt::full_warp, from, lane);
            of.k = __shfl_sync(simt::full_warp, k, lane);
            const unsigned of_row = __shfl_sync(simt::full_warp, length, lane);
            const unsigned in_lane = at - __shfl_sync(simt::full_warp, up_to - count, lane);
            if (in_lane >= of_row && at < total) of.part = in_lane / of_row;
            of.q += in_lane - of.part * of_row;
            use(at < total, of);
        }
    }
}

/// take(row, first, behind) for the parts of tiles first .. behind - 1 of C that lie in one row of tiles each. All lanes call.
template <class Take>
__device__ void for_rows(const csr_ref& c, row_offset first, row_offset behind, const Take& take) {
    index row = 0;
    for (bool found = false; first < behind; found = true) {
        if (found) ++row;
        if (!found || c.offsets[row + 1] <= first) row = row_of_entry(c.offsets, c.nrows, first);
        const row_offset end = c.offsets[row + 1] < behind ? c.offsets[row + 1] : behind;
        take(row, first, end);
        first = end;
    }
}

}  // namespace graphblas_gpu::cuda::bitmap_tile
