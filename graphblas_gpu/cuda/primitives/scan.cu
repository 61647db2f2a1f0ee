#include <graphblas_gpu/cuda/primitives/scan.hpp>

#include <functional>

#include <graphblas_gpu/cuda/primitives/sums.cuh>
#include <graphblas_gpu/cuda/primitives/scan.cuh>

#ifdef __CUDACC__
#include <cub/device/device_scan.cuh>
#endif

namespace graphblas_gpu::cuda {

namespace {

__global__ void scan_few(const std::int64_t* in, unsigned n, few_sums to) {
    sum_few([&](unsigned i) { return in[i]; }, n, to);
}

void scan_by_block(const engine_ptr& e, const std::int64_t* in, std::int64_t n, const few_sums& to) {
    simt::launch(e->stream(), 1, few_threads, 0, scan_few, in, static_cast<unsigned>(n), to);
}

}  // namespace

void exclusive_scan(const engine_ptr& e, const std::int64_t* in, std::int64_t* out, std::int64_t n) {
    if (n <= 0) return;
    if (n <= few) return scan_by_block(e, in, n, {.out = out});
    detail::with_temporary(e, "exclusive scan", [&](void* temporary, std::size_t& bytes) {
        return cub::DeviceScan::ExclusiveSum(temporary, bytes, in, out, n, e->stream());
    });
}

void inclusive_scan(const engine_ptr& e, const std::int64_t* in, std::int64_t* out, std::int64_t n) {
    if (n <= 0) return;
    if (n <= few) return scan_by_block(e, in, n, {.out = out, .inclusive = true});
    detail::with_temporary(e, "inclusive scan", [&](void* temporary, std::size_t& bytes) {
        return cub::DeviceScan::InclusiveSum(temporary, bytes, in, out, n, e->stream());
    });
}

std::int64_t sum(const engine_ptr& e, const std::int64_t* in, std::int64_t n) {
    return reduce(e, in, n, std::int64_t{0}, std::plus<std::int64_t>());
}

row_offset sizes_to_offsets(const engine_ptr& e, row_offset* sizes, std::int64_t n) {
    if (n <= few) {
        scan_by_block(e, sizes, n, {.out = sizes, .with_end = true, .answer = e->answer()});
        return e->await_answer();
    }
    e->set_bytes(sizes + n, 0, sizeof(row_offset));
    exclusive_scan(e, sizes, sizes, n + 1);
    return read_element(*e, sizes + n);
}

}  // namespace graphblas_gpu::cuda
