// The kernels that the library compiles in.
//
// Idea: direct.def lists the semirings that are compiled directly. All others of the catalogue begin with interpreting kernels,
// one for each type that values are stored as (integers of one size share one, Booleans are bytes), until specialised ones are
// made (specialised.hpp). There is a source for each method, which CMake compiles once for the direct semirings and once for
// the interpreted ones (each_semiring.def).
#pragma once

#include <graphblas_gpu/cuda/elementwise/operator_codes.hpp>
#include <graphblas_gpu/cuda/kernels/kernels.hpp>

namespace graphblas_gpu::cuda {

/// The kernels of a semiring of the catalogue whose terms may be added in any order, or of min_secondi over uint32 positions.
std::shared_ptr<const product_kernels> kernels_for(const semiring_code& code);

/// The kernels for structure only: values are neither read nor written.
std::shared_ptr<const product_kernels> structural_kernels();

/// Whether the semiring of this code is compiled directly.
constexpr bool is_compiled_directly(const semiring_code& code) {
#define GB_DIRECT(name, T) \
    if (code == code_of<std::remove_cvref_t<decltype(name<T>)>>()) return true;
#include <graphblas_gpu/cuda/kernels/direct.def>
    return false;
}

}  // namespace graphblas_gpu::cuda
