// How the values of a matrix are scaled so that fp16 can hold them.
//
// Idea: fp16 has five bits of exponent, so values far from 1 are multiplied by a power of two, which is exact, and the sums are
// divided by it. If the values of a matrix are so far apart that the smallest would not be a normal number of fp16, no power of
// two suffices, and the caller is told so.
// Source: IEEE 754, binary16.
#pragma once

#include <cmath>
#include <optional>

#include <graphblas_gpu/cuda/device/csr.hpp>
#include <semirings/types.hpp>

namespace graphblas_gpu::cuda {

/// The least and the greatest magnitude of the values that are finite and not 0; both are 0 if there are no such values.
struct magnitudes {
    float least = 0;
    float most = 0;
};

/// The magnitudes of n values on the device. Waits. O(n).
magnitudes magnitudes_of(const engine_ptr& e, const float* values, row_offset n);

inline constexpr float min_normal_half = 0x1p-14f;
inline constexpr float greatest_half = 65504.0f;

/// The exponent of the power of two that makes all values normal numbers of fp16; nothing if there is no such power; 0 if all
/// values are normal numbers of fp16 already.
inline std::optional<int> exponent_for_halves(const magnitudes& found) {
    if (found.most == 0 || (found.least >= min_normal_half && found.most <= greatest_half)) return 0;
    // The greatest value is moved into 2^14 .. 2^15. A power of two in fp32 is at most 2^127.
    constexpr int highest = 14, max_factor = 127;
    const int wanted = highest - std::ilogb(found.most);
    const int exponent = wanted < max_factor ? wanted : max_factor;
    if (std::ldexp(found.least, exponent) < min_normal_half) return std::nullopt;
    return exponent;
}

/// The powers of two that bring factors into the range of fp16, and that scale the sums of their products back.
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

}  // namespace graphblas_gpu::cuda
