// The tables of kernels that the library compiles, method by method (host/instances): for each line of semirings/catalogue.def and
// each type of its domain. No other source compiles them again.
#pragma once

#include <graphblas_gpu/host/product_kernels.hpp>
#include <semirings/catalogue.hpp>

namespace graphblas_gpu::host {

// nvcc 13 rewrites these declarations for the host compiler: a template argument that is an object of a class becomes the name
// of a variable that is declared nowhere; decltype of the object does not, so that the type is not spelled semiring_t<name<T>>.
#define GB_DECLARE(name, T) extern template struct kernels<std::remove_cvref_t<decltype(name<T>)>>;
#define GB_SEMIRING(name, domain) GB_FOR_EACH_##domain(GB_DECLARE, name)
#include <semirings/catalogue.def>
#undef GB_DECLARE

}  // namespace graphblas_gpu::host
