// Products of a matrix and a vector for the catalogue.
#include <graphblas_gpu/host/vector_method.hpp>
#include <semirings/catalogue.hpp>

namespace graphblas_gpu::host {

#define GB_INSTANTIATE(name, T) \
    template const vector_functions kernels<semiring_t<name<T>>>::vector_right; \
    template const vector_functions kernels<semiring_t<name<T>>>::vector_left;
#define GB_SEMIRING(name, domain) GB_FOR_EACH_##domain(GB_INSTANTIATE, name)
#include <semirings/catalogue.def>
#undef GB_INSTANTIATE

}  // namespace graphblas_gpu::host
