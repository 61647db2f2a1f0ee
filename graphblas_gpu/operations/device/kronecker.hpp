// The Kronecker product on the CUDA engine: its structure by one kernel, then its values like those of an intersection.
#pragma once

#include <graphblas_gpu/cuda/elementwise/combine.hpp>
#include <graphblas_gpu/cuda/structure/arrange.hpp>
#include <graphblas_gpu/operations/device/elementwise.hpp>
#include <graphblas_gpu/operations/structural_mask.hpp>
#include <semirings/semiring.hpp>

namespace graphblas_gpu::device {

/// The function that a Kronecker product applies to entries of A and B (the multiply of a semiring, a monoid, or a binary
/// operator), and the types of its operands.
struct kronecker_function {
    cuda::binary_function op;
    type_code left = type_code::none;
    type_code right = type_code::none;
};

/// Whether the function carries its source, and its call can be compiled: a binary operator, or a monoid on values of its own
/// type.
template <class Result, class Op, class TA, class TB>
constexpr bool is_sourced_kronecker() {
    if constexpr (!sourced_entry_function<Op> || semiring_like<Op> || std::is_void_v<Result> || std::is_void_v<TA> ||
                  std::is_void_v<TB>) {
        return false;
    } else if constexpr (!formats::fits_on_device<Result> || !formats::fits_on_device<TA> || !formats::fits_on_device<TB>) {
        return false;
    } else if constexpr (monoid_like<Op>) {
        return std::is_same_v<TA, monoid_value_t<Op>> && std::is_same_v<TB, monoid_value_t<Op>>;
    } else {
        return true;
    }
}

template <class Result, class Op, class TA, class TB>
kronecker_function kronecker_function_of() {
    constexpr const char* operation = "kronecker";
    if constexpr (is_sourced_kronecker<Result, Op, TA, TB>()) {
        return {{}, formats::code_of<TA>(), formats::code_of<TB>()};
    } else if constexpr (std::is_void_v<Result>) {
        return {};
    } else if constexpr (semiring_like<Op>) {
        if constexpr (requires { typename Op::multiply_operator; }) {
            using left = semiring_left_t<Op>;
            using right = semiring_right_t<Op>;
            return {binary_function_of<Result, typename Op::multiply_operator, left, right>(operation),
                    code_of_values<left>(operation), code_of_values<right>(operation)};
        } else {
            refuse_own_function(operation, "semiring");
        }
    } else if constexpr (monoid_like<Op>) {
        if constexpr (requires { typename Op::operator_type; }) {
            using value = monoid_value_t<Op>;
            return {binary_function_of<Result, typename Op::operator_type, value, value>(operation),
                    code_of_values<value>(operation), code_of_values<value>(operation)};
        } else {
            refuse_own_function(operation, "monoid");
        }
    } else {
        using left = host::reading<TA>;
        using right = host::reading<TB>;
        return {binary_function_of<Result, Op, left, right>(operation), code_of_values<left>(operation),
                code_of_values<right>(operation)};
    }
}

/// The structure of the product with the values of one operand: entry p gets the value of the entry of `side` that it comes
/// from.
inline cuda::csr_ref factors(const engine_ptr& e, const cuda::csr_ref& product, const cuda::csr_ref& side, type_code type,
                             const cuda::array<row_offset>& positions, cuda::memory& keep) {
    cuda::csr_ref out = product;
    cuda::memory own;
    const cuda::csr_ref read = cuda::with_values_of(e, side, type, own);
    keep = cuda::gathered(e, type, read.values, positions.data(), product.nvals);
    out.values = keep.data();
    out.type = type;
    return out;
}

/// C<M, replace> = accum(C, kron(A, B)).
template <class Result, class TC, class Mask, class Accum, class Op, class TA, class TB>
void kronecker(const context& ctx, matrix<TC>& c, const Mask& mask, const Accum& accum, const Op& op, const matrix<TA>& a,
               const matrix<TB>& b, const descriptor& desc) {
    const engine_in_use e(ctx.cuda_engine(), "kronecker");
    constexpr bool is_sourced = is_sourced_kronecker<Result, Op, TA, TB>();
    const kronecker_function f = kronecker_function_of<Result, Op, TA, TB>();
    if constexpr (!is_sourced) {
        (void)code_of_values<TA>("kronecker");
        (void)code_of_values<TB>("kronecker");
    }
    const auto left = own_operand(e, a, desc.transpose_a);
    const auto right = own_operand(e, b, desc.transpose_b);
    const device_mask held(e, any_mask_of(mask));
    cuda::kronecker_structure made = cuda::kronecker(e, left->view(), right->view(), held.rows());
    cuda::csr t = std::move(made.product);
    if constexpr (!std::is_void_v<Result>) {
        cuda::memory x, y;
        const cuda::csr_ref xs = factors(e, t.view(), left->view(), f.left, made.left, x);
        const cuda::csr_ref ys = factors(e, t.view(), right->view(), f.right, made.right, y);
        if constexpr (is_sourced) t = sourced_pair<Op, TA, TB, Result>::merged(e, xs, ys, true, op);
        else t = cuda::intersection_of(e, xs, ys, f.op);
    }
    finish<Result>(e, "kronecker", c, std::move(t), held, accum, desc.replace, !held.rows().present);
}

}  // namespace graphblas_gpu::device
