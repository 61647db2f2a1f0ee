#include <graphblas_gpu/cuda/scan.hpp>

#include <graphblas_gpu/cuda/primitives.cuh>

namespace graphblas_gpu::cuda {

void exclusive_scan(const engine_ptr& e, const std::int64_t* in, std::int64_t* out, std::int64_t n) {
    if (n <= 0) return;
    detail::with_temporary(e, "exclusive scan", [&](void* temporary, std::size_t& bytes) {
        return cub::DeviceScan::ExclusiveSum(temporary, bytes, in, out, n, e->stream());
    });
}

void inclusive_scan(const engine_ptr& e, const std::int64_t* in, std::int64_t* out, std::int64_t n) {
    if (n <= 0) return;
    detail::with_temporary(e, "inclusive scan", [&](void* temporary, std::size_t& bytes) {
        return cub::DeviceScan::InclusiveSum(temporary, bytes, in, out, n, e->stream());
    });
}

row_offset sizes_to_offsets(const engine_ptr& e, row_offset* sizes, std::int64_t n) {
    e->set_bytes(sizes + n, 0, sizeof(row_offset));
    exclusive_scan(e, sizes, sizes, n + 1);
    return peeked(*e, sizes + n);
}

}  // namespace graphblas_gpu::cuda
