// The columns of a hash table in ascending order.
//
// Idea: columns are sorted into buckets (about as many as slots) by linear interpolation between the smallest and the largest
// column. Within its bucket, which usually has few columns, the rank of a column is the number of smaller ones. If many columns
// fall into the same bucket, all are sorted by a bitonic sort. A warp with few columns sorts them in registers.
#pragma once

#include <graphblas_gpu/cuda/hash/table.cuh>
#include <graphblas_gpu/cuda/primitives/sorting_networks.cuh>
#include <graphblas_gpu/cuda/shared/team.cuh>

namespace graphblas_gpu::cuda::hashing {

/// The shared memory for sorting a table. `columns` has one element more than slots; it is set to no_column.
struct order_space {
    column_index* columns;
    unsigned slots;
    unsigned* counts;     ///< `buckets` counters, zero at first
    unsigned buckets;     ///< a power of two
    std::uint16_t* list;  ///< an element for each slot
};

/// The bucket of a column; a larger column is in the same bucket or a later one.
struct bucket_rule {
    column_index low;
    unsigned scale;  ///< 0: every column has a bucket of its own
    __device__ bucket_rule(column_index smallest, column_index largest, unsigned buckets) : low(smallest), scale(0) {
        // The scale is rounded down by more than the error of single precision, so that no column is beyond the last bucket.
        const unsigned range = largest - smallest;
        if (range >= buckets) {
            scale =
                static_cast<unsigned>(4294967296.0f * (static_cast<float>(buckets) / static_cast<float>(range)) * 0.999999f);
        }
    }
    __device__ unsigned operator()(column_index j) const { return scale == 0 ? j - low : __umulhi(j - low, scale); }
};

/// Calls emit(rank, slot) for the columns of one warp's table. Returns false, and emits nothing, if there are more than 256
/// columns or if the difference of two columns and a slot number do not fit into 32 bits together.
template <class Emit>
__device__ inline bool for_few_in_order(const order_space& s, const Emit& emit) {
    constexpr unsigned keys = 8;  // the keys of a lane
    const unsigned lane = simt::lane_id();
    unsigned n = 0;
    column_index smallest = no_column, largest = 0;
    for (unsigned slot = lane; slot < s.slots; slot += simt::warp_size) {
        const column_index j = s.columns[slot];
        const unsigned occupied = __ballot_sync(simt::full_warp, j != no_column);
        if (j != no_column) {
            s.list[n + __popc(occupied & ((1u << lane) - 1))] = static_cast<std::uint16_t>(slot);
            smallest = j < smallest ? j : smallest;
            largest = j > largest ? j : largest;
        }
        n += __popc(occupied);
    }
    smallest = __reduce_min_sync(simt::full_warp, smallest);
    largest = __reduce_max_sync(simt::full_warp, largest);
    const unsigned slot_bits = simt::warp_size - __clz(s.slots);  // so many bits that no slot number has all of them set
    if (n > keys * simt::warp_size || (n > 0 && (largest - smallest) >> (simt::warp_size - slot_bits) != 0)) return false;
    unsigned lanes = 1;
    while (keys * lanes < n) lanes *= 2;
    __syncwarp(simt::full_warp);
    std::uint32_t key[keys];
#pragma unroll
    for (unsigned r = 0; r < keys; ++r) {
        const unsigned at = r * lanes + lane;
        key[r] = ~std::uint32_t{0};
        if (lane < lanes && at < n) key[r] = (s.columns[s.list[at]] - smallest) << slot_bits | s.list[at];
    }
    sort_keys(key, lanes);
    __syncwarp(simt::full_warp);
#pragma unroll
    for (unsigned r = 0; r < keys; ++r) {
        const unsigned rank = lane * keys + r;
        if (rank < n) s.list[rank] = static_cast<std::uint16_t>(key[r] & ((1u << slot_bits) - 1));
    }
    __syncwarp(simt::full_warp);
    for (unsigned rank = lane; rank < n; rank += simt::warp_size) emit(rank, s.list[rank]);
    return true;
}

/// Sorts n slots by their columns. The list has room for the power of two from n on.
template <unsigned lanes>
__device__ inline void sort_list(const order_space& s, unsigned n) {
    using lane_group = team<lanes>;
    unsigned length = 1;
    while (length < n) length *= 2;
    if (lane_group::rank() == 0) s.columns[s.slots] = no_column;
    for (unsigned p = n + lane_group::rank(); p < length; p += lane_group::size())
        s.list[p] = static_cast<std::uint16_t>(s.slots);
    lane_group::sync();
    for (unsigned run = 2; run <= length; run *= 2) {
        for (unsigned step = run / 2; step > 0; step /= 2) {
            for (unsigned t = lane_group::rank(); t < length / 2; t += lane_group::size()) {
                const unsigned low = t / step * 2 * step + t % step, high = low + step;
                const std::uint16_t x = s.list[low], y = s.list[high];
                const bool ascending = (low & run) == 0;
                if ((s.columns[x] > s.columns[y]) == ascending) {
                    s.list[low] = y;
                    s.list[high] = x;
                }
            }
            lane_group::sync();
        }
    }
}

/// Calls emit(rank, slot) for every column of the table. All threads of the team call.
template <unsigned lanes, class Emit>
__device__ inline void for_each_in_order(const order_space& s, const Emit& emit) {
    using lane_group = team<lanes>;
    constexpr unsigned max_compared = hash_policy::max_compared;
    column_index smallest = no_column, largest = 0;
    unsigned mine = 0;
    for (unsigned t = lane_group::rank(); t < s.slots; t += lane_group::size()) {
        const column_index j = s.columns[t];
        if (j == no_column) continue;
        smallest = j < smallest ? j : smallest;
        largest = j > largest ? j : largest;
        ++mine;
    }
    const unsigned n = lane_group::sum(mine);
    const bucket_rule bucket(lane_group::min(smallest), lane_group::max(largest), s.buckets);

    for (unsigned t = lane_group::rank(); t < s.slots; t += lane_group::size()) {
        const column_index j = s.columns[t];
        if (j != no_column) atomicAdd(s.counts + bucket(j), 1u);
    }
    lane_group::sync();
    const unsigned share = (s.buckets + lane_group::size() - 1) / lane_group::size();
    const unsigned from = lane_group::rank() * share < s.buckets ? lane_group::rank() * share : s.buckets;
    const unsigned to = from + share < s.buckets ? from + share : s.buckets;
    unsigned in_share = 0, compared = 0;
    for (unsigned b = from; b < to; ++b) {
        in_share += s.counts[b];
        compared += s.counts[b] * s.counts[b];
    }
    compared = lane_group::sum(compared);  // at most the square of 16384, which fits into 32 bits
    unsigned start = lane_group::sum_before(in_share);
    for (unsigned b = from; b < to; ++b) {
        const unsigned size = s.counts[b];
        s.counts[b] = start;
        start += size;
    }
    lane_group::sync();
    for (unsigned t = lane_group::rank(); t < s.slots; t += lane_group::size()) {
        const column_index j = s.columns[t];
        if (j != no_column) s.list[atomicAdd(s.counts + bucket(j), 1u)] = static_cast<std::uint16_t>(t);
    }
    lane_group::sync();  // counts[b] is now the end of bucket b
    if (!lane_group::is_part && compared > max_compared * n) {
        sort_list<lanes>(s, n);
        for (unsigned p = lane_group::rank(); p < n; p += lane_group::size()) emit(p, s.list[p]);
        return;
    }
    for (unsigned p = lane_group::rank(); p < n; p += lane_group::size()) {
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
