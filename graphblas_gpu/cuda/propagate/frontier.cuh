// The frontier of a search as a queue, for kernels that run all rounds of it.
//
// Idea: an item of the queue is some edges of a vertex, so that a long row is several items and no warp has much more to do than
// another one. Warps append what they find with one atomic addition each.
// Source: Merrill, Garland, Grimshaw, "Scalable GPU graph traversal" (PPoPP 2012).
#pragma once

#include <cstddef>

#include <graphblas_gpu/cuda/device/simt.cuh>
#include <graphblas_gpu/cuda/primitives/warp_sums.cuh>
#include <graphblas_gpu/formats/types.hpp>

namespace graphblas_gpu::cuda::propagation {

/// Some edges of a vertex of the frontier.
struct alignas(16) item {
    row_offset begin;
    unsigned count;
    column_index vertex;
};

inline constexpr unsigned item_edges = 256;  ///< edges of an item at most
inline constexpr unsigned in_flight = 4;     ///< edges that a lane has under way
/// A round of so many edges leaves the memory idle, and waits for one access after the other: it does what can be done at once, even if
/// some of it is in vain.
inline constexpr unsigned few_edges = 32768;

/// A frontier of so many items, and so many edges, is left to one block. When this was chosen, on an H200, a breadth-first search of
/// the grid 1500 x 1500 took 9.6 ms with 512 items, and 10.3, 10.8 and 16.7 ms with 0, 1024 and 2048.
inline constexpr unsigned narrow_items = 512, narrow_edges = 8 * narrow_items;
inline constexpr unsigned narrow_room = 2048;  ///< items of a frontier in shared memory at most
/// Of dynamic shared memory: buffers of the warps, or a narrow frontier and the one that grows.
inline constexpr std::size_t shared_bytes = 2 * narrow_room * sizeof(item);

/// The length of a queue.
struct counters {
    unsigned items;
    unsigned vertices;          ///< those without edges included
    unsigned long long edges;   ///< of these vertices

    __device__ bool has_few_edges() const { return edges <= few_edges; }
    __device__ bool is_narrow() const { return items <= narrow_items && edges <= narrow_edges; }
};

/// What block 0 leaves for the others after narrow rounds.
struct after_narrow_rounds {
    int round;          ///< the last one
    counters frontier;  ///< of the next round; its items are where those of the first narrow round were
    unsigned vertices;  ///< that all of them found
    unsigned long long edges;  ///< that all of them looked at
};

/// A list in device memory that the warps of a grid append to. A warp collects what it appends in shared memory, because additions to
/// the one size of the list cost more than all else.
template <class X>
struct warp_list {
    static constexpr unsigned room = 64;

    X* to;
    unsigned* size;
    X* buffer;  ///< of this warp
    unsigned filled = 0;

    /// Called by a whole warp: where `all` elements go, in the buffer or in the list.
    __device__ X* place_for(unsigned all) {
        if (all > room / 2) return to + reserved(all);
        if (filled + all > room) flush();
        filled += all;
        return buffer + (filled - all);
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

/// A frontier that grows, as one warp sees it. finish() is called after the last append().
class queue {
  public:
    /// In device memory; where much is appended, through the buffer of the warp.
    __device__ queue(item* in_memory, counters* size, bool is_buffered)
        : size_(size),
          list_{in_memory, &size->items,
                is_buffered ? simt::dynamic_shared<item>() + simt::warp_id() * warp_list<item>::room : nullptr} {}
    /// The first items in shared memory, for a block alone.
    __device__ queue(item* in_memory, counters* size, item* in_shared, unsigned shared_room)
        : size_(size), list_{in_memory, &size->items, nullptr}, in_shared_(in_shared), shared_room_(shared_room) {}

    /// Called by a whole warp: appends the vertices j[u] whose `is_new[u]` is true, with their edges.
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
            item* const to = list_.place_for(all) + (last - parts);
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
    /// The same for one vertex a lane.
    __device__ void append(const row_offset* offsets, column_index vertex, bool is_new) {
        const row_offset begin[1] = {is_new ? offsets[vertex] : 0}, end[1] = {is_new ? offsets[vertex + std::size_t{1}] : 0};
        const column_index j[1] = {vertex};
        const bool is[1] = {is_new};
        append(j, is, begin, end);
    }

    __device__ void finish() {
        if (list_.buffer != nullptr) list_.flush();
        if (!__any_sync(simt::full_warp, vertices_ > 0)) return;
        const unsigned vertices = __reduce_add_sync(simt::full_warp, vertices_);
        const unsigned low = __reduce_add_sync(simt::full_warp, static_cast<unsigned>(edges_ & 0xffffu));
        const unsigned high = __reduce_add_sync(simt::full_warp, static_cast<unsigned>(edges_ >> 16));
        if (simt::lane_id() == 0) atomicAdd(&size_->vertices, vertices);
        if (simt::lane_id() == 1) atomicAdd(&size_->edges, (static_cast<unsigned long long>(high) << 16) + low);
    }

  private:
    template <unsigned count, class Put>
    __device__ __forceinline__ static void write(const column_index (&j)[count], const bool (&is_new)[count],
                                                 const row_offset (&begin)[count], const row_offset (&end)[count], const Put& put) {
        unsigned at = 0;
#pragma unroll
        for (unsigned u = 0; u < count; ++u) {
            if (!is_new[u]) continue;
            for (row_offset p = begin[u]; p < end[u]; p += item_edges) {
                put(at++, {p, static_cast<unsigned>(end[u] - p < item_edges ? end[u] - p : item_edges), j[u]});
            }
        }
    }

    counters* size_;
    warp_list<item> list_;
    item* in_shared_ = nullptr;
    unsigned shared_room_ = 0;
    unsigned vertices_ = 0;         // that this lane has appended
    unsigned long long edges_ = 0;  // of these
};

/// Calls f(places, vertices, are_there) for all edges of a queue, by `warps` warps of which this is the `warp`-th: a warp calls it as one,
/// each lane with the places of in_flight edges in the arrays of the matrix, and the vertices that they start from.
///
/// Where rows are short, a warp takes items that lie side by side, one for each lane. Otherwise its items lie `warps` apart, so that
/// the items of one long row come to different warps, and the lanes share the edges of all 32 items.
template <class F>
__device__ __forceinline__ void for_each_edge(const item* items, const counters& size, unsigned warp, unsigned warps, const F& f) {
    constexpr unsigned full = simt::full_warp;
    constexpr unsigned short_row = 4 * in_flight;
    const unsigned lane = simt::lane_id();
    const bool short_rows = size.edges <= static_cast<unsigned long long>(size.items) * short_row;
    const unsigned stride = short_rows ? 1 : warps, step_of_warp = short_rows ? simt::warp_size : 1;
    for (unsigned base = 0; base + warp * step_of_warp < size.items; base += warps * simt::warp_size) {
        const unsigned at = base + warp * step_of_warp + lane * stride;
        const item mine = at < size.items ? items[at] : item{0, 0, 0};
        const bool by_lane = short_rows && __all_sync(full, mine.count <= short_row);
        const unsigned last = by_lane ? 0 : sum_up_to_lane(mine.count);
        const unsigned total = by_lane ? __reduce_max_sync(full, mine.count) : __shfl_sync(full, last, 31);
        // The first edge of the item, less the number of edges of the items before it.
        const row_offset shift = mine.begin - static_cast<row_offset>(last - mine.count);
        for (unsigned first = 0; first < total; first += by_lane ? in_flight : in_flight * simt::warp_size) {
            row_offset place[in_flight];
            column_index vertex[in_flight];
            bool is_there[in_flight];
            if (by_lane) {
#pragma unroll
                for (unsigned u = 0; u < in_flight; ++u) {
                    is_there[u] = first + u < mine.count;
                    vertex[u] = mine.vertex;
                    place[u] = mine.begin + first + u;
                }
            } else {
#pragma unroll
                for (unsigned u = 0; u < in_flight; ++u) {
                    const unsigned e = first + u * simt::warp_size + lane;
                    unsigned owner = 0;  // the number of items that end at or before e
#pragma unroll
                    for (unsigned step = simt::warp_size / 2; step > 0; step /= 2) {
                        if (__shfl_sync(full, last, static_cast<int>(owner + step - 1)) <= e) owner += step;
                    }
                    is_there[u] = e < total;
                    vertex[u] = __shfl_sync(full, mine.vertex, static_cast<int>(owner));
                    place[u] = __shfl_sync(full, shift, static_cast<int>(owner)) + e;
                }
            }
            f(place, vertex, is_there);
        }
    }
}

/// Rounds of block 0 alone, in which the frontier is in shared memory and no other block is waited for, until the frontier is empty or
/// no longer narrow, or after the last round. push(items, size, warp, warps, round, next) makes a round.
template <class Push>
__device__ __forceinline__ void narrow_rounds(item* in_memory, counters frontier, int round, int last_round, after_narrow_rounds* left,
                                              const Push& push) {
    __shared__ counters of[2];
    item* const room = simt::dynamic_shared<item>();
    const unsigned warp = simt::warp_id(), warps = blockDim.x / simt::warp_size;
    for (unsigned i = threadIdx.x; i < frontier.items; i += blockDim.x) room[i] = in_memory[i];
    unsigned side = 0, vertices = 0;
    unsigned long long edges = 0;
    if (threadIdx.x == 0) of[0] = of[1] = {0, 0, 0};
    __syncthreads();
    while (frontier.items > 0 && frontier.is_narrow() && round < last_round) {
        ++round;
        edges += frontier.edges;
        counters& next = of[side ^ 1];
        queue to(in_memory, &next, room + (side ^ 1) * narrow_room, narrow_room);
        push(room + side * narrow_room, frontier, warp, warps, round, to);
        __syncthreads();
        frontier = next;
        if (threadIdx.x == 0) of[side] = {0, 0, 0};
        side ^= 1;
        vertices += frontier.vertices;
        __syncthreads();
    }
    const unsigned here = frontier.items < narrow_room ? frontier.items : narrow_room;
    for (unsigned i = threadIdx.x; i < here; i += blockDim.x) in_memory[i] = room[side * narrow_room + i];
    if (threadIdx.x == 0) *left = {round, frontier, vertices, edges};
}

}  // namespace graphblas_gpu::cuda::propagation
