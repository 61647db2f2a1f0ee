// The powers of two that bring factors into the range of fp16, and that scale the sums of their products back.
#pragma once

#include <cmath>

#include <semirings/types.hpp>

namespace graphblas_gpu::cuda::tensor {

struct half_scales {
    float a, b;
    float back[2];  ///< multiplying by both brings the sums back; the product of the two might be out of range

    half_scales(int a_exponent, int b_exponent) : a(std::ldexp(1.0f, a_exponent)), b(std::ldexp(1.0f, b_exponent)) {
        const int both = -a_exponent - b_exponent;
        back[0] = std::ldexp(1.0f, both / 2);
        back[1] = std::ldexp(1.0f, both - both / 2);
    }
    GB_HD float taken_back(float sum) const { return sum * back[0] * back[1]; }
};

}  // namespace graphblas_gpu::cuda::tensor
