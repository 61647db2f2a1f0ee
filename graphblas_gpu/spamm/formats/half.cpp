#include <graphblas_gpu/spamm/formats/half.hpp>

#include <bit>
#include <cmath>

namespace graphblas_gpu {

namespace {

constexpr std::uint32_t magnitude_bits = 0x7fffffffu, infinite_float = 0x7f800000u;

}  // namespace

float16::float16(float x) noexcept {
    const auto all = std::bit_cast<std::uint32_t>(x);
    const std::uint32_t magnitude = all & magnitude_bits;
    const auto sign = static_cast<std::uint16_t>(all >> 16 & 0x8000u);
    constexpr std::uint32_t overflows = 0x477ff000u;  // 65520, halfway between the largest float16 and 65536
    constexpr std::uint32_t min_normal = 0x38800000u;
    if (magnitude > infinite_float)
        bits = static_cast<std::uint16_t>(sign | 0x7e00u);
    else if (magnitude >= overflows)
        bits = static_cast<std::uint16_t>(sign | 0x7c00u);
    else if (magnitude >= min_normal) {
        const std::uint32_t rounded = magnitude + 0xfffu + (magnitude >> 13 & 1u);  // 13 bits are dropped, to nearest even
        bits = static_cast<std::uint16_t>(sign | (rounded - min_normal + (1u << 23)) >> 13);
    } else {
        // A subnormal number is a multiple of 2^-24; the sum with 2^-1, whose last bit is 2^-24, rounds to one.
        const float shifted = std::bit_cast<float>(magnitude) + 0.5f;
        bits = static_cast<std::uint16_t>(sign | (std::bit_cast<std::uint32_t>(shifted) - std::bit_cast<std::uint32_t>(0.5f)));
    }
}

float16::operator float() const noexcept {
    const std::uint32_t sign = std::uint32_t{bits & 0x8000u} << 16, exponent = bits >> 10 & 0x1fu, mantissa = bits & 0x3ffu;
    if (exponent == 0x1fu) return std::bit_cast<float>(sign | infinite_float | mantissa << 13);
    if (exponent != 0) return std::bit_cast<float>(sign | (exponent + 112) << 23 | mantissa << 13);
    const float subnormal = std::ldexp(static_cast<float>(mantissa), -24);
    return sign != 0 ? -subnormal : subnormal;
}

bfloat16::bfloat16(float x) noexcept {
    const auto all = std::bit_cast<std::uint32_t>(x);
    if ((all & magnitude_bits) > infinite_float)
        bits = static_cast<std::uint16_t>(all >> 16 | 0x40u);
    else
        bits = static_cast<std::uint16_t>((all + 0x7fffu + (all >> 16 & 1u)) >> 16);
}

bfloat16::operator float() const noexcept { return std::bit_cast<float>(std::uint32_t{bits} << 16); }

}  // namespace graphblas_gpu
