// Idea: one kernel sorts the vertices by level and makes both passes over the levels (host/propagate/dependencies.cpp), between
// which its blocks meet at a barrier. Within a level vertices are sorted by the length of their rows: a row is summed by a
// lane, a group of lanes, a warp or a block, always in the same order, so that no sum needs an atomic addition. While levels
// are narrow, one block computes them alone. If there are too many paths for a double, the kernel makes both passes again with
// numbers that have an exponent of their own (base/scaled_number.hpp). Source: Brandes, "A faster algorithm for betweenness
// centrality", J. Math. Sociology 25 (2001); Sariyuce, Kaya, Saule, Catalyurek, "Betweenness centrality on GPUs and
// heterogeneous architectures" (GPGPU-6, 2013).
#include <graphblas_gpu/base/scaled_number.hpp>
#include <graphblas_gpu/cuda/primitives/grid_barrier.cuh>
#include <graphblas_gpu/cuda/primitives/warp_sums.cuh>
#include <graphblas_gpu/cuda/propagate/search.hpp>

#include <algorithm>
#include <cstdint>
#include <type_traits>

namespace graphblas_gpu::cuda {

namespace {

constexpr unsigned sweep_threads = 1024;  ///< of a block; a multiprocessor has one
constexpr unsigned sweep_warps = sweep_threads / simt::warp_size;

/// Who sums a row: by its length.
enum row_class : unsigned { by_lane, by_group, by_warp, by_block, row_classes };
constexpr unsigned group_lanes = 8;
constexpr index longest_of_lane = 8, longest_of_group = 128, longest_of_warp = 2048;
constexpr unsigned in_flight = 4;  ///< loads in flight in a lane

/// A level that gives no more threads than this something to do is left to one block.
constexpr unsigned narrow_threads = 2 * sweep_threads;

/// The row of a vertex.
struct alignas(16) vertex_row {
    row_offset begin;
    unsigned count;
    column_index vertex;
};

/// What the blocks share; all zero at the start.
struct sweep_state {
    unsigned arrived;
    unsigned levels;
    unsigned after_narrow[2];  ///< the level after narrow levels, forward and backward
    unsigned has_too_many_paths;  ///< for doubles
};

struct sweep_task {
    index n = 0;
    const column_index* reached = nullptr;  ///< the vertices that have a level
    const std::int32_t* levels = nullptr;   ///< their levels
    index reached_size = 0;
    const row_offset* out_offsets = nullptr;
    const column_index* out_columns = nullptr;
    const row_offset* in_offsets = nullptr;  ///< equal to out_offsets if the matrix is symmetric
    const column_index* in_columns = nullptr;

    sweep_state* state = nullptr;
    /// 4n, zero at the start: for each level and class of rows, in this order, how many vertices there are; then where they
    /// begin among all that are sorted; then where they end.
    uint4* ends = nullptr;
    vertex_row* in_rows = nullptr;   ///< reached_size: incoming edges of the vertices, sorted by level and class
    vertex_row* out_rows = nullptr;  ///< the same for outgoing edges; equal to in_rows if the matrix is symmetric
    double* paths[2] = {};           ///< n each, zero at the start: the numbers of shortest paths, in even and in odd levels
    double* passed_on[2] = {};       ///< the same for what vertices pass on to each path that leads to them
    double* totals = nullptr;        ///< n
    /// Arbitrary at the start, n each: the exponents of paths and of passed_on, if these have exponents.
    std::int32_t* path_exponents[2] = {};
    std::int32_t* passed_on_exponents[2] = {};

    __device__ bool is_symmetric() const { return in_offsets == out_offsets; }
    __device__ unsigned* ends_of_classes() const { return reinterpret_cast<unsigned*>(ends); }
};

__device__ unsigned class_of(index row) {
    return row <= longest_of_lane ? by_lane : row <= longest_of_group ? by_group : row <= longest_of_warp ? by_warp : by_block;
}

/// f(vertex, level, level and class as one number) for the vertices of this block that have a level below `levels`.
template <class F>
__device__ __forceinline__ void for_each_reached(const sweep_task& t, index levels, const F& f) {
    const index part = (t.reached_size + gridDim.x - 1) / gridDim.x;
    const index first = static_cast<index>(blockIdx.x) * part, last = std::min(first + part, t.reached_size);
    for (index i = first + threadIdx.x; i < last; i += blockDim.x) {
        const index level = t.levels[i];
        if (level < 0 || level >= levels) continue;
        const column_index v = t.reached[i];
        const index out = t.out_offsets[v + index{1}] - t.out_offsets[v];
        const index in = t.is_symmetric() ? out : t.in_offsets[v + index{1}] - t.in_offsets[v];
        f(v, level, level * row_classes + class_of(std::max(out, in)));
    }
}

/// Replaces the numbers of vertices of all levels and classes by their prefix sums, up to a level that no vertex has. All
/// threads of one block call.
__device__ void find_levels(const sweep_task& t, unsigned* scratch) {
    unsigned before = 0, levels = 0;
    for (index first = 0; first < t.n; first += blockDim.x) {
        const index level = first + threadIdx.x;
        uint4 count = level < t.n ? t.ends[level] : uint4{0, 0, 0, 0};
        const unsigned here = count.x + count.y + count.z + count.w;
        unsigned all = 0, filled = 0;
        const unsigned start = before + sum_up_to_thread(here, scratch, all) - here;
        count_below_thread(here > 0, scratch, filled);
        if (level < t.n) t.ends[level] = {start, start + count.x, start + count.x + count.y, start + here - count.w};
        before += all;
        levels += filled;
        if (filled < blockDim.x) break;
    }
    if (threadIdx.x == 0) t.state->levels = levels;
}

/// Sorts the vertices by level and class, and gives the vertices of level 0 one path each. The order of the vertices of a level
/// and class is arbitrary; nothing depends on it. Returns the number of levels.
__device__ index sort_by_level(const sweep_task& t, grid_barrier& barrier) {
    // Levels with many vertices come first in most graphs. They are counted in shared memory.
    constexpr unsigned bins = 4096;
    __shared__ unsigned bin[bins];
    __shared__ unsigned scratch[sweep_warps];
    unsigned* const ends = t.ends_of_classes();
    for (unsigned b = threadIdx.x; b < bins; b += blockDim.x) bin[b] = 0;
    __syncthreads();
    for_each_reached(t, t.n, [&](column_index, index, index key) { atomicAdd(key < bins ? bin + key : ends + key, 1u); });
    __syncthreads();
    for (unsigned b = threadIdx.x; b < bins; b += blockDim.x) {
        if (bin[b] > 0) atomicAdd(ends + b, bin[b]);
    }
    barrier.wait();
    if (blockIdx.x == 0) find_levels(t, scratch);
    barrier.wait();
    const index levels = t.state->levels;
    for (unsigned b = threadIdx.x; b < bins; b += blockDim.x) {
        if (bin[b] > 0) bin[b] = atomicAdd(ends + b, bin[b]);
    }
    __syncthreads();
    for_each_reached(t, levels, [&](column_index v, index level, index key) {
        const unsigned at = atomicAdd(key < bins ? bin + key : ends + key, 1u);
        const row_offset out = t.out_offsets[v], in = t.in_offsets[v];
        t.out_rows[at] = {out, static_cast<unsigned>(t.out_offsets[v + index{1}] - out), v};
        if (!t.is_symmetric()) t.in_rows[at] = {in, static_cast<unsigned>(t.in_offsets[v + index{1}] - in), v};
        if (level == 0) t.paths[0][v] = 1;
    });
    barrier.wait();
    return levels;
}

/// Where the rows of a level are among all that are sorted, by class.
struct level_rows {
    unsigned begin;
    uint4 end;

    __device__ static level_rows of(const sweep_task& t, index level) {
        return {level == 0 ? 0 : t.ends[level - 1].w, t.ends[level]};
    }
    __device__ bool is_narrow() const {
        const unsigned lanes = end.x - begin, groups = end.y - end.x, warps = end.z - end.y;
        return end.w == end.z && lanes <= narrow_threads && groups <= narrow_threads / group_lanes &&
               warps <= narrow_threads / simt::warp_size &&
               lanes + groups * group_lanes + warps * simt::warp_size <= narrow_threads;
    }
};

using base::scaled_number;

/// Numbers of paths, or what vertices pass on, in double and with exponents.
/// @{
struct plain_numbers {
    using number = double;
    double* values;

    __device__ __forceinline__ double operator[](index v) const { return values[v]; }
    __device__ __forceinline__ void set(index v, double x) const { values[v] = x; }
};
struct scaled_numbers {
    using number = scaled_number;
    double* fractions;
    std::int32_t* exponents;  ///< arbitrary for fractions of 0

    __device__ scaled_number operator[](index v) const {
        const double fraction = fractions[v];
        return {fraction, fraction == 0 ? 0 : exponents[v]};
    }
    __device__ void set(index v, const scaled_number& x) const {
        const scaled_number y = x.scaled();
        fractions[v] = y.fraction;
        exponents[v] = y.exponent;
    }
};
/// @}

template <unsigned width = simt::warp_size>
__device__ __forceinline__ double sum_of_lanes(double x) {
    return sum_over_lanes<width>(x);
}
template <unsigned width = simt::warp_size>
__device__ scaled_number sum_of_lanes(scaled_number x) {
    for (int apart = width / 2; apart > 0; apart /= 2) {
        const scaled_number other{__shfl_xor_sync(simt::full_warp, x.fraction, apart),
                                  __shfl_xor_sync(simt::full_warp, x.exponent, apart)};
        x += other;
    }
    return x;
}

/// The sum of the terms of every `stride`-th edge of a row, from edge `first` on.
template <class Numbers>
__device__ __forceinline__ typename Numbers::number sum_of_part(const vertex_row& row, const column_index* columns,
                                                                const Numbers& terms, unsigned first, unsigned stride) {
    using number = typename Numbers::number;
    number sum{};
    for (unsigned p = first; p < row.count; p += in_flight * stride) {
        column_index column[in_flight];
        number term[in_flight];
#pragma unroll
        for (unsigned u = 0; u < in_flight; ++u) {
            const unsigned q = p + u * stride;
            column[u] = columns[row.begin + (q < row.count ? q : p)];
        }
#pragma unroll
        for (unsigned u = 0; u < in_flight; ++u) term[u] = terms[column[u]];
#pragma unroll
        for (unsigned u = 0; u < in_flight; ++u) sum += p + u * stride < row.count ? term[u] : number{};
    }
    return sum;
}

/// settle(vertex, sum) for each of the rows begin .. end - 1, each summed by `width` lanes. All lanes of the warp call, which
/// is number `warp` of `warps`.
template <unsigned width, class Numbers, class Settle>
__device__ __forceinline__ void sum_by_lanes(const vertex_row* rows, unsigned begin, unsigned end, const column_index* columns,
                                             const Numbers& terms, unsigned warp, unsigned warps, const Settle& settle) {
    constexpr unsigned at_once = simt::warp_size / width;
    for (index base = begin + static_cast<index>(warp) * at_once; base < end; base += static_cast<index>(warps) * at_once) {
        const index i = base + simt::lane_id() / width;
        const vertex_row row = i < end ? rows[i] : vertex_row{0, 0, 0};
        const auto sum = sum_of_lanes<width>(sum_of_part(row, columns, terms, simt::lane_id() % width, width));
        if (i < end && simt::lane_id() % width == 0) settle(row.vertex, sum);
    }
}

/// settle(vertex, sum of the terms of its row) for the vertices of a level. All threads of `blocks` blocks call; the calling
/// one is number `block`.
template <class Numbers, class Settle>
__device__ __forceinline__ void sum_rows(const vertex_row* rows, const level_rows& level, const column_index* columns,
                                         const Numbers& terms, unsigned block, unsigned blocks, const Settle& settle) {
    using number = typename Numbers::number;
    // A plain array, because shared memory has no constructors.
    __shared__ double of_warps[sweep_warps];
    __shared__ std::int32_t exponents_of_warps[sweep_warps];
    const auto of_warp = [&] {
        if constexpr (std::is_same_v<Numbers, plain_numbers>) return plain_numbers{of_warps};
        else return scaled_numbers{of_warps, exponents_of_warps};
    }();
    for (index i = static_cast<index>(level.end.z) + block; i < level.end.w; i += blocks) {
        const vertex_row row = rows[i];
        const number part = sum_of_lanes(sum_of_part(row, columns, terms, threadIdx.x, sweep_threads));
        if (simt::lane_id() == 0) of_warp.set(simt::warp_id(), part);
        __syncthreads();
        if (simt::warp_id() == 0) {
            const number sum = sum_of_lanes(of_warp[simt::lane_id()]);
            if (simt::lane_id() == 0) settle(row.vertex, sum);
        }
        __syncthreads();
    }
    // Warps with neighbouring numbers are in different blocks, so that a level with little work is spread over the device.
    const unsigned warp = simt::warp_id() * blocks + block, warps = sweep_warps * blocks;
    sum_by_lanes<simt::warp_size>(rows, level.end.y, level.end.z, columns, terms, warp, warps, settle);
    sum_by_lanes<group_lanes>(rows, level.end.x, level.end.y, columns, terms, warp, warps, settle);
    sum_by_lanes<1>(rows, level.begin, level.end.x, columns, terms, warp, warps, settle);
}

/// make(level, its rows, block, blocks) for the levels from `level` to `last`, one after the other, upward or downward. All
/// threads of the grid call.
template <int step, class Make>
__device__ __forceinline__ void for_each_level(const sweep_task& t, grid_barrier& barrier, index level, index last,
                                               const Make& make) {
    const auto is_over = [&] { return (level - last) * step > 0; };
    // The rows of a level are looked up while the level before it is computed.
    const auto rows_after = [&](const level_rows& rows) { return level == last ? rows : level_rows::of(t, level + step); };
    unsigned* const after_narrow = t.state->after_narrow + (step > 0 ? 0 : 1);
    level_rows rows = level_rows::of(t, level);
    while (!is_over()) {
        if (!rows.is_narrow()) {
            const level_rows next = rows_after(rows);
            make(level, rows, blockIdx.x, gridDim.x);
            level += step;
            rows = next;
            barrier.wait();
            continue;
        }
        if (blockIdx.x == 0) {
            while (!is_over() && rows.is_narrow()) {
                const level_rows next = rows_after(rows);
                make(level, rows, 0, 1);
                level += step;
                rows = next;
                __syncthreads();
            }
            // The other blocks have read what was written here before, because all have met since.
            if (threadIdx.x == 0) *after_narrow = static_cast<unsigned>(level);
        }
        barrier.wait();
        level = *after_narrow;
        if (!is_over()) rows = level_rows::of(t, level);
    }
}

/// Both passes; paths(level) and passed_on(level) are the numbers of this level. All threads of the grid call. In double the
/// second pass is left out, and false is returned, if there are too many paths.
template <class Paths, class PassedOn>
__device__ __forceinline__ bool sweep(const sweep_task& t, grid_barrier& barrier, index last, const Paths& paths,
                                      const PassedOn& passed_on) {
    using number = typename decltype(paths(0))::number;
    for_each_level<1>(t, barrier, 1, last, [&](index level, const level_rows& rows, unsigned block, unsigned blocks) {
        sum_rows(t.in_rows, rows, t.in_columns, paths(level + 1), block, blocks, [&](column_index v, const number& sum) {
            paths(level).set(v, sum);
            if constexpr (std::is_same_v<number, double>) {
                if (sum > base::max_paths_in_double) atomicOr(&t.state->has_too_many_paths, 1u);
            }
            if (level == last) passed_on(level).set(v, base::quotient(1, sum));
        });
    });
    if constexpr (std::is_same_v<number, double>) {
        if (t.state->has_too_many_paths != 0) return false;
    }
    // The vertices of the last level have no successors.
    for_each_level<-1>(t, barrier, last - 1, 1, [&](index level, const level_rows& rows, unsigned block, unsigned blocks) {
        // `received`: what the successors of vertex v pass on to each path that leads to v.
        sum_rows(t.out_rows, rows, t.out_columns, passed_on(level + 1), block, blocks,
                 [&](column_index v, const number& received) {
                     const number here = paths(level)[v];
                     const double dependency = base::product(here, received);
                     passed_on(level).set(v, base::quotient(1 + dependency, here));
                     t.totals[v] += dependency;
                 });
    });
    return true;
}

/// Both passes with exponents, after a first pass in double. A function that is called, so that the usual sweep keeps its
/// registers.
GB_CALLED_ON_DEVICE void sweep_with_exponents(sweep_task t, grid_barrier barrier, index last) {
    barrier.wait();
    for (index v = blockIdx.x * index{blockDim.x} + threadIdx.x; v < t.n; v += gridDim.x * index{blockDim.x}) {
        for (int turn = 0; turn < 2; ++turn) t.paths[turn][v] = t.passed_on[turn][v] = 0;
    }
    barrier.wait();
    if (blockIdx.x == 0) {
        for (unsigned i = threadIdx.x; i < t.ends[0].w; i += blockDim.x) {
            t.paths[0][t.out_rows[i].vertex] = 1;
            t.path_exponents[0][t.out_rows[i].vertex] = 0;
        }
    }
    barrier.wait();
    (void)sweep(
        t, barrier, last,
        [&](index level) {
            return scaled_numbers{t.paths[level % 2], t.path_exponents[level % 2]};
        },
        [&](index level) {
            return scaled_numbers{t.passed_on[level % 2], t.passed_on_exponents[level % 2]};
        });
}

__global__ void __launch_bounds__(sweep_threads) sweep_kernel(sweep_task t) {
    grid_barrier barrier(&t.state->arrived);
    const index last = sort_by_level(t, barrier) - 1;
    // Without a level 2 there is no vertex between two others.
    if (last < 2) return;
    const bool is_done = sweep(
        t, barrier, last, [&](index level) { return plain_numbers{t.paths[level % 2]}; },
        [&](index level) { return plain_numbers{t.passed_on[level % 2]}; });
    if (!is_done) sweep_with_exponents(t, barrier, last);
}

}  // namespace

csr with_dependencies(const engine_ptr& e, const csr_ref& outgoing, const csr_ref& incoming, const csr_ref& levels,
                      const csr& totals) {
    const auto n = static_cast<std::size_t>(outgoing.nrows), reached = static_cast<std::size_t>(levels.nvals);
    csr out = structure_shared_with(totals);
    out.type = type_code::float64;
    out.values = memory(e, n * sizeof(double));
    e->copy(out.values.data(), totals.values.data(), n * sizeof(double));

    sweep_task t;
    t.n = outgoing.nrows;
    t.reached = levels.columns;
    t.levels = levels.values_as<std::int32_t>();
    t.reached_size = levels.nvals;
    t.out_offsets = outgoing.offsets;
    t.out_columns = outgoing.columns;
    t.in_offsets = incoming.offsets;
    t.in_columns = incoming.columns;
    const bool is_symmetric = incoming.offsets == outgoing.offsets;
    const auto state = zeros<sweep_state>(e, 1);
    const auto ends = zeros<uint4>(e, n);
    const array<vertex_row> rows(e, is_symmetric ? reached : 2 * reached);
    const auto numbers = zeros<double>(e, 4 * n);
    const array<std::int32_t> exponents(e, 4 * n);
    t.state = state.data();
    t.ends = ends.data();
    t.out_rows = rows.data();
    t.in_rows = is_symmetric ? rows.data() : rows.data() + reached;
    for (std::size_t turn = 0; turn < 2; ++turn) {
        t.paths[turn] = numbers.data() + turn * n;
        t.passed_on[turn] = numbers.data() + (2 + turn) * n;
        t.path_exponents[turn] = exponents.data() + turn * n;
        t.passed_on_exponents[turn] = exponents.data() + (2 + turn) * n;
    }
    t.totals = static_cast<double*>(out.values.data());
    simt::launch_concurrent(e->stream(), static_cast<unsigned>(e->facts().multiprocessors), sweep_threads, 0, sweep_kernel, t);
    return out;
}

}  // namespace graphblas_gpu::cuda
