// Kernels that look the operators of a semiring up, and specialised ones that replace them where that pays.
//
// Idea: kernels that look operators up are there at once. When the products of this process with a semiring have made enough
// multiplications, the kernels that the method of a further one launches are made with the operators inlined, one after another
// by a thread (cuda/jit/), and products take them when all of a method are there.
#pragma once

#include <graphblas_gpu/cuda/elementwise/operator_codes.hpp>
#include <graphblas_gpu/cuda/jit/sourced_semiring.hpp>
#include <graphblas_gpu/cuda/kernels/kernels.hpp>

namespace graphblas_gpu::cuda {

/// The multiplications of earlier products from which on kernels are specialised. They take an H100 a quarter of a second or
/// more; a kernel takes one processor about a second, and the end of the process waits for the one that is being made.
inline constexpr std::int64_t min_work_to_specialise = std::int64_t{1} << 34;

/// Kernels that begin with `lookup`, which look the operators of `code` up. For values of 4 or 8 bytes specialised ones may
/// replace them, as GRAPHBLAS_GPU_SPECIALISE says. `calls` and `state`: the operators of an emulated device.
std::shared_ptr<const product_kernels> specialised_where_it_pays(const semiring_code& code,
                                                                 std::shared_ptr<const product_kernels> lookup,
                                                                 const host_calls& calls, const operator_state& state);

}  // namespace graphblas_gpu::cuda
