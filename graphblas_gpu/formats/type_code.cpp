#include <graphblas_gpu/formats/type_code.hpp>

#include <graphblas_gpu/error.hpp>

namespace graphblas_gpu::formats {

void refuse_struct_values() {
    throw unsupported(
        "the CUDA engine moves values of a struct, and only operators that carry their source (GB_DEVICE_SOURCE) compute with "
        "them; this call reads them as numbers, or casts them; it runs on the host, with context::host()");
}

}  // namespace graphblas_gpu::formats
