// Functions of every entry, and selections of entries, on the CUDA engine.
#pragma once

#include <graphblas_gpu/cuda/elementwise/apply.hpp>
#include <graphblas_gpu/cuda/elementwise/select.hpp>
#include <graphblas_gpu/host/elementwise.hpp>
#include <graphblas_gpu/operations/device/functions.hpp>

namespace graphblas_gpu::device {

/// Whether A is a vector. Its entries are stored as one row, but functions of positions see them as a column.
template <class A>
inline constexpr bool is_list = requires(const A& a, const engine_ptr& e) { a.device_list(e); };

/// f of every entry of A, as the storage of a container over Result; the structure of A if Result is void.
template <class Result, class F, class A>
cuda::csr apply(const context& ctx, const F& f, const A& a, const descriptor& desc) {
    using value = typename A::value_type;
    const engine_ptr& e = ctx.cuda_engine();
    const cuda::engine::use here(*e, "apply");
    (void)code_of_values<value>("apply");
    cuda::entry_function function;
    if constexpr (!std::is_void_v<Result>) function = function_of<host::reading<value>>("apply", f, is_list<A>);
    return cuda::applied(e, own_operand(e, a, desc.transpose_a)->view(), function);
}

/// The entries of A for which the predicate holds, with values of A's type.
template <class Predicate, class A>
cuda::csr select(const context& ctx, const Predicate& predicate, const A& a, const descriptor& desc) {
    using value = typename A::value_type;
    const engine_ptr& e = ctx.cuda_engine();
    const cuda::engine::use here(*e, "select");
    (void)code_of_values<value>("select");
    const auto function = function_of<host::reading<value>>("select", predicate, is_list<A>);
    return cuda::selected(e, own_operand(e, a, desc.transpose_a)->view(), function);
}

}  // namespace graphblas_gpu::device
