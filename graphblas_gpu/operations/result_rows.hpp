// result_rows: the result T of an operation, in the memory of the engine that computed it; and store(), the last step of every
// operation: C<M, replace> = accum(C, T).
//
// Idea: an operation computes T on the engine of its context by a function that knows both engines. The last step is the same
// for all operations: T becomes a new object, or is merged into C.
#pragma once

#include <utility>

#include <graphblas_gpu/formats/untyped_csr.hpp>
#include <graphblas_gpu/operations/device/operation.hpp>
#include <graphblas_gpu/operations/operation.hpp>
#include <graphblas_gpu/operations/pair_operator.hpp>
#include <graphblas_gpu/operations/value_conversion.hpp>

namespace graphblas_gpu::operations {

/// Rows that an engine has made, in its memory; a vector is one row.
struct result_rows {
    explicit result_rows(formats::untyped_csr&& rows) : on_host(std::move(rows)) {}
    explicit result_rows(cuda::csr&& rows) : on_device(std::move(rows)), is_on_device(true) {}
    template <class T>
    explicit result_rows(csr<T>&& rows) : on_host(formats::untyped(std::move(rows))) {}

    formats::untyped_csr on_host;
    cuda::csr on_device;
    bool is_on_device = false;

    /// A matrix or a vector whose type is known at run time, and which takes over these rows.
    template <class Object>
    Object as(const type_descriptor& type) && {
        return is_on_device ? Object(std::move(on_device), type) : Object(std::move(on_host), type);
    }
    /// A matrix or a vector that takes over these rows. X must have the type of their values.
    template <container X>
    X as() && {
        using object = std::remove_cvref_t<decltype(std::declval<X>().any())>;
        return X(std::move(*this).template as<object>(type_of<value_of<X>>()));
    }
};

/// The output of an operation, its mask and its accumulator, without their types. It refers to the objects.
struct any_output {
    any_matrix* matrix = nullptr;
    any_vector* vector = nullptr;
    any_mask mask{};
    const type_descriptor* added = &type_of<void>();  ///< the type of the values of T
    value_conversion values{};                        ///< of the values of T to those of C
    bool accumulates = false;
    pair_operator accum{};           ///< the accumulator, if there is one
    bool casts_accumulator = false;  ///< whether it works on other types than C's, so that C is stored by store() alone
    bool replace = false;

    any_operand content() const { return matrix != nullptr ? any_operand(*matrix) : any_operand(*vector); }
    /// How C accumulates in its own type on either engine. For a device throws unsupported, before anything is computed, for
    /// what it cannot accumulate.
    /// @{
    host::accumulator on_host() const { return {accumulates, accum.on_host}; }
    device::accumulation on_device(const char* operation) const;
    /// @}
    /// Throws dimension_mismatch unless C and the mask have this shape.
    void check_shape(const char* operation, shapes::shape expected) const;
};

/// Whether Accum joins two values of type T to one, or there is nothing to join.
template <class Accum, class T>
concept accumulator_of = std::is_void_v<T> || requires(const Accum& accum, const formats::stored<T>& x) {
    cast<T>(apply_binary(accum, x, x));
};

/// The output of a public call. T has values of type Value.
template <class Value, container C, class Mask, class Accum>
any_output output_of(C& c, const Mask& mask, const Accum& accum, bool replace) {
    any_output out;
    if constexpr (is_matrix<C>) out.matrix = &c.any();
    else out.vector = &c.any();
    out.mask = any_mask_of(mask);
    out.added = &type_of<Value>();
    out.values = conversion<Value, value_of<C>>();
    if constexpr (!std::is_same_v<Accum, no_accum_t>) {
        using value = value_of<C>;
        out.accumulates = true;
        constexpr bool is_accumulator = accumulator_of<Accum, value>;
        static_assert(is_accumulator,
                      "an accumulator is called with the old and the new value of an entry, both of the output's type, and its "
                      "result is cast to this type: gb::plus{}, a function (x, y), or gb::no_accum");
        if constexpr (!std::is_void_v<value> && is_accumulator) out.accum = pair_operator_of<value, value, value>(accum);
    }
    out.replace = replace;
    return out;
}

/// C takes over rows of its type.
/// @{
void replace_content(const any_output& out, formats::untyped_csr&& rows);
void replace_content(const any_output& out, cuda::csr&& rows);
/// @}
/// Rows of T that become rows of C's type. With an accumulator over other types T is accumulated in C, and `out` loses its
/// accumulator.
formats::untyped_csr joined_with_content(const context& ctx, const char* operation, any_output& out, formats::untyped_csr&& t);

/// What is known of T beside its values.
struct mask_facts {
    bool t_is_masked = false;  ///< T has no entry outside the mask
    bool covers_mask = false;  ///< T has an entry at every position that the mask admits
};

/// C<M, replace> = accum(C, T). C is as it was if this throws.
void store(const context& ctx, const char* operation, const any_output& out, result_rows&& t, const mask_facts& known = {});

}  // namespace graphblas_gpu::operations
