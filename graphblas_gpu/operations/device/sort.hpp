// The order of values on the CUDA engine: numbers by lt and gt, other values by an order that carries its source.
#pragma once

#include <graphblas_gpu/cuda/primitives/sort.hpp>
#include <graphblas_gpu/operations/device/operation.hpp>
#include <graphblas_gpu/operations/device/sourced_operator.hpp>

namespace graphblas_gpu::device {

/// The positions of the entries of every row in the order of their values. Throws unsupported for an order that a device cannot
/// call.
using sort_function = cuda::array<row_offset> (*)(const engine_ptr& e, const cuda::csr_ref& rows, const void* order);

template <bool descending>
cuda::array<row_offset> positions_of_numbers(const engine_ptr& e, const cuda::csr_ref& rows, const void*) {
    return cuda::sorted_positions(e, rows, descending);
}

[[noreturn]] cuda::array<row_offset> refuse_order(const engine_ptr& e, const cuda::csr_ref& rows, const void* order);

/// A sort_function for an order of the caller's own.
template <class T, class Op>
cuda::array<row_offset> positions_in_order(const engine_ptr& e, const cuda::csr_ref& rows, const void* order) {
    if constexpr (sourced_entry_function<Op> && base::fits_on_device<T>) {
        using own = sourced_pair<Op, T, T, bool>;
        return cuda::positions_sorted_by(e, rows, own::facts(), own::program(), cuda::state_of(order, sizeof(Op)));
    } else {
        refuse_order(e, rows, order);
    }
}

}  // namespace graphblas_gpu::device
