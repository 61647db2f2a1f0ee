// any_scalar: one value of a type that is known at run time, or none.
//
// Source: GraphBLAS C API 2.1, section 3.7 (GrB_Scalar).
#pragma once

#include <graphblas_gpu/base/buffer.hpp>
#include <graphblas_gpu/type_descriptor.hpp>

#include <cstring>
#include <type_traits>

namespace graphblas_gpu {

/// A value of a type that is known at run time, or no value of this type. The type has to live as long as the scalar.
class any_scalar {
  public:
    /// No value of the type void.
    any_scalar() noexcept = default;
    /// No value.
    explicit any_scalar(const type_descriptor& type) noexcept : type_(&type) {}
    /// A copy of the value at `value`, which has type.bytes bytes. Throws out_of_memory.
    any_scalar(const type_descriptor& type, const void* value);
    /// A value of a C++ type.
    template <class T>
    requires(std::is_trivially_copyable_v<T> && !std::is_pointer_v<T> && !std::is_same_v<T, any_scalar> &&
             !std::is_same_v<T, type_descriptor>) any_scalar(const T& value)
        : any_scalar(type_of<T>(), &value) {}

    /// Whether there is a value.
    bool is_present() const noexcept { return is_present_; }
    /// The type.
    const type_descriptor& type() const noexcept { return *type_; }
    /// The bytes of the value, if there is one.
    const void* data() const noexcept { return bytes_.data(); }
    /// The value as a T: cast if both types are built in, else of the same type. Throws invalid_value if there is none,
    /// domain_mismatch.
    template <class T>
    T as() const {
        const any_scalar cast = cast_to(type_of<T>());
        T out{};
        std::memcpy(&out, cast.present().data(), sizeof(T));
        return out;
    }
    /// The value, or no value, cast to another type. Throws domain_mismatch if the types differ and one is not built in,
    /// out_of_memory.
    any_scalar cast_to(const type_descriptor& type) const;
    /// The scalar itself. Throws invalid_value if it has no value.
    const any_scalar& present() const;

  private:
    const type_descriptor* type_ = &type_of<void>();
    buffer<std::byte> bytes_;
    bool is_present_ = false;
};

}  // namespace graphblas_gpu
