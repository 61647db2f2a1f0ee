// Sorting the values of rows on whichever engine a context has. Compiled once.
#pragma once

#include <graphblas_gpu/host/arrange/sort_entries.hpp>
#include <graphblas_gpu/operations/device/sort.hpp>
#include <graphblas_gpu/operations/result_rows.hpp>

namespace graphblas_gpu::operations {

/// An order of values without its type. It refers to the order, which must outlive it.
struct order_view {
    const type_descriptor* compared = nullptr;  ///< the type of the values that it compares
    const void* order = nullptr;
    host::sort_functions on_host;
    device::sort_function on_device = nullptr;
};

/// Numbers of a built-in type in ascending or descending order.
order_view order_of_numbers(const type_descriptor& type, bool descending);

/// The order by an operator on values of T; see sort.hpp.
template <class T, class Op>
order_view order_of(const Op& op) {
    if constexpr (scalar<T> && (std::is_same_v<Op, lt> || std::is_same_v<Op, gt>))
        return order_of_numbers(type_of<T>(), std::is_same_v<Op, gt>);
    else
        return {&type_of<T>(), reinterpret_cast<const void*>(&op), host::sort_functions_of<T, Op>(),
                &device::positions_in_order<T, Op>};
}

/// Rows with their values sorted, and the position where each value was before, as values of type index.
struct sorted_rows {
    result_rows values;
    result_rows permutation;

    /// Both as objects: Sorted has `values` and `permutation`.
    template <class Sorted>
    Sorted as() && {
        return {std::move(values).template as<decltype(Sorted::values)>(),
                std::move(permutation).template as<decltype(Sorted::permutation)>()};
    }
};

/// The rows of a matrix, or a vector, each sorted by an order; see sort.hpp. Throws domain_mismatch where values would have to
/// be cast of which a type is not built in.
sorted_rows sorted(const context& ctx, const order_view& order, const any_operand& x);

}  // namespace graphblas_gpu::operations
