// Visitors for products that are all the same value: the columns that are found are counted.
//
// Idea: no value is read, the table of dot products needs no positions, and a count is at most the number of columns, so that
// 32 bits suffice. The matches of 32 columns are one ballot, and each pair counts its own part of the ballot.
#pragma once

#include <graphblas_gpu/cuda/dot/walk.cuh>

namespace graphblas_gpu::cuda::masked {

/// The lanes whose columns lie in from .. to - 1 of the sequence, if lane 0 has column `begin` of it.
GB_HD constexpr unsigned lanes_between(std::uint32_t begin, std::uint32_t from, std::uint32_t to) {
    const std::uint32_t low = from > begin ? from - begin : 0, high = to > begin ? to - begin : 0;
    return lowest_bits(high) & ~lowest_bits(low);
}

/// The visitor of dot products: counts[entry of the mask] += matches. `first_suffices`: it may stop at the first match.
struct dot_counter : visitor_base {
    static constexpr bool positions = false;
    static constexpr look_ahead ahead{8, 4, 4};
    std::uint32_t* counts;
    bool first_suffices = false;
    std::uint32_t mine = 0;  // lane n has the count of the pair in slot n

    __device__ void begin_batch(batch&, unsigned) { mine = 0; }
    template <class Table>
    __device__ void visit(batch&, const chunk& c, column_index j, const Table& table, std::uint32_t start, std::uint32_t end) {
        count(c, __ballot_sync(simt::full_warp, c.is_there && table.has(j)), start, end);
    }
    /// Counts the lanes of `hits` for their pairs.
    __device__ void count(const chunk& c, unsigned hits, std::uint32_t start, std::uint32_t end) {
        if (c.is_one_pair()) {
            // Lanes beyond the end of the sequence count as lanes of its last pair, but they have no hits.
            if (simt::lane_id() == c.slot) mine += static_cast<unsigned>(__popc(hits));
        } else {
            mine += static_cast<unsigned>(__popc(hits & lanes_between(c.begin, start, end)));
        }
    }
    __device__ void end_batch(const batch& b, unsigned count, const pair_view& pairs) {
        const unsigned lane = simt::lane_id();
        if (lane >= count || mine == 0) return;
        const row_offset pair = b.pair[lane];
        atomicAdd(counts + (pairs.entries == nullptr ? pair : pairs.entries[pair]), mine);
    }
    __device__ bool is_done(unsigned slot) const {
        return first_suffices && __shfl_sync(simt::full_warp, mine, static_cast<int>(slot)) != 0;
    }
};

/// The visitor that counts the triangles of every edge, where mask and operands are the same edges, each pointing to its larger
/// end. A column that rows i and j of the edge (i, j) have in common closes a triangle of this edge, of the entry that is laid
/// out and of the entry that walks. of_edges[entry] += 1 for these two; the edge (i, j) is counted as by dot_counter.
struct triangle_counter : dot_counter {
    static constexpr bool positions = true;
    static constexpr look_ahead ahead{2, 2, 2};
    std::uint32_t* of_edges;
    row_offset laid_begin = 0;

    __device__ void begin_owner(const encounter& e) { laid_begin = e.laid_begin; }
    template <class Table>
    __device__ void visit(batch&, const chunk& c, column_index j, const Table& table, std::uint32_t start, std::uint32_t end) {
        const std::uint32_t position = c.is_there ? table.find(j) : absent;
        if (position != absent) {
            atomicAdd(of_edges + laid_begin + position, 1u);
            atomicAdd(of_edges + c.at, 1u);
        }
        count(c, __ballot_sync(simt::full_warp, position != absent), start, end);
    }
};

/// The visitor of a push: counts[entry of the mask] += 1 for every match. `base` is the entry of the mask that counts[0]
/// belongs to.
struct push_counter : visitor_base {
    static constexpr bool positions = true;
    static constexpr look_ahead ahead{4, 2, 2};
    std::uint32_t* counts;
    row_offset base;
    std::uint32_t* row_counts = nullptr;

    __device__ void begin_owner(const encounter& e) { row_counts = counts + (e.laid_begin - base); }
    template <class Table>
    __device__ void visit(batch&, const chunk& c, column_index j, const Table& table, std::uint32_t, std::uint32_t) {
        if (!c.is_there) return;
        const std::uint32_t position = table.find(j);
        if (position != absent) atomicAdd(row_counts + position, 1u);
    }
};

/// Counts all matches of all pairs, for dot products and pushes alike.
struct fold_counter : visitor_base {
    static constexpr bool positions = false;
    static constexpr look_ahead ahead{8, 4, 4};
    unsigned long long* sum;
    unsigned long long mine = 0;

    template <class Table>
    __device__ void visit(batch&, const chunk& c, column_index j, const Table& table, std::uint32_t, std::uint32_t) {
        mine += c.is_there && table.has(j);
    }
    __device__ void finish() {
        for (int d = 16; d > 0; d /= 2) mine += __shfl_xor_sync(simt::full_warp, mine, d);
        if (simt::lane_id() == 0 && mine != 0) atomicAdd(sum, mine);
    }
};

}  // namespace graphblas_gpu::cuda::masked
