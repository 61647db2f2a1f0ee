// The tables of kernels that the library compiles, method by method, for the semirings of host/instances/compiled.def. Sources that can
// compile kernels (graphblas_gpu/own_semiring.hpp) do not compile these again.
#pragma once

#include <graphblas_gpu/host/product_kernels.hpp>
#include <semirings/catalogue.hpp>

namespace graphblas_gpu::host {

// nvcc 13 rewrites these declarations for the host compiler: a template argument that is an object of a class becomes the name
// of a variable that is declared nowhere; decltype of the object does not, so that the type is not spelled semiring_t<name<T>>.
#define GB_COMPILED(name, T) extern template struct kernels<std::remove_cvref_t<decltype(name<T>)>>;
#include <graphblas_gpu/host/instances/compiled.def>

}  // namespace graphblas_gpu::host
