// The kernels that the library compiles in.
//
// Idea: direct.def lists the semirings that are compiled as they are; all others of the catalogue run on one interpreting
// instance for each type that values are stored as (integers of one size share theirs, Booleans are bytes). There is a source
// for each method, which CMake compiles for the former and for the latter (each_semiring.def).
#pragma once

#include <graphblas_gpu/cuda/elementwise/operator_codes.hpp>
#include <graphblas_gpu/cuda/product/kernels.hpp>

namespace graphblas_gpu::cuda {

/// Of a semiring of the catalogue whose terms may be added in any order; also of uint32 positions (min_secondi).
std::shared_ptr<const product_kernels> kernels_for(const semiring_code& code);

/// For structure alone: values are neither read nor written.
std::shared_ptr<const product_kernels> structural_kernels();

/// S is compiled as it is.
constexpr bool is_compiled_directly(const semiring_code& code) {
#define GB_DIRECT(name, T) \
    if (code == code_of<std::remove_cvref_t<decltype(name<T>)>>()) return true;
#include <graphblas_gpu/cuda/instances/direct.def>
    return false;
}

}  // namespace graphblas_gpu::cuda
