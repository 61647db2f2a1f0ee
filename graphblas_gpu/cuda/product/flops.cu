// Counting the multiplications of a product.
//
// Idea: a warp takes a run of entries of A, wherever rows begin and end, adds up the sizes of the rows of B that they meet, and
// hands over one sum for each row that it has seen a part of.
#include <graphblas_gpu/cuda/simt.cuh>

#include <graphblas_gpu/cuda/for_each.cuh>
#include <graphblas_gpu/cuda/scan.hpp>
#include <graphblas_gpu/cuda/product/flops.hpp>

namespace graphblas_gpu::cuda {

namespace {

using counter = unsigned long long;

constexpr unsigned block_threads = 256;
constexpr int entries_of_a_lane = 8;
constexpr int entries_of_a_warp = entries_of_a_lane * 32;

/// Adds up x over neighbouring lanes of one row: the first of them gets the sum.
__device__ counter sum_of_row(counter x, index row) {
    for (unsigned step = 1; step < simt::warp_size; step *= 2) {
        const counter other = __shfl_down_sync(simt::full_warp, x, step);
        const index its_row = __shfl_down_sync(simt::full_warp, row, step);
        if (simt::lane_id() + step < simt::warp_size && its_row == row) x += other;
    }
    return x;
}

__global__ void count_kernel(csr_ref a, const row_offset* b_offsets, counter* flops) {
    const index warps = static_cast<index>(gridDim.x) * (blockDim.x / simt::warp_size);
    const index lane = simt::lane_id();
    for (index w = static_cast<index>(blockIdx.x) * (blockDim.x / simt::warp_size) + simt::warp_id();
         w * entries_of_a_warp < a.nvals; w += warps) {
        const row_offset begin = w * entries_of_a_warp;
        const row_offset end = begin + entries_of_a_warp < a.nvals ? begin + entries_of_a_warp : a.nvals;
        const index first = row_of_entry(a.offsets, a.nrows, begin);
        const index last = first + row_of_entry(a.offsets + first, a.nrows - first, end - 1);
        for (row_offset base = begin; base < end; base += simt::warp_size) {
            const row_offset p = base + lane;
            counter size = 0;
            index row = last;
            if (p < end) {
                const column_index k = a.columns[p];
                size = static_cast<counter>(b_offsets[k + index{1}] - b_offsets[k]);
                row = first + row_of_entry(a.offsets + first, last + 1 - first, p);
            }
            const counter sum = sum_of_row(size, row);
            const index row_before = __shfl_up_sync(simt::full_warp, row, 1);
            if ((lane == 0 || row_before != row) && sum > 0) atomicAdd(flops + row, sum);
        }
    }
}

__global__ void totals_kernel(const std::int64_t* numbers, index n, counter* sum_and_most) {
    const index step = static_cast<index>(gridDim.x) * blockDim.x;
    counter sum = 0;
    counter most = 0;
    for (index i = static_cast<index>(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += step) {
        const auto x = static_cast<counter>(numbers[i]);
        sum += x;
        most = x > most ? x : most;
    }
    for (unsigned apart = simt::warp_size / 2; apart > 0; apart /= 2) {
        sum += __shfl_xor_sync(simt::full_warp, sum, apart);
        const counter other = __shfl_xor_sync(simt::full_warp, most, apart);
        most = other > most ? other : most;
    }
    if (simt::lane_id() != 0 || most == 0) return;
    atomicAdd(sum_and_most, sum);
    atomicMax(sum_and_most + 1, most);
}

/// Blocks for so many threads, each of which can take more than one turn.
unsigned blocks_for(const engine& e, std::int64_t threads) {
    const std::int64_t wanted = (threads + block_threads - 1) / block_threads;
    const std::int64_t most = static_cast<std::int64_t>(e.facts().multiprocessors) * 16;
    return static_cast<unsigned>(wanted < most ? wanted : most);
}

}  // namespace

sum_and_most totals(const engine_ptr& e, const std::int64_t* numbers, index n) {
    const array<counter> found(e, 2);
    e->set_bytes(found.data(), 0, 2 * sizeof(counter));
    simt::launch(e->stream(), blocks_for(*e, n), block_threads, 0, totals_kernel, numbers, n, found.data());
    sum_and_most out;
    e->peek(&out, found.data(), sizeof(out));
    return out;
}

void count_multiplications(const engine_ptr& e, const csr_ref& a, const csr_ref& b, std::int64_t* flops) {
    e->set_bytes(flops, 0, static_cast<std::size_t>(a.nrows) * sizeof(std::int64_t));
    const std::int64_t threads = (a.nvals + entries_of_a_lane - 1) / entries_of_a_lane;
    simt::launch(e->stream(), blocks_for(*e, threads), block_threads, 0, count_kernel, a, b.offsets,
                 reinterpret_cast<counter*>(flops));
}

void offsets_of_sizes(const engine_ptr& e, row_offset* sizes, index n) {
    e->set_bytes(sizes + n, 0, sizeof(row_offset));
    exclusive_scan(e, sizes, sizes, n + 1);
}

void sums_before(const engine_ptr& e, const std::int64_t* numbers, index n, std::int64_t* before) {
    e->set_bytes(before, 0, sizeof(std::int64_t));
    inclusive_scan(e, numbers, before + 1, n);
}

index rows_within(const engine_ptr& e, const std::int64_t* before, index n, index first, std::int64_t enough) {
    if (first >= n) return n;
    const array<index> found(e, 1);
    index* const last = found.data();
    for_each(e, 1, GB_DEVICE_LAMBDA(std::int64_t) {
        const index within = first + row_of_entry(before + first, n + 1 - first, before[first] + enough);
        *last = within > first ? within : first + 1;
    });
    return peeked(*e, found.data());
}

}  // namespace graphblas_gpu::cuda
