#include <graphblas_gpu/cuda/dot/common_entries.hpp>
#include <graphblas_gpu/cuda/dot/cost.hpp>
#include <graphblas_gpu/cuda/elementwise/compaction.cuh>
#include <graphblas_gpu/cuda/primitives/warp_sums.cuh>
#include <graphblas_gpu/cuda/structure/graph.hpp>
#include <graphblas_gpu/cuda/structure/transpose.hpp>
#include <semirings/operators.hpp>

#include <cmath>
#include <limits>

namespace graphblas_gpu::cuda {

namespace {

template <class T>
csr tight(const engine_ptr& e, const csr_ref& a, const csr_ref& distances_of_vertices) {
    using limits = std::numeric_limits<T>;
    const T* const distances = distances_of_vertices.values_as<T>();
    T too_far = limits::has_infinity ? limits::infinity() : limits::max();
    return filtered(e, a.structure(), GB_DEVICE_LAMBDA(index i, row_offset p) {
        const T here = distances[i], there = distances[a.columns[p]];
        return here != too_far && there != too_far && saturating_plus{}(here, a.values_as<T>()[p]) <= there;
    });
}

/// Adds the numbers of all threads of a block to sums[0 .. count - 1]. All threads of the block call, once.
template <unsigned count>
__device__ void add_to_sums(const unsigned long long (&numbers)[count], unsigned long long* sums) {
    __shared__ unsigned long long of_block[count];
    if (threadIdx.x < count) of_block[threadIdx.x] = 0;
    __syncthreads();
#pragma unroll
    for (unsigned k = 0; k < count; ++k) {
        const unsigned long long of_warp = sum_over_lanes(numbers[k]);
        if (simt::lane_id() == 0 && of_warp != 0) atomicAdd(&of_block[k], of_warp);
    }
    __syncthreads();
    if (threadIdx.x < count && of_block[threadIdx.x] != 0) atomicAdd(sums + threadIdx.x, of_block[threadIdx.x]);
}

/// The bits of value p, or a hash of them if there are more than 64.
__device__ std::uint64_t word_of_value(const csr_ref& a, std::size_t bytes, row_offset p) {
    switch (bytes) {
        case 1: return static_cast<const std::uint8_t*>(a.values)[p];
        case 2: return static_cast<const std::uint16_t*>(a.values)[p];
        case 4: return static_cast<const std::uint32_t*>(a.values)[p];
        case 8: return static_cast<const std::uint64_t*>(a.values)[p];
        default: break;
    }
    const std::uint64_t* const halves = static_cast<const std::uint64_t*>(a.values) + 2 * p;
    return base::mix_bits(halves[0]) + 3 * base::mix_bits(halves[1] + 1);
}

/// Whether value p is NaN.
__device__ bool is_nan(const csr_ref& a, row_offset p) {
    if (a.type == type_code::float32) return std::isnan(static_cast<const float*>(a.values)[p]);
    return a.type == type_code::float64 && std::isnan(static_cast<const double*>(a.values)[p]);
}

/// Adds two mirror sums with independent weights to sums[0] and sums[1], and the number of NaN off the diagonal to sums[2]. The
/// hash of a value is a factor of its terms.
__global__ void mirror_kernel(csr_ref a, std::size_t value_bytes, unsigned long long* sums) {
    unsigned long long found[3] = {};
    detail::visit_tile(blockIdx.x, a, [&](index i, row_offset p) {
        const index j = a.columns[p];
        if (i == j) return;
        std::uint64_t factor = 1, second_factor = 1;
        if (value_bytes > 0) {
            factor = base::mix_bits(word_of_value(a, value_bytes, p)) | 1;
            second_factor = base::mix_bits(factor) | 1;
            found[2] += is_nan(a, p);
        }
        const std::uint64_t of_row = base::vertex_weight(i), of_column = base::vertex_weight(j);
        const std::uint64_t term = of_row * of_column * factor;
        const std::uint64_t second = (base::mix_bits(of_row) | 1) * (base::mix_bits(of_column) | 1) * second_factor;
        found[0] += i < j ? term : 0 - term;
        found[1] += i < j ? second : 0 - second;
    });
    add_to_sums(found, sums);
}

/// A row with more entries is long: on average half of its entries are edges, and common_entries.cu uses the transpose where
/// rows of edges are not short.
constexpr row_offset long_row = 2 * dot_policy::short_row_at_most;

/// Marks the entries that point to the endpoint of larger degree. Adds the mirror sum to facts[0], the self loops to facts[1],
/// and the entries in rows that are longer than long_row to facts[2].
__global__ void orient_kernel(csr_ref a, detail::marks_of to, unsigned long long* facts) {
    unsigned long long found[3] = {};
    const auto keep = [&](index i, row_offset p) {
        const index j = a.columns[p];
        const row_offset here = a.offsets[i + 1] - a.offsets[i], there = a.offsets[j + 1] - a.offsets[j];
        found[0] += base::mirror_term(i, j) * base::vertex_weight(i);
        found[1] += i == j;
        found[2] += here > long_row;
        return base::points_from(i, here, j, there);
    };
    detail::mark_tile(blockIdx.x, a, keep, to);
    add_to_sums(found, facts);
}

}  // namespace

bool is_symmetric(const engine_ptr& e, const csr_ref& a) {
    if (a.nrows != a.ncols) return false;
    const auto sums = zeros<unsigned long long>(e, 3);
    simt::launch(e->stream(), detail::tiles_of(a.nvals), detail::tile_threads, 0, mirror_kernel, a, base::size_of(a.type),
                 sums.data());
    unsigned long long found[3] = {};
    e->read_small(found, sums.data(), sizeof(found));
    return found[0] == 0 && found[1] == 0 && found[2] == 0;
}

csr edges_by_degree(const engine_ptr& e, const csr_ref& a, bool to_larger) {
    const csr_ref edges = a.structure();
    return filtered(
        e, edges, GB_DEVICE_LAMBDA(index i, row_offset p) {
            const index j = edges.columns[p];
            const row_offset here = edges.offsets[i + 1] - edges.offsets[i], there = edges.offsets[j + 1] - edges.offsets[j];
            return base::points_from(i, here, j, there) == to_larger;
        });
}

csr edges_by_degree(const engine_ptr& e, const csr_ref& block, const degrees_of_block& degrees) {
    const csr_ref edges = block.structure();
    return filtered(
        e, edges, GB_DEVICE_LAMBDA(index i, row_offset p) { return degrees.leads(i, edges.columns[p]); });
}

oriented_edges oriented(const engine_ptr& e, const csr_ref& a, bool with_transpose) {
    const csr_ref entries = a.structure();
    const auto words = static_cast<std::size_t>((a.nvals + 31) / 32);
    const array<std::uint32_t> marks(e, words);
    // The counts of marks are followed by one number for their sum and by three facts, so that one copy brings all of them.
    const array<row_offset> before(e, words + 4);
    row_offset* const sums = before.data() + words;
    e->set_bytes(sums, 0, 4 * sizeof(row_offset));
    simt::launch(e->stream(), detail::tiles_of(a.nvals), detail::tile_threads, 0, orient_kernel, entries,
                 detail::marks_of{marks.data(), before.data()}, reinterpret_cast<unsigned long long*>(sums + 1));
    exclusive_scan(e, before.data(), before.data(), static_cast<std::int64_t>(words) + 1);
    row_offset found[4] = {};
    e->read_small(found, sums, sizeof(found));
    oriented_edges out;
    out.facts.mirror_sum = static_cast<std::uint64_t>(found[1]);
    out.facts.self_loops = found[2];
    const bool is_graph = out.facts.mirror_sum == 0 && out.facts.self_loops == 0, has_long_rows = found[3] > a.nvals / 2;
    out.edges = csr_with_room(e, a.nrows, a.ncols, found[0], type_code::none);
    csr rest;
    if (with_transpose && is_graph && has_long_rows && masked::has_room_for_transpose(*e, out.edges.view()))
        rest = csr_with_room(e, a.nrows, a.ncols, a.nvals - found[0], type_code::none);
    const rank_ref rank{marks.data(), before.data()};
    // The arrays of `rest` are null if the transpose is not wanted.
    row_offset *const offsets = out.edges.offsets.data(), *const offsets_of_rest = rest.offsets.data();
    column_index *const columns = out.edges.columns.data(), *const columns_of_rest = rest.columns.data();
    for_each(e, a.nrows + 1, GB_DEVICE_LAMBDA(index i) {
        const row_offset entries_before = entries.offsets[i], edges_before = rank(entries_before);
        offsets[i] = edges_before;
        if (offsets_of_rest != nullptr) offsets_of_rest[i] = entries_before - edges_before;
    });
    for_each(e, a.nvals, GB_DEVICE_LAMBDA(row_offset p) {
        const row_offset edges_before = rank(p);
        if (rank.is_marked(p)) columns[edges_before] = entries.columns[p];
        else if (columns_of_rest != nullptr) columns_of_rest[p - edges_before] = entries.columns[p];
    });
    if (rest.nvals > 0) out.transpose = std::move(rest);
    return out;
}

csr tight_edges(const engine_ptr& e, const csr_ref& a, const csr_ref& distances) {
    switch (a.type) {
        case type_code::int32:
            return tight<std::int32_t>(e, a, distances);
        case type_code::int64:
            return tight<std::int64_t>(e, a, distances);
        case type_code::float32:
            return tight<float>(e, a, distances);
        default:
            return tight<double>(e, a, distances);
    }
}

namespace {

constexpr unsigned count_threads = 256;

/// A thread counts a row (base/graph/short_rows.hpp). Neighbouring rows have neighbouring columns in graphs with short rows, so
/// that what the threads of a block read is in the cache.
template <bool tests_symmetry>
__global__ void short_rows_kernel(csr_ref a, unsigned long long* sums) {
    base::short_row_facts found;
    const index i = static_cast<index>(blockIdx.x) * count_threads + threadIdx.x;
    if (i < a.nrows) base::count_row<tests_symmetry>(a.offsets, a.columns, i, found);
    const unsigned long long numbers[4] = {found.graph.mirror_sum, static_cast<unsigned long long>(found.graph.self_loops),
                                     static_cast<unsigned long long>(found.triangles),
                                     static_cast<unsigned long long>(found.long_rows)};
    add_to_sums(numbers, sums);
}

}  // namespace

base::short_row_facts count_short_rows(const engine_ptr& e, const csr_ref& a, bool tests_symmetry) {
    const auto sums = zeros<unsigned long long>(e, 4);
    const auto blocks = static_cast<unsigned>((a.nrows + count_threads - 1) / count_threads);
    simt::launch(e->stream(), blocks, count_threads, 0, tests_symmetry ? short_rows_kernel<true> : short_rows_kernel<false>,
                 a.structure(), sums.data());
    unsigned long long found[4] = {};
    e->read_small(found, sums.data(), sizeof(found));
    base::short_row_facts out;
    out.graph.mirror_sum = found[0];
    out.graph.self_loops = static_cast<index>(found[1]);
    out.triangles = static_cast<std::int64_t>(found[2]);
    out.long_rows = static_cast<index>(found[3]);
    return out;
}

}  // namespace graphblas_gpu::cuda
