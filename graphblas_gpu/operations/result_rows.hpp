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

/// C<M, replace> = accum(C, T) for a T that has values of type `Value` and was made without the mask.
template <class Value, class C, class Mask, class Accum>
void store(const context& ctx, const char* operation, C& c, result_rows&& t, const Mask& mask, const Accum& accum,
           bool replace) {
    if (t.is_on_device) {
        const device::engine_in_use e(ctx.cuda_engine(), operation);
        const device::device_mask held(e, any_mask_of(mask));
        return device::finish<Value>(e, operation, c, std::move(t.on_device), held, accum, replace, !held.rows().present);
    }
    host::finish(ctx.team(), c, formats::typed<Value>(std::move(t.on_host)), mask, accum, replace);
}

}  // namespace graphblas_gpu::operations
