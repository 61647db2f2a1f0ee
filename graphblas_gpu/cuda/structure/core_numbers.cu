// Idea: one kernel does everything, and its blocks meet at a barrier after each step. Every vertex has the number of its
// remaining edges. A step that reads the vertices which are left lists those with k edges. A round takes the listed vertices
// away: a warp subtracts 1 at each neighbour of a vertex, and whoever brings a neighbour down to k lists it for the next round.
// A round of few vertices is made by one block, which needs no barrier with the others, so that long sequences of small rounds
// (on a grid, or in the densest part of a power-law graph) take about as long as their loads. The list of the vertices that are
// left is written anew whenever half of it has been taken away. Source: Ahmad, Yuan, Yan, Guo, Chen, Zhang, "Accelerating
// k-core decomposition by a GPU" (ICDE 2023); the rounds: Dasari, Ranjan, Zubair, "ParK" (IEEE Big Data 2014).
#include <graphblas_gpu/cuda/primitives/grid_barrier.cuh>
#include <graphblas_gpu/cuda/structure/graph.hpp>

#include <algorithm>

namespace graphblas_gpu::cuda {

namespace {

constexpr unsigned peel_threads = 1024;      ///< of a block, of which a multiprocessor has one
constexpr unsigned peel_in_flight = 4;       ///< loads in flight in a lane
constexpr unsigned removed_by_a_block = 64;  ///< a round of at most so many vertices is made by one block

/// What the blocks count in one step.
struct peel_counts {
    unsigned listed;  ///< vertices for the next round
    unsigned left;    ///< vertices that are written to the list of those that are left
    unsigned least;   ///< the fewest edges of a vertex with more than k
};

/// All zero at the start.
struct peel_state {
    unsigned arrived;
    /// Used in turns: one step adds, the next reads, and the one between is made ready.
    peel_counts of_steps[3];
    /// Where a block that made rounds alone has stopped.
    unsigned removed, listed, rounds;
};

struct peel_task {
    csr_ref a;
    unsigned* edges_left;   ///< of each vertex
    std::int64_t* numbers;  ///< the core numbers
    column_index* columns;  ///< written: 0, 1, ...
    row_offset* offsets;    ///< 2, written
    column_index* removed;  ///< n: the vertices in the order of the rounds
    column_index* left[2];  ///< n each: the vertices that are left, in turns
    peel_state* state;
    std::int64_t* answer;  ///< the degeneracy and the rounds, for the host

    __device__ unsigned edges_of(index v) const { return *static_cast<const volatile unsigned*>(edges_left + v); }

    /// Appends the vertices of the lanes that list one to `to`, of which `count` have been used. All lanes call.
    static __device__ __forceinline__ void append(bool lists, column_index v, column_index* to, unsigned* count) {
        const unsigned lanes = __ballot_sync(simt::full_warp, lists);
        if (lanes == 0) return;
        unsigned at = 0;
        if (simt::lane_id() == 0) at = atomicAdd(count, static_cast<unsigned>(__popc(lanes)));
        at = __shfl_sync(simt::full_warp, at, 0);
        if (lists) *static_cast<volatile column_index*>(to + at + simt::count_below(lanes)) = v;
    }

    /// Takes removed[first], removed[first + step], ... before removed[end] away, a vertex at a time; lists after `end` what
    /// has k edges then. A warp calls.
    __device__ __forceinline__ void take_away(unsigned first, unsigned end, unsigned step, unsigned k, unsigned* listed) const {
        for (unsigned at = first; at < end; at += step) {
            const column_index v = *static_cast<const volatile column_index*>(removed + at);
            const row_offset row_end = a.offsets[v + 1];
            for (row_offset base = a.offsets[v]; base < row_end; base += peel_in_flight * simt::warp_size) {
                column_index u[peel_in_flight];
                unsigned edges[peel_in_flight];
#pragma unroll
                for (unsigned n = 0; n < peel_in_flight; ++n) {
                    const row_offset p = base + n * simt::warp_size + simt::lane_id();
                    u[n] = p < row_end ? a.columns[p] : v;
                }
#pragma unroll
                for (unsigned n = 0; n < peel_in_flight; ++n) edges[n] = edges_of(u[n]);
#pragma unroll
                for (unsigned n = 0; n < peel_in_flight; ++n) {
                    // A vertex that has been listed or taken away has k edges or fewer, as v has.
                    const bool lists = edges[n] > k && atomicSub(&edges_left[u[n]], 1u) == k + 1;
                    if (lists) numbers[u[n]] = k;
                    append(lists, u[n], removed + end, listed);
                }
            }
        }
    }
};

__global__ void __launch_bounds__(peel_threads, 1) core_numbers_kernel(peel_task t) {
    __shared__ unsigned listed_here;
    grid_barrier barrier(&t.state->arrived);
    const unsigned lane = simt::lane_id(), warps_here = blockDim.x / simt::warp_size;
    const unsigned warp = blockIdx.x * warps_here + simt::warp_id(), warps = gridDim.x * warps_here;
    const index first = static_cast<index>(blockIdx.x) * blockDim.x + threadIdx.x;
    const index threads = static_cast<index>(gridDim.x) * blockDim.x;
    const auto n = static_cast<unsigned>(t.a.nrows);

    for (index v = first; v < t.a.nrows; v += threads) {
        t.edges_left[v] = static_cast<unsigned>(t.a.offsets[v + 1] - t.a.offsets[v]);
        t.columns[v] = static_cast<column_index>(v);
    }
    if (first == 0) {
        t.state->of_steps[0].least = ~0u;
        t.offsets[0] = 0;
        t.offsets[1] = t.a.nrows;
    }
    barrier.wait();

    // All blocks have the same values of these.
    unsigned step = 0, removed = 0, k = 0, degeneracy = 0, rounds = 0, size = n;
    column_index* left = nullptr;  // the vertices that are left; null: all
    column_index *next_left = t.left[0], *spare = t.left[1];
    const auto counts = [&](unsigned of_step) { return &t.state->of_steps[of_step % 3]; };
    const auto end_step = [&] {
        if (first == 0) *counts(step + 1) = peel_counts{0, 0, ~0u};
        barrier.wait();
        return *static_cast<const volatile unsigned*>(&counts(step++)->listed);
    };
    while (removed < n) {
        const bool shortens = 2 * static_cast<std::uint64_t>(n - removed) <= size;
        unsigned least = ~0u;
        for (index base = first - lane; base < size; base += threads) {
            const bool is_there = base + lane < size;
            const auto v = !is_there         ? column_index{0}
                           : left == nullptr ? static_cast<column_index>(base + lane)
                                             : *static_cast<const volatile column_index*>(left + base + lane);
            const unsigned edges = is_there ? t.edges_of(v) : 0;
            const bool lists = is_there && edges == k, stays = is_there && edges > k;
            if (lists) t.numbers[v] = k;
            if (stays) least = std::min(least, edges);
            t.append(lists, v, t.removed + removed, &counts(step)->listed);
            if (shortens) t.append(stays, v, next_left, &counts(step)->left);
        }
        least = __reduce_min_sync(simt::full_warp, least);
        if (lane == 0 && least != ~0u) atomicMin(&counts(step)->least, least);
        unsigned listed = end_step();
        if (shortens) {
            size = *static_cast<const volatile unsigned*>(&counts(step - 1)->left);
            left = next_left;
            next_left = spare;
            spare = left;
        }
        if (listed == 0) {
            k = *static_cast<const volatile unsigned*>(&counts(step - 1)->least);
            continue;
        }
        degeneracy = k;
        while (listed > 0) {
            if (listed > removed_by_a_block) {
                ++rounds;
                t.take_away(removed + warp, removed + listed, warps, k, &counts(step)->listed);
                removed += listed;
                listed = end_step();
                continue;
            }
            if (blockIdx.x == 0) {
                do {
                    if (threadIdx.x == 0) listed_here = 0;
                    __syncthreads();
                    t.take_away(removed + simt::warp_id(), removed + listed, warps_here, k, &listed_here);
                    __syncthreads();
                    ++rounds;
                    removed += listed;
                    listed = listed_here;
                    __syncthreads();
                } while (listed > 0 && listed <= removed_by_a_block);
                if (threadIdx.x == 0) {
                    t.state->removed = removed;
                    t.state->listed = listed;
                    t.state->rounds = rounds;
                }
            }
            (void)end_step();
            removed = *static_cast<const volatile unsigned*>(&t.state->removed);
            listed = *static_cast<const volatile unsigned*>(&t.state->listed);
            rounds = *static_cast<const volatile unsigned*>(&t.state->rounds);
        }
        ++k;
    }
    if (first == 0) {
        t.answer[0] = degeneracy;
        t.answer[1] = rounds;
    }
}

}  // namespace

numbered_cores core_numbers(const engine_ptr& e, const csr_ref& a) {
    const auto n = static_cast<std::size_t>(a.nrows);
    numbered_cores out;
    out.numbers = csr_with_room(e, 1, a.nrows, a.nrows, type_code::int64);
    const array<unsigned> edges_left(e, n);
    const array<column_index> removed(e, n), left(e, n), left_after(e, n);
    const auto state = zeros<peel_state>(e, 1);
    const peel_task t{.a = a.structure(),
                      .edges_left = edges_left.data(),
                      .numbers = static_cast<std::int64_t*>(out.numbers.values.data()),
                      .columns = out.numbers.columns.data(),
                      .offsets = out.numbers.offsets.data(),
                      .removed = removed.data(),
                      .left = {left.data(), left_after.data()},
                      .state = state.data(),
                      .answer = e->answer()};
    const auto blocks = std::min<std::size_t>(e->facts().multiprocessors, (n + peel_threads - 1) / peel_threads);
    simt::launch_concurrent(e->stream(), static_cast<unsigned>(blocks), peel_threads, 0, core_numbers_kernel, t);
    out.end.degeneracy = e->await_answer();
    out.end.rounds = e->answer()[1];
    return out;
}

}  // namespace graphblas_gpu::cuda
