#include <graphblas_gpu/cuda/primitives/scan.hpp>

#include <graphblas_gpu/cuda/device/array.hpp>
#include <graphblas_gpu/cuda/device/for_each.cuh>
#include <graphblas_gpu/cuda/primitives/scan.cuh>
#include <graphblas_gpu/cuda/primitives/with_temporary.cuh>

#ifdef __CUDACC__
// GCC takes an object of CUB without members for one that is not initialised.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#include <cub/device/device_scan.cuh>
#pragma GCC diagnostic pop
#else
#include <cub_rehearsal.hpp>  // the same calls on the host, in order (tests/rehearsal)
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
        return CUB_NS_QUALIFIER::DeviceScan::ExclusiveSum(temporary, bytes, in, out, n, e->stream());
    });
}

void inclusive_scan(const engine_ptr& e, const std::int64_t* in, std::int64_t* out, std::int64_t n) {
    if (n <= 0) return;
    if (n <= few) return scan_by_block(e, in, n, {.out = out, .inclusive = true});
    detail::with_temporary(e, "inclusive scan", [&](void* temporary, std::size_t& bytes) {
        return CUB_NS_QUALIFIER::DeviceScan::InclusiveSum(temporary, bytes, in, out, n, e->stream());
    });
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
