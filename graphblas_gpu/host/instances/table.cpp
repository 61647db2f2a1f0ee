// Compiles the table of each semiring of compiled.def, which points to the tables of its methods.
#include <graphblas_gpu/host/kernel_table.hpp>
#include <semirings/catalogue.hpp>

namespace graphblas_gpu::host {

#define GB_COMPILED(name, T) template const product_kernels kernels<semiring_t<name<T>>>::table;
#include <graphblas_gpu/host/instances/compiled.def>

}  // namespace graphblas_gpu::host
