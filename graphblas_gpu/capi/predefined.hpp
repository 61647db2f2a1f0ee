// How the lines of the generated predefined.cpp make predefined objects.
//
// Idea: a predefined operator has the name of the ready-made operator of this library, whose loops are compiled, and a C
// function of its own for where it meets one that has none: in a semiring that the catalogue does not have, for example.
#pragma once

#include <graphblas_gpu/capi/objects.hpp>
#include <graphblas_gpu/capi/operators.hpp>
#include <semirings/index_operators.hpp>

#include <array>
#include <concepts>
#include <cstdint>

namespace graphblas_gpu::capi {

struct predefined_type_names {
    const char* handle;
    const char* c_type;
    GrB_Type_Code code;
};
/// In the order of type_code.
inline constexpr std::array<predefined_type_names, 12> names_of_types{{{"", "", GrB_UDT_CODE},
                                                                       {"GrB_BOOL", "bool", GrB_BOOL_CODE},
                                                                       {"GrB_INT8", "int8_t", GrB_INT8_CODE},
                                                                       {"GrB_INT16", "int16_t", GrB_INT16_CODE},
                                                                       {"GrB_INT32", "int32_t", GrB_INT32_CODE},
                                                                       {"GrB_INT64", "int64_t", GrB_INT64_CODE},
                                                                       {"GrB_UINT8", "uint8_t", GrB_UINT8_CODE},
                                                                       {"GrB_UINT16", "uint16_t", GrB_UINT16_CODE},
                                                                       {"GrB_UINT32", "uint32_t", GrB_UINT32_CODE},
                                                                       {"GrB_UINT64", "uint64_t", GrB_UINT64_CODE},
                                                                       {"GrB_FP32", "float", GrB_FP32_CODE},
                                                                       {"GrB_FP64", "double", GrB_FP64_CODE}}};

template <class T>
constexpr const predefined_type_names& names_of = names_of_types[static_cast<std::size_t>(base::code_of<T>())];

/// The predefined type of T.
template <class T>
inline constinit GB_Type_opaque type_object{
    {object_kind::type, names_of<T>.handle}, type_of<T>(), names_of<T>.c_type, names_of<T>.code};

template <class T>
const T& value_at(const void* x) {
    return *static_cast<const T*>(x);
}
template <class T>
void set_value(void* z, const T& value) {
    *static_cast<T*>(z) = value;
}

template <class Op, class T>
constexpr GB_UnaryOp_opaque unary(const char* name, const char* core_name) {
    using result = decltype(Op{}(T{}));
    const auto function = [](void* z, const void* x) { set_value<result>(z, Op{}(value_at<T>(x))); };
    return {{object_kind::unary_op, name}, function, &type_object<result>, &type_object<T>, core_name};
}

/// The type of y, which is that of x for nearly all operators.
template <class Op, class T>
struct right_operand {
    using type = T;
};
template <class Op, class T>
requires requires { typename Op::right_type; }
struct right_operand<Op, T> {
    using type = typename Op::right_type;
};

template <class Op, class T>
constexpr GB_BinaryOp_opaque binary(const char* name, const char* core_name) {
    using right = typename right_operand<Op, T>::type;
    using result = decltype(Op{}(T{}, right{}));
    const auto function = [](void* z, const void* x, const void* y) {
        set_value<result>(z, Op{}(value_at<T>(x), value_at<right>(y)));
    };
    return {{object_kind::binary_op, name}, function, &type_object<result>, &type_object<T>, &type_object<right>, core_name};
}

/// Operators without a function: what they make does not depend on values.
/// @{
template <class T>
constexpr GB_UnaryOp_opaque UnaryOp_of_positions(const char* name, const char* core_name) {
    return {{object_kind::unary_op, name}, nullptr, &type_object<T>, &type_object<T>, core_name};
}
template <class T>
constexpr GB_BinaryOp_opaque BinaryOp_of_positions(const char* name, const char* core_name) {
    return {{object_kind::binary_op, name}, nullptr, &type_object<T>, &type_object<T>, &type_object<T>, core_name};
}
/// @}

template <class Op, class Result>
constexpr GB_IndexUnaryOp_opaque position(const char* name, const char* core_name) {
    using thunk = std::conditional_t<std::same_as<Result, std::int32_t>, std::int32_t, std::int64_t>;
    const auto function = [](void* z, const void*, GrB_Index i, GrB_Index j, const void* y) {
        const Op op{value_at<thunk>(y)};
        set_value<Result>(z, static_cast<Result>(op(static_cast<std::int64_t>(i), static_cast<std::int64_t>(j))));
    };
    using form = GB_IndexUnaryOp_opaque::form;
    return {{object_kind::index_unary_op, name},
            form::position,
            function,
            &type_object<Result>,
            nullptr,
            &type_object<thunk>,
            core_name};
}

template <class Op, class T>
constexpr GB_IndexUnaryOp_opaque comparison(const char* name, const char* core_name) {
    const auto function = [](void* z, const void* x, GrB_Index, GrB_Index, const void* y) {
        set_value<bool>(z, Op{}(value_at<T>(x), value_at<T>(y)));
    };
    using form = GB_IndexUnaryOp_opaque::form;
    return {{object_kind::index_unary_op, name},
            form::comparison,
            function,
            &type_object<bool>,
            &type_object<T>,
            &type_object<T>,
            core_name};
}

}  // namespace graphblas_gpu::capi
