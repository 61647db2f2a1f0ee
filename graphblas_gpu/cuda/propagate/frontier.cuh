// The frontier of a search as a work queue, for kernels that run all rounds of the search.
//
// Idea: an item of the queue is at most item_edges edges of a vertex, so that a long row is several items and no warp has much
// more work than another. Each warp appends its new items with one atomic addition.
// Source: Merrill, Garland, Grimshaw, "Scalable GPU graph traversal" (PPoPP 2012).
#pragma once

#include <algorithm>
#include <cstddef>

#include <graphblas_gpu/base/types.hpp>
#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/cuda/device/simt.cuh>
#include <graphblas_gpu/cuda/primitives/position_list.cuh>
#include <graphblas_gpu/cuda/primitives/warp_sums.cuh>

namespace graphblas_gpu::cuda::propagation {

/// At most item_edges consecutive edges of a vertex of the frontier.
struct alignas(16) item {
    row_offset begin;
    unsigned count;
    column_index vertex;
};

/// The largest grid and the largest block: the blocks list the result together.
inline constexpr unsigned max_blocks = position_list::max_blocks, max_threads = position_list::max_threads;
inline constexpr unsigned item_edges = 256;  ///< the most edges of an item
inline constexpr unsigned in_flight = 4;     ///< loads in flight in a lane
inline constexpr unsigned short_row = 4 * in_flight;  ///< the most edges of a short row
/// A round with at most this many edges leaves the memory idle and mostly waits for loads that depend on each other. It
/// therefore skips tests that would only save work, such as a look at a value before an atomic operation.
inline constexpr unsigned few_edges = 32768;

/// Starts a kernel with one block on each multiprocessor; all blocks run at the same time.
template <class Task>
void launch_on_all(const engine& e, std::size_t shared_bytes, void (*kernel)(Task), const Task& task) {
    const auto blocks = static_cast<unsigned>(std::min<std::int64_t>(e.facts().multiprocessors, max_blocks));
    simt::launch_concurrent(e.stream(), blocks, max_threads, shared_bytes, kernel, task);
}

/// A frontier with at most this many items, and 8 edges for each, is left to one block. When this was chosen, on an H200, a
/// breadth-first search of the grid 1500 x 1500 took 9.6 ms with 512 items, and 10.3, 10.8 and 16.7 ms with 0, 1024 and 2048.
inline constexpr unsigned narrow_items = 512;
inline constexpr unsigned narrow_room = 2048;  ///< the most items of a frontier in shared memory
/// Dynamic shared memory: the buffers of the warps, or a narrow frontier and the next one.
inline constexpr std::size_t shared_bytes = 2 * narrow_room * sizeof(item);

/// The most items that a queue of all positions has: every position with edges has one, and another for each item_edges edges.
inline std::size_t max_items(index nrows, row_offset nvals) {
    return static_cast<std::size_t>((nrows < nvals ? nrows : nvals) + nvals / item_edges + 1);
}

/// The edges along which searches push and pull.
struct searched_rows {
    index n = 0;
    const row_offset* push_offsets = nullptr;  ///< row k lists the positions that k reaches
    const column_index* push_columns = nullptr;
    const row_offset* pull_offsets = nullptr;  ///< row j lists the positions that reach j; null: no round pulls
    const column_index* pull_columns = nullptr;
    row_offset nvals = 0;

    static searched_rows of(const csr_ref& push, const csr_ref& pull) {
        return {push.nrows, push.offsets, push.columns, pull.offsets, pull.columns, push.nvals};
    }
};

/// The length of a queue.
struct counters {
    unsigned items;
    unsigned vertices;          ///< vertices, including those without edges
    unsigned long long edges;   ///< edges of these vertices

    __device__ bool has_few_edges() const { return edges <= few_edges; }
    /// On average.
    __device__ bool has_short_rows() const { return edges <= static_cast<unsigned long long>(items) * short_row; }
    /// Whether one block should go on, if it should with at most so many items.
    __device__ bool is_narrow(unsigned max_items = narrow_items) const { return items <= max_items && edges <= 8 * max_items; }
};

/// What the warps of the calling block have added up, for one of its threads to add to the counters of the grid. If all warps
/// of a grid added to one number, they would wait for each other. It must be zero at the start of a kernel.
__device__ __forceinline__ counters& sums_of_block() {
    __shared__ counters sums;
    return sums;
}
/// One thread of the block calls, after all warps have called queue::finish().
__device__ __forceinline__ void add_sums_of_block(counters& to) {
    counters& sums = sums_of_block();
    if (sums.vertices > 0) {
        atomicAdd(&to.vertices, sums.vertices);
        atomicAdd(&to.edges, sums.edges);
    }
    sums = {0, 0, 0};
}

/// What block 0 reports to the other blocks after narrow rounds.
struct after_narrow_rounds {
    int round;          ///< the number of the last round
    counters frontier;  ///< the frontier of the next round; its items are stored where the first narrow round had its items
    unsigned vertices;  ///< the vertices that these rounds found
};

/// A list in device memory to which the warps of a grid append. A warp collects its elements in a buffer in shared memory,
/// because atomic additions to the size of the list would cost more than everything else.
template <class X>
struct warp_list {
    static constexpr unsigned room = 64;

    X* to;
    unsigned* size;
    X* buffer;  ///< the buffer of the calling warp
    unsigned filled = 0;

    /// Returns where the warp writes `all` elements: in the buffer or in the list. All lanes call.
    __device__ X* reserve_room(unsigned all) {
        if (all > room / 2) return to + reserved(all);
        if (filled + all > room) flush();
        filled += all;
        return buffer + (filled - all);
    }
    /// Appends the x of the lanes that have one. All lanes call.
    __device__ void append(const X& x, bool is_there) {
        const unsigned lanes = __ballot_sync(simt::full_warp, is_there);
        if (lanes == 0) return;
        X* const first = reserve_room(static_cast<unsigned>(__popc(lanes)));
        if (is_there) first[simt::count_below(lanes)] = x;
    }
    /// Writes what all warps of the block have in their buffers, with one addition. All threads of the block call.
    __device__ void flush_with_block() {
        __shared__ unsigned of_warps[max_threads / simt::warp_size], first;
        const warp_totals filled_of = sum_over_warps(filled, of_warps);
        if (threadIdx.x == 0 && filled_of.all > 0) first = atomicAdd(size, filled_of.all);
        __syncthreads();
        X* const here = to + first + filled_of.below;
        for (unsigned i = simt::lane_id(); i < filled; i += simt::warp_size) here[i] = buffer[i];
        filled = 0;
    }
    __device__ void flush() {
        if (filled == 0) return;
        __syncwarp();
        X* const here = to + reserved(filled);
        for (unsigned i = simt::lane_id(); i < filled; i += simt::warp_size) here[i] = buffer[i];
        __syncwarp();
        filled = 0;
    }

  private:
    __device__ unsigned reserved(unsigned all) const {
        unsigned first = 0;
        if (simt::lane_id() == 0) first = atomicAdd(size, all);
        return __shfl_sync(simt::full_warp, first, 0);
    }
};

/// The next frontier, as one warp appends to it. finish() is called after the last append().
class queue {
  public:
    /// A queue in device memory, whose vertices and edges are added to sums_of_block(). `is_buffered`: items go through the
    /// buffer of the warp, which is faster if there are many.
    __device__ queue(item* in_memory, counters* size, bool is_buffered)
        : sums_(&sums_of_block()),
          list_{in_memory, &size->items,
                is_buffered ? simt::dynamic_shared<item>() + simt::warp_id() * warp_list<item>::room : nullptr} {}
    /// A queue whose first items are in shared memory, for a block that works alone.
    __device__ queue(item* in_memory, counters* size, item* in_shared, unsigned shared_room)
        : sums_(size), list_{in_memory, &size->items, nullptr}, in_shared_(in_shared), shared_room_(shared_room) {}

    /// Appends the vertices j[u] for which is_new[u] is true, with their edges. All lanes call.
    template <unsigned count>
    __device__ void append(const column_index (&j)[count], const bool (&is_new)[count], const row_offset (&begin)[count],
                           const row_offset (&end)[count]) {
        unsigned parts = 0;
#pragma unroll
        for (unsigned u = 0; u < count; ++u) {
            if (!is_new[u]) continue;
            ++vertices_;
            edges_ += static_cast<unsigned long long>(end[u] - begin[u]);
            parts += static_cast<unsigned>((end[u] - begin[u] + item_edges - 1) / item_edges);
        }
        if (!__any_sync(simt::full_warp, parts > 0)) return;
        const unsigned last = sum_up_to_lane(parts);
        const unsigned all = __shfl_sync(simt::full_warp, last, 31);
        if (list_.buffer != nullptr) {
            item* const to = list_.reserve_room(all) + (last - parts);
            write(j, is_new, begin, end, [&](unsigned at, const item& x) { to[at] = x; });
            return;
        }
        unsigned first = 0;
        if (simt::lane_id() == 0) first = atomicAdd(list_.size, all);
        first = __shfl_sync(simt::full_warp, first, 0) + last - parts;
        write(j, is_new, begin, end, [&](unsigned at, const item& x) {
            if (first + at < shared_room_) in_shared_[first + at] = x;
            else list_.to[first + at] = x;
        });
    }
    /// The same for one vertex in each lane.
    __device__ void append(const row_offset* offsets, column_index vertex, bool is_new) {
        const row_offset begin[1] = {is_new ? offsets[vertex] : 0}, end[1] = {is_new ? offsets[vertex + std::size_t{1}] : 0};
        const column_index j[1] = {vertex};
        const bool is[1] = {is_new};
        append(j, is, begin, end);
    }

    /// Counts a vertex with these edges and appends nothing.
    __device__ void count(row_offset begin, row_offset end) {
        ++vertices_;
        edges_ += static_cast<unsigned long long>(end - begin);
    }

    __device__ void finish_with_block() {
        list_.flush_with_block();
        add_up();
    }
    __device__ void finish() {
        if (list_.buffer != nullptr) list_.flush();
        add_up();
    }

  private:
    __device__ void add_up() {
        if (!__any_sync(simt::full_warp, vertices_ > 0)) return;
        const unsigned vertices = __reduce_add_sync(simt::full_warp, vertices_);
        const unsigned low = __reduce_add_sync(simt::full_warp, static_cast<unsigned>(edges_ & 0xffffu));
        const unsigned high = __reduce_add_sync(simt::full_warp, static_cast<unsigned>(edges_ >> 16));
        if (simt::lane_id() == 0) atomicAdd(&sums_->vertices, vertices);
        if (simt::lane_id() == 1) atomicAdd(&sums_->edges, (static_cast<unsigned long long>(high) << 16) + low);
    }

    template <unsigned count, class Put>
    __device__ __forceinline__ static void write(const column_index (&j)[count], const bool (&is_new)[count],
                                                 const row_offset (&begin)[count], const row_offset (&end)[count],
                                                 const Put& put) {
        unsigned at = 0;
#pragma unroll
        for (unsigned u = 0; u < count; ++u) {
            if (!is_new[u]) continue;
            for (row_offset p = begin[u]; p < end[u]; p += item_edges) {
                put(at++, {p, static_cast<unsigned>(end[u] - p < item_edges ? end[u] - p : item_edges), j[u]});
            }
        }
    }

    counters* sums_;
    warp_list<item> list_;
    item* in_shared_ = nullptr;
    unsigned shared_room_ = 0;
    unsigned vertices_ = 0;         // vertices that this lane has appended
    unsigned long long edges_ = 0;  // edges of these vertices
};

/// Calls f(positions, sources, are_there) for all edges of one item of each lane. All lanes of a warp call f together; a lane
/// passes the indices of `loads` edges in the arrays of the matrix, and what the lanes whose items have these edges gave as
/// `source`. `by_lane`: every lane passes the edges of its own item; otherwise the lanes share the edges of all items.
template <unsigned loads, class F>
__device__ __forceinline__ void for_each_edge_of_warp(const item& mine, unsigned source, bool by_lane, const F& f) {
    constexpr unsigned full = simt::full_warp;
    const unsigned last = by_lane ? 0 : sum_up_to_lane(mine.count);
    const unsigned total = by_lane ? __reduce_max_sync(full, mine.count) : __shfl_sync(full, last, 31);
    // The first edge of the item, minus the number of edges of the items before it.
    const row_offset shift = mine.begin - static_cast<row_offset>(last - mine.count);
    for (unsigned first = 0; first < total; first += by_lane ? loads : loads * simt::warp_size) {
        row_offset position[loads];
        unsigned sources[loads];
        bool is_there[loads];
        if (by_lane) {
#pragma unroll
            for (unsigned u = 0; u < loads; ++u) {
                is_there[u] = first + u < mine.count;
                sources[u] = source;
                position[u] = mine.begin + first + u;
            }
        } else {
#pragma unroll
            for (unsigned u = 0; u < loads; ++u) {
                const unsigned e = first + u * simt::warp_size + simt::lane_id();
                unsigned owner = 0;  // the number of items that end at or before e
#pragma unroll
                for (unsigned step = simt::warp_size / 2; step > 0; step /= 2) {
                    if (__shfl_sync(full, last, static_cast<int>(owner + step - 1)) <= e) owner += step;
                }
                is_there[u] = e < total;
                sources[u] = __shfl_sync(full, source, static_cast<int>(owner));
                position[u] = __shfl_sync(full, shift, static_cast<int>(owner)) + e;
            }
        }
        f(position, sources, is_there);
    }
}

/// Calls f(item, by_lane) for all items of a queue; all lanes of a warp call f together, lanes without an item with an empty
/// one. `warps` warps share the queue, and the calling one is number `warp`.
///
/// If rows are short, a warp takes neighbouring items, one for each lane. Otherwise its items are `warps` apart, so that the
/// items of one long row go to different warps, and its lanes share the edges of all 32 items.
template <class F>
__device__ __forceinline__ void for_each_item(const item* items, const counters& size, unsigned warp, unsigned warps,
                                              const F& f) {
    const bool short_rows = size.has_short_rows();
    const unsigned stride = short_rows ? 1 : warps, step_of_warp = short_rows ? simt::warp_size : 1;
    for (unsigned base = 0; base + warp * step_of_warp < size.items; base += warps * simt::warp_size) {
        const unsigned at = base + warp * step_of_warp + simt::lane_id() * stride;
        const item mine = at < size.items ? items[at] : item{0, 0, 0};
        f(mine, short_rows && __all_sync(simt::full_warp, mine.count <= short_row));
    }
}

/// Calls f(positions, vertices, are_there) for all edges of a queue, with the vertices that the edges start from.
template <class F>
__device__ __forceinline__ void for_each_edge(const item* items, const counters& size, unsigned warp, unsigned warps,
                                              const F& f) {
    for_each_item(items, size, warp, warps, [&](const item& mine, bool by_lane) {
        for_each_edge_of_warp<in_flight>(mine, mine.vertex, by_lane, f);
    });
}

/// Rounds by one block alone, from a frontier at the beginning of its dynamic shared memory, which has room for two frontiers
/// of `room_of_one` items; no other block is waited for. This ends when the frontier is empty or has more than `max_items`, or
/// after the last round; the frontier is then in memory. push(items, size, warp, warps, round, next) computes a round.
template <unsigned max_items, unsigned room_of_one, class Push>
__device__ __forceinline__ void narrow_rounds(item* in_memory, counters frontier, int round, int last_round,
                                              after_narrow_rounds* left, const Push& push) {
    __shared__ counters counts[2];
    item* const room = simt::dynamic_shared<item>();
    const unsigned warp = simt::warp_id(), warps = blockDim.x / simt::warp_size;
    unsigned side = 0, vertices = 0;
    if (threadIdx.x == 0) counts[0] = counts[1] = {0, 0, 0};
    __syncthreads();
    while (frontier.items > 0 && frontier.is_narrow(max_items) && round < last_round) {
        ++round;
        counters& next = counts[side ^ 1];
        queue to(in_memory, &next, room + (side ^ 1) * room_of_one, room_of_one);
        push(room + side * room_of_one, frontier, warp, warps, round, to);
        __syncthreads();
        frontier = next;
        if (threadIdx.x == 0) counts[side] = {0, 0, 0};
        side ^= 1;
        vertices += frontier.vertices;
        __syncthreads();
    }
    const unsigned here = frontier.items < room_of_one ? frontier.items : room_of_one;
    for (unsigned i = threadIdx.x; i < here; i += blockDim.x) in_memory[i] = room[side * room_of_one + i];
    if (threadIdx.x == 0) *left = {round, frontier, vertices};
}

}  // namespace graphblas_gpu::cuda::propagation
