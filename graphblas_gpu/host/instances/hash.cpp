// Compiles method `hash` for the semirings of compiled.def.
#include <graphblas_gpu/host/hash/hash_rows.hpp>
#include <semirings/catalogue.hpp>

namespace graphblas_gpu::host {

#define GB_COMPILED(name, T) template const row_method kernels<semiring_t<name<T>>>::hash;
#include <graphblas_gpu/host/instances/compiled.def>

}  // namespace graphblas_gpu::host
