// The tables of kernels that the library compiles, method by method, for the semirings of host/instances/compiled.def. These
// declarations keep sources that can compile kernels (graphblas_gpu/own_semiring.hpp) from compiling these tables again.
#pragma once

#include <graphblas_gpu/host/product/product_loops.hpp>
#include <semirings/catalogue.hpp>

namespace graphblas_gpu::host {

// nvcc 13 rewrites these declarations for the host compiler and replaces a template argument that is an object of a class by
// the name of a variable that is declared nowhere. It does not do so with decltype of the object, so the type is not spelled
// semiring_t<name<T>>.
#define GB_COMPILED(name, T) extern template struct kernels<std::remove_cvref_t<decltype(name<T>)>>;
#include <graphblas_gpu/host/instances/compiled.def>

}  // namespace graphblas_gpu::host
