// A whole search as one kernel: each round fills the blank positions that the frontier reaches.
//
// Idea: all blocks run at the same time and meet at a barrier after each round, so that the host is not involved. A round
// either pushes along the rows of the frontier, which is a queue, or pulls along the rows of the blank positions, which ends at
// the first hit. Before each round, the numbers of edges that both would look at decide which one is taken. While the frontier
// is narrow, one block computes the rounds alone, with its queue in shared memory and without barriers of the grid.
// Source: Beamer, Asanovic, Patterson, "Direction-optimizing breadth-first search" (SC 2012); one kernel for all levels: Hong,
// Oguntebi, Olukotun, "Efficient parallel graph exploration on multi-core CPU and GPU" (PACT 2011).
#pragma once

#include <graphblas_gpu/cuda/primitives/bitmap.cuh>
#include <graphblas_gpu/cuda/primitives/grid_barrier.cuh>
#include <graphblas_gpu/cuda/propagate/frontier.cuh>

namespace graphblas_gpu::cuda::propagation {

/// The state that the blocks share, in device memory; all zero at the start.
struct search_state {
    unsigned arrived;
    counters rounds[3];     ///< used in turn: the frontier, the current round (0 before it), and one that is being cleared
    after_narrow_rounds narrow;
    unsigned entries[max_blocks];  ///< entries of the result in the part of each block
};

struct search_task : searched_rows {
    const column_index* frontier = nullptr;
    unsigned frontier_size = 0;
    const column_index* taken = nullptr;         ///< the positions that are not blank at the start
    unsigned taken_size = 0;
    int most_rounds = 0;

    int* round_of = nullptr;                     ///< n; written
    /// n; written if not null: for each position that the search fills, the smallest k that reaches it
    column_index* first_k = nullptr;
    item* queues[2] = {};
    unsigned* bits[2] = {};                      ///< during pulls: a bit for each position that was filled in an earlier round
    search_state* state = nullptr;

    /// The result as lists: the positions with an entry, their rounds, and their first_k as int32 or int64 (`k_bytes`).
    column_index* columns = nullptr;
    std::int32_t* rounds = nullptr;
    void* ks = nullptr;
    unsigned k_bytes = 0;
    row_offset* offsets = nullptr;               ///< 2
    /// read by the host: entries, the last round that found something, rounds that pushed, and rounds that pulled
    std::int64_t* answer = nullptr;
};

inline constexpr int blank = -1;
inline constexpr column_index nobody = ~column_index{0};

/// A push: one round from a queue. `warps` warps share it, and the calling one is number `warp`.
template <bool wants_k>
__device__ void push(const search_task& t, const item* items, const counters& size, unsigned warp, unsigned warps, int round,
                     queue& next) {
    const bool at_once = size.has_few_edges();  // then positions are claimed without a test whether they are blank
    for_each_edge(items, size, warp, warps, [&](const auto& position, const auto& vertex, const auto& is_there) {
        column_index j[in_flight];
        int state[in_flight];
        bool is_new[in_flight];
        row_offset begin[in_flight], end[in_flight];
#pragma unroll
        for (unsigned u = 0; u < in_flight; ++u) j[u] = is_there[u] ? t.push_columns[position[u]] : 0;
#pragma unroll
        for (unsigned u = 0; u < in_flight; ++u) state[u] = !is_there[u] ? 0 : at_once ? blank : t.round_of[j[u]];
#pragma unroll
        for (unsigned u = 0; u < in_flight; ++u) {
            // Of all edges that reach a position, one claims it. The row of the position is loaded at the same time.
            is_new[u] = state[u] == blank;
            if (!is_new[u]) continue;
            state[u] = atomicCAS(&t.round_of[j[u]], blank, round);
            begin[u] = t.push_offsets[j[u]];
            end[u] = t.push_offsets[j[u] + std::size_t{1}];
        }
#pragma unroll
        for (unsigned u = 0; u < in_flight; ++u) {
            if (wants_k && (state[u] == blank || state[u] == round)) atomicMin(&t.first_k[j[u]], vertex[u]);
            is_new[u] = is_new[u] && state[u] == blank;
        }
        next.append(j, is_new, begin, end);
    });
    next.finish();
}

/// A pull: one round along the rows of the blank positions. `now` has the bits of all positions that earlier rounds have
/// filled; `after` receives these and the bits of this round. If a blank position has neighbours in `now`, they are all of the
/// last round.
template <bool wants_k>
__device__ void pull(const search_task& t, const unsigned* now, unsigned* after, unsigned warp, unsigned warps, int round) {
    constexpr unsigned full = simt::full_warp;
    constexpr unsigned probes = 4;
    const unsigned lane = simt::lane_id();
    unsigned vertices = 0;
    unsigned long long edges = 0;
    for (index w = warp; w * 32 < t.n; w += warps) {
        const index v = w * 32 + lane;
        const bool is_blank = v < t.n && t.round_of[v] == blank;
        const row_offset begin = is_blank ? t.pull_offsets[v] : 0;
        const row_offset end = is_blank ? t.pull_offsets[v + 1] : 0;
        column_index k = nobody;
        if (begin < end) {
            column_index c[probes];
            bool hit[probes];
#pragma unroll
            for (unsigned u = 0; u < probes; ++u) c[u] = t.pull_columns[begin + u < end ? begin + u : begin];
#pragma unroll
            for (unsigned u = 0; u < probes; ++u) hit[u] = has_bit(now, c[u]);
#pragma unroll
            for (unsigned u = probes; u-- > 0;) {
                if (hit[u]) k = c[u];
            }
        }
        // Rows that are longer and have no hit yet are read by the whole warp.
        for (unsigned left = __ballot_sync(full, k == nobody && begin + probes < end); left != 0; left &= left - 1) {
            const unsigned owner = simt::lowest_bit(left);
            const row_offset last = __shfl_sync(full, end, owner);
            column_index first = nobody;
            for (row_offset p = __shfl_sync(full, begin, owner) + probes; p < last; p += simt::warp_size) {
                const column_index c = p + lane < last ? t.pull_columns[p + lane] : nobody;
                const unsigned hits = __ballot_sync(full, c != nobody && has_bit(now, c));
                if (hits == 0) continue;
                first = __shfl_sync(full, c, simt::lowest_bit(hits));
                break;
            }
            if (lane == owner) k = first;
        }
        const unsigned bits = __ballot_sync(full, k != nobody);
        if (lane == 0) after[w] = now[w] | bits;
        if (k == nobody) continue;
        t.round_of[v] = round;
        if constexpr (wants_k) t.first_k[v] = k;
        ++vertices;
        edges += static_cast<unsigned long long>(end - begin);
    }
    for (unsigned d = simt::warp_size / 2; d > 0; d /= 2) {
        vertices += __shfl_down_sync(full, vertices, d);
        edges += __shfl_down_sync(full, edges, d);
    }
    if (lane == 0 && vertices > 0) {
        atomicAdd(&sums_of_block().vertices, vertices);
        atomicAdd(&sums_of_block().edges, edges);
    }
}

/// Whether the next round should pull. A pull looks at `blank_edges` edges at most, and at fewer if rows hit early.
__device__ __forceinline__ bool pulling_is_profitable(const search_task& t, const counters& frontier, float blank_edges,
                                                      float blanks) {
    constexpr unsigned push_edge = 3, vertices_to_scan = 4;  // relative to the cost of looking at one edge in a pull
    const auto push = push_edge * static_cast<float>(frontier.edges);
    const auto scan = static_cast<float>(t.n) / vertices_to_scan;
    if (t.pull_offsets == nullptr || push <= scan) return false;
    const float looks_at_a_vertex = static_cast<float>(t.nvals) / static_cast<float>(frontier.edges);
    const float looks = blanks * looks_at_a_vertex;
    return push > scan + (looks < blank_edges ? looks : blank_edges);
}

template <bool wants_k>
__global__ void __launch_bounds__(max_threads) search_kernel(search_task t) {
    grid_barrier barrier(&t.state->arrived);
    const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x, all_threads = gridDim.x * blockDim.x;
    // Warps with neighbouring numbers are in different blocks, so that a round with little work is spread over the device.
    const unsigned warp = simt::warp_id() * gridDim.x + blockIdx.x, warps = all_threads / simt::warp_size;
    if (threadIdx.x == 0) sums_of_block() = {0, 0, 0};
    for (index v = thread; v < t.n; v += all_threads) {
        t.round_of[v] = blank;
        if constexpr (wants_k) t.first_k[v] = nobody;
    }
    barrier.wait();
    for (unsigned i = thread; i < t.taken_size; i += all_threads) t.round_of[t.taken[i]] = 0;
    {
        counters& first = t.state->rounds[0];
        queue to(t.queues[0], &first, true);
        for (unsigned i = warp * simt::warp_size; i < t.frontier_size; i += warps * simt::warp_size) {
            const bool is_there = i + simt::lane_id() < t.frontier_size;
            to.append(t.push_offsets, is_there ? t.frontier[i + simt::lane_id()] : 0, is_there);
        }
        to.finish();
    }
    barrier.wait([&] { add_sums_of_block(t.state->rounds[0]); });

    unsigned from = 0, turn = 0;
    counters frontier = t.state->rounds[0];
    auto blanks = static_cast<float>(t.n - t.taken_size), blank_edges = static_cast<float>(t.nvals);
    bool has_queue = true, has_bits = false;
    int pulled = 0, round = 0;
    while ((has_queue ? frontier.items : frontier.vertices) > 0 && round < t.most_rounds) {
        if (has_queue && frontier.is_narrow()) {
            if (blockIdx.x == 0) {
                for (unsigned i = threadIdx.x; i < frontier.items; i += blockDim.x)
                    simt::dynamic_shared<item>()[i] = t.queues[from][i];
                narrow_rounds<narrow_items, narrow_room>(
                    t.queues[from], frontier, round, t.most_rounds, &t.state->narrow,
                    [&](const item* items, const counters& size, unsigned w, unsigned all, int now, queue& next) {
                        push<wants_k>(t, items, size, w, all, now, next);
                    });
            }
            barrier.wait();
            round = t.state->narrow.round;
            frontier = t.state->narrow.frontier;
            blanks -= static_cast<float>(t.state->narrow.vertices);
            has_bits = false;
            if (frontier.items == 0 || round >= t.most_rounds) break;
        }
        const bool pulls = round > 0 && pulling_is_profitable(t, frontier, blank_edges, blanks);
        if (pulls && !has_bits) {
            for (index w = warp; w * 32 < t.n; w += warps) {
                const index v = w * 32 + simt::lane_id();
                const unsigned word = __ballot_sync(simt::full_warp, v < t.n && t.round_of[v] > 0);
                if (simt::lane_id() == 0) t.bits[from][w] = word;
            }
            barrier.wait();
        }
        if (!pulls && !has_queue) {
            turn = (turn + 1) % 3;
            if (thread == 0) t.state->rounds[(turn + 1) % 3] = {0, 0, 0};
            counters& again = t.state->rounds[turn];
            queue to(t.queues[from], &again, true);
            for (index w = warp; w * 32 < t.n; w += warps) {
                const index v = w * 32 + simt::lane_id();
                to.append(t.push_offsets, static_cast<column_index>(v), v < t.n && t.round_of[v] == round);
            }
            to.finish();
            barrier.wait([&] { add_sums_of_block(again); });
            frontier = again;
            if (frontier.items == 0) break;  // the positions that were found have no edges
        }
        ++round;
        blank_edges -= static_cast<float>(frontier.edges);
        const unsigned next = (turn + 1) % 3, later = (turn + 2) % 3;
        if (thread == 0) t.state->rounds[later] = {0, 0, 0};
        counters& found = t.state->rounds[next];
        if (pulls) {
            pull<wants_k>(t, t.bits[from], t.bits[from ^ 1], warp, warps, round);
            ++pulled;
        } else {
            queue to(t.queues[from ^ 1], &found, !frontier.has_few_edges());
            push<wants_k>(t, t.queues[from], frontier, warp, warps, round, to);
        }
        barrier.wait([&] { add_sums_of_block(found); });
        from ^= 1;
        turn = next;
        frontier = found;
        blanks -= static_cast<float>(frontier.vertices);
        has_bits = pulls;
        has_queue = !pulls;
    }
    if (thread == 0) {
        // Only the last round can have found nothing.
        t.answer[1] = round > 0 && frontier.vertices == 0 ? round - 1 : round;
        t.answer[2] = round - pulled;
        t.answer[3] = pulled;
    }
    const position_list list{t.n, t.columns, t.offsets, t.state->entries, t.answer};
    list.write(barrier, [&](index v) { return t.round_of[v] != blank; },
               [&](index v, unsigned at) {
                   t.rounds[at] = t.round_of[v];
                   if constexpr (wants_k) {
                       if (t.k_bytes == sizeof(std::int64_t)) static_cast<std::int64_t*>(t.ks)[at] = t.first_k[v];
                       else static_cast<std::int32_t*>(t.ks)[at] = static_cast<std::int32_t>(t.first_k[v]);
                   }
               });
}

}  // namespace graphblas_gpu::cuda::propagation
