// Element-wise operations on the CUDA engine.
#pragma once

#include <graphblas_gpu/cuda/elementwise/combine.hpp>
#include <graphblas_gpu/host/elementwise.hpp>
#include <graphblas_gpu/operations/device/operation.hpp>

namespace graphblas_gpu::device {

/// The code of Op for values of A and B: the operator, the type that it computes in and the type of its result. If the result
/// is structure alone, there is no operator to call.
template <class Result, class Op, class A, class B>
cuda::binary_function binary_function_of(const char* operation) {
    if constexpr (std::is_void_v<Result>) {
        return {};
    } else {
        using type = cuda::computed_in<Op, A, B>;
        constexpr std::optional<cuda::binary_code> code = cuda::binary_code_of<Op>();
        if constexpr (code && formats::has_type_code<type> && formats::has_type_code<Result>) {
            return {*code, formats::code_of<type>(), formats::code_of<Result>()};
        } else {
            refuse_own_function(operation, "operator");
        }
    }
}

/// A op B on the union or the intersection, as the storage of a container over Result.
template <class Result, class Op, class A, class B>
cuda::csr ewise(const context& ctx, const char* operation, bool intersection, const A& a, const B& b, const descriptor& desc) {
    using left = typename A::value_type;
    using right = typename B::value_type;
    const engine_ptr& e = ctx.cuda_engine();
    const cuda::engine::use here(*e, operation);
    const auto op = binary_function_of<Result, Op, host::reading<left>, host::reading<right>>(operation);
    (void)code_of_values<left>(operation);
    (void)code_of_values<right>(operation);
    const auto x = own_operand(e, a, desc.transpose_a);
    const auto y = own_operand(e, b, desc.transpose_b);
    return intersection ? cuda::intersection_of(e, x->view(), y->view(), op) : cuda::union_of(e, x->view(), y->view(), op);
}

}  // namespace graphblas_gpu::device
