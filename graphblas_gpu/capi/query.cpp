#include <graphblas_gpu/capi/query.hpp>

#include <string_view>

namespace graphblas_gpu::capi {
namespace {

/// A type as one of the two fields that speak of it: its code or its name. Null stands for what is not read.
field_value code_or_name(GrB_Type type, GrB_Field field, GrB_Field code) {
    if (type == nullptr) return no_value{};
    if (field == code) return static_cast<std::int32_t>(type->code);
    return name_of(*type);
}

/// The fields of operators: the types of x, y and z.
field_value types_of_operator(GrB_Field field, GrB_Type x, GrB_Type y, GrB_Type z) {
    switch (field) {
        case GrB_INP0_TYPE_CODE:
        case GrB_INP0_TYPE_STRING: return code_or_name(x, field, GrB_INP0_TYPE_CODE);
        case GrB_INP1_TYPE_CODE:
        case GrB_INP1_TYPE_STRING: return code_or_name(y, field, GrB_INP1_TYPE_CODE);
        case GrB_OUTP_TYPE_CODE:
        case GrB_OUTP_TYPE_STRING: return code_or_name(z, field, GrB_OUTP_TYPE_CODE);
        default: return {};
    }
}

/// The fields of collections.
field_value fields_of_collection(GrB_Field field, GrB_Type type) {
    switch (field) {
        case GrB_EL_TYPE_CODE:
        case GrB_EL_TYPE_STRING: return code_or_name(type, field, GrB_EL_TYPE_CODE);
        case GrB_STORAGE_ORIENTATION_HINT: return static_cast<std::int32_t>(GrB_ROWMAJOR);
        default: return {};
    }
}

bool is_collection(object_kind kind) {
    return kind == object_kind::scalar || kind == object_kind::vector || kind == object_kind::matrix;
}

}  // namespace

std::string name_of(const object& x) {
    if (x.predefined_name != nullptr) return x.predefined_name;
    return x.name == nullptr ? std::string() : *x.name;
}

field_value field_of(const GB_Type_opaque& type, GrB_Field field) {
    switch (field) {
        case GrB_SIZE: return type.values.bytes;
        case GrB_EL_TYPE_CODE: return static_cast<std::int32_t>(type.code);
        case GrB_EL_TYPE_STRING: return name_of(type);
        default: return {};
    }
}
field_value field_of(const GB_UnaryOp_opaque& op, GrB_Field field) {
    return types_of_operator(field, op.argument, nullptr, op.result);
}
field_value field_of(const GB_BinaryOp_opaque& op, GrB_Field field) {
    return types_of_operator(field, op.left, op.right, op.result);
}
field_value field_of(const GB_IndexUnaryOp_opaque& op, GrB_Field field) {
    return types_of_operator(field, op.argument, op.thunk, op.result);
}
field_value field_of(const GB_Monoid_opaque& monoid, GrB_Field field) { return field_of(*monoid.op, field); }
field_value field_of(const GB_Semiring_opaque& semiring, GrB_Field field) { return field_of(*semiring.multiply, field); }
field_value field_of(const GB_Scalar_opaque& s, GrB_Field field) { return fields_of_collection(field, s.type); }
field_value field_of(const GB_Vector_opaque& v, GrB_Field field) { return fields_of_collection(field, v.type); }
field_value field_of(const GB_Matrix_opaque& a, GrB_Field field) { return fields_of_collection(field, a.type); }

field_value field_of(const GB_Descriptor_opaque& desc, GrB_Field field) {
    const auto value = [](bool set, int of_set) { return static_cast<std::int32_t>(set ? of_set : GrB_DEFAULT); };
    switch (field) {
        case GrB_OUTP_FIELD: return value(desc.replace, GrB_REPLACE);
        case GrB_MASK_FIELD: return value(desc.complement, GrB_COMP) + value(desc.structure, GrB_STRUCTURE);
        case GrB_INP0_FIELD: return value(desc.transpose_first, GrB_TRAN);
        case GrB_INP1_FIELD: return value(desc.transpose_second, GrB_TRAN);
        default: return {};
    }
}

field_value field_of(const GB_Global_opaque&, GrB_Field field) {
    switch (field) {
        case GrB_LIBRARY_VER_MAJOR: return std::int32_t{GRAPHBLAS_GPU_VERSION_MAJOR};
        case GrB_LIBRARY_VER_MINOR: return std::int32_t{GRAPHBLAS_GPU_VERSION_MINOR};
        case GrB_LIBRARY_VER_PATCH: return std::int32_t{GRAPHBLAS_GPU_VERSION_PATCH};
        case GrB_API_VER_MAJOR: return std::int32_t{GrB_VERSION};
        case GrB_API_VER_MINOR: return std::int32_t{GrB_SUBVERSION};
        case GrB_API_VER_PATCH: return std::int32_t{0};
        case GrB_BLOCKING_MODE: return static_cast<std::int32_t>(session_mode());
        case GrB_STORAGE_ORIENTATION_HINT: return static_cast<std::int32_t>(GrB_ROWMAJOR);
        case GxB_ENGINE: return engine_name();
        default: return {};
    }
}

void set_field(object& x, object_kind kind, GrB_Field field, std::int32_t value) {
    // Rows are what matrices are stored by, whatever the hint says.
    const bool is_hint = field == GrB_STORAGE_ORIENTATION_HINT && (is_collection(kind) || kind == object_kind::global);
    if (!is_hint || value < GrB_ROWMAJOR || value > GrB_UNKNOWN) refuse_field(field);
    (void)x;
}

void set_field(object& x, object_kind kind, GrB_Field field, const std::string& value) {
    if (kind == object_kind::global && field == GxB_ENGINE) return choose_engine(value);
    if (field != GrB_NAME || x.predefined_name != nullptr) refuse_field(field);
    const bool may_change = is_collection(kind) || kind == object_kind::descriptor;
    if (x.name != nullptr && !may_change) throw error(already_set, "the object has the name '" + *x.name + "' already");
    std::string* const made = new std::string(value);
    delete x.name;
    x.name = made;
}

void refuse_field(GrB_Field field) {
    throw invalid_value("the object has no field " + std::to_string(static_cast<int>(field)) +
                        " of this type, or it can only be read");
}

void give_to_scalar(GrB_Scalar out, const field_value& value, GrB_Field field) {
    any_scalar made;
    if (const auto* const number = std::get_if<std::int32_t>(&value)) made = any_scalar(*number);
    else if (const auto* const size = std::get_if<std::size_t>(&value)) made = any_scalar(std::uint64_t{*size});
    else refuse_field(field);
    out->value = made.cast_to(out->type->values);
}

}  // namespace graphblas_gpu::capi

static constinit GB_Global_opaque the_library{{graphblas_gpu::capi::object_kind::global, "graphblas_gpu"}};
extern "C" {
GrB_Global GrB_GLOBAL = &the_library;
}
