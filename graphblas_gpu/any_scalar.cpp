#include <graphblas_gpu/any_scalar.hpp>

#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/host/elementwise/convert.hpp>

#include <string>

namespace graphblas_gpu {

any_scalar::any_scalar(const type_descriptor& type, const void* value) : type_(&type), bytes_(type.bytes), is_present_(true) {
    if (type.bytes > 0) std::memcpy(bytes_.data(), value, type.bytes);
}

any_scalar any_scalar::cast_to(const type_descriptor& type) const {
    if (*type_ == type || !is_present_) {
        any_scalar out = *this;
        out.type_ = &type;
        return out;
    }
    if (!type_->is_built_in() || !type.is_built_in())
        throw domain_mismatch(std::string("any_scalar: a value of type ") + type_->name + " does not become a value of type " +
                              type.name);
    any_scalar out(type);
    out.is_present_ = true;
    out.bytes_ = buffer<std::byte>(type.bytes);
    if (type.bytes > 0) host::convert_values(type_->code, bytes_.data(), type.code, out.bytes_.data(), 1);
    return out;
}

const any_scalar& any_scalar::present() const {
    if (!is_present_) throw invalid_value(std::string("any_scalar: there is no value, of type ") + type_->name);
    return *this;
}

}  // namespace graphblas_gpu
