// Relaxation as one kernel: values are lowered until no edge can lower a value any more.
//
// Idea: a position whose value was lowered is in one of two sets. If the value is below a bound, it is in the frontier, and
// rounds push along the rows of the frontier. All other positions are in the far pile until the frontier is empty. Then the
// bound is raised above the least value in the far pile, and the positions below it become the next frontier. So small values
// come first, and few rows are pushed along twice. All blocks run at the same time and meet at a barrier after each round.
// A bucket may be too wide for hubs: their values would be lowered, and their rows pushed along, several times. Therefore the
// bound is lowered again before a round with very many edges, and the positions above it go into the far pile.
// If rows are short and a round has few edges, it is longer: a warp also pushes along the rows of positions that it has lowered
// itself. Values may be lowered in any order, so that this costs some edges, but it saves most of the rounds and their
// barriers. Source: Davidson, Baxter, Garland, Owens, "Work-efficient parallel GPU methods for single-source shortest paths"
// (IPDPS 2014), after Meyer, Sanders, "Delta-stepping: a parallelizable shortest path algorithm", J. Algorithms 49 (2003).
#pragma once

#include <algorithm>
#include <limits>

#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/cuda/primitives/grid_barrier.cuh>
#include <graphblas_gpu/cuda/propagate/frontier.cuh>
#include <semirings/monoids.hpp>
#include <semirings/operators.hpp>

namespace graphblas_gpu::cuda::propagation {

/// *address = min(*address, x). Returns whether this lowered the value. Neither number may be NaN.
__device__ __forceinline__ bool lower(int* address, int x) { return x < atomicMin(address, x); }
__device__ __forceinline__ bool lower(std::int64_t* address, std::int64_t x) {
    return x < static_cast<std::int64_t>(atomicMin(reinterpret_cast<long long*>(address), static_cast<long long>(x)));
}
/// Floating-point numbers of the same sign have the order of their bits as integers; for negative numbers the order is
/// reversed.
__device__ __forceinline__ bool lower(float* address, float x) {
    const float old = x >= 0 ? __int_as_float(atomicMin(reinterpret_cast<int*>(address), __float_as_int(x)))
                             : __uint_as_float(atomicMax(reinterpret_cast<unsigned*>(address), __float_as_uint(x)));
    return x < old;
}
__device__ __forceinline__ bool lower(double* address, double x) {
    const double old =
        x >= 0
            ? __longlong_as_double(atomicMin(reinterpret_cast<long long*>(address), __double_as_longlong(x)))
            : __longlong_as_double(static_cast<long long>(atomicMax(reinterpret_cast<unsigned long long*>(address),
                                                                    static_cast<unsigned long long>(__double_as_longlong(x)))));
    return x < old;
}

/// The least x of the lanes of a warp. All lanes call; lane 0 gets it.
template <class T>
__device__ __forceinline__ T min_of_warp(T x) {
    const auto shuffled_down = [](T y, unsigned d) {
        if constexpr (std::is_same_v<T, std::int64_t>)
            return static_cast<T>(__shfl_down_sync(simt::full_warp, static_cast<long long>(y), d));
        else return __shfl_down_sync(simt::full_warp, y, d);
    };
    for (unsigned d = simt::warp_size / 2; d > 0; d /= 2) {
        const T other = shuffled_down(x, d);
        if (other < x) x = other;
    }
    return x;
}

/// The x of a lane. All lanes call.
template <class T>
__device__ __forceinline__ T value_of_lane(T x, unsigned lane) {
    if constexpr (std::is_same_v<T, std::int64_t>)
        return static_cast<T>(__shfl_sync(simt::full_warp, static_cast<long long>(x), static_cast<int>(lane)));
    else
        return __shfl_sync(simt::full_warp, x, static_cast<int>(lane));
}

/// x + y; a sum of integers that does not fit saturates, or wraps around. All threads take the same branch.
template <class T>
__device__ __forceinline__ T sum_of_lengths(T x, T y, bool saturates) {
    return std::is_integral_v<T> && saturates ? saturating_plus{}(x, y) : plus{}(x, y);
}

/// The state that the blocks share, in device memory.
template <class T>
struct relaxation_state {
    unsigned arrived;
    counters rounds[3];   ///< used in turn: the frontier, the current round (0 before it), and one that is being cleared
    unsigned waiting[2];  ///< the number of positions in each far pile
    T least[2];           ///< the least value that a position had when it was put into the far pile
    unsigned long long kept_edges;  ///< edges that warps looked at after the first step of a round
    unsigned entries[max_blocks];
};

/// How far the bound of a relaxation is raised above the least value in the far pile.
template <class T>
struct bucket_widths {
    T first = 0;   ///< at first; 0: all values come at once
    T narrow = 0;  ///< where rounds have very many edges
    T widest = 0;  ///< at most; the width grows while few edges are looked at again

    /// For edges of at most `longest`: 4 times the longest edge divided by the average degree, an eighth of that, and 64 times
    /// the longest edge.
    static bucket_widths of(const csr_ref& rows, double longest) {
        constexpr double first_by_degree = 4, narrow_by_degree = .5;
        const double degree = std::max(static_cast<double>(rows.nvals) / static_cast<double>(rows.nrows), 1.0);
        return {in_range(first_by_degree / degree * longest), in_range(narrow_by_degree / degree * longest),
                in_range(widest_by_longest * longest)};
    }
    /// The same for many relaxations along the same edges. The first width is 4 times the longest edge, whatever the degree:
    /// the more relaxations are due at a position at the same time, the fewer times its edges are read, and this saves more
    /// than narrow buckets save in sums. The bound is never lowered.
    static bucket_widths of_many(double longest) {
        constexpr double first_by_longest = 4;
        return {in_range(first_by_longest * longest), T{0}, in_range(widest_by_longest * longest)};
    }

  private:
    static constexpr double widest_by_longest = 64;
    static T in_range(double x) { return static_cast<T>(std::min(x, static_cast<double>(std::numeric_limits<T>::max()) / 4)); }
};

/// What one relaxation and many have in common.
template <class T>
struct relaxed_edges {
    index n = 0;
    const row_offset* offsets = nullptr;  ///< row k lists the positions that k reaches
    const column_index* columns = nullptr;
    const T* lengths = nullptr;
    bool saturates = false;               ///< sums of integers saturate
    const column_index* given = nullptr;  ///< the positions that have a value at the start
    const T* given_values = nullptr;
    bucket_widths<T> widths;
};

template <class T>
struct relaxation_task : relaxed_edges<T> {
    unsigned given_size = 0;
    unsigned long long max_edges_of_round = 0;  ///< the bound is lowered before a round with more

    T* values = nullptr;              ///< n; written
    int* queued = nullptr;            ///< n; the last round for which a position was put into the frontier
    unsigned* waits = nullptr;        ///< n; 1 if the position is in a far pile
    column_index* far_piles[2] = {};  ///< n each
    item* queues[2] = {};
    relaxation_state<T>* state = nullptr;

    /// the result: the positions whose value is not the identity of min, and their values
    column_index* out_columns = nullptr;
    T* out_values = nullptr;
    row_offset* out_offsets = nullptr;      ///< 2
    /// read by the host: entries, rounds, how often the bound was raised, and edges that were looked at
    std::int64_t* answer = nullptr;

    /// The value that a position has now, whichever multiprocessor lowered it.
    __device__ T value_of(index v) const { return *static_cast<const volatile T*>(values + v); }
};

/// A round with fewer edges spends most of its time waiting, so that wider buckets cost less than more rounds. If rounds have
/// many more, buckets are too wide: many edges are looked at for a value that is lowered again later.
inline constexpr unsigned long long edges_of_a_full_round = 65536;
/// How often a warp pushes in one round of short rows and few edges, before the blocks meet and share the work anew.
inline constexpr int steps_of_a_round = 16;

template <class T>
inline constexpr T unreached = monoid<graphblas_gpu::min, T>::identity();

/// The room of the buffers in which all warps of a block collect items.
inline constexpr std::size_t items_of_buffers = max_threads / simt::warp_size * warp_list<item>::room;

/// A far pile, as one warp adds positions to it. finish() is called after the last put().
template <class T>
class far_pile_writer {
  public:
    __device__ far_pile_writer(column_index* positions, unsigned* size, T* least)
        : list_{positions, size, reinterpret_cast<column_index*>(simt::dynamic_shared<item>() + items_of_buffers) +
                                     simt::warp_id() * warp_list<column_index>::room},
          least_(least) {}

    /// Puts the position of each lane for which is_put is true into the far pile. `is_far`: the lane has a position of this
    /// value that is there now, by this call or since earlier. All lanes call.
    __device__ void put(column_index j, bool is_put, bool is_far, T value) {
        list_.append(j, is_put);
        if (is_far && value < min_here_) min_here_ = value;
    }
    __device__ void finish() {
        list_.flush();
        if (!__any_sync(simt::full_warp, min_here_ < unreached<T>)) return;
        const T least = min_of_warp(min_here_);
        if (simt::lane_id() == 0) lower(least_, least);
    }

  private:
    warp_list<column_index> list_;
    T* least_;
    T min_here_ = unreached<T>;
};

/// The positions whose values a warp has lowered, until they are enough for all of its lanes.
struct fallen_positions {
    static constexpr unsigned room = (1 + in_flight) * simt::warp_size;

    column_index* positions;
    unsigned size = 0;

    /// Adds the position of each lane for which fell is true. All lanes call.
    __device__ void add(column_index j, bool fell) {
        const unsigned lanes = __ballot_sync(simt::full_warp, fell);
        if (fell) positions[size + simt::count_below(lanes)] = j;
        size += static_cast<unsigned>(__popc(lanes));
    }
    /// Removes up to 32 positions, one for each lane. Returns whether the lane has one. All lanes call.
    __device__ bool take(column_index& j) {
        const unsigned left = size < simt::warp_size ? 0 : size - simt::warp_size;
        __syncwarp();
        const bool is_there = left + simt::lane_id() < size;
        j = is_there ? positions[left + simt::lane_id()] : 0;
        __syncwarp();
        size = left;
        return is_there;
    }
};

/// Dynamic shared memory: the buffers of the queue, those of the far piles, and the fallen positions of the warps.
inline constexpr unsigned max_warps = max_threads / simt::warp_size;
inline constexpr std::size_t columns_of_buffers = max_warps * warp_list<column_index>::room;
inline constexpr std::size_t shared_bytes_of_relaxation =
    items_of_buffers * sizeof(item) + (columns_of_buffers + max_warps * fallen_positions::room) * sizeof(column_index);

/// The positions that a warp keeps for itself: their rows, in the place of the buffer that its queue has while there are many
/// edges.
struct kept_rows {
    static constexpr unsigned room = simt::warp_size;

    item* rows = simt::dynamic_shared<item>() + simt::warp_id() * warp_list<item>::room;
    unsigned size = 0;

    /// Keeps the position of each lane for which may_keep is true, as long as there is room. Returns whether it was kept. All
    /// lanes call.
    __device__ bool keep(bool may_keep, column_index j, row_offset begin, row_offset end) {
        const unsigned lanes = __ballot_sync(simt::full_warp, may_keep);
        const unsigned at = size + simt::count_below(lanes);
        size = std::min(size + static_cast<unsigned>(__popc(lanes)), +room);
        if (!may_keep || at >= room) return false;
        rows[at] = {begin, static_cast<unsigned>(end - begin), j};
        return true;
    }
    /// Hands a row to each lane, an empty one if there are no more, and keeps none. All lanes call.
    __device__ item take() {
        __syncwarp();
        const item mine = simt::lane_id() < size ? rows[simt::lane_id()] : item{0, 0, 0};
        __syncwarp();
        size = 0;
        return mine;
    }
};

/// What is lowered in one round: positions whose value falls below the bound go into the next frontier, all others that fell go
/// into the far pile.
template <class T>
struct relaxed_round {
    const relaxation_task<T>& t;
    int round;
    T bound;
    queue& next;
    far_pile_writer<T>& far_pile;

    /// Puts the position of each lane where `fell` is true to its place, with its value and where its row begins and ends. All
    /// lanes call.
    __device__ __forceinline__ void place(column_index j, bool fell, T value, row_offset begin, row_offset end) const {
        const bool is_far = fell && !(value < bound);
        far_pile.put(j, is_far && atomicExch(&t.waits[j], 1u) == 0, is_far, value);
        const column_index position[1] = {j};
        const bool is_near[1] = {fell && !is_far && atomicExch(&t.queued[j], round) != round};
        const row_offset begins[1] = {begin}, ends[1] = {end};
        next.append(position, is_near, begins, ends);
    }
    __device__ void finish() const {
        next.finish();
        far_pile.finish();
    }
};

/// One round from a queue.
template <class T>
__device__ void relax(const relaxed_round<T>& to, const item* items, const counters& size, unsigned warp, unsigned warps) {
    const relaxation_task<T>& t = to.t;
    const bool at_once = size.has_few_edges();  // values are lowered without a test whether they would fall
    auto* const columns = reinterpret_cast<column_index*>(simt::dynamic_shared<item>() + items_of_buffers);
    fallen_positions fallen{columns + columns_of_buffers + simt::warp_id() * fallen_positions::room};
    const auto place_fallen = [&] {
        column_index j;
        const bool fell = fallen.take(j);
        const row_offset begin = fell ? t.offsets[j] : 0, end = fell ? t.offsets[j + std::size_t{1}] : 0;
        to.place(j, fell, fell ? t.value_of(j) : T{0}, begin, end);
    };
    for_each_item(items, size, warp, warps, [&](item mine, bool by_lane) {
        const T value = mine.count > 0 ? t.value_of(mine.vertex) : T{0};
        // The bound may have been lowered since the position was put into the frontier.
        const bool is_late = mine.count > 0 && !(value < to.bound);
        if (__any_sync(simt::full_warp, is_late)) to.place(mine.vertex, is_late, value, 0, 0);
        if (is_late) mine.count = 0;
        const auto lower_along = [&](const auto& position, const auto& owner, const auto& is_there) {
            column_index j[in_flight];
            T sum[in_flight];
            bool falls[in_flight];
#pragma unroll
            for (unsigned u = 0; u < in_flight; ++u) {
                j[u] = is_there[u] ? t.columns[position[u]] : 0;
                sum[u] = is_there[u] ? t.lengths[position[u]] : T{0};
            }
#pragma unroll
            for (unsigned u = 0; u < in_flight; ++u)
                sum[u] = sum_of_lengths(value_of_lane(value, owner[u]), sum[u], t.saturates);
#pragma unroll
            for (unsigned u = 0; u < in_flight; ++u) falls[u] = is_there[u] && (at_once || sum[u] < t.values[j[u]]);
#pragma unroll
            for (unsigned u = 0; u < in_flight; ++u) falls[u] = falls[u] && lower(&t.values[j[u]], sum[u]);
#pragma unroll
            for (unsigned u = 0; u < in_flight; ++u) fallen.add(j[u], falls[u]);
            while (fallen.size >= simt::warp_size) place_fallen();
        };
        for_each_edge_of_warp<in_flight>(mine, simt::lane_id(), by_lane, lower_along);
    });
    if (fallen.size > 0) place_fallen();
    to.finish();
}

/// One round from a queue of few edges whose rows are short. Each warp goes on with the positions that it lowers, without
/// waiting for other warps. If one of them lowers such a position again, both push along its row, which only costs time. A lane
/// takes one edge at a time, because there are fewer edges than lanes.
template <class T>
__device__ void relax_in_steps(const relaxed_round<T>& to, const item* items, unsigned size, unsigned warp, unsigned warps) {
    const relaxation_task<T>& t = to.t;
    const unsigned lane = simt::lane_id(), items_of_warp = std::min((size + warps - 1) / warps, +simt::warp_size);
    unsigned edges = 0;
    kept_rows kept;
    for (unsigned base = warp * items_of_warp; base < size; base += warps * items_of_warp) {
        item mine = lane < items_of_warp && base + lane < size ? items[base + lane] : item{0, 0, 0};
        for (int step = 1; __any_sync(simt::full_warp, mine.count > 0); ++step) {
            if (step > 1) edges += mine.count;
            const bool keeps = step < steps_of_a_round;
            const T value = mine.count > 0 ? t.value_of(mine.vertex) : T{0};
            for_each_edge_of_warp<1>(mine, lane, false, [&](const auto& position, const auto& owner, const auto& is_there) {
                bool fell = is_there[0];
                const column_index j = fell ? t.columns[position[0]] : 0;
                T sum = fell ? t.lengths[position[0]] : T{0};
                sum = sum_of_lengths(value_of_lane(value, owner[0]), sum, t.saturates);
                row_offset begin = 0, end = 0;
                if (fell) {
                    fell = lower(&t.values[j], sum);
                    // The row of the position is loaded at the same time.
                    begin = t.offsets[j];
                    end = t.offsets[j + std::size_t{1}];
                }
                if (keeps && kept.keep(fell && sum < to.bound && end - begin <= short_row, j, begin, end)) fell = false;
                to.place(j, fell, sum, begin, end);
            });
            mine = kept.take();
        }
    }
    to.finish();
    edges = __reduce_add_sync(simt::full_warp, edges);
    if (lane == 0 && edges > 0) atomicAdd(&t.state->kept_edges, static_cast<unsigned long long>(edges));
}

/// Raises the bound from `before` to `bound`. Positions of the far pile `from` whose value is now below `bound` become the next
/// frontier, except those below `before`, which have been in a frontier already. All others go into the other far pile.
template <class T>
__device__ void split_far_pile(const relaxation_task<T>& t, const column_index* from, unsigned size, T before, T bound,
                               unsigned warp, unsigned warps, queue&& next, far_pile_writer<T>&& other) {
    for (unsigned base = warp * simt::warp_size; base < size; base += warps * simt::warp_size) {
        const bool is_there = base + simt::lane_id() < size;
        const column_index j = is_there ? from[base + simt::lane_id()] : 0;
        const T value = is_there ? t.values[j] : T{0};
        const bool stays = is_there && !(value < bound);
        if (is_there && !stays) t.waits[j] = 0;
        next.append(t.offsets, j, is_there && !stays && !(value < before));
        other.put(j, stays, stays, value);
    }
    next.finish();
    other.finish();
}

template <class T>
__global__ void __launch_bounds__(max_threads) relaxation_kernel(relaxation_task<T> t) {
    grid_barrier barrier(&t.state->arrived);
    const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x, all_threads = gridDim.x * blockDim.x;
    const unsigned warp = simt::warp_id() * gridDim.x + blockIdx.x, warps = all_threads / simt::warp_size;
    const auto far_pile = [&](unsigned which) {
        return far_pile_writer<T>(t.far_piles[which], &t.state->waiting[which], &t.state->least[which]);
    };
    if (threadIdx.x == 0) sums_of_block() = {0, 0, 0};
    for (index v = thread; v < t.n; v += all_threads) {
        t.values[v] = unreached<T>;
        t.queued[v] = 0;
        t.waits[v] = 0;
    }
    if (thread < 2) t.state->least[thread] = unreached<T>;
    barrier.wait();
    far_pile_writer<T> first = far_pile(0);
    for (unsigned base = warp * simt::warp_size; base < t.given_size; base += warps * simt::warp_size) {
        const unsigned at = base + simt::lane_id();
        const column_index j = at < t.given_size ? t.given[at] : 0;
        const T value = at < t.given_size ? t.given_values[at] : unreached<T>;
        const bool is_put = value < unreached<T>;
        if (is_put) {
            t.values[j] = value;
            t.waits[j] = 1;
        }
        first.put(j, is_put, is_put, value);
    }
    first.finish();
    barrier.wait();

    unsigned from = 0, turn = 0, here = 0;
    int round = 0, raised = 0;
    counters frontier{0, 0, 0};
    unsigned long long edges = 0, edges_before = 0;  // edges that were looked at: in all, and until the bound was raised last
    int rounds_before = 0;
    bool was_cut_short = false;  // whether the bound has been lowered since it was raised last
    T width = t.widths.first, bound = std::numeric_limits<T>::lowest();
    T low = bound;  // values of the frontier are from here on
    for (;;) {
        if (frontier.items == 0) {
            const unsigned size = t.state->waiting[here];
            if (size == 0) break;
            const T before = bound, least = t.state->least[here];
            const unsigned long long edges_now = edges + t.state->kept_edges, edges_since = edges_now - edges_before;
            const auto full = static_cast<unsigned long long>(round - rounds_before) * edges_of_a_full_round;
            if (edges_since < full && width < t.widths.widest) width += width;
            if (edges_since > 2 * full && width > t.widths.first) width /= 2;
            rounds_before = round;
            edges_before = edges_now;
            low = least;
            bound = saturating_plus{}(least, was_cut_short ? t.widths.narrow : width);
            was_cut_short = false;
            if (!(least < bound)) bound = unreached<T>;  // the width is 0, or too small to change the sum in this precision
            turn = (turn + 1) % 3;
            if (thread == 0) t.state->rounds[(turn + 1) % 3] = {0, 0, 0};
            split_far_pile(t, t.far_piles[here], size, before, bound, warp, warps,
                           queue(t.queues[from], &t.state->rounds[turn], true), far_pile(here ^ 1));
            barrier.wait([&] { add_sums_of_block(t.state->rounds[turn]); });
            if (thread == 0) {
                t.state->waiting[here] = 0;
                t.state->least[here] = unreached<T>;
            }
            frontier = t.state->rounds[turn];
            here ^= 1;
            ++raised;
            barrier.wait();
            continue;
        }
        const T tighter = saturating_plus{}(low, t.widths.narrow);
        if (frontier.edges > t.max_edges_of_round && low < tighter && tighter < bound) {
            bound = tighter;
            was_cut_short = true;
        }
        ++round;
        edges += frontier.edges;
        const unsigned next = (turn + 1) % 3, later = (turn + 2) % 3;
        if (thread == 0) t.state->rounds[later] = {0, 0, 0};
        queue to(t.queues[from ^ 1], &t.state->rounds[next], !frontier.has_few_edges());
        far_pile_writer<T> far = far_pile(here);
        const relaxed_round<T> lowered{t, round, bound, to, far};
        if (frontier.has_few_edges() && frontier.has_short_rows())
            relax_in_steps(lowered, t.queues[from], frontier.items, warp, warps);
        else relax(lowered, t.queues[from], frontier, warp, warps);
        barrier.wait([&] { add_sums_of_block(t.state->rounds[next]); });
        from ^= 1;
        turn = next;
        frontier = t.state->rounds[turn];
    }
    if (thread == 0) {
        t.answer[1] = round;
        t.answer[2] = raised;
        t.answer[3] = static_cast<std::int64_t>(edges + t.state->kept_edges);
    }
    const position_list list{t.n, t.out_columns, t.out_offsets, t.state->entries, t.answer};
    list.write(
        barrier, [&](index v) { return t.values[v] < unreached<T>; },
        [&](index v, unsigned at) { t.out_values[at] = t.values[v]; });
}

}  // namespace graphblas_gpu::cuda::propagation
