#include <graphblas_gpu/cuda/instances/instances.hpp>

#include <cstdint>

#include <graphblas_gpu/error.hpp>

namespace graphblas_gpu::cuda {

namespace instances {

using namespace std;  // the types of direct.def

#define GB_DIRECT(name, T) shared_ptr<const product_kernels> make_##name##_##T();
#include <graphblas_gpu/cuda/instances/direct.def>

#define GB_INTERPRETED(code) shared_ptr<const product_kernels> make_interpreted_##code(const semiring_code&);
GB_INTERPRETED(uint8)
GB_INTERPRETED(uint16)
GB_INTERPRETED(uint32)
GB_INTERPRETED(uint64)
GB_INTERPRETED(float32)
GB_INTERPRETED(float64)
#undef GB_INTERPRETED

namespace {

shared_ptr<const product_kernels> direct_kernels(const semiring_code& code) {
#define GB_DIRECT(name, T) \
    if (code == code_of<semiring_t<name<T>>>()) return make_##name##_##T();
#include <graphblas_gpu/cuda/instances/direct.def>
    return nullptr;
}

shared_ptr<const product_kernels> interpreted_kernels(const semiring_code& code) {
    switch (code.type) {
        case type_code::none: break;
        case type_code::boolean:
        case type_code::int8:
        case type_code::uint8: return make_interpreted_uint8(code);
        case type_code::int16:
        case type_code::uint16: return make_interpreted_uint16(code);
        case type_code::int32:
        case type_code::uint32: return make_interpreted_uint32(code);
        case type_code::int64:
        case type_code::uint64: return make_interpreted_uint64(code);
        case type_code::float32: return make_interpreted_float32(code);
        case type_code::float64: return make_interpreted_float64(code);
    }
    throw invalid_value("product: a semiring without a type of values");
}

}  // namespace
}  // namespace instances

std::shared_ptr<const product_kernels> kernels_for(const semiring_code& code) {
    if (auto direct = instances::direct_kernels(code); direct != nullptr) return direct;
    return instances::interpreted_kernels(code);
}

}  // namespace graphblas_gpu::cuda
