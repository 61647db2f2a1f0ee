// The least and the greatest magnitude in one pass.
//
// Idea: magnitudes of fp32 have the same order as their bits. The least is found as the greatest complement, so that both
// maxima can begin with 0.
#include <graphblas_gpu/cuda/bitmap_tile/tensor/half_range.hpp>

#include <bit>

#include <graphblas_gpu/cuda/device/simt.cuh>

namespace graphblas_gpu::cuda {

namespace {

constexpr unsigned threads_in_block = 256;
constexpr unsigned blocks_a_multiprocessor = 8;

/// The greatest magnitude so far, and the complement of the least.
struct found_magnitudes {
    unsigned most = 0, least = 0;

    __device__ void add(float x) {
        constexpr unsigned magnitude = 0x7fffffffu, infinite = 0x7f800000u;
        const unsigned bits = __float_as_uint(x) & magnitude;
        if (bits == 0 || bits >= infinite) return;
        most = bits > most ? bits : most;
        least = ~bits > least ? ~bits : least;
    }
};

__global__ void magnitudes_kernel(const float* values, row_offset n, unsigned* most_and_least) {
    constexpr int at_once = 4;  // loads in flight
    const row_offset step = static_cast<row_offset>(gridDim.x) * blockDim.x;
    found_magnitudes found;
    row_offset p = static_cast<row_offset>(blockIdx.x) * blockDim.x + threadIdx.x;
    for (; p + (at_once - 1) * step < n; p += at_once * step) {
        float x[at_once];
        for (int i = 0; i < at_once; ++i) x[i] = values[p + i * step];
        for (int i = 0; i < at_once; ++i) found.add(x[i]);
    }
    for (; p < n; p += step) found.add(values[p]);
    const unsigned most = __reduce_max_sync(simt::full_warp, found.most);
    const unsigned least = __reduce_max_sync(simt::full_warp, found.least);
    if (simt::lane_id() != 0 || most == 0) return;
    atomicMax(most_and_least, most);
    atomicMax(most_and_least + 1, least);
}

}  // namespace

magnitudes magnitudes_of(const engine_ptr& e, const float* values, row_offset n) {
    if (n == 0) return {};
    const auto found = zeros<unsigned>(e, 2);
    const row_offset blocks = (n + threads_in_block - 1) / threads_in_block;
    const row_offset max_blocks = static_cast<row_offset>(e->facts().multiprocessors) * blocks_a_multiprocessor;
    simt::launch(e->stream(), static_cast<unsigned>(blocks < max_blocks ? blocks : max_blocks), threads_in_block, 0,
                 magnitudes_kernel, values, n, found.data());
    unsigned bits[2] = {};
    e->read_small(bits, found.data(), sizeof(bits));
    if (bits[0] == 0) return {};
    return {std::bit_cast<float>(~bits[1]), std::bit_cast<float>(bits[0])};
}

}  // namespace graphblas_gpu::cuda
