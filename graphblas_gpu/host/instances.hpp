// The tables of kernels that the library compiles, method by method, for the semirings of host/instances/compiled.def. No other source
// compiles them again.
#pragma once

#include <graphblas_gpu/host/product_kernels.hpp>
#include <semirings/catalogue.hpp>

namespace graphblas_gpu::host {

// nvcc 13 rewrites these declarations for the host compiler: a template argument that is an object of a class becomes the name
// of a variable that is declared nowhere; decltype of the object does not, so that the type is not spelled semiring_t<name<T>>.
#define GB_COMPILED(name, T) extern template struct kernels<std::remove_cvref_t<decltype(name<T>)>>;
#include <graphblas_gpu/host/instances/compiled.def>

/// The library has the kernels of S.
template <class S>
inline constexpr bool has_compiled_kernels = is_catalogued<S>;
template <positional_scalar T>
inline constexpr bool has_compiled_kernels<semiring<min, saturating_plus, T>> = true;

}  // namespace graphblas_gpu::host
