// float16 and bfloat16: numbers of 16 bits that block matrices are stored in. They have no arithmetic, only conversions.
#pragma once

#include <cstdint>

namespace graphblas_gpu {

/// IEEE 754 binary16: 11 significant bits, magnitudes of 2^-24 to 65504.
struct float16 {
    std::uint16_t bits = 0;
    constexpr float16() = default;
    /// Rounds to nearest even; larger magnitudes become infinity. O(1).
    explicit float16(float x) noexcept;
    explicit operator float() const noexcept;
};

/// The upper half of a float: 8 significant bits and the range of float.
struct bfloat16 {
    std::uint16_t bits = 0;
    constexpr bfloat16() = default;
    /// Rounds to nearest even. O(1).
    explicit bfloat16(float x) noexcept;
    explicit operator float() const noexcept;
};

}  // namespace graphblas_gpu
