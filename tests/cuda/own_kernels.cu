// The kernels of the semirings of own_semirings.hpp, for host threads and for a device.
#include "own_semirings.hpp"
#include <graphblas_gpu/cuda.cuh>

namespace own_semirings {

GB_CALLED std::uint32_t many_registers::multiply(std::uint32_t x, std::uint32_t y, std::int64_t i, std::int64_t k,
                                                 std::int64_t j) {
    constexpr unsigned size = 64;
    std::uint32_t all[size] = {x * static_cast<std::uint32_t>(i + 1), y * static_cast<std::uint32_t>(7 * k + j)};
    for (unsigned n = 2; n < size; ++n) all[n] = all[n - 1] * x + (all[n - 2] ^ y);
    for (unsigned n = 0; n < size; ++n) all[n] = all[n] * all[size - 1 - n] + all[n * 29 % size];
    std::uint32_t sum = 0;
    for (unsigned n = 0; n < size; ++n) sum = sum * 31 + all[n * 37 % size];
    return sum;
}

}  // namespace own_semirings

namespace graphblas_gpu {

template struct host::kernels<own_semirings::most_reliable>;
template struct host::kernels<own_semirings::many_registers>;
template struct host::kernels<own_semirings::any_difference>;
template struct device::own_semiring<own_semirings::most_reliable>;
template struct device::own_semiring<own_semirings::many_registers>;
template struct device::own_semiring<own_semirings::any_difference>;

}  // namespace graphblas_gpu
