// Idea: a lane looks at the neighbours of a vertex until one of them decides the vertex or makes it wait; a warp continues if
// the row is long. A warp lists those of its vertices that have to wait, and looks at the listed ones again until there are
// none; a vertex goes on with the neighbour that it has waited for. All blocks run at the same time, and no warp waits for its
// block. Another vertex may see a decision at once or later, which changes the number of looks but not the set. The same kernel
// then lists the members, so that the host waits once.
#include <graphblas_gpu/base/graph/independent_set.hpp>
#include <graphblas_gpu/cuda/elementwise/compaction.cuh>
#include <graphblas_gpu/cuda/primitives/position_list.cuh>
#include <graphblas_gpu/cuda/structure/graph.hpp>

#include <algorithm>

namespace graphblas_gpu::cuda {

namespace {

using base::standing;
using base::verdict;

constexpr unsigned set_threads = 512;     ///< of a block
constexpr unsigned set_blocks = 3;        ///< of a multiprocessor
constexpr row_offset row_of_a_lane = 32;  ///< the entries of a row that a lane looks at alone; the rest is left to the warp

/// How many vertices a thread has at most, if `threads` threads have all.
GB_HD constexpr index vertices_of_a_thread(index vertices, index threads) { return (vertices + threads - 1) / threads; }

/// What the blocks share; all zero at the start.
struct set_state {
    unsigned arrived;
    unsigned members_of_blocks[position_list::max_blocks];
};

/// A vertex, and how many entries of its row need not be looked at again (set_task::look).
struct looking {
    column_index vertex = 0;
    std::uint32_t settled = 0;
};

struct set_task {
    csr_ref a;
    independent_set_order order;
    standing* states;  ///< of each vertex
    looking* waiting;  ///< a list for each warp, with room for its vertices
    set_state* state;
    position_list members;

    __device__ standing of_vertex(index v) const { return *static_cast<const volatile standing*>(states + v); }
    __device__ void decide(index v, standing decided) const { *static_cast<volatile standing*>(states + v) = decided; }
    /// A state that may be old. A decision is never old, and neither is the rank of a vertex that was undecided: a neighbour of
    /// lower priority does not matter to a vertex whether it is undecided or left out. It comes from the cache of the
    /// multiprocessor, where vertices with many neighbours are.
    __device__ standing of_vertex_or_before(index v) const { return states[v]; }

    /// base::look_at_neighbours from the entry `at` on, which is moved to the neighbour that decides. All before it are
    /// settled: they are left out, or have lower priority and so stay undecided while v is. So a vertex that has to wait can go
    /// on from there.
    __device__ verdict look(index v, standing own, row_offset& at, row_offset end, row_offset step) const {
        for (; at < end; at += step) {
            const column_index u = a.columns[at];
            if (u == v || of_vertex_or_before(u) < own) continue;
            const verdict found = base::look_at_neighbours(a.columns, at, at + 1, 1, v, own, order,
                                                           [this](column_index w) { return of_vertex(w); });
            if (found != verdict::wins) return found;
        }
        return verdict::wins;
    }
    /// Marks the neighbours of a new member as left out.
    __device__ void leave_out(index v, row_offset begin, row_offset end, row_offset step) const {
        for (row_offset p = begin; p < end; p += step) {
            const column_index u = a.columns[p];
            if (u != v && of_vertex_or_before(u) != base::left_out) decide(u, base::left_out);
        }
    }
};

/// The verdict of the entries of a long row from `at` on, which is moved as by look(). All lanes call.
__device__ verdict look_together(const set_task& t, row_offset& at, row_offset end, index v, standing own) {
    constexpr row_offset at_once = 4 * simt::warp_size;
    for (; at < end; at += at_once) {
        row_offset of_lane = at + simt::lane_id();
        const verdict part = t.look(v, own, of_lane, std::min(at + at_once, end), simt::warp_size);
        if (__any_sync(simt::full_warp, part == verdict::loses)) return verdict::loses;
        if (__any_sync(simt::full_warp, part == verdict::waits)) return verdict::waits;
    }
    return verdict::wins;
}

/// Looks at 32 vertices, one for each lane, or none. Returns whether the lane's vertex has to wait. All lanes call.
__device__ bool decide_together(const set_task& t, bool is_there, looking& from) {
    const unsigned lane = simt::lane_id();
    const index v = from.vertex;
    const standing own = is_there ? t.of_vertex(v) : base::left_out;
    const bool is_undecided = base::is_undecided(own);
    if (!__any_sync(simt::full_warp, is_undecided)) return false;
    const row_offset begin = is_undecided ? t.a.offsets[v] : 0, end = is_undecided ? t.a.offsets[v + 1] : 0;
    const bool is_long = end - begin > row_of_a_lane;
    row_offset at = begin + from.settled;
    verdict found = is_undecided ? t.look(v, own, at, std::min(end, begin + row_of_a_lane), 1) : verdict::loses;
    for (unsigned rows = __ballot_sync(simt::full_warp, is_long && found == verdict::wins); rows != 0; rows &= rows - 1) {
        const unsigned owner = simt::lowest_bit(rows);
        const auto rank = static_cast<standing>(__shfl_sync(simt::full_warp, static_cast<unsigned>(own), owner));
        row_offset in_row = __shfl_sync(simt::full_warp, at, owner);
        const verdict rest =
            look_together(t, in_row, __shfl_sync(simt::full_warp, end, owner), __shfl_sync(simt::full_warp, v, owner), rank);
        if (lane != owner) continue;
        found = rest;
        at = in_row;
    }
    from.settled = static_cast<std::uint32_t>(at - begin);
    const bool wins = is_undecided && found == verdict::wins;
    if (wins) t.decide(v, base::member);
    else if (is_undecided && found == verdict::loses) t.decide(v, base::left_out);
    if (wins && !is_long) t.leave_out(v, begin, end, 1);
    for (unsigned rows = __ballot_sync(simt::full_warp, wins && is_long); rows != 0; rows &= rows - 1) {
        const unsigned owner = simt::lowest_bit(rows);
        const row_offset first = __shfl_sync(simt::full_warp, begin, owner), last = __shfl_sync(simt::full_warp, end, owner);
        t.leave_out(__shfl_sync(simt::full_warp, v, owner), first + lane, last, simt::warp_size);
    }
    return is_undecided && found == verdict::waits;
}

/// Decides the vertices of a warp: 32 from `first` on, and 32 after every `threads` vertices. All lanes call.
__device__ void decide_vertices(const set_task& t, index first, index threads) {
    const unsigned lane = simt::lane_id();
    looking* const list = t.waiting + first * vertices_of_a_thread(t.a.nrows, threads);
    unsigned waiting = 0;
    const auto look = [&](bool is_there, looking from) {
        const bool waits = decide_together(t, is_there, from);
        const unsigned lanes = __ballot_sync(simt::full_warp, waits);
        if (waits) list[waiting + simt::count_below(lanes)] = from;
        waiting += static_cast<unsigned>(__popc(lanes));
    };
    for (index base = first; base < t.a.nrows; base += threads)
        look(base + lane < t.a.nrows, {static_cast<column_index>(base + lane), 0});
    while (waiting > 0) {
        // What waits again is written at most where this look has read.
        const unsigned listed = waiting;
        waiting = 0;
        __nanosleep(20);  // others decide meanwhile; on the emulated device it is the turn of another thread
        for (unsigned n = lane; n - lane < listed; n += simt::warp_size) {
            __syncwarp();
            const looking from = n < listed ? list[n] : looking{};
            __syncwarp();
            look(n < listed, from);
        }
    }
}

__global__ void __launch_bounds__(set_threads, set_blocks) independent_set_kernel(set_task t) {
    grid_barrier barrier(&t.state->arrived);
    const index threads = static_cast<index>(gridDim.x) * set_threads;
    const index first = static_cast<index>(blockIdx.x) * set_threads + threadIdx.x;
    for (index v = first; v < t.a.nrows; v += threads) t.states[v] = t.order.rank(v, t.a.offsets[v + 1] - t.a.offsets[v]);
    barrier.wait();
    decide_vertices(t, first - simt::lane_id(), threads);
    barrier.wait();
    t.members.write(
        barrier, [&](index v) { return t.states[v] == base::member; }, [](index, unsigned) {});
}

}  // namespace

csr independent_set(const engine_ptr& e, const csr_ref& a, std::uint64_t seed) {
    if (a.nrows == 0) return empty_csr(e, 1, 0, type_code::none);
    const auto n = static_cast<std::size_t>(a.nrows);
    const array<standing> states(e, n);
    const auto state = zeros<set_state>(e, 1);
    array<column_index> columns(e, n);
    csr members = shaped(1, a.nrows);
    members.offsets = array<row_offset>(e, 2);
    const std::size_t most = std::min<std::size_t>(e->facts().multiprocessors * set_blocks, position_list::max_blocks);
    const auto blocks = static_cast<unsigned>(std::min(most, (n + set_threads - 1) / set_threads));
    const index threads = static_cast<index>(blocks) * set_threads;
    const array<looking> waiting(e, static_cast<std::size_t>(threads * vertices_of_a_thread(a.nrows, threads)));
    const set_task t{.a = a.structure(),
                     .order = independent_set_order(seed, a.nrows, a.nvals),
                     .states = states.data(),
                     .waiting = waiting.data(),
                     .state = state.data(),
                     .members = {.size = a.nrows,
                                 .columns = columns.data(),
                                 .offsets = members.offsets.data(),
                                 .of_blocks = state.data()->members_of_blocks,
                                 .answer = e->answer()}};
    simt::launch_concurrent(e->stream(), blocks, set_threads, 0, independent_set_kernel, t);
    members.nvals = e->await_answer();
    members.columns = fitted(e, std::move(columns), members.nvals);
    return members;
}

}  // namespace graphblas_gpu::cuda
