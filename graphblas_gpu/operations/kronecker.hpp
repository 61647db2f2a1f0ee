// The Kronecker product on whichever engine a context has, compiled once for all types.
#pragma once

#include <graphblas_gpu/host/arrange/kronecker_rows.hpp>
#include <graphblas_gpu/operations/elementwise.hpp>
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

namespace device {

/// Whether the function carries its source, and its call can be compiled: a binary operator, or a monoid on values of its own
/// type.
template <class Result, class Op, class TA, class TB>
constexpr bool is_sourced_kronecker() {
    if constexpr (!sourced_entry_function<Op> || semiring_like<Op> || std::is_void_v<Result> || std::is_void_v<TA> ||
                  std::is_void_v<TB>) {
        return false;
    } else if constexpr (!base::fits_on_device<Result> || !base::fits_on_device<TA> || !base::fits_on_device<TB>) {
        return false;
    } else if constexpr (monoid_like<Op>) {
        return std::is_same_v<TA, monoid_value_t<Op>> && std::is_same_v<TB, monoid_value_t<Op>>;
    } else {
        return true;
    }
}

/// The code of the multiply of a semiring, a monoid, or a binary operator.
template <class Result, class Op, class TA, class TB>
cuda::binary_function kronecker_code(const char* operation) {
    (void)code_of_values<TA>(operation);
    (void)code_of_values<TB>(operation);
    if constexpr (std::is_void_v<Result>) {
        return {};
    } else if constexpr (semiring_like<Op>) {
        if constexpr (requires { typename Op::multiply_operator; }) {
            return binary_function_of<Result, typename Op::multiply_operator, semiring_left_t<Op>, semiring_right_t<Op>>(
                operation);
        } else {
            refuse_own_function(operation, "semiring");
        }
    } else if constexpr (monoid_like<Op>) {
        if constexpr (requires { typename Op::operator_type; }) {
            using value = monoid_value_t<Op>;
            return binary_function_of<Result, typename Op::operator_type, value, value>(operation);
        } else {
            refuse_own_function(operation, "monoid");
        }
    } else {
        return binary_function_of<Result, Op, host::reading<TA>, host::reading<TB>>(operation);
    }
}

}  // namespace device

namespace operations {

/// The operator of a Kronecker product.
struct kronecker_functions {
    pair_operator pairs;
    host::row_pairs_function rows = nullptr;  ///< on host threads, where `pairs` has the types of the operands; may be null
};

/// The operator on values of TA and TB, whose results have values of Result. `multiply` calls op by
/// host::kronecker_multiply.
template <class Result, class TA, class TB, class Op, class Multiply>
kronecker_functions kronecker_operator_of(const Op& op, const Multiply& multiply) {
    pair_operator out{&type_of<TA>(), &type_of<TB>(), &type_of<Result>(), host::pair_function_of<Result, TA, TB>(multiply), {}};
    out.on_device.op = reinterpret_cast<const void*>(&op);
    if constexpr (device::is_sourced_kronecker<Result, Op, TA, TB>()) {
        out.on_device.by_source = [](const cuda::engine_ptr& e, const cuda::csr_ref& a, const cuda::csr_ref& b,
                                     bool intersection, const void* stored) {
            return device::sourced_pair<Op, TA, TB, Result>::merge_entries(e, a, b, intersection,
                                                                           *static_cast<const Op*>(stored));
        };
    } else {
        out.on_device.find = [](const char* operation, bool, const void*) {
            return device::kronecker_code<Result, Op, TA, TB>(operation);
        };
    }
    if constexpr (std::is_void_v<Result>) return {out};
    else return {out, &host::combine_rows<Result, TA, TB, Multiply>};
}

/// C<M, replace> = accum(C, kron(A, B)).
void kronecker(const context& ctx, const kronecker_functions& op, const any_matrix& a, const any_matrix& b,
               const descriptor& desc, const any_output& out);

}  // namespace operations
}  // namespace graphblas_gpu
