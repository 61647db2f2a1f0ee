// Method `hash` for the catalogue.
#include <graphblas_gpu/host/hash/hash_method.hpp>
#include <semirings/catalogue.hpp>

namespace graphblas_gpu::host {

#define GB_INSTANTIATE(name, T) template const row_method kernels<semiring_t<name<T>>>::hash;
#define GB_SEMIRING(name, domain) GB_FOR_EACH_##domain(GB_INSTANTIATE, name)
#include <semirings/catalogue.def>
#undef GB_INSTANTIATE

}  // namespace graphblas_gpu::host
