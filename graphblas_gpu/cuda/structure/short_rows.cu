// Idea: a thread counts a row (formats/short_rows.hpp); neighbouring rows have neighbouring columns in such graphs, and what
// they read is in the cache.
#include <graphblas_gpu/cuda/primitives/warp_sums.cuh>
#include <graphblas_gpu/cuda/structure/short_rows.hpp>

namespace graphblas_gpu::cuda {

namespace {

constexpr unsigned count_threads = 256;

template <bool tests_symmetry>
__global__ void short_rows_kernel(csr_ref a, unsigned long long* sums) {
    __shared__ unsigned long long of_block[4];
    if (threadIdx.x < 4) of_block[threadIdx.x] = 0;
    __syncthreads();
    formats::short_row_facts found;
    const index i = static_cast<index>(blockIdx.x) * count_threads + threadIdx.x;
    if (i < a.nrows) formats::count_row<tests_symmetry>(a.offsets, a.columns, i, found);
    unsigned long long numbers[4] = {found.graph.mirror_sum, static_cast<unsigned long long>(found.graph.self_loops),
                                     static_cast<unsigned long long>(found.triangles),
                                     static_cast<unsigned long long>(found.long_rows)};
#pragma unroll
    for (unsigned k = 0; k < 4; ++k) {
        const unsigned long long of_warp = sum_over_lanes(numbers[k]);
        if (simt::lane_id() == 0 && of_warp != 0) atomicAdd(&of_block[k], of_warp);
    }
    __syncthreads();
    if (threadIdx.x < 4 && of_block[threadIdx.x] != 0) atomicAdd(sums + threadIdx.x, of_block[threadIdx.x]);
}

}  // namespace

formats::short_row_facts count_short_rows(const engine_ptr& e, const csr_ref& a, bool tests_symmetry) {
    const array<unsigned long long> sums(e, 4);
    e->set_bytes(sums.data(), 0, 4 * sizeof(unsigned long long));
    const auto blocks = static_cast<unsigned>((a.nrows + count_threads - 1) / count_threads);
    simt::launch(e->stream(), blocks, count_threads, 0, tests_symmetry ? short_rows_kernel<true> : short_rows_kernel<false>,
                 a.structure(), sums.data());
    unsigned long long found[4] = {};
    e->read_small(found, sums.data(), sizeof(found));
    formats::short_row_facts out;
    out.graph.mirror_sum = found[0];
    out.graph.self_loops = static_cast<index>(found[1]);
    out.triangles = static_cast<std::int64_t>(found[2]);
    out.long_rows = static_cast<index>(found[3]);
    return out;
}

}  // namespace graphblas_gpu::cuda
