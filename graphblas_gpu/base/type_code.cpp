#include <graphblas_gpu/base/type_code.hpp>

#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/type_descriptor.hpp>

namespace graphblas_gpu::base {

void refuse_struct_values() {
    throw unsupported(
        "the CUDA engine moves values of a struct, and only operators that carry their source (GB_DEVICE_SOURCE) compute with "
        "them; this call reads them as numbers, or casts them; it runs on the host, with context::host()");
}

}  // namespace graphblas_gpu::base

namespace graphblas_gpu {

const type_descriptor& type_of(type_code code) {
    if (code == type_code::none) return type_of<void>();
    if (base::is_struct(code)) throw invalid_value("type_of: the code of a struct says its size, and not which struct it is");
    return base::with_code(code, [](auto type) -> const type_descriptor& { return type_of<typename decltype(type)::type>(); });
}

}  // namespace graphblas_gpu
