// The Kronecker product on whichever engine a context has.
#pragma once

#include <graphblas_gpu/host/kronecker_rows.hpp>
#include <graphblas_gpu/operations/device/kronecker.hpp>
#include <graphblas_gpu/operations/operation.hpp>
#include <semirings/semiring.hpp>

namespace graphblas_gpu {

namespace host {

/// x (x) y under the multiply of a semiring, a monoid, or a binary operator.
template <class Op, class X, class Y>
auto kronecker_multiply(const Op& op, const X& x, const Y& y) {
    if constexpr (semiring_like<Op>) {
        return cast<semiring_value_t<Op>>(op.multiply(cast<semiring_left_t<Op>>(x), cast<semiring_right_t<Op>>(y)));
    } else if constexpr (monoid_like<Op>) {
        return op(cast<monoid_value_t<Op>>(x), cast<monoid_value_t<Op>>(y));
    } else {
        return apply_binary(op, x, y);
    }
}

template <class Op, class TA, class TB>
using kronecker_result =
    decltype(kronecker_multiply(std::declval<const Op&>(), std::declval<reading<TA>>(), std::declval<reading<TB>>()));

}  // namespace host

namespace operations {

/// C<M, replace> = accum(C, kron(A, B)). The caller has checked the shapes.
template <class TC, class Mask, class Accum, class Op, class TA, class TB>
void kronecker(const context& ctx, matrix<TC>& c, const Mask& mask, const Accum& accum, const Op& op, const matrix<TA>& a,
               const matrix<TB>& b, const descriptor& desc) {
    using result = std::conditional_t<std::is_void_v<TC>, void, host::kronecker_result<Op, TA, TB>>;
    if (ctx.is_cuda()) return device::kronecker<result>(ctx, c, mask, accum, op, a, b, desc);
    const auto left = host::own_operand(ctx.team(), a, desc.transpose_a);
    const auto right = host::own_operand(ctx.team(), b, desc.transpose_b);
    const auto multiply = [&op](const auto& x, const auto& y) { return host::kronecker_multiply(op, x, y); };
    const host::host_mask held(ctx.team(), any_mask_of(mask));
    csr<result> t = host::kronecker<result>(ctx.team(), left.view(), right.view(), multiply, held.rows());
    c = matrix<TC>::from_storage(
        host::write_back(ctx.team(), c, std::move(t), held.rows(), accum, desc.replace, !held.rows().present));
}

}  // namespace operations
}  // namespace graphblas_gpu
