// Idea: a round is one kernel, in which a lane looks at the neighbours of a vertex, and a warp at those of a vertex with many. What a
// vertex decides is seen by others in the same round or later, which changes the number of rounds and not the set. The host looks
// after some rounds whether any vertex is undecided.
#include <graphblas_gpu/cuda/primitives/compaction.cuh>
#include <graphblas_gpu/cuda/structure/independent_set.hpp>
#include <graphblas_gpu/formats/independent_set.hpp>

namespace graphblas_gpu::cuda {

namespace {

using formats::membership;

constexpr unsigned set_threads = 256;      ///< of a block
constexpr row_offset row_of_a_lane = 32;   ///< a warp looks at a row that is longer
constexpr int rounds_unseen = 4;           ///< the host looks after so many rounds

struct set_task {
    csr_ref a;
    std::uint64_t seed = 0;
    membership* status = nullptr;       ///< of each vertex
    unsigned long long* left = nullptr;  ///< vertices that were undecided after the last of the unseen rounds

    __device__ membership status_of(index v) const { return *static_cast<const volatile membership*>(status + v); }
    __device__ formats::neighbours_of_vertex look(index v, row_offset begin, row_offset end, row_offset step) const {
        return formats::look_at_neighbours(a.columns, begin, end, step, v, seed, [this](column_index u) { return status_of(u); });
    }
};

__global__ void __launch_bounds__(set_threads) decide_kernel(set_task t, bool is_counted) {
    const unsigned lane = simt::lane_id();
    const index warps = static_cast<index>(gridDim.x) * (set_threads / simt::warp_size);
    const index warp = static_cast<index>(blockIdx.x) * (set_threads / simt::warp_size) + simt::warp_id();
    unsigned left = 0;
    for (index base = warp * simt::warp_size; base < t.a.nrows; base += warps * simt::warp_size) {
        const index v = base + lane;
        const bool is_undecided = v < t.a.nrows && t.status_of(v) == membership::undecided;
        if (!__any_sync(simt::full_warp, is_undecided)) continue;
        const row_offset begin = is_undecided ? t.a.offsets[v] : 0, end = is_undecided ? t.a.offsets[v + 1] : 0;
        const bool is_long = end - begin > row_of_a_lane;
        formats::neighbours_of_vertex seen;
        if (!is_long) seen = t.look(v, begin, end, 1);
        for (unsigned rows = __ballot_sync(simt::full_warp, is_long); rows != 0; rows &= rows - 1) {
            const unsigned owner = __ffs(rows) - 1;
            const row_offset first = __shfl_sync(simt::full_warp, begin, owner), last = __shfl_sync(simt::full_warp, end, owner);
            const formats::neighbours_of_vertex part = t.look(base + owner, first + lane, last, simt::warp_size);
            const bool has_member = __any_sync(simt::full_warp, part.has_member);
            const bool has_to_wait = __any_sync(simt::full_warp, part.has_to_wait);
            if (lane == owner) seen = {has_member, has_to_wait};
        }
        if (!is_undecided) continue;
        if (seen.has_member) t.status[v] = membership::none;
        else if (!seen.has_to_wait) t.status[v] = membership::member;
        else ++left;
    }
    if (!is_counted) return;
    left = __reduce_add_sync(simt::full_warp, left);
    if (lane == 0 && left > 0) atomicAdd(t.left, static_cast<unsigned long long>(left));
}

struct is_member {
    csr_ref vertices;
    const membership* status;
    __device__ bool operator()(index, row_offset p) const { return status[vertices.columns[p]] == membership::member; }
};

}  // namespace

csr independent_set(const engine_ptr& e, const csr_ref& a, std::uint64_t seed) {
    const auto n = static_cast<std::size_t>(a.nrows);
    const array<membership> status(e, n);
    const array<unsigned long long> left(e, 1);
    static_assert(static_cast<int>(membership::undecided) == 0);
    e->set_bytes(status.data(), 0, n);
    e->set_bytes(left.data(), 0, sizeof(unsigned long long));
    const set_task t{a.structure(), seed, status.data(), left.data()};
    const index blocks = std::min<index>((a.nrows + set_threads - 1) / set_threads, index{e->facts().multiprocessors} * 16);
    bool is_done = a.nrows == 0;
    while (!is_done) {
        for (int round = 1; round <= rounds_unseen; ++round) {
            simt::launch(e->stream(), static_cast<unsigned>(blocks), set_threads, 0, decide_kernel, t, round == rounds_unseen);
        }
        std::int64_t* const answer = e->answer();
        unsigned long long* const count = left.data();
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
    return filtered(e, vertices, is_member{vertices, status.data()});
}

}  // namespace graphblas_gpu::cuda
