// Compiles method `bitmap_tile` for the semirings of compiled.def.
#include <graphblas_gpu/host/bitmap_tile/tile_rows.hpp>
#include <semirings/catalogue.hpp>

namespace graphblas_gpu::host {

#define GB_COMPILED(name, T) template const tile_row_function kernels<semiring_t<name<T>>>::tile_row;
#include <graphblas_gpu/host/instances/compiled.def>

}  // namespace graphblas_gpu::host
