// The objects behind the handles of the C API: types, operators, monoids, semirings, descriptors and collections.
//
// Idea: an object is what the program said of it, and no more: an operator is its types, its function, and the name of the
// ready-made operator of this library if there is one. core.hpp makes any_operator, any_semiring ... of them for a call. So
// predefined objects are constants, and two predefined parts find compiled kernels whatever way they were put together.
// Objects refer to the objects that they were made of, which live on when their handles are freed.
// Source: GraphBLAS C API 2.1, chapter 3.
#pragma once

#include <graphblas_gpu/any_matrix.hpp>
#include <graphblas_gpu/any_operator.hpp>
#include <graphblas_gpu/any_scalar.hpp>
#include <graphblas_gpu/any_vector.hpp>
#include <graphblas_gpu/function_source.hpp>
#include <graphblas_gpu/type_descriptor.hpp>

#include <GraphBLAS.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace graphblas_gpu::capi {

/// What kind of object a handle points to; the content of a handle that was freed, or never set, is none of these.
enum class object_kind : std::uint64_t {
    freed = 0x6465657266425247,
    type = 0x65707954425247,
    unary_op,
    binary_op,
    index_unary_op,
    monoid,
    semiring,
    descriptor,
    scalar,
    vector,
    matrix,
    global,
};

/// What every object begins with.
struct object {
    object_kind kind;
    const char* predefined_name = nullptr;  ///< null: an object of the program
    std::atomic<int> references{1};
    std::string* name = nullptr;   ///< that the program gave it
    std::string* error = nullptr;  ///< of the last call that failed on it
};

/// Counts one more reference to an object; predefined ones live for ever.
template <class Object>
Object* retained(Object* x) noexcept {
    if (x != nullptr && x->predefined_name == nullptr) x->references.fetch_add(1, std::memory_order_relaxed);
    return x;
}
/// Drops a reference; the last one deletes the object.
template <class Object>
void release(Object* x) noexcept {
    if (x == nullptr || x->predefined_name != nullptr) return;
    if (x->references.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
    x->release_parts();
    delete x->name;
    delete x->error;
    delete x;
}
struct releaser {
    template <class Object>
    void operator()(Object* x) const noexcept {
        release(x);
    }
};
/// A reference to an object while it is made.
template <class Object>
using owned = std::unique_ptr<Object, releaser>;

}  // namespace graphblas_gpu::capi

// The handles of C point to structs of the global namespace.

struct GB_Type_opaque : graphblas_gpu::capi::object {
    static constexpr auto its_kind = graphblas_gpu::capi::object_kind::type;
    void release_parts() noexcept { delete definition; }

    graphblas_gpu::type_descriptor values{};
    const char* c_name = nullptr;  ///< of a predefined type
    GrB_Type_Code code = GrB_UDT_CODE;
    const std::string* definition = nullptr;  ///< in C, of a user-defined type, if the program gave one with a name
};

struct GB_UnaryOp_opaque : graphblas_gpu::capi::object {
    static constexpr auto its_kind = graphblas_gpu::capi::object_kind::unary_op;
    void release_parts() noexcept {
        graphblas_gpu::capi::release(result);
        graphblas_gpu::capi::release(argument);
        delete source;
    }

    GrB_unary_function function = nullptr;
    GrB_Type result = nullptr;
    GrB_Type argument = nullptr;
    const char* core_name = nullptr;  ///< of the ready-made operator of this library, or null
    const graphblas_gpu::function_source_ptr* source = nullptr;  ///< for a device, or null
};

struct GB_BinaryOp_opaque : graphblas_gpu::capi::object {
    static constexpr auto its_kind = graphblas_gpu::capi::object_kind::binary_op;
    void release_parts() noexcept {
        graphblas_gpu::capi::release(result);
        graphblas_gpu::capi::release(left);
        graphblas_gpu::capi::release(right);
        delete source;
    }

    GrB_binary_function function = nullptr;
    GrB_Type result = nullptr;
    GrB_Type left = nullptr;
    GrB_Type right = nullptr;
    const char* core_name = nullptr;
    const graphblas_gpu::function_source_ptr* source = nullptr;
};

struct GB_IndexUnaryOp_opaque : graphblas_gpu::capi::object {
    static constexpr auto its_kind = graphblas_gpu::capi::object_kind::index_unary_op;
    /// What is computed: a function of the position, a comparison of the value with the thunk, or a function of the program.
    enum class form : std::uint8_t { position, comparison, function };
    void release_parts() noexcept {
        graphblas_gpu::capi::release(result);
        graphblas_gpu::capi::release(argument);
        graphblas_gpu::capi::release(thunk);
        delete source;
    }

    form computes = form::function;
    GrB_index_unary_function function = nullptr;
    GrB_Type result = nullptr;
    GrB_Type argument = nullptr;  ///< null if the value is not read
    GrB_Type thunk = nullptr;
    const char* core_name = nullptr;
    const graphblas_gpu::function_source_ptr* source = nullptr;
};

struct GB_Monoid_opaque : graphblas_gpu::capi::object {
    static constexpr auto its_kind = graphblas_gpu::capi::object_kind::monoid;
    void release_parts() noexcept {
        graphblas_gpu::capi::release(op);
        delete identity;
    }

    GrB_BinaryOp op = nullptr;
    const char* core_name = nullptr;
    const graphblas_gpu::any_scalar* identity = nullptr;  ///< null if the monoid is the ready-made one of core_name
};

struct GB_Semiring_opaque : graphblas_gpu::capi::object {
    static constexpr auto its_kind = graphblas_gpu::capi::object_kind::semiring;
    void release_parts() noexcept {
        graphblas_gpu::capi::release(add);
        graphblas_gpu::capi::release(multiply);
    }

    GrB_Monoid add = nullptr;
    GrB_BinaryOp multiply = nullptr;
};

struct GB_Descriptor_opaque : graphblas_gpu::capi::object {
    static constexpr auto its_kind = graphblas_gpu::capi::object_kind::descriptor;
    void release_parts() noexcept {}

    bool replace = false;
    bool structure = false;
    bool complement = false;
    bool transpose_first = false;
    bool transpose_second = false;
};

struct GB_Scalar_opaque : graphblas_gpu::capi::object {
    static constexpr auto its_kind = graphblas_gpu::capi::object_kind::scalar;
    explicit GB_Scalar_opaque(GrB_Type t) : object{its_kind}, type(graphblas_gpu::capi::retained(t)), value(t->values) {}
    void release_parts() noexcept { graphblas_gpu::capi::release(type); }

    GrB_Type type;
    graphblas_gpu::any_scalar value;
};

namespace graphblas_gpu::capi {

/// A side of a matrix or a vector that is longer than those of this library; see long_sides.hpp. Short sides have no list.
struct long_side {
    GrB_Index length = 0;
    /// Ascending: the index that each stored position stands for.
    std::shared_ptr<const std::vector<GrB_Index>> list;
};
struct long_entries;

}  // namespace graphblas_gpu::capi

struct GB_Vector_opaque : graphblas_gpu::capi::object {
    static constexpr auto its_kind = graphblas_gpu::capi::object_kind::vector;
    GB_Vector_opaque(GrB_Type t, graphblas_gpu::any_vector&& entries);
    ~GB_Vector_opaque();
    void release_parts() noexcept { graphblas_gpu::capi::release(type); }
    bool is_long() const noexcept { return indices.list != nullptr; }

    GrB_Type type;
    graphblas_gpu::any_vector value;  ///< with stored positions if the side is long
    graphblas_gpu::capi::long_side indices;
    std::unique_ptr<graphblas_gpu::capi::long_entries> pending;  ///< of a long side: entries that were set one by one
};

struct GB_Matrix_opaque : graphblas_gpu::capi::object {
    static constexpr auto its_kind = graphblas_gpu::capi::object_kind::matrix;
    GB_Matrix_opaque(GrB_Type t, graphblas_gpu::any_matrix&& entries);
    ~GB_Matrix_opaque();
    void release_parts() noexcept { graphblas_gpu::capi::release(type); }
    bool is_long() const noexcept { return rows.list != nullptr || columns.list != nullptr; }

    GrB_Type type;
    graphblas_gpu::any_matrix value;  ///< with stored positions where a side is long
    graphblas_gpu::capi::long_side rows, columns;
    std::unique_ptr<graphblas_gpu::capi::long_entries> pending;  ///< of long sides: entries that were set one by one
};

struct GB_Global_opaque : graphblas_gpu::capi::object {
    static constexpr auto its_kind = graphblas_gpu::capi::object_kind::global;
};
