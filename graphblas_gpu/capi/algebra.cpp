// Types, operators, monoids, semirings and descriptors that programs make.
//
// Source: GraphBLAS C API 2.1, sections 4.2.2 and 4.2.6.
#include <graphblas_gpu/capi/collections.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace graphblas_gpu::capi {
namespace {

/// What devices call values of so many bytes; they move no others.
type_code code_of_struct(std::size_t bytes) {
    switch (bytes) {
        case 1: return type_code::bytes1;
        case 2: return type_code::bytes2;
        case 4: return type_code::bytes4;
        case 8: return type_code::bytes8;
        case 16: return type_code::bytes16;
        default: return type_code::none;
    }
}

bool has_text(const char* text) { return text != nullptr && text[0] != '\0'; }

/// Gives a new object a name, and with it all references that it holds.
template <class Object>
owned<Object> named(Object* made, const char* name) {
    owned<Object> out(made);
    if (has_text(name)) out->name = new std::string(name);
    return out;
}

owned<GB_Type_opaque> new_type(std::size_t size, const char* name, const char* definition) {
    if (size == 0) throw invalid_value("a type has at least one byte");
    const type_descriptor values{code_of_struct(size), size, "user-defined"};
    owned<GB_Type_opaque> made = named(new GB_Type_opaque{{object_kind::type}, values, nullptr, GrB_UDT_CODE}, name);
    if (has_text(name) && has_text(definition))
        made->definition = new std::string(std::string(definition) + "\nstatic_assert(sizeof(" + name +
                                           ") == " + std::to_string(size) + ", \"the size that GxB_Type_new was given\");");
    return made;
}

/// A function of the program as a device compiles it, or null if the program gave no text, or none of a type of its values.
/// `call` is what follows the name of the function.
const function_source_ptr* new_source(const char* name, const char* definition, const char* call, GrB_Type result,
                                      GrB_Type left, GrB_Type right) {
    if (!has_text(name) || !has_text(definition)) return nullptr;
    function_source source;
    std::vector<std::string>& texts = source.definitions;
    texts.emplace_back("typedef std::uint64_t GrB_Index;");
    for (GrB_Type type : {result, left, right}) {
        if (type->c_name != nullptr) continue;
        if (type->definition == nullptr) return nullptr;
        if (std::find(texts.begin(), texts.end(), *type->definition) == texts.end()) texts.push_back(*type->definition);
    }
    texts.emplace_back(definition);
    const auto name_of_type = [](GrB_Type type) { return type->c_name != nullptr ? std::string(type->c_name) : *type->name; };
    source.result = name_of_type(result), source.left = name_of_type(left), source.right = name_of_type(right);
    source.call = std::string(name) + call;
    return new function_source_ptr(std::make_shared<const function_source>(std::move(source)));
}

owned<GB_UnaryOp_opaque> new_unary_op(GrB_unary_function function, GrB_Type result, GrB_Type argument, const char* name,
                                      const char* definition) {
    check_not_null(reinterpret_cast<const void*>(function), "the function");
    (void)checked(result, "the type of the result"), (void)checked(argument, "the type of the argument");
    owned<GB_UnaryOp_opaque> made =
        named(new GB_UnaryOp_opaque{{object_kind::unary_op}, function, nullptr, nullptr, nullptr}, name);
    made->result = retained(result);
    made->argument = retained(argument);
    made->source = new_source(name, definition, "(&z, &x);", result, argument, argument);
    return made;
}

owned<GB_BinaryOp_opaque> new_binary_op(GrB_binary_function function, GrB_Type result, GrB_Type left, GrB_Type right,
                                        const char* name, const char* definition) {
    check_not_null(reinterpret_cast<const void*>(function), "the function");
    (void)checked(result, "the type of the result"), (void)checked(left, "the type of x"), (void)checked(right, "that of y");
    owned<GB_BinaryOp_opaque> made =
        named(new GB_BinaryOp_opaque{{object_kind::binary_op}, function, nullptr, nullptr, nullptr, nullptr}, name);
    made->result = retained(result);
    made->left = retained(left);
    made->right = retained(right);
    made->source = new_source(name, definition, "(&z, &x, &y);", result, left, right);
    return made;
}

owned<GB_IndexUnaryOp_opaque> new_index_unary_op(GrB_index_unary_function function, GrB_Type result, GrB_Type argument,
                                                 GrB_Type thunk, const char* name, const char* definition) {
    check_not_null(reinterpret_cast<const void*>(function), "the function");
    (void)checked(result, "the type of the result"), (void)checked(argument, "the type of x"), (void)checked(thunk, "of y");
    constexpr auto form = GB_IndexUnaryOp_opaque::form::function;
    owned<GB_IndexUnaryOp_opaque> made = named(
        new GB_IndexUnaryOp_opaque{{object_kind::index_unary_op}, form, function, nullptr, nullptr, nullptr, nullptr}, name);
    made->result = retained(result);
    made->argument = retained(argument);
    made->thunk = retained(thunk);
    made->source = new_source(name, definition, "(&z, &x, i, j, &y);", result, argument, thunk);
    return made;
}

}  // namespace

GrB_Info new_monoid(GrB_Monoid* monoid, GrB_BinaryOp op, const value_in& identity) {
    return make_object(monoid, [&] {
        const GB_BinaryOp_opaque& f = checked(op, "the operator");
        (void)monoid_of(op);  // checks the types
        check_not_null(identity.data, "the identity");
        const GrB_Type given = type_of_call(identity.type, f.result, "the identity");
        const any_scalar value = any_scalar(given->values, identity.data).cast_to(f.result->values);
        // With the identity of the ready-made monoid this is the ready-made monoid.
        const any_monoid known = monoid_of(op);
        const bool is_ready_made =
            is_ready_made_monoid(f) && std::memcmp(known.identity().data(), value.data(), f.result->values.bytes) == 0;
        owned<GB_Monoid_opaque> made(
            new GB_Monoid_opaque{{object_kind::monoid}, nullptr, is_ready_made ? f.core_name : nullptr, nullptr});
        if (!is_ready_made) made->identity = new any_scalar(value);
        made->op = retained(op);
        return made;
    });
}

}  // namespace graphblas_gpu::capi

namespace gb = graphblas_gpu;
using namespace graphblas_gpu::capi;

extern "C" {

GrB_Info GrB_Type_new(GrB_Type* type, size_t size) {
    return make_object(type, [&] { return new_type(size, nullptr, nullptr); });
}
GrB_Info GxB_Type_new(GrB_Type* type, size_t size, const char* name, const char* definition) {
    return make_object(type, [&] { return new_type(size, name, definition); });
}

GrB_Info GrB_UnaryOp_new(GrB_UnaryOp* op, GrB_unary_function function, GrB_Type result, GrB_Type argument) {
    return make_object(op, [&] { return new_unary_op(function, result, argument, nullptr, nullptr); });
}
GrB_Info GxB_UnaryOp_new(GrB_UnaryOp* op, GrB_unary_function function, GrB_Type result, GrB_Type argument, const char* name,
                         const char* definition) {
    return make_object(op, [&] { return new_unary_op(function, result, argument, name, definition); });
}

GrB_Info GrB_BinaryOp_new(GrB_BinaryOp* op, GrB_binary_function function, GrB_Type result, GrB_Type left, GrB_Type right) {
    return make_object(op, [&] { return new_binary_op(function, result, left, right, nullptr, nullptr); });
}
GrB_Info GxB_BinaryOp_new(GrB_BinaryOp* op, GrB_binary_function function, GrB_Type result, GrB_Type left, GrB_Type right,
                          const char* name, const char* definition) {
    return make_object(op, [&] { return new_binary_op(function, result, left, right, name, definition); });
}

GrB_Info GrB_IndexUnaryOp_new(GrB_IndexUnaryOp* op, GrB_index_unary_function function, GrB_Type result, GrB_Type argument,
                              GrB_Type thunk) {
    return make_object(op, [&] { return new_index_unary_op(function, result, argument, thunk, nullptr, nullptr); });
}
GrB_Info GxB_IndexUnaryOp_new(GrB_IndexUnaryOp* op, GrB_index_unary_function function, GrB_Type result, GrB_Type argument,
                              GrB_Type thunk, const char* name, const char* definition) {
    return make_object(op, [&] { return new_index_unary_op(function, result, argument, thunk, name, definition); });
}

GrB_Info GrB_Semiring_new(GrB_Semiring* semiring, GrB_Monoid add, GrB_BinaryOp multiply) {
    return make_object(semiring, [&] {
        const GrB_Type sums = checked(add, "the monoid").op->result;
        if (checked(multiply, "the multiplication").result != sums)
            throw gb::domain_mismatch("the multiplication of a semiring makes values of the type of its monoid");
        owned<GB_Semiring_opaque> made(new GB_Semiring_opaque{{object_kind::semiring}, nullptr, nullptr});
        made->add = retained(add);
        made->multiply = retained(multiply);
        return made;
    });
}

GrB_Info GrB_Descriptor_new(GrB_Descriptor* desc) {
    return make_object(desc, [] {
        return owned<GB_Descriptor_opaque>(
            new GB_Descriptor_opaque{{object_kind::descriptor}, false, false, false, false, false});
    });
}

GrB_Info GrB_Descriptor_set(GrB_Descriptor desc, GrB_Desc_Field field, GrB_Desc_Value value) {
    return call(desc, [&] { set_option(checked(desc, "the descriptor"), field, value); });
}

}  // extern "C"
