// The GxB functions that LAGraph and python-graphblas call: types of collections, and printing.
#pragma once

#include <graphblas_gpu/capi/core.hpp>
#include <graphblas_gpu/capi/long_sides.hpp>

#include <cstdio>
#include <cstring>
#include <string>

namespace graphblas_gpu::capi {

/// The C name of a type, such as "double"; of a user-defined type the name that the program gave it.
std::string c_name_of(GrB_Type type);

template <class Handle>
GrB_Info type_of_collection(GrB_Type* type, Handle object) noexcept {
    return call([&] {
        check_not_null(type, "the type");
        *type = checked(object, "the object").type;
    });
}
/// `name` has room for GxB_MAX_NAME_LEN characters.
template <class Handle>
GrB_Info type_name_of(char* name, Handle object) noexcept {
    return call([&] {
        check_not_null(name, "the name");
        const std::string text = c_name_of(checked(object, "the object").type).substr(0, GxB_MAX_NAME_LEN - 1);
        std::memcpy(name, text.c_str(), text.size() + 1);
    });
}

/// The object as text: its kind, its types, and as many of its entries as `level` allows.
/// @{
std::string described(const GB_Type_opaque& type, GxB_Print_Level level);
std::string described(const GB_UnaryOp_opaque& op, GxB_Print_Level level);
std::string described(const GB_BinaryOp_opaque& op, GxB_Print_Level level);
std::string described(const GB_IndexUnaryOp_opaque& op, GxB_Print_Level level);
std::string described(const GB_Monoid_opaque& monoid, GxB_Print_Level level);
std::string described(const GB_Semiring_opaque& semiring, GxB_Print_Level level);
std::string described(const GB_Descriptor_opaque& desc, GxB_Print_Level level);
std::string described(const GB_Scalar_opaque& s, GxB_Print_Level level);
std::string described(GB_Vector_opaque& v, GxB_Print_Level level);
std::string described(GB_Matrix_opaque& a, GxB_Print_Level level);
/// @}

/// Writes an object to a file, or to standard output if `file` is null.
template <class Handle>
GrB_Info print(Handle object, const char* name, GxB_Print_Level level, std::FILE* file) noexcept {
    return call(object, [&] {
        const std::string text = described(checked(object, "the object"), level);
        if (level == GxB_SILENT) return;
        std::FILE* const out = file == nullptr ? stdout : file;
        if (std::fprintf(out, "%s: %s\n", name == nullptr ? "" : name, text.c_str()) < 0)
            throw invalid_value("the file cannot be written to");
    });
}

}  // namespace graphblas_gpu::capi
