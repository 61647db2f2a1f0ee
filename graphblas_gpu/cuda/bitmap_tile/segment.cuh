// A segment is some consecutive tiles of C in one row of tiles. A warp walks along all pairs of tiles that multiply into it.
//
// Idea: rows of tiles are multiplied as rows of entries are (Gustavson): an entry of A's row names a row of B, and that row is
// cut to the columns of the segment. A warp takes 32 entries of A at a time, and spreads the pairs that they make over its
// lanes, in the order of k, so that short rows of B fill a warp. No list of pairs is stored, and the work is proportional to
// the number of pairs, however many tiles C has. The tile of C that a pair belongs to is found by a search among the columns of
// the segment, which are in shared memory. The entries of A and B are whole tiles, or slices of them (slices.hpp).
#pragma once

#include <graphblas_gpu/cuda/bitmap_tile/policy.hpp>
#include <graphblas_gpu/cuda/bitmap_tile/tiles.hpp>
#include <graphblas_gpu/cuda/device/for_each.cuh>
#include <graphblas_gpu/cuda/primitives/warp_search.cuh>
#include <graphblas_gpu/cuda/primitives/warp_sums.cuh>

namespace graphblas_gpu::cuda::bitmap_tile {

/// The warps and threads of a block that takes a row of C or a window of its tiles.
/// @{
constexpr unsigned block_threads = policy::block_warps * simt::warp_size;
/// @}

/// The first index of ascending[begin .. end) whose element is above x, or `end`.
template <class T>
__device__ unsigned first_above(const T* ascending, unsigned begin, unsigned end, std::type_identity_t<T> x) {
    while (begin < end) {
        const unsigned middle = begin + (end - begin) / 2;
        if (ascending[middle] <= x) begin = middle + 1;
        else end = middle;
    }
    return begin;
}

/// The same in global memory: three loads in flight together take as long as one.
__device__ inline unsigned first_above_by_fours(const column_index* ascending, unsigned begin, unsigned end, column_index x) {
    while (end - begin > 3) {
        const unsigned quarter = (end - begin) / 4;
        const unsigned at[3] = {begin + quarter, begin + 2 * quarter, begin + 3 * quarter};
        const column_index seen[3] = {ascending[at[0]], ascending[at[1]], ascending[at[2]]};
        if (seen[1] <= x) {
            begin = (seen[2] <= x ? at[2] : at[1]) + 1;
            if (seen[2] > x) end = at[2];
        } else {
            end = seen[0] <= x ? at[1] : at[0];
            if (seen[0] <= x) begin = at[0] + 1;
        }
    }
    unsigned not_above = 0;
#pragma unroll
    for (unsigned n = 0; n < 3; ++n) not_above += begin + n < end && ascending[begin + n] <= x;
    return begin + not_above;
}

/// The columns of the tiles of a segment.
struct segment {
    unsigned count = 0;
    const column_index* columns = nullptr;  ///< in shared memory

    /// The number of the tile in a column, or `count`.
    __device__ unsigned tile_in(column_index column) const {
        unsigned low = 0, high = count;
        while (low < high) {
            const unsigned middle = (low + high) / 2;
            if (columns[middle] < column) low = middle + 1;
            else high = middle;
        }
        return low < count && columns[low] == column ? low : count;
    }
    /// Narrows from .. behind - 1, entries of a row of B, to those between the first and the last column of the segment.
    __device__ void cut(const csr_ref& b, row_offset& from, row_offset& behind) const {
        const column_index lowest = columns[0], highest = columns[count - 1];
        // There is no search if the segment contains all of the row, or nothing of it. 32 bits suffice for `end`: a row has at
        // most as many entries as there are columns of tiles, and a matrix of at most 2^32 - 1 columns has at most 2^29 columns
        // of tiles.
        const column_index* const row = b.columns + from;
        auto end = static_cast<unsigned>(behind - from);
        if (end == 0) return;
        const column_index first = row[0], last = row[end - 1];
        if (first > highest || last < lowest) {
            behind = from;
            return;
        }
        const unsigned begin = first < lowest ? first_above_by_fours(row, 1, end, lowest - 1) : 0;
        if (last > highest) end = row[begin] > highest ? begin : first_above_by_fours(row, begin + 1, end - 1, highest);
        behind = from + end;
        from += begin;
    }
};

/// The entries that make a pair.
struct pair_source {
    row_offset p = 0;    ///< the entry of A, in column k
    row_offset q = 0;    ///< the entry of B, in row k
    column_index k = 0;
    unsigned part = 0;   ///< the part of entry p
};

/// Every entry has one part.
struct whole_entries {
    __device__ unsigned operator()(row_offset) const { return 1; }
};

/// Calls use(active, source) for all pairs of row `row` of A: 32 at a time, in ascending k; lanes without a pair are not
/// active. range.cut(b, from, behind) narrows a row of B to the entries that make pairs. Entry p of A makes parts(p) pairs with
/// each of them. `warps` warps share the row of A, and take `at_once` (at most 32) entries of it in turn. All lanes call, and
/// all lanes call `use`.
template <class Range, class Parts, class Use>
__device__ void for_pairs(const csr_ref& a, const csr_ref& b, index row, const Range& range, unsigned warp, unsigned warps,
                          const Parts& parts, const Use& use, unsigned at_once = simt::warp_size) {
    const row_offset end = a.offsets[row + 1];
    for (row_offset base = a.offsets[row] + warp * at_once; base < end; base += warps * at_once) {
        column_index k = 0;
        row_offset from = 0;
        unsigned length = 0, count = 0;
        if (simt::lane_id() < at_once && base + simt::lane_id() < end) {
            k = a.columns[base + simt::lane_id()];
            row_offset behind = b.offsets[k + index{1}];
            from = b.offsets[k];
            range.cut(b, from, behind);
            length = static_cast<unsigned>(behind - from);
            count = length * parts(base + simt::lane_id());
        }
        // These sums, and `first` below, do not exceed 32 bits: check_rows_of_b (convert.hpp) has refused operands in which 32
        // rows of B could make more than max_pairs_at_once = 2^32 - 32 pairs. The bound is derived in rules.hpp.
        const unsigned up_to = sum_up_to_lane(count);
        const unsigned total = __shfl_sync(simt::full_warp, up_to, simt::warp_size - 1);
        for (unsigned first = 0; first < total; first += simt::warp_size) {
            const unsigned at = first + simt::lane_id();
            unsigned lane = 0;
            for (unsigned half = simt::warp_size / 2; half > 0; half /= 2) {
                if (__shfl_sync(simt::full_warp, up_to, lane + half - 1) <= at) lane += half;
            }
            pair_source source;
            source.p = base + lane;
            source.q = __shfl_sync(simt::full_warp, from, lane);
            source.k = __shfl_sync(simt::full_warp, k, lane);
            const unsigned of_row = __shfl_sync(simt::full_warp, length, lane);
            const unsigned in_lane = at - __shfl_sync(simt::full_warp, up_to - count, lane);
            if (in_lane >= of_row && at < total) source.part = in_lane / of_row;
            source.q += in_lane - source.part * of_row;
            use(at < total, source);
        }
    }
}

/// As row_of_entry(), by the lanes together. All lanes call.
__device__ inline index row_found_by_warp(const csr_ref& c, row_offset p) {
    return count_before(c.nrows, [&](index row) { return c.offsets[row + 1] <= p; });
}

/// Cuts tiles first .. behind - 1 of C at the ends of rows of tiles, and calls take(row, first, behind) for each part. All
/// lanes call.
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
