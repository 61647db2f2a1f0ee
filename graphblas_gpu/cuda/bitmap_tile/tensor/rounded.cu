// Mixed precision without tensor cores: the product of tiles over a semiring that rounds its factors to fp16.
//
// Idea: on nearly empty tiles, a tensor core multiplies mostly zeros. A product of two numbers of fp16 is exact in fp32, so the
// kernels for any semiring give the same results as tensor cores, except for the order of sums.
// Source: the products are tSparse's (Zachariadis et al.).
#include <graphblas_gpu/cuda/bitmap_tile/tensor/values.hpp>

#include <graphblas_gpu/cuda/bitmap_tile/tensor/half_range.hpp>
#include <graphblas_gpu/cuda/bitmap_tile/tensor/mma.cuh>
#include <graphblas_gpu/cuda/bitmap_tile/values.cuh>

namespace graphblas_gpu::cuda {

namespace {

/// A semiring in the form of kernel_semiring.cuh, with the members that the kernels of tiles use.
struct rounded_products {
    using left = float;
    using right = float;
    using value = float;
    using accumulator = accumulator_t<float>;
    static constexpr bool reads_left = true;
    static constexpr bool reads_right = true;

    half_scales scales;

    __device__ float product(float x, float y, index, index, index) const {
        return tensor::rounded_to_half(x * scales.a) * tensor::rounded_to_half(y * scales.b);
    }
    __device__ accumulator empty() const { return write(-0.0f); }
    __device__ accumulator write(float x) const { return to_accumulator<float>(x); }
    __device__ accumulator sum_into(accumulator p, float x) const { return write(from_accumulator<float>(p) + x); }
    __device__ float read(accumulator p) const { return scales.taken_back(from_accumulator<float>(p)); }
};

}  // namespace

void rounded_values(const engine_ptr& e, const tiles_ref& a, const tiles_ref& b, const tiles_ref& c, int a_exponent,
                    int b_exponent, float* values) {
    tile_values(e, rounded_products{half_scales(a_exponent, b_exponent)}, a, b, c, values);
}

}  // namespace graphblas_gpu::cuda
