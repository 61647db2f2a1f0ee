// Idea: a lane looks at the neighbours of a vertex until one of them decides the vertex or makes it wait; a warp continues if
// the row is long. Warps repeat the pass over their vertices while any of these waits. Another vertex may see a decision in the
// same pass or in a later one, which changes the number of passes but not the set. After some passes the host checks whether a
// vertex is undecided.
#include <graphblas_gpu/cuda/primitives/compaction.cuh>
#include <graphblas_gpu/cuda/structure/independent_set.hpp>
#include <graphblas_gpu/formats/independent_set.hpp>

namespace graphblas_gpu::cuda {

namespace {

using formats::standing;
using formats::verdict;

constexpr unsigned set_threads = 256;      ///< of a block
constexpr row_offset row_of_a_lane = 32;   ///< the entries of a row that a lane looks at alone; the rest is left to the warp
constexpr int most_passes = 24;            ///< of a kernel

struct set_task {
    csr_ref a;
    std::uint64_t seed = 0;
    standing* of = nullptr;              ///< of each vertex
    unsigned long long* left = nullptr;  ///< the number of vertices that are undecided after the last pass

    __device__ standing of_vertex(index v) const { return *static_cast<const volatile standing*>(of + v); }
    __device__ void decide(index v, standing decided) const { *static_cast<volatile standing*>(of + v) = decided; }
    __device__ verdict look(index v, standing own, row_offset begin, row_offset end, row_offset step) const {
        return formats::look_at_neighbours(a.columns, begin, end, step, v, own, seed, [this](column_index u) { return of_vertex(u); });
    }
    /// Marks the neighbours of a new member as left out.
    __device__ void leave_out(index v, row_offset begin, row_offset end, row_offset step) const {
        for (row_offset p = begin; p < end; p += step) {
            if (a.columns[p] != v) decide(a.columns[p], formats::left_out);
        }
    }
};

/// The row of one lane's vertex, which all lanes of the warp look at.
struct long_row {
    row_offset first, last;
    __device__ long_row(row_offset begin, row_offset end, unsigned owner)
        : first(__shfl_sync(simt::full_warp, begin, owner)), last(__shfl_sync(simt::full_warp, end, owner)) {}
};

/// The verdict of a long row's entries beyond the first row_of_a_lane.
__device__ verdict look_together(const set_task& t, const long_row& row, index v, standing own) {
    constexpr row_offset at_once = 4 * simt::warp_size;
    for (row_offset p = row.first + row_of_a_lane; p < row.last; p += at_once) {
        const verdict part = t.look(v, own, p + simt::lane_id(), std::min(p + at_once, row.last), simt::warp_size);
        if (__any_sync(simt::full_warp, part == verdict::loses)) return verdict::loses;
        if (__any_sync(simt::full_warp, part == verdict::waits)) return verdict::waits;
    }
    return verdict::wins;
}

/// One pass over 32 vertices, a vertex for each lane. Returns whether the lane's vertex has to wait.
__device__ bool decide_together(const set_task& t, index base) {
    const unsigned lane = simt::lane_id();
    const index v = base + lane;
    const standing own = v < t.a.nrows ? t.of_vertex(v) : formats::left_out;
    const bool is_undecided = formats::is_undecided(own);
    if (!__any_sync(simt::full_warp, is_undecided)) return false;
    const row_offset begin = is_undecided ? t.a.offsets[v] : 0, end = is_undecided ? t.a.offsets[v + 1] : 0;
    const bool is_long = end - begin > row_of_a_lane;
    verdict found = is_undecided ? t.look(v, own, begin, std::min(end, begin + row_of_a_lane), 1) : verdict::loses;
    for (unsigned rows = __ballot_sync(simt::full_warp, is_long && found == verdict::wins); rows != 0; rows &= rows - 1) {
        const unsigned owner = __ffs(rows) - 1;
        const auto rank = static_cast<standing>(__shfl_sync(simt::full_warp, static_cast<unsigned>(own), owner));
        const verdict rest = look_together(t, long_row(begin, end, owner), base + owner, rank);
        if (lane == owner) found = rest;
    }
    const bool wins = is_undecided && found == verdict::wins;
    if (wins) t.decide(v, formats::member);
    else if (is_undecided && found == verdict::loses) t.decide(v, formats::left_out);
    if (wins && !is_long) t.leave_out(v, begin, end, 1);
    for (unsigned rows = __ballot_sync(simt::full_warp, wins && is_long); rows != 0; rows &= rows - 1) {
        const unsigned owner = __ffs(rows) - 1;
        const long_row row(begin, end, owner);
        t.leave_out(base + owner, row.first + lane, row.last, simt::warp_size);
    }
    return is_undecided && found == verdict::waits;
}

__global__ void __launch_bounds__(set_threads) decide_kernel(set_task t) {
    const index warps = static_cast<index>(gridDim.x) * (set_threads / simt::warp_size);
    const index warp = static_cast<index>(blockIdx.x) * (set_threads / simt::warp_size) + simt::warp_id();
    unsigned left = 0;
    for (int pass = 0; pass < most_passes; ++pass) {
        left = 0;
        for (index base = warp * simt::warp_size; base < t.a.nrows; base += warps * simt::warp_size) left += decide_together(t, base);
        if (!__any_sync(simt::full_warp, left > 0)) return;
    }
    left = __reduce_add_sync(simt::full_warp, left);
    if (simt::lane_id() == 0) atomicAdd(t.left, static_cast<unsigned long long>(left));
}

struct is_member {
    csr_ref vertices;
    const standing* of;
    __device__ bool operator()(index, row_offset p) const { return of[vertices.columns[p]] == formats::member; }
};

}  // namespace

csr independent_set(const engine_ptr& e, const csr_ref& a, std::uint64_t seed) {
    const auto n = static_cast<std::size_t>(a.nrows);
    const array<standing> of(e, n);
    const array<unsigned long long> left(e, 1);
    const set_task t{a.structure(), seed, of.data(), left.data()};
    unsigned long long* const count = left.data();
    for_each(e, a.nrows, GB_DEVICE_LAMBDA(std::int64_t v) {
        if (v == 0) *count = 0;
        t.of[v] = formats::undecided_rank(t.seed, v);
    });
    const index blocks = std::min<index>((a.nrows + set_threads - 1) / set_threads, index{e->facts().multiprocessors} * 8);
    for (bool is_done = a.nrows == 0; !is_done;) {
        simt::launch(e->stream(), static_cast<unsigned>(blocks), set_threads, 0, decide_kernel, t);
        std::int64_t* const answer = e->answer();
        for_each(e, 1, GB_DEVICE_LAMBDA(std::int64_t) {
            answer[0] = static_cast<std::int64_t>(*count);
            *count = 0;
        });
        is_done = e->await_answer() == 0;
    }
    const array<row_offset> offsets(e, 2);
    const array<column_index> numbers(e, n);
    csr_ref vertices;
    vertices.nrows = 1;
    vertices.ncols = vertices.nvals = a.nrows;
    vertices.offsets = offsets.data();
    vertices.columns = numbers.data();
    row_offset* const ends = offsets.data();
    column_index* const to = numbers.data();
    for_each(e, a.nrows + 1, GB_DEVICE_LAMBDA(std::int64_t v) {
        if (v == 0) ends[0] = 0;
        if (v == vertices.nvals) ends[1] = v;
        else to[v] = static_cast<column_index>(v);
    });
    return filtered(e, vertices, is_member{vertices, of.data()});
}

}  // namespace graphblas_gpu::cuda
