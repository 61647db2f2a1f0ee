// Binary operators as a device calls them: tables of functions without types, made from the C++ types of the caller's.
//
// Idea: the ready-made ones have codes, by which kernels look them up; others have to carry their source
// (sourced_operator.hpp). All others are refused with `unsupported`, before anything is changed.
#pragma once

#include <graphblas_gpu/cuda/elementwise/function_codes.hpp>
#include <graphblas_gpu/operations/device/checks.hpp>
#include <graphblas_gpu/operations/device/sourced_operator.hpp>

#include <concepts>
#include <optional>

namespace graphblas_gpu::device {

/// A binary operator. It refers to the operator, which must outlive it.
struct pair_operator {
    const void* op = nullptr;
    /// The code of the operator. `of_both`: every value of the result is made of two.
    cuda::binary_function (*find)(const char* operation, bool of_both, const void* op) = nullptr;
    /// The union or the intersection by an operator that carries its source; null for others.
    cuda::csr (*by_source)(const engine_ptr& e, const cuda::csr_ref& a, const cuda::csr_ref& b, bool intersection,
                           const void* op) = nullptr;
    /// Joins the values of each row, in their order, by such an operator on values of one type, and writes one value for each
    /// row; null for others.
    void (*join_rows)(const engine_ptr& e, const cuda::csr_ref& rows, void* to, const void* op) = nullptr;
};

/// The operator of a ready-made monoid over T, which combines values as the monoid does; for all other rules Op itself.
/// @{
template <class Op, class T>
struct bare_operator {
    using type = Op;
};
template <class Op, class T>
requires std::same_as<typename Op::value_type, T> && requires { typename Op::operator_type; }
struct bare_operator<Op, T> {
    using type = typename Op::operator_type;
};
template <class Op, class T>
using bare_operator_t = typename bare_operator<Op, T>::type;
/// @}

/// The code of Op for values of A and B: the operator, the type that it computes in and the type of its result. If the result
/// is structure alone, there is no operator to call. `of_both`: every value of the result is made of two, so that of those that
/// `first` or `second` drops none is cast.
template <class Result, class Op, class A, class B>
cuda::binary_function binary_function_of(const char* operation, bool of_both = false) {
    if constexpr (std::is_void_v<Result>) {
        return {};
    } else {
        constexpr std::optional<cuda::binary_code> code = cuda::binary_code_of<Op>();
        constexpr bool keeps_one =
            code == cuda::binary_code::first || code == cuda::binary_code::second || code == cuda::binary_code::any;
        if constexpr (keeps_one && base::is_plain_struct<Result>()) {
            if (!of_both || code != cuda::binary_code::second) require_device_cast<A, Result>(operation);
            if (!of_both || code != cuda::binary_code::first) require_device_cast<B, Result>(operation);
            return {*code, base::code_of<Result>(), base::code_of<Result>()};  // of values that are moved
        } else if constexpr (code && base::has_type_code<Result> &&
                             requires { requires base::has_type_code<cuda::computed_in<Op, A, B>>; }) {
            return {*code, base::code_of<cuda::computed_in<Op, A, B>>(), base::code_of<Result>()};
        } else {
            refuse_own_function(operation, "operator");
        }
    }
}

/// The operator on entries with values of A and B, whose results have values of Result.
template <class Result, class A, class B, class Op>
pair_operator pair_operator_of(const Op& op) {
    pair_operator out;
    out.op = reinterpret_cast<const void*>(&op);
    if constexpr (cuda::names_its_operator<Op>) {
        out.find = [](const char*, bool, const void* stored) -> cuda::binary_function {
            return {static_cast<const Op*>(stored)->code(), base::code_or_none<A>(), base::code_or_none<Result>()};
        };
    } else if constexpr (sourced_entry_function<Op> && !std::is_void_v<Result> && base::fits_on_device<Result> &&
                         base::fits_on_device<A> && base::fits_on_device<B>) {
        out.by_source = [](const engine_ptr& e, const cuda::csr_ref& a, const cuda::csr_ref& b, bool intersection,
                           const void* stored) {
            return sourced_pair<Op, A, B, Result>::merge_entries(e, a, b, intersection, *static_cast<const Op*>(stored));
        };
        if constexpr (std::is_same_v<A, B> && std::is_same_v<A, Result>) {
            out.join_rows = [](const engine_ptr& e, const cuda::csr_ref& rows, void* to, const void* stored) {
                using own = sourced_pair<Op, A, A, A>;
                cuda::join_rows(e, rows, to, own::facts(), own::program(), cuda::state_of(stored, sizeof(Op)));
            };
        }
    } else {
        out.find = [](const char* operation, bool of_both, const void*) {
            using bare = std::conditional_t<std::is_same_v<A, B>, bare_operator_t<Op, A>, Op>;
            return binary_function_of<Result, bare, host::reading<A>, host::reading<B>>(operation, of_both);
        };
    }
    return out;
}

}  // namespace graphblas_gpu::device
