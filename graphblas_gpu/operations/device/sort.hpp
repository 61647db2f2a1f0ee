// Sorting the values of rows on the CUDA engine: numbers by lt and gt, other values by an order that carries its source.
#pragma once

#include <graphblas_gpu/cuda/primitives/sort.hpp>
#include <graphblas_gpu/operations/device/operation.hpp>
#include <graphblas_gpu/operations/device/sourced_operator.hpp>

namespace graphblas_gpu::device {

/// The sorted values of each row and the columns where they were before: both objects that sort returns.
template <class Op, class X>
cuda::sorted_rows sorted(const context& ctx, const Op& op, const X& x) {
    using value = typename X::value_type;
    const engine_in_use e(ctx.cuda_engine(), "sort");
    if constexpr (sourced_entry_function<Op> && formats::fits_on_device<value>) {
        using own = sourced_pair<Op, value, value, bool>;
        const auto rows = own_operand(e, x, false);
        return cuda::sorted(
            e, rows->view(),
            cuda::positions_sorted_by(e, rows->view(), own::facts(), own::program(), cuda::state_of(&op, sizeof(Op))));
    } else if constexpr (formats::has_type_code<value> && (std::is_same_v<Op, lt> || std::is_same_v<Op, gt>)) {
        const auto rows = own_operand(e, x, false);
        return cuda::sorted(e, rows->view(), cuda::sorted_positions(e, rows->view(), std::is_same_v<Op, gt>));
    } else {
        (void)code_of_moved_values<value>("sort");
        throw unsupported(
            "sort: the CUDA engine sorts numbers by lt and gt, and values by an order that carries its source; another order "
            "runs on the host, with context::host()");
    }
}

}  // namespace graphblas_gpu::device
