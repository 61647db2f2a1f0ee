// Semirings whose kernels own_kernels.cu compiles, so that a changed product compiles none of them again.
#pragma once

#include <cstdint>

#include <graphblas_gpu/catalogued.hpp>
#include <graphblas_gpu/operations/device/own_semiring.hpp>

namespace own_semirings {

namespace gb = graphblas_gpu;

/// The most reliable path: neither operator has a name of the library, and one operand is of another type.
struct most_reliable {
    struct better {
        using value_type = double;
        GB_HD constexpr double operator()(double x, double y) const { return x < y ? y : x; }
        GB_HD static constexpr double identity() { return -1e300; }
    };
    using left_type = double;
    using right_type = std::int32_t;
    static constexpr better add{};
    GB_HD static constexpr double multiply(double x, std::int32_t y) { return x * (1.0 - 0.01 * y); }
};

/// Looks at positions, wraps, and takes so many registers a thread that a block cannot have 1024 of them. It is a call, so that
/// its registers are counted in every kernel, and it is compiled once.
struct many_registers {
    static constexpr gb::monoid<gb::plus, std::uint32_t> add{};
    GB_HD static std::uint32_t multiply(std::uint32_t x, std::uint32_t y, std::int64_t i, std::int64_t k, std::int64_t j);
};

/// Keeps any term: the library's, which is the first.
struct any_difference {
    static constexpr gb::monoid<gb::any, std::int64_t> add{};
    GB_HD static constexpr std::int64_t multiply(std::int64_t x, std::int64_t y) { return 10 * x - y; }
};

}  // namespace own_semirings

namespace graphblas_gpu {

template <>
inline constexpr bool host::has_compiled_kernels<own_semirings::most_reliable> = true;
template <>
inline constexpr bool host::has_compiled_kernels<own_semirings::many_registers> = true;
template <>
inline constexpr bool host::has_compiled_kernels<own_semirings::any_difference> = true;

extern template struct host::kernels<own_semirings::most_reliable>;
extern template struct host::kernels<own_semirings::many_registers>;
extern template struct host::kernels<own_semirings::any_difference>;
extern template struct device::own_semiring<own_semirings::most_reliable>;
extern template struct device::own_semiring<own_semirings::many_registers>;
extern template struct device::own_semiring<own_semirings::any_difference>;

}  // namespace graphblas_gpu
