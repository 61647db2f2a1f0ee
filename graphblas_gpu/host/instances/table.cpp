// The tables of the catalogue, which point to those of the methods.
#include <graphblas_gpu/host/kernel_table.hpp>
#include <semirings/catalogue.hpp>

namespace graphblas_gpu::host {

#define GB_INSTANTIATE(name, T) template const product_kernels kernels<semiring_t<name<T>>>::table;
#define GB_SEMIRING(name, domain) GB_FOR_EACH_##domain(GB_INSTANTIATE, name)
#include <semirings/catalogue.def>
#undef GB_INSTANTIATE

}  // namespace graphblas_gpu::host
