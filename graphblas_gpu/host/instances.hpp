// The tables of kernels that the library compiles: one for each line of semirings/catalogue.def and each type of its domain. A
// source that includes this header does not compile these tables again. The table of any other semiring is compiled in the
// source that uses it.
#pragma once

#include <graphblas_gpu/host/semiring_kernels.hpp>
#include <semirings/catalogue.hpp>

namespace graphblas_gpu::host {

// nvcc 13 rewrites these declarations for the host compiler: a template argument that is an object of a class becomes the name
// of a variable that is declared nowhere; decltype of the object does not, so that the type is not spelled semiring_t<name<T>>.
#define GB_DECLARE(name, T) extern template struct kernels<std::remove_cvref_t<decltype(name<T>)>>;
#define GB_SEMIRING(name, domain) GB_FOR_EACH_##domain(GB_DECLARE, name)
#include <semirings/catalogue.def>
#undef GB_DECLARE

}  // namespace graphblas_gpu::host
