// Idea: a lane looks at the neighbours of a vertex until one of them decides the vertex or makes it wait; a warp continues if
// the row is long. A warp repeats the pass over its vertices while any of these waits, and a vertex that has waited goes on with
// the neighbour that it waited for; all blocks run at the same time. The loads of a pass depend on each other, so that their latency
// is what takes time: a lane reads several neighbours at once.
// Another vertex may see a decision in the same pass or in a later one, which changes the number of passes but not the set. The
// same kernel then lists the members, so that the host waits once.
#include <graphblas_gpu/cuda/primitives/compaction.cuh>
#include <graphblas_gpu/cuda/primitives/position_list.cuh>
#include <graphblas_gpu/cuda/structure/graph.hpp>
#include <graphblas_gpu/formats/independent_set.hpp>

#include <algorithm>

namespace graphblas_gpu::cuda {

namespace {

using formats::standing;
using formats::verdict;

constexpr unsigned set_threads = 512;     ///< of a block
constexpr unsigned set_blocks = 3;        ///< of a multiprocessor
constexpr row_offset row_of_a_lane = 32;  ///< the entries of a row that a lane looks at alone; the rest is left to the warp
constexpr int neighbours_at_once = 4;     ///< whose states a lane loads before it looks at the first

/// What the blocks share; all zero at the start.
struct set_state {
    unsigned arrived;
    unsigned members_of_blocks[position_list::most_blocks];
};

struct set_task {
    csr_ref a;
    independent_set_order order;
    standing* of;            ///< of each vertex
    std::uint32_t* settled;  ///< of each vertex: the entries of its row that need not be looked at again (look_at_neighbours)
    set_state* state;
    position_list members;

    __device__ standing of_vertex(index v) const { return *static_cast<const volatile standing*>(of + v); }
    __device__ void decide(index v, standing decided) const { *static_cast<volatile standing*>(of + v) = decided; }
    __device__ verdict look(index v, standing own, row_offset& at, row_offset end, row_offset step) const {
        return formats::look_at_neighbours<neighbours_at_once>(a.columns, at, end, step, v, own, order,
                                                               [this](column_index u) { return of_vertex(u); });
    }
    /// Marks the neighbours of a new member as left out.
    __device__ void leave_out(index v, row_offset begin, row_offset end, row_offset step) const {
        for (row_offset p = begin; p < end; p += step) {
            if (a.columns[p] != v) decide(a.columns[p], formats::left_out);
        }
    }
};

/// The verdict of the entries of a long row from `at` on, which is moved as by look(). All lanes call.
__device__ verdict look_together(const set_task& t, row_offset& at, row_offset end, index v, standing own) {
    constexpr row_offset at_once = neighbours_at_once * simt::warp_size;
    for (; at < end; at += at_once) {
        row_offset of_lane = at + simt::lane_id();
        const verdict part = t.look(v, own, of_lane, std::min(at + at_once, end), simt::warp_size);
        if (__any_sync(simt::full_warp, part == verdict::loses)) return verdict::loses;
        if (__any_sync(simt::full_warp, part == verdict::waits)) return verdict::waits;
    }
    return verdict::wins;
}

/// One pass over 32 vertices, a vertex for each lane. Returns whether one of them has to wait. All lanes call.
__device__ bool decide_together(const set_task& t, index base) {
    const unsigned lane = simt::lane_id();
    const index v = base + lane;
    const standing own = v < t.a.nrows ? t.of_vertex(v) : formats::left_out;
    const bool is_undecided = formats::is_undecided(own);
    if (!__any_sync(simt::full_warp, is_undecided)) return false;
    const row_offset begin = is_undecided ? t.a.offsets[v] : 0, end = is_undecided ? t.a.offsets[v + 1] : 0;
    const row_offset from = is_undecided ? begin + t.settled[v] : 0;
    const bool is_long = end - begin > row_of_a_lane;
    row_offset at = from;
    verdict found = is_undecided ? t.look(v, own, at, std::min(end, begin + row_of_a_lane), 1) : verdict::loses;
    for (unsigned rows = __ballot_sync(simt::full_warp, is_long && found == verdict::wins); rows != 0; rows &= rows - 1) {
        const unsigned owner = simt::lowest_bit(rows);
        const auto rank = static_cast<standing>(__shfl_sync(simt::full_warp, static_cast<unsigned>(own), owner));
        row_offset in_row = __shfl_sync(simt::full_warp, at, owner);
        const verdict rest = look_together(t, in_row, __shfl_sync(simt::full_warp, end, owner), base + owner, rank);
        if (lane != owner) continue;
        found = rest;
        at = in_row;
    }
    const bool waits = is_undecided && found == verdict::waits;
    if (waits && at > from) t.settled[v] = static_cast<std::uint32_t>(at - begin);
    const bool wins = is_undecided && found == verdict::wins;
    if (wins)
        t.decide(v, formats::member);
    else if (is_undecided && found == verdict::loses)
        t.decide(v, formats::left_out);
    if (wins && !is_long) t.leave_out(v, begin, end, 1);
    for (unsigned rows = __ballot_sync(simt::full_warp, wins && is_long); rows != 0; rows &= rows - 1) {
        const unsigned owner = simt::lowest_bit(rows);
        const row_offset first = __shfl_sync(simt::full_warp, begin, owner), last = __shfl_sync(simt::full_warp, end, owner);
        t.leave_out(base + owner, first + lane, last, simt::warp_size);
    }
    return __any_sync(simt::full_warp, waits);
}

__global__ void __launch_bounds__(set_threads, set_blocks) independent_set_kernel(set_task t) {
    grid_barrier barrier(&t.state->arrived);
    const index threads = static_cast<index>(gridDim.x) * set_threads;
    const index first = static_cast<index>(blockIdx.x) * set_threads + threadIdx.x;
    for (index v = first; v < t.a.nrows; v += threads) {
        t.of[v] = t.order.rank(v, t.a.offsets[v + 1] - t.a.offsets[v]);
        t.settled[v] = 0;
    }
    barrier.wait();
    for (bool waits = true; waits;) {
        waits = false;
        for (index base = first - simt::lane_id(); base < t.a.nrows; base += threads) waits |= decide_together(t, base);
    }
    barrier.wait();
    t.members.write(
        barrier, [&](index v) { return t.of[v] == formats::member; }, [](index, unsigned) {});
}

}  // namespace

csr independent_set(const engine_ptr& e, const csr_ref& a, std::uint64_t seed) {
    if (a.nrows == 0) return empty_csr(e, 1, 0, type_code::none);
    const auto n = static_cast<std::size_t>(a.nrows);
    const array<standing> of(e, n);
    const array<std::uint32_t> settled(e, n);
    const auto state = zeros<set_state>(e, 1);
    array<column_index> columns(e, n);
    csr members;
    members.nrows = 1;
    members.ncols = a.nrows;
    members.offsets = array<row_offset>(e, 2);
    const set_task t{.a = a.structure(),
                     .order = independent_set_order(seed, a.nrows, a.nvals),
                     .of = of.data(),
                     .settled = settled.data(),
                     .state = state.data(),
                     .members = {.size = a.nrows,
                                 .columns = columns.data(),
                                 .offsets = members.offsets.data(),
                                 .of_blocks = state.data()->members_of_blocks,
                                 .answer = e->answer()}};
    const std::size_t most = std::min<std::size_t>(e->facts().multiprocessors * set_blocks, position_list::most_blocks);
    const auto blocks = static_cast<unsigned>(std::min(most, (n + set_threads - 1) / set_threads));
    simt::launch_concurrent(e->stream(), blocks, set_threads, 0, independent_set_kernel, t);
    members.nvals = e->await_answer();
    members.columns = fitted(e, std::move(columns), members.nvals);
    return members;
}

}  // namespace graphblas_gpu::cuda
