// Compiles products of a matrix and a vector for the semirings of compiled.def.
#include <graphblas_gpu/host/vector/vector_method.hpp>
#include <semirings/catalogue.hpp>

namespace graphblas_gpu::host {

#define GB_COMPILED(name, T) \
    template const vector_functions kernels<semiring_t<name<T>>>::vector_right; \
    template const vector_functions kernels<semiring_t<name<T>>>::vector_left;
#include <graphblas_gpu/host/instances/compiled.def>

}  // namespace graphblas_gpu::host
