// function_of(): the code by which kernels of apply and select look a function of entries up.
#pragma once

#include <concepts>

#include <graphblas_gpu/operations/device/operation.hpp>
#include <semirings/bind.hpp>
#include <semirings/index_operators.hpp>

namespace graphblas_gpu::device {

namespace detail {

/// The number of a function without operands of its own among the codes; negative if F is none of them.
template <class F>
inline constexpr int plain_code = formats::position_among<F, identity, ainv, abs, lnot, one, minv>();
/// The number of a function of the position, counted from function_code::row on; negative if F is none of them.
template <class F>
inline constexpr int position_code =
    formats::position_among<F, rowindex, colindex, diagindex, tril, triu, diag, offdiag, rowle, rowgt, colle, colgt>();

/// The code, the types and the bound operand of a binary operator with one operand bound. X is the type in which an entry is
/// read.
/// @{
template <class F, class X>
struct bound_parts {
    static constexpr bool is_bound = false;
};
template <class Op, class Y, class X>
struct bound_parts<bound_first<Op, Y>, X> {
    static constexpr bool is_bound = true;
    static constexpr cuda::function_code code = cuda::function_code::bound_first;
    using op = Op;
    using type = cuda::computed_in<Op, Y, X>;
    using result = binary_result_t<Op, Y, X>;
    static const Y& operand(const bound_first<Op, Y>& f) { return f.x; }
};
template <class Op, class Y, class X>
struct bound_parts<bound_second<Op, Y>, X> {
    static constexpr bool is_bound = true;
    static constexpr cuda::function_code code = cuda::function_code::bound_second;
    using op = Op;
    using type = cuda::computed_in<Op, X, Y>;
    using result = binary_result_t<Op, X, Y>;
    static const Y& operand(const bound_second<Op, Y>& f) { return f.y; }
};
/// The predicates value_eq to value_ge.
template <class F>
concept compares_with_bound = std::derived_from<F, value_predicate<typename F::compare_type, typename F::bound_type>>;
template <compares_with_bound F, class X>
struct bound_parts<F, X> {
    static constexpr bool is_bound = true;
    static constexpr cuda::function_code code = cuda::function_code::bound_second;
    using op = typename F::compare_type;
    using type = cuda::computed_in<op, X, typename F::bound_type>;
    using result = bool;
    static const typename F::bound_type& operand(const F& f) { return f.bound; }
};
/// @}

template <class F>
std::int64_t offset_of(const F& f) {
    if constexpr (requires { f.s; }) return f.s;
    else return f.k;
}

}  // namespace detail

/// The code of f for entries that are read as X.
template <class X, class F>
cuda::entry_function function_of(const char* operation, const F& f, bool of_vector) {
    cuda::entry_function out;
    out.of_vector = of_vector;
    using bound = detail::bound_parts<F, X>;
    if constexpr (detail::plain_code<F> >= 0 && formats::has_type_code<X>) {
        out.code = static_cast<cuda::function_code>(detail::plain_code<F>);
        out.type = out.result = formats::code_of<X>();
        return out;
    } else if constexpr (detail::position_code<F> >= 0) {
        out.code = static_cast<cuda::function_code>(static_cast<int>(cuda::function_code::row) + detail::position_code<F>);
        out.type = type_code::int64;
        out.result = out.code <= cuda::function_code::diagonal ? type_code::int64 : type_code::boolean;
        out.k = detail::offset_of(f);
        return out;
    } else if constexpr (bound::is_bound) {
        constexpr auto op = cuda::binary_code_of<typename bound::op>();
        if constexpr (op && formats::has_type_code<typename bound::type> && formats::has_type_code<typename bound::result>) {
            out.code = bound::code;
            out.op = *op;
            out.type = formats::code_of<typename bound::type>();
            out.result = formats::code_of<typename bound::result>();
            out.bound = formats::scalar_value(cast<typename bound::type>(bound::operand(f)));
            return out;
        }
    }
    refuse_own_function(operation, "function");
}

}  // namespace graphblas_gpu::device
