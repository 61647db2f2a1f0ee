// Up to 64 relaxations along the same edges as one kernel.
//
// Idea: the values of a position in all relaxations lie next to each other, and a word has a bit for each relaxation. An edge
// is read once for all relaxations in which the value of its first position fell, and a warp lowers the values of its second
// position together. All relaxations have one bound: a position is in the frontier with a bit for each relaxation in which its
// value fell and is below the bound, and in the far pile with a bit for each one in which it is not. As in relaxation.cuh the
// bound is raised when the frontier is empty. A step has two parts with a barrier of the grid after each: the rows of the
// frontier are cut into parts, and then the parts are relaxed.
// Source: Then et al., "The more the merrier: efficient multi-source graph traversal" (VLDB 2014), for values instead of bits;
// the far pile: Davidson, Baxter, Garland, Owens, "Work-efficient parallel GPU methods for single-source shortest paths" (IPDPS
// 2014).
#pragma once

#include <graphblas_gpu/cuda/device/for_each.cuh>
#include <graphblas_gpu/cuda/propagate/relaxation.cuh>

namespace graphblas_gpu::cuda::propagation {

/// A bit for each relaxation.
using relaxation_bits = unsigned long long;

/// At most part_edges consecutive edges of a position of the frontier.
struct row_part {
    row_offset begin;
    relaxation_bits bits;  ///< the relaxations in which the value of the position fell
    unsigned count;
    column_index position;
};
inline constexpr unsigned part_edges = simt::warp_size;

/// A part with at most so many bits is relaxed with a lane for each edge, others with lanes for the relaxations.
inline constexpr unsigned few_bits = 8;

/// What belongs to one step. `positions` is counted in the step before, `parts` in the first part of the step.
struct step_counters {
    unsigned positions;  ///< positions of the frontier
    unsigned parts;
};

/// The state that the blocks share, in device memory; all zero at the start.
template <class T>
struct relaxations_state {
    unsigned arrived;
    step_counters steps[3];           ///< used in turn: the current step, the next one, and one that is being cleared
    unsigned waiting[2];              ///< the number of positions in each far pile
    unsigned long long edges;         ///< edges that were looked at since the bound was raised
    unsigned long long edges_before;  ///< edges that were looked at until then
    unsigned long long sums;          ///< edges that were looked at in all, counted once for each relaxation
    T least[2];                       ///< the least value that a position had when it was put into the far pile
};

template <class T>
struct relaxations_task : relaxed_edges<T> {
    const row_offset* given_offsets = nullptr;  ///< row s lists the positions that have a value at the start of relaxation s
    index count = 0;   ///< the number of relaxations
    index stride = 0;  ///< the values of position v begin at v * stride

    T* values = nullptr;               ///< n * stride; written
    relaxation_bits* near = nullptr;   ///< n; the relaxations for which a position is in the frontier
    relaxation_bits* far = nullptr;    ///< n; those for which it is in the far pile
    column_index* frontier = nullptr;  ///< n
    column_index* far_piles[2] = {};   ///< n each
    row_part* parts = nullptr;
    relaxations_state<T>* state = nullptr;
    /// read by the host: rounds, how often the bound was raised, sums, and edges that were looked at
    std::int64_t* answer = nullptr;

    __device__ T* values_of(column_index v) const {
        return values + static_cast<std::size_t>(v) * static_cast<std::size_t>(stride);
    }
};

/// Dynamic shared memory: two buffers for each warp, of the frontier and of the far pile.
inline constexpr std::size_t shared_bytes_of_relaxations =
    2 * (max_threads / simt::warp_size) * warp_list<column_index>::room * sizeof(column_index);

__device__ __forceinline__ bool has_relaxation(relaxation_bits bits, unsigned s) { return (bits >> s & 1) != 0; }
/// The ballots of the relaxations 0 .. 31 and 32 .. 63 as one word. All lanes call.
__device__ __forceinline__ relaxation_bits ballots(bool low, bool high) {
    const unsigned first = __ballot_sync(simt::full_warp, low), second = __ballot_sync(simt::full_warp, high);
    return static_cast<relaxation_bits>(second) << 32 | first;
}

/// The frontier of the next step and a far pile, as one warp adds positions to them. finish() is called after the last add().
template <class T>
class position_marker {
  public:
    __device__ position_marker(const relaxations_task<T>& t, unsigned next_step, unsigned pile)
        : t_(t),
          frontier_{t.frontier, &t.state->steps[next_step].positions, buffer(0)},
          pile_{t.far_piles[pile], &t.state->waiting[pile], buffer(1)},
          least_(&t.state->least[pile]) {}

    /// Adds position j for the relaxations of both words. All lanes call, each with a position; words that are 0 add nothing.
    __device__ void add(column_index j, relaxation_bits near, relaxation_bits far) {
        // The first one to set a bit lists the position.
        const bool is_first_near = near != 0 && atomicOr(&t_.near[j], near) == 0;
        const bool is_first_far = far != 0 && atomicOr(&t_.far[j], far) == 0;
        frontier_.append(j, is_first_near);
        pile_.append(j, is_first_far);
    }
    /// `value` waits in the far pile.
    __device__ void waits(T value) {
        if (value < min_here_) min_here_ = value;
    }
    __device__ void finish() {
        frontier_.flush();
        pile_.flush();
        if (!__any_sync(simt::full_warp, min_here_ < unreached<T>)) return;
        const T least = min_of_warp(min_here_);
        if (simt::lane_id() == 0) lower(least_, least);
    }

  private:
    __device__ static column_index* buffer(unsigned which) {
        return simt::dynamic_shared<column_index>() + (2 * simt::warp_id() + which) * warp_list<column_index>::room;
    }

    const relaxations_task<T>& t_;
    warp_list<column_index> frontier_, pile_;
    T* least_;
    T min_here_ = unreached<T>;
};

/// The first part of a step: cuts the rows of the frontier into parts, and empties the frontier.
template <class T>
__device__ void cut_rows(const relaxations_task<T>& t, step_counters* step, unsigned warp, unsigned warps) {
    constexpr unsigned positions_of_lane = 2;
    constexpr unsigned few_parts = 4;  // of a row whose parts one lane writes; a longer row is written by the warp
    const unsigned lane = simt::lane_id();
    const unsigned positions = step->positions;
    unsigned long long edges = 0, sums = 0;
    for (unsigned base = warp * positions_of_lane * simt::warp_size; base < positions;
         base += warps * positions_of_lane * simt::warp_size) {
        column_index v[positions_of_lane];
        relaxation_bits bits[positions_of_lane];
        row_offset begin[positions_of_lane], end[positions_of_lane];
        unsigned parts[positions_of_lane], of_lane = 0;
#pragma unroll
        for (unsigned u = 0; u < positions_of_lane; ++u) {
            const unsigned at = base + u * simt::warp_size + lane;
            v[u] = at < positions ? t.frontier[at] : 0;
            bits[u] = at < positions ? t.near[v[u]] : 0;
            begin[u] = at < positions ? t.offsets[v[u]] : 0;
            end[u] = at < positions ? t.offsets[v[u] + std::size_t{1}] : 0;
        }
#pragma unroll
        for (unsigned u = 0; u < positions_of_lane; ++u) {
            if (bits[u] != 0) t.near[v[u]] = 0;
            parts[u] = static_cast<unsigned>((end[u] - begin[u] + part_edges - 1) / part_edges);
            of_lane += parts[u];
            edges += static_cast<unsigned long long>(end[u] - begin[u]);
            sums += static_cast<unsigned long long>(end[u] - begin[u]) * static_cast<unsigned>(__popcll(bits[u]));
        }
        const unsigned last = sum_up_to_lane(of_lane);
        unsigned at = 0;
        if (lane == simt::warp_size - 1 && last > 0) at = atomicAdd(&step->parts, last);
        at = __shfl_sync(simt::full_warp, at, simt::warp_size - 1) + last - of_lane;
#pragma unroll
        for (unsigned u = 0; u < positions_of_lane; ++u) {
            const auto part = [](row_offset first, row_offset row_end, relaxation_bits marks, column_index position) {
                const row_offset left = row_end - first;
                return row_part{first, marks, static_cast<unsigned>(left < part_edges ? left : part_edges), position};
            };
            if (parts[u] <= few_parts) {
                for (unsigned p = 0; p < parts[u]; ++p)
                    t.parts[at + p] = part(begin[u] + p * part_edges, end[u], bits[u], v[u]);
            }
            for (unsigned left = __ballot_sync(simt::full_warp, parts[u] > few_parts); left != 0; left &= left - 1) {
                const int owner = static_cast<int>(simt::lowest_bit(left));
                const row_offset row = __shfl_sync(simt::full_warp, begin[u], owner),
                                 row_end = __shfl_sync(simt::full_warp, end[u], owner);
                const relaxation_bits marks = __shfl_sync(simt::full_warp, bits[u], owner);
                const column_index position = __shfl_sync(simt::full_warp, v[u], owner);
                const unsigned to = __shfl_sync(simt::full_warp, at, owner),
                               count = __shfl_sync(simt::full_warp, parts[u], owner);
                for (unsigned p = lane; p < count; p += simt::warp_size)
                    t.parts[to + p] = part(row + static_cast<row_offset>(p) * part_edges, row_end, marks, position);
            }
            at += parts[u];
        }
    }
    if (!__any_sync(simt::full_warp, edges > 0)) return;
    edges = sum_of_warp(edges);
    sums = sum_of_warp(sums);
    if (lane != 0) return;
    atomicAdd(&t.state->edges, edges);
    atomicAdd(&t.state->sums, sums);
}

/// Relaxes the edges of a part with lanes for the relaxations: each lane lowers values of relaxations `lane` and `lane` + 32.
/// Of at most 32 relaxations (`are_few`) it lowers those of two edges instead. j, length: of the edge with the number of the
/// lane. near, far: written for that edge.
template <bool are_few, class T>
__device__ __forceinline__ void relax_with_all_lanes(const relaxations_task<T>& t, const row_part& part, column_index j,
                                                     T length, T bound, position_marker<T>& marker, relaxation_bits& near,
                                                     relaxation_bits& far) {
    constexpr unsigned full = simt::full_warp;
    constexpr unsigned loads = sizeof(T) == sizeof(int) ? 8 : 4;  // values that a lane loads at the same time, twice
    constexpr unsigned second_edge = are_few ? loads : 0, second_value = are_few ? 0 : simt::warp_size;
    constexpr relaxation_bits of_edge = ~relaxation_bits{0} >> (are_few ? simt::warp_size : 0);
    constexpr T lowest = std::numeric_limits<T>::lowest();
    const unsigned lane = simt::lane_id();
    const T* const from = t.values_of(part.position);
    const bool is_low = has_relaxation(part.bits, lane), is_high = has_relaxation(part.bits, lane + second_value);
    const T from_low = is_low ? from[lane] : T{0}, from_high = is_high ? from[lane + second_value] : T{0};
    const auto values_of_edge = [&](unsigned edge) { return t.values_of(__shfl_sync(full, j, static_cast<int>(edge))) + lane; };
    for (unsigned first = 0; first < part.count; first += loads + second_edge) {
        T low[loads], high[loads];
#pragma unroll
        for (unsigned u = 0; u < loads; ++u) {
            const unsigned edge = first + u, other = edge + second_edge;
            const T* const to = values_of_edge(edge);
            const T* const to_other = are_few ? values_of_edge(other) : to;
            low[u] = edge < part.count && is_low ? *to : lowest;
            high[u] = other < part.count && is_high ? to_other[second_value] : lowest;
        }
#pragma unroll
        for (unsigned u = 0; u < loads; ++u) {
            const unsigned edge = first + u, other = edge + second_edge;
            const T here = value_of_lane(length, edge), there = are_few ? value_of_lane(length, other) : here;
            const T sum_low = sum_of_lengths(from_low, here, t.saturates),
                    sum_high = sum_of_lengths(from_high, there, t.saturates);
            const bool falls_low = sum_low < low[u], falls_high = sum_high < high[u];
            if (!__any_sync(full, falls_low || falls_high)) continue;
            const bool near_low = falls_low && sum_low < bound, near_high = falls_high && sum_high < bound;
            T* const to = values_of_edge(edge);
            T* const to_other = are_few ? values_of_edge(other) : to;
            if (falls_low) lower(to, sum_low);
            if (falls_high) lower(to_other + second_value, sum_high);
            if (falls_low && !near_low) marker.waits(sum_low);
            if (falls_high && !near_high) marker.waits(sum_high);
            const relaxation_bits all = ballots(falls_low, falls_high), now = ballots(near_low, near_high);
            const unsigned shift = lane == edge ? 0 : simt::warp_size;  // of two edges the second has the upper bits
            if (lane == edge || (are_few && lane == other)) {
                near = now >> shift & of_edge;
                far = (all & ~now) >> shift & of_edge;
            }
        }
    }
}

/// The second part of a step: relaxes the parts.
template <class T>
__device__ void relax_parts(const relaxations_task<T>& t, unsigned parts, unsigned warp, unsigned warps, T bound,
                            position_marker<T>&& marker) {
    constexpr T lowest = std::numeric_limits<T>::lowest();
    const unsigned lane = simt::lane_id();
    for (unsigned at = warp; at < parts; at += warps) {
        const row_part part = t.parts[at];
        const column_index j = lane < part.count ? t.columns[part.begin + lane] : 0;
        const T length = lane < part.count ? t.lengths[part.begin + lane] : T{0};
        const T* const from = t.values_of(part.position);
        relaxation_bits near = 0, far = 0;  // of the edge with the number of the lane
        if (static_cast<unsigned>(__popcll(part.bits)) <= few_bits) {
            T* const to = t.values_of(j);
            relaxation_bits left = part.bits;
            unsigned s[few_bits];
            T sum[few_bits], before[few_bits];
#pragma unroll
            for (unsigned u = 0; u < few_bits; ++u) {
                const bool is_there = left != 0 && lane < part.count;
                s[u] = left != 0 ? static_cast<unsigned>(__ffsll(static_cast<long long>(left))) - 1 : 0;
                left &= left - 1;
                sum[u] = is_there ? from[s[u]] : T{0};
                before[u] = is_there ? to[s[u]] : lowest;
            }
#pragma unroll
            for (unsigned u = 0; u < few_bits; ++u) {
                sum[u] = sum_of_lengths(sum[u], length, t.saturates);
                if (!(sum[u] < before[u])) continue;
                lower(&to[s[u]], sum[u]);
                if (sum[u] < bound) {
                    near |= relaxation_bits{1} << s[u];
                } else {
                    far |= relaxation_bits{1} << s[u];
                    marker.waits(sum[u]);
                }
            }
        } else {
            if (t.count <= simt::warp_size)
                relax_with_all_lanes<true>(t, part, j, length, bound, marker, near, far);
            else
                relax_with_all_lanes<false>(t, part, j, length, bound, marker, near, far);
        }
        // Another warp may have lowered a value further in the meantime. The bit of such a relaxation is set all the same; this
        // costs nothing, because that warp has set it too, or makes split_far_pile() drop it.
        marker.add(j, near, far);
    }
    marker.finish();
}

/// Raises the bound from `before` to `bound`. The relaxations of the far pile `from` in which the value of a position is now
/// below `bound` become bits of the next frontier, except those below `before`, which have been in a frontier already. All
/// others go into the other far pile.
template <class T>
__device__ void split_far_pile(const relaxations_task<T>& t, const column_index* from, unsigned size, T before, T bound,
                               unsigned warp, unsigned warps, position_marker<T>&& marker) {
    constexpr unsigned loads = 2;  // positions whose values a warp loads at the same time
    const unsigned lane = simt::lane_id();
    for (unsigned base = warp * simt::warp_size; base < size; base += warps * simt::warp_size) {
        const unsigned here = size - base < simt::warp_size ? size - base : simt::warp_size;
        const column_index v = lane < here ? from[base + lane] : 0;
        const relaxation_bits bits = lane < here ? t.far[v] : 0;
        if (lane < here) t.far[v] = 0;
        relaxation_bits near = 0, far = 0;  // of the position of the lane
        for (unsigned first = 0; first < here; first += loads) {
            relaxation_bits marks[loads];
            T low[loads], high[loads];
#pragma unroll
            for (unsigned u = 0; u < loads; ++u) {
                const int owner = static_cast<int>(first + u);
                marks[u] = __shfl_sync(simt::full_warp, bits, owner);
                const T* const values = t.values_of(__shfl_sync(simt::full_warp, v, owner));
                low[u] = has_relaxation(marks[u], lane) ? values[lane] : T{0};
                high[u] = has_relaxation(marks[u], lane + simt::warp_size) ? values[lane + simt::warp_size] : T{0};
            }
#pragma unroll
            for (unsigned u = 0; u < loads; ++u) {
                const bool is_low = has_relaxation(marks[u], lane), is_high = has_relaxation(marks[u], lane + simt::warp_size);
                const bool stays_low = is_low && !(low[u] < bound), stays_high = is_high && !(high[u] < bound);
                if (stays_low) marker.waits(low[u]);
                if (stays_high) marker.waits(high[u]);
                const relaxation_bits stay = ballots(stays_low, stays_high);
                const relaxation_bits come =
                    ballots(is_low && !stays_low && !(low[u] < before), is_high && !stays_high && !(high[u] < before));
                if (lane == first + u) {
                    near = come;
                    far = stay;
                }
            }
        }
        marker.add(v, near, far);
    }
    marker.finish();
}

/// Writes the values at the start, and puts the positions that have one into far pile 0.
template <class T>
__device__ void write_given(const relaxations_task<T>& t, unsigned warp, unsigned warps, position_marker<T>&& marker) {
    const row_offset end = t.given_offsets[t.count];
    for (row_offset base = t.given_offsets[0] + static_cast<row_offset>(warp) * simt::warp_size; base < end;
         base += static_cast<row_offset>(warps) * simt::warp_size) {
        const row_offset p = base + simt::lane_id();
        const T value = p < end ? t.given_values[p] : unreached<T>;
        const bool is_put = value < unreached<T>;
        const column_index v = is_put ? t.given[p] : 0;
        relaxation_bits far = 0;
        if (is_put) {
            const index s = row_of_entry(t.given_offsets, t.count, p);
            t.values_of(v)[s] = value;
            far = relaxation_bits{1} << s;
            marker.waits(value);
        }
        marker.add(v, 0, far);
    }
    marker.finish();
}

template <class T>
__global__ void __launch_bounds__(max_threads) relaxations_kernel(relaxations_task<T> t) {
    grid_barrier barrier(&t.state->arrived);
    const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x, all_threads = gridDim.x * blockDim.x;
    const unsigned warp = simt::warp_id() * gridDim.x + blockIdx.x, warps = all_threads / simt::warp_size;
    for (index i = thread; i < t.n * t.stride; i += all_threads) t.values[i] = unreached<T>;
    for (index v = thread; v < t.n; v += all_threads) t.near[v] = t.far[v] = 0;
    if (thread < 2) t.state->least[thread] = unreached<T>;
    barrier.wait();
    write_given(t, warp, warps, position_marker<T>(t, 0, 0));
    barrier.wait();

    unsigned step = 0, here = 0;
    int rounds = 0, rounds_since = 0, raised = 0;  // rounds_since: since the bound was raised
    T width = t.widths.first, bound = std::numeric_limits<T>::lowest();
    for (;;) {
        const unsigned next = (step + 1) % 3;
        step_counters& now = t.state->steps[step];
        if (thread == 0) t.state->steps[(step + 2) % 3] = {0, 0};
        if (now.positions > 0) {
            cut_rows(t, &now, warp, warps);
            barrier.wait();
            ++rounds;
            ++rounds_since;
            relax_parts(t, now.parts, warp, warps, bound, position_marker<T>(t, next, here));
            barrier.wait();
            step = next;
            continue;
        }
        const unsigned size = t.state->waiting[here];
        if (size == 0) break;
        const T before = bound, least = t.state->least[here];
        if (t.state->edges < static_cast<unsigned>(rounds_since) * edges_of_a_full_round && width < t.widths.widest)
            width += width;
        rounds_since = 0;
        bound = saturating_plus{}(least, width);
        if (!(least < bound)) bound = unreached<T>;  // the width is 0, or too small to change the sum in this precision
        split_far_pile(t, t.far_piles[here], size, before, bound, warp, warps, position_marker<T>(t, next, here ^ 1));
        barrier.wait();
        if (thread == 0) {
            t.state->waiting[here] = 0;
            t.state->least[here] = unreached<T>;
            t.state->edges_before += t.state->edges;
            t.state->edges = 0;
        }
        here ^= 1;
        ++raised;
        barrier.wait();
        step = next;
    }
    if (thread != 0) return;
    t.answer[0] = rounds;
    t.answer[1] = raised;
    t.answer[2] = static_cast<std::int64_t>(t.state->sums);
    t.answer[3] = static_cast<std::int64_t>(t.state->edges_before + t.state->edges);
}

}  // namespace graphblas_gpu::cuda::propagation
