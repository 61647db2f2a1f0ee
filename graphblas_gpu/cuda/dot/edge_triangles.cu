#include <graphblas_gpu/base/graph/orientation.hpp>
#include <graphblas_gpu/base/graph/short_rows.hpp>
#include <graphblas_gpu/cuda/dot/count_visitors.cuh>
#include <graphblas_gpu/cuda/dot/edge_triangles.hpp>
#include <graphblas_gpu/cuda/dot/parts.hpp>
#include <graphblas_gpu/cuda/elementwise/compaction.cuh>
#include <graphblas_gpu/cuda/primitives/sort.hpp>

namespace graphblas_gpu::cuda {

namespace {

constexpr unsigned short_row_threads = 256;

/// A thread takes a row, and merges it with the rows of all its columns.
__global__ void edges_of_short_rows_kernel(csr_ref larger, std::uint32_t* counts) {
    const index i = static_cast<index>(blockIdx.x) * short_row_threads + threadIdx.x;
    if (i >= larger.nrows) return;
    const row_offset end = larger.offsets[i + 1];
    for (row_offset edge = larger.offsets[i]; edge < end; ++edge) {
        const column_index j = larger.columns[edge];
        row_offset p = larger.offsets[i], q = larger.offsets[j];
        const row_offset end_of_other = larger.offsets[j + 1];
        while (p < end && q < end_of_other) {
            const column_index here = larger.columns[p], there = larger.columns[q];
            if (here == there) {
                atomicAdd(counts + edge, 1u);
                atomicAdd(counts + p, 1u);
                atomicAdd(counts + q, 1u);
            }
            p += here <= there;
            q += there <= here;
        }
    }
}

/// Whether rows have few entries, so that planning dot products would take longer than merging. Waits if the average is low.
bool has_short_rows(const engine_ptr& e, const csr_ref& larger) {
    // Half of the edges of a graph with short rows point to the larger end.
    return base::may_have_short_rows(larger.nrows, 2 * larger.nvals) && longest_row(e, larger) <= base::longest_short_row;
}

array<std::uint32_t> counted(const engine_ptr& e, const csr_ref& larger) {
    using namespace masked;
    auto counts = zeros<std::uint32_t>(e, static_cast<std::size_t>(larger.nvals));
    if (larger.nvals == 0) return counts;
    if (has_short_rows(e, larger)) {
        const auto blocks = static_cast<unsigned>((larger.nrows + short_row_threads - 1) / short_row_threads);
        simt::launch(e->stream(), blocks, short_row_threads, 0, edges_of_short_rows_kernel, larger.structure(), counts.data());
        return counts;
    }
    const csr_ref edges = larger.structure();
    const product_rows in{.a = edges, .b = edges, .mask = {.present = true, .rows = edges}, .last_row = edges.nrows};
    const part all = whole(e, in);
    for (const part& p : cut(e, all, max_entries(e, all))) {
        method strategy = method::dot;
        const planned_part planned = plan_part(e, p, in, edges, strategy);
        triangle_counter visitor;
        visitor.counts = counts.data() + p.base;
        visitor.of_edges = counts.data();
        run(e, planned.plan, visitor);
    }
    return counts;
}

__global__ void jaccard_kernel(csr_ref a, csr_ref larger, const std::uint32_t* triangles, double* similarities) {
    detail::visit_tile(blockIdx.x, a, [&](index i, row_offset p) {
        const index j = a.columns[p];
        const row_offset here = a.offsets[i + 1] - a.offsets[i], there = a.offsets[j + 1] - a.offsets[j];
        const bool leads = base::points_from(i, here, j, there);
        const index from = leads ? i : j, to = leads ? j : i;
        const row_offset edge =
            lower_bound(larger.columns, larger.offsets[from], larger.offsets[from + 1], static_cast<column_index>(to));
        const std::uint32_t common = triangles[edge];
        similarities[p] = static_cast<double>(common) / static_cast<double>(here + there - common);
    });
}

}  // namespace

csr triangles_of_edges(const engine_ptr& e, const csr& larger) {
    const array<std::uint32_t> counts = counted(e, larger.view());
    csr out = structure_shared_with(larger);
    out.type = type_code::int64;
    out.values = memory(e, static_cast<std::size_t>(larger.nvals) * sizeof(std::int64_t));
    const std::uint32_t* const from = counts.data();
    auto* const to = static_cast<std::int64_t*>(out.values.data());
    for_each(
        e, larger.nvals, GB_DEVICE_LAMBDA(std::int64_t p) { to[p] = from[p]; });
    return out;
}

csr jaccard_of_edges(const engine_ptr& e, const csr& a, const csr_ref& larger) {
    const array<std::uint32_t> counts = counted(e, larger);
    csr out = structure_shared_with(a);
    out.type = type_code::float64;
    out.values = memory(e, static_cast<std::size_t>(a.nvals) * sizeof(double));
    simt::launch(e->stream(), detail::tiles_of(a.nvals), detail::tile_threads, 0, jaccard_kernel, a.view().structure(),
                 larger.structure(), counts.data(), static_cast<double*>(out.values.data()));
    return out;
}

}  // namespace graphblas_gpu::cuda
