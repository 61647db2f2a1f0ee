// Method `bitmap_tile` for the catalogue.
#include <graphblas_gpu/host/bitmap_tile/tile_method.hpp>
#include <semirings/catalogue.hpp>

namespace graphblas_gpu::host {

#define GB_INSTANTIATE(name, T) template const make_tile_row_writer kernels<semiring_t<name<T>>>::tile_rows;
#define GB_SEMIRING(name, domain) GB_FOR_EACH_##domain(GB_INSTANTIATE, name)
#include <semirings/catalogue.def>
#undef GB_INSTANTIATE

}  // namespace graphblas_gpu::host
