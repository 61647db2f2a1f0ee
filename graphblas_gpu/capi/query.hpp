// GrB_get and GrB_set: the fields of objects and of the library as a whole.
//
// Idea: a field of an object is a number, a text or a size, or there is none. One function for each kind of object says which;
// the functions of the C API only check that the program asks for the right kind.
// Source: GraphBLAS C API 2.1, sections 3.8 and 4.2.1.
#pragma once

#include <graphblas_gpu/capi/core.hpp>

#include <cstring>
#include <string>
#include <variant>

namespace graphblas_gpu::capi {

/// There is no such field for the object at hand, as the type of an operand that an operator does not read.
struct no_value {};
/// The content of a field; monostate if objects of this kind do not have it.
using field_value = std::variant<std::monostate, no_value, std::int32_t, std::size_t, std::string>;

/// The fields of each kind of object, but for its name.
/// @{
field_value field_of(const GB_Type_opaque& type, GrB_Field field);
field_value field_of(const GB_UnaryOp_opaque& op, GrB_Field field);
field_value field_of(const GB_BinaryOp_opaque& op, GrB_Field field);
field_value field_of(const GB_IndexUnaryOp_opaque& op, GrB_Field field);
field_value field_of(const GB_Monoid_opaque& monoid, GrB_Field field);
field_value field_of(const GB_Semiring_opaque& semiring, GrB_Field field);
field_value field_of(const GB_Descriptor_opaque& desc, GrB_Field field);
field_value field_of(const GB_Scalar_opaque& s, GrB_Field field);
field_value field_of(const GB_Vector_opaque& v, GrB_Field field);
field_value field_of(const GB_Matrix_opaque& a, GrB_Field field);
field_value field_of(const GB_Global_opaque& global, GrB_Field field);
/// @}
/// The name that the library or the program gave an object.
std::string name_of(const object& x);

/// Sets a field. Throws invalid_value for fields that objects of this kind do not have or that can only be read.
/// @{
void set_field(object& x, object_kind kind, GrB_Field field, std::int32_t value);
void set_field(object& x, object_kind kind, GrB_Field field, const std::string& value);
/// @}

/// Throws invalid_value, because the field is of another kind than was asked for.
[[noreturn]] void refuse_field(GrB_Field field);
/// Copies a text, or a number, into a scalar.
void give_to_scalar(GrB_Scalar out, const field_value& value, GrB_Field field);

template <class Handle>
field_value value_of_field(Handle object, GrB_Field field) {
    const auto& handle = checked(object, "the object");
    if (field == GrB_NAME) return name_of(handle);
    return field_of(handle, field);
}

/// Calls give(content) for a field whose content is a T.
template <class T, class Handle, class Give>
GrB_Info get_field(Handle object, const void* out, GrB_Field field, const Give& give) noexcept {
    return call([&] {
        const field_value value = value_of_field(object, field);
        check_not_null(out, "the value");
        if (std::holds_alternative<no_value>(value)) return GrB_NO_VALUE;
        const T* const content = std::get_if<T>(&value);
        if (content == nullptr) refuse_field(field);
        give(*content);
        return GrB_SUCCESS;
    });
}
template <class Handle>
GrB_Info get_number(Handle object, std::int32_t* out, GrB_Field field) noexcept {
    return get_field<std::int32_t>(object, out, field, [&](std::int32_t n) { *out = n; });
}
template <class Handle>
GrB_Info get_string(Handle object, char* out, GrB_Field field) noexcept {
    return get_field<std::string>(object, out, field,
                                  [&](const std::string& text) { std::memcpy(out, text.c_str(), text.size() + 1); });
}
/// A size, or that of the text of a field with its terminating zero.
template <class Handle>
GrB_Info get_size(Handle object, std::size_t* out, GrB_Field field) noexcept {
    return call([&] {
        const field_value value = value_of_field(object, field);
        check_not_null(out, "the value");
        if (std::holds_alternative<no_value>(value)) return GrB_NO_VALUE;
        if (const auto* const text = std::get_if<std::string>(&value)) *out = text->size() + 1;
        else if (const auto* const size = std::get_if<std::size_t>(&value)) *out = *size;
        else refuse_field(field);
        return GrB_SUCCESS;
    });
}
template <class Handle>
GrB_Info get_scalar(Handle object, GrB_Scalar out, GrB_Field field) noexcept {
    return call([&] {
        const field_value value = value_of_field(object, field);
        (void)checked(out, "the value");
        if (std::holds_alternative<no_value>(value)) return GrB_NO_VALUE;
        give_to_scalar(out, value, field);
        return GrB_SUCCESS;
    });
}
/// No field of this library is an array of bytes.
template <class Handle>
GrB_Info get_bytes(Handle object, void*, GrB_Field field) noexcept {
    return call([&] {
        (void)checked(object, "the object");
        refuse_field(field);
    });
}

template <class Handle>
GrB_Info set_number(Handle object, std::int32_t value, GrB_Field field) noexcept {
    return call(object, [&] {
        auto& x = checked(object, "the object");
        if constexpr (std::is_same_v<Handle, GrB_Descriptor>) set_option(x, field, value);
        else set_field(x, x.its_kind, field, value);
    });
}
template <class Handle>
GrB_Info set_string(Handle object, const char* value, GrB_Field field) noexcept {
    return call(object, [&] {
        auto& x = checked(object, "the object");
        check_not_null(value, "the value");
        set_field(x, x.its_kind, field, std::string(value));
    });
}
template <class Handle>
GrB_Info set_scalar(Handle object, GrB_Scalar value, GrB_Field field) noexcept {
    return call(object, [&] {
        (void)checked(object, "the object");
        if (!checked(value, "the value").value.is_present())
            throw error(error_code::empty_object, "the value of a field is an empty scalar");
        const GrB_Info info = set_number(object, value->value.as<std::int32_t>(), field);
        if (info != GrB_SUCCESS) throw error(static_cast<error_code>(info), "the field cannot be set to this value");
    });
}
template <class Handle>
GrB_Info set_bytes(Handle object, const void*, GrB_Field field, std::size_t) noexcept {
    return get_bytes(object, nullptr, field);
}

}  // namespace graphblas_gpu::capi
