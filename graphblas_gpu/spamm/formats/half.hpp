// float16 and bfloat16: numbers of 16 bits that block matrices are stored in. They have no arithmetic, only conversions.
#pragma once

#include <graphblas_gpu/spamm/formats/dense_blocks.hpp>

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

namespace formats {

/// f(T{}) for the type T of the values that blocks of this type have.
template <class F>
auto with_block_type(block_type type, const F& f) {
    if (type == block_type::float16) return f(float16{});
    if (type == block_type::bfloat16) return f(bfloat16{});
    if (type == block_type::float32) return f(float{});
    return f(double{});
}

}  // namespace formats
}  // namespace graphblas_gpu
