// Needs: SuiteSparse:GraphBLAS 7 or newer; part of suitesparse.hpp.
//
// Idea: the C interface with errors as exceptions and with objects that free themselves. Types, operators, monoids and
// semirings are found by their names in this library, so that one list of semirings can be run on both libraries.
//
// Source: GraphBLAS C API 2.1; SuiteSparse:GraphBLAS user guide for the positional operators.
#pragma once

#include <graphblas_gpu/error.hpp>
#include <semirings/semiring.hpp>

// The header of version 7 does not declare its functions as C functions; for later versions this is harmless.
extern "C" {
#include <GraphBLAS.h>
}

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace graphblas_gpu::suitesparse {

// ---- errors ----

/// Throws graphblas_gpu::error unless `info` is success. The message begins with `call`, such as "GrB_mxm"; `detail` is the
/// text of GrB_error, if there is one.
inline void check(GrB_Info info, const char* call, const char* detail = nullptr) {
    if (info == GrB_SUCCESS) return;
    const auto code = static_cast<error_code>(static_cast<int>(info));
    std::string message = std::string(call) + ": " + grb_info_name(code);
    if (detail != nullptr && *detail != '\0') message += std::string(": ") + detail;
    throw error(code, message);
}

/// The same, with the error text of the call's output object.
inline void check(GrB_Info info, const char* call, GrB_Matrix output) {
    const char* detail = nullptr;
    if (info != GrB_SUCCESS && output != nullptr) GrB_Matrix_error(&detail, output);
    check(info, call, detail);
}
/// The same for a vector.
inline void check(GrB_Info info, const char* call, GrB_Vector output) {
    const char* detail = nullptr;
    if (info != GrB_SUCCESS && output != nullptr) GrB_Vector_error(&detail, output);
    check(info, call, detail);
}

// ---- objects ----

/// Owns one GrB object.
template <class Object, GrB_Info (*Free)(Object*)>
class handle {
  public:
    handle() = default;
    explicit handle(Object object) noexcept : object_(object) {}
    handle(handle&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
    handle& operator=(handle other) noexcept {
        std::swap(object_, other.object_);
        return *this;
    }
    ~handle() {
        if (object_ != nullptr) Free(&object_);
    }
    operator Object() const noexcept { return object_; }
    /// For calls that create the object; the handle must be empty.
    Object* out() noexcept { return &object_; }

  private:
    Object object_ = nullptr;
};

/// Handles that free their objects.
/// @{
using matrix_handle = handle<GrB_Matrix, GrB_Matrix_free>;
using vector_handle = handle<GrB_Vector, GrB_Vector_free>;
using semiring_handle = handle<GrB_Semiring, GrB_Semiring_free>;
using descriptor_handle = handle<GrB_Descriptor, GrB_Descriptor_free>;
/// @}

// ---- types and operators ----

/// Expands to X(type, suffix of its names) for the numeric types.
#define GB_SUITESPARSE_NUMERIC(X) \
    X(std::int8_t, INT8)          \
    X(std::int16_t, INT16)        \
    X(std::int32_t, INT32)        \
    X(std::int64_t, INT64)        \
    X(std::uint8_t, UINT8)        \
    X(std::uint16_t, UINT16)      \
    X(std::uint32_t, UINT32)      \
    X(std::uint64_t, UINT64)      \
    X(float, FP32)                \
    X(double, FP64)

namespace detail {

template <scalar T>
struct builtin;

/// The types and operators that all eleven types have. SuiteSparse's `any` may return either operand; `any` of this library
/// returns the first operand, so the table maps it to FIRST.
#define GB_SUITESPARSE_COMMON(S)                      \
    static GrB_Type type() { return GrB_##S; }        \
    static GrB_BinaryOp binary(std::string_view op) { \
        if (op == "plus") return GrB_PLUS_##S;        \
        if (op == "minus") return GrB_MINUS_##S;      \
        if (op == "times") return GrB_TIMES_##S;      \
        if (op == "divide") return GrB_DIV_##S;       \
        if (op == "min") return GrB_MIN_##S;          \
        if (op == "max") return GrB_MAX_##S;          \
        if (op == "first") return GrB_FIRST_##S;      \
        if (op == "second") return GrB_SECOND_##S;    \
        if (op == "any") return GrB_FIRST_##S;        \
        if (op == "pair") return GxB_PAIR_##S;        \
        if (op == "lor") return GxB_LOR_##S;          \
        if (op == "land") return GxB_LAND_##S;        \
        if (op == "lxor") return GxB_LXOR_##S;        \
        if (op == "eq") return GrB_EQ_##S;            \
        if (op == "ne") return GrB_NE_##S;            \
        if (op == "lt") return GrB_LT_##S;            \
        if (op == "le") return GrB_LE_##S;            \
        if (op == "gt") return GrB_GT_##S;            \
        if (op == "ge") return GrB_GE_##S;            \
        return nullptr;                               \
    }

#define GB_SUITESPARSE_BUILTIN(T, S)                        \
    template <>                                             \
    struct builtin<T> {                                     \
        GB_SUITESPARSE_COMMON(S)                            \
        static GrB_Monoid monoid(std::string_view op) {     \
            if (op == "plus") return GrB_PLUS_MONOID_##S;   \
            if (op == "times") return GrB_TIMES_MONOID_##S; \
            if (op == "min") return GrB_MIN_MONOID_##S;     \
            if (op == "max") return GrB_MAX_MONOID_##S;     \
            if (op == "any") return GxB_ANY_##S##_MONOID;   \
            return nullptr;                                 \
        }                                                   \
    };
GB_SUITESPARSE_NUMERIC(GB_SUITESPARSE_BUILTIN)
#undef GB_SUITESPARSE_BUILTIN

template <>
struct builtin<bool> {
    GB_SUITESPARSE_COMMON(BOOL)
    static GrB_Monoid monoid(std::string_view op) {
        if (op == "lor") return GrB_LOR_MONOID_BOOL;
        if (op == "land") return GrB_LAND_MONOID_BOOL;
        if (op == "lxor") return GrB_LXOR_MONOID_BOOL;
        if (op == "eq") return GrB_LXNOR_MONOID_BOOL;
        if (op == "any") return GxB_ANY_BOOL_MONOID;
        return nullptr;
    }
};
#undef GB_SUITESPARSE_COMMON
#undef GB_SUITESPARSE_NUMERIC

template <scalar T>
GrB_BinaryOp positional(std::string_view op) {
    if constexpr (std::is_same_v<T, std::int32_t>) {
        if (op == "firsti") return GxB_FIRSTI_INT32;
        if (op == "firstj") return GxB_FIRSTJ_INT32;
        if (op == "secondi") return GxB_SECONDI_INT32;
        if (op == "secondj") return GxB_SECONDJ_INT32;
    } else if constexpr (std::is_same_v<T, std::int64_t>) {
        if (op == "firsti") return GxB_FIRSTI_INT64;
        if (op == "firstj") return GxB_FIRSTJ_INT64;
        if (op == "secondi") return GxB_SECONDI_INT64;
        if (op == "secondj") return GxB_SECONDJ_INT64;
    }
    return nullptr;
}

template <class Found>
Found found_or_throw(Found found, const char* kind, std::string_view name, const char* type) {
    if (found != nullptr) return found;
    throw unsupported("SuiteSparse:GraphBLAS has no " + std::string(kind) + " '" + std::string(name) + "' over " + type);
}

}  // namespace detail

/// The GrB type of T, such as GrB_INT8.
template <scalar T>
GrB_Type type() {
    return detail::builtin<T>::type();
}

/// The operator with this name (plus::name and so on) over T. Throws unsupported if there is none.
template <scalar T>
GrB_BinaryOp binary_operator(std::string_view name) {
    const GrB_BinaryOp by_value = detail::builtin<T>::binary(name);
    const GrB_BinaryOp op = by_value != nullptr ? by_value : detail::positional<T>(name);
    return detail::found_or_throw(op, "operator", name, type_name<T>());
}

/// The built-in monoid with this name over T. Throws unsupported if there is none.
template <scalar T>
GrB_Monoid monoid(std::string_view name) {
    return detail::found_or_throw(detail::builtin<T>::monoid(name), "monoid", name, type_name<T>());
}

/// The semiring of two operators. SuiteSparse recognises its built-in semirings and runs its compiled kernels for them.
template <scalar T>
semiring_handle make_semiring(std::string_view add, std::string_view multiply) {
    semiring_handle made;
    check(GrB_Semiring_new(made.out(), monoid<T>(add), binary_operator<T>(multiply)), "GrB_Semiring_new");
    return made;
}

/// One of our ready-made semirings, such as min_plus<float>. Our `any` keeps the first term, SuiteSparse's `any` keeps an
/// arbitrary term.
template <class S>
semiring_handle make_semiring(const S&) {
    using value = semiring_value_t<S>;
    return make_semiring<value>(S::add_operator::name, S::multiply_operator::name);
}

/// The fields of a GrB_Descriptor that products use.
struct descriptor_settings {
    bool transpose_a = false;
    bool transpose_b = false;
    bool complement = false;
    bool structural = false;
    bool replace = false;
};

/// A new descriptor with these settings.
inline descriptor_handle make_descriptor(const descriptor_settings& wanted) {
    descriptor_handle made;
    check(GrB_Descriptor_new(made.out()), "GrB_Descriptor_new");
    const auto set = [&made](bool enabled, GrB_Desc_Field field, GrB_Desc_Value value) {
        if (enabled) check(GrB_Descriptor_set(made, field, value), "GrB_Descriptor_set");
    };
    set(wanted.transpose_a, GrB_INP0, GrB_TRAN);
    set(wanted.transpose_b, GrB_INP1, GrB_TRAN);
    set(wanted.complement, GrB_MASK, GrB_COMP);
    set(wanted.structural, GrB_MASK, GrB_STRUCTURE);
    set(wanted.replace, GrB_OUTP, GrB_REPLACE);
    return made;
}

}  // namespace graphblas_gpu::suitesparse
