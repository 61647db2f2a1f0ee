// The columns of a hash table in ascending order.
//
// Idea: columns are dealt to as many buckets as there are slots, by their place between the smallest and the largest; within
// its bucket, usually of a few, a column's rank is how many are smaller. Where columns crowd in one bucket, a bitonic sort
// does it. A warp with at most 32 columns compares all with all.
#pragma once

#include <graphblas_gpu/cuda/hash/table.cuh>
#include <graphblas_gpu/cuda/hash/team.cuh>

namespace graphblas_gpu::cuda::hashing {

/// What ordering works with, in shared memory: `columns` has one more element than slots, which is made no_column.
struct order_space {
    column_index* columns;
    unsigned slots;
    unsigned* counts;     ///< zeros; `buckets` of them
    unsigned buckets;     ///< a power of two
    std::uint16_t* list;  ///< as long as there are slots
};

/// Buckets that ascend with the column.
struct bucket_rule {
    column_index low;
    unsigned scale;  ///< 0: one bucket a column
    __device__ bucket_rule(column_index smallest, column_index largest, unsigned buckets) : low(smallest), scale(0) {
        // Rounded down by more than single precision errs.
        const unsigned range = largest - smallest;
        if (range >= buckets) {
            scale =
                static_cast<unsigned>(4294967296.0f * (static_cast<float>(buckets) / static_cast<float>(range)) * 0.999999f);
        }
    }
    __device__ unsigned operator()(column_index j) const { return scale == 0 ? j - low : __umulhi(j - low, scale); }
};

/// emit(rank, slot) for each of at most 32 columns of one warp's table.
template <class Emit>
__device__ inline void for_few_in_order(const order_space& s, const Emit& emit) {
    unsigned n = 0;
    for (unsigned first = 0; first < s.slots; first += simt::warp_size) {
        const bool occupied = s.columns[first + simt::lane_id()] != no_column;
        const unsigned all = __ballot_sync(simt::full_warp, occupied);
        if (occupied)
            s.list[n + __popc(all & ((1u << simt::lane_id()) - 1))] = static_cast<std::uint16_t>(first + simt::lane_id());
        n += __popc(all);
    }
    __syncwarp(simt::full_warp);
    const bool mine = simt::lane_id() < n;
    const unsigned slot = mine ? s.list[simt::lane_id()] : 0;
    const column_index column = mine ? s.columns[slot] : no_column;
    unsigned rank = 0;
    for (unsigned other = 0; other < n; ++other) rank += __shfl_sync(simt::full_warp, column, other) < column;
    if (mine) emit(rank, slot);
}

/// Sorts n slots by their columns; the list has room for the next power of two.
template <unsigned lanes>
__device__ inline void sort_list(const order_space& s, unsigned n) {
    using mates = team<lanes>;
    unsigned length = 1;
    while (length < n) length *= 2;
    if (mates::rank() == 0) s.columns[s.slots] = no_column;
    for (unsigned p = n + mates::rank(); p < length; p += mates::size()) s.list[p] = static_cast<std::uint16_t>(s.slots);
    mates::sync();
    for (unsigned run = 2; run <= length; run *= 2) {
        for (unsigned step = run / 2; step > 0; step /= 2) {
            for (unsigned t = mates::rank(); t < length / 2; t += mates::size()) {
                const unsigned low = t / step * 2 * step + t % step, high = low + step;
                const std::uint16_t x = s.list[low], y = s.list[high];
                const bool ascending = (low & run) == 0;
                if ((s.columns[x] > s.columns[y]) == ascending) {
                    s.list[low] = y;
                    s.list[high] = x;
                }
            }
            mates::sync();
        }
    }
}

/// emit(rank, slot) for every column of the table. All threads of the team call.
template <unsigned lanes, class Emit>
__device__ inline void for_each_in_order(const order_space& s, const Emit& emit) {
    using mates = team<lanes>;
    constexpr unsigned most_compared = 96;  // with each column, on average; sorting is cheaper beyond
    column_index smallest = no_column, largest = 0;
    unsigned mine = 0;
    for (unsigned t = mates::rank(); t < s.slots; t += mates::size()) {
        const column_index j = s.columns[t];
        if (j == no_column) continue;
        smallest = j < smallest ? j : smallest;
        largest = j > largest ? j : largest;
        ++mine;
    }
    const unsigned n = mates::sum(mine);
    const bucket_rule bucket(mates::min(smallest), mates::max(largest), s.buckets);

    for (unsigned t = mates::rank(); t < s.slots; t += mates::size()) {
        const column_index j = s.columns[t];
        if (j != no_column) atomicAdd(s.counts + bucket(j), 1u);
    }
    mates::sync();
    const unsigned share = (s.buckets + mates::size() - 1) / mates::size();
    const unsigned from = mates::rank() * share < s.buckets ? mates::rank() * share : s.buckets;
    const unsigned to = from + share < s.buckets ? from + share : s.buckets;
    unsigned in_share = 0, compared = 0;
    for (unsigned b = from; b < to; ++b) {
        in_share += s.counts[b];
        compared += s.counts[b] * s.counts[b];
    }
    compared = mates::sum(compared);  // at most the square of 16384
    unsigned start = mates::sum_before(in_share);
    for (unsigned b = from; b < to; ++b) {
        const unsigned size = s.counts[b];
        s.counts[b] = start;
        start += size;
    }
    mates::sync();
    for (unsigned t = mates::rank(); t < s.slots; t += mates::size()) {
        const column_index j = s.columns[t];
        if (j != no_column) s.list[atomicAdd(s.counts + bucket(j), 1u)] = static_cast<std::uint16_t>(t);
    }
    mates::sync();  // counts[b] is where bucket b ends now
    if (!mates::is_part && compared > most_compared * n) {
        sort_list<lanes>(s, n);
        for (unsigned p = mates::rank(); p < n; p += mates::size()) emit(p, s.list[p]);
        return;
    }
    for (unsigned p = mates::rank(); p < n; p += mates::size()) {
        const unsigned slot = s.list[p];
        const column_index j = s.columns[slot];
        const unsigned b = bucket(j);
        const unsigned end = s.counts[b];
        const unsigned begin = b == 0 ? 0 : s.counts[b - 1];
        unsigned rank = begin;
        for (unsigned q = begin; q < end; ++q) rank += s.columns[s.list[q]] < j;
        emit(rank, slot);
    }
}

}  // namespace graphblas_gpu::cuda::hashing
