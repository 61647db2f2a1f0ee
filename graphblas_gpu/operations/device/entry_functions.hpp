// Monoids, functions and predicates of entries as a device calls them: tables of functions without types, made from the C++
// types of the caller's, as those of operators (pair_operator.hpp).
#pragma once

#include <graphblas_gpu/cuda/elementwise/reduce.hpp>
#include <graphblas_gpu/operations/device/pair_operator.hpp>
#include <graphblas_gpu/operations/device/sourced.hpp>
#include <semirings/bind.hpp>
#include <semirings/index_operators.hpp>
#include <semirings/monoids.hpp>

#include <concepts>

namespace graphblas_gpu::device {

/// A function, or a predicate, of entries. It refers to the function, which must outlive it.
struct entry_function {
    const void* f = nullptr;
    /// The code of the function. `of_vector`: positions are those of a vector.
    cuda::entry_function (*find)(const char* operation, bool of_vector, const void* f) = nullptr;
    /// The values of a function, or the entries that a predicate selects, if it carries its source; null for others.
    cuda::csr (*by_source)(const engine_ptr& e, const cuda::csr_ref& a, bool of_vector, const void* f) = nullptr;
};

/// A monoid. It refers to the monoid, which must outlive it.
struct monoid_functions {
    const void* monoid = nullptr;
    /// The sum of all entries, of which there is at least one.
    base::scalar_value (*sum)(const char* operation, const engine_ptr& e, const cuda::csr_ref& a, const void* monoid) = nullptr;
    /// The sum of each row, as the list of a vector.
    cuda::csr (*sums_of_rows)(const char* operation, const engine_ptr& e, const cuda::csr_ref& a, const void* monoid) = nullptr;
};

// ---- functions of entries ----

namespace detail {

/// The number of a function without operands of its own among the codes; negative if F is none of them.
template <class F>
inline constexpr int plain_code = base::position_among<F, identity, ainv, abs, lnot, one, minv, bit_not>();
/// The number of a function of the position, counted from function_code::row on; negative if F is none of them.
template <class F>
inline constexpr int position_code =
    base::position_among<F, rowindex, colindex, diagindex, tril, triu, diag, offdiag, rowle, rowgt, colle, colgt>();

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
    if constexpr (detail::plain_code<F> >= 0 && base::has_type_code<X>) {
        out.code = static_cast<cuda::function_code>(detail::plain_code<F>);
        out.type = out.result = base::code_of<X>();
        return out;
    } else if constexpr (detail::position_code<F> >= 0) {
        out.code = static_cast<cuda::function_code>(static_cast<int>(cuda::function_code::row) + detail::position_code<F>);
        out.type = type_code::int64;
        out.result = out.code <= cuda::function_code::diagonal ? type_code::int64 : type_code::boolean;
        out.k = detail::offset_of(f);
        return out;
    } else if constexpr (bound::is_bound) {
        constexpr auto op = cuda::binary_code_of<typename bound::op>();
        if constexpr (op && base::has_type_code<typename bound::type> && base::has_type_code<typename bound::result>) {
            out.code = bound::code;
            out.op = *op;
            out.type = base::code_of<typename bound::type>();
            out.result = base::code_of<typename bound::result>();
            out.bound = base::scalar_value(cast<typename bound::type>(bound::operand(f)));
            return out;
        }
    }
    refuse_own_function(operation, "function");
}

/// The function f of entries over T, of vectors if `is_vector`, with values of Result.
template <bool is_vector, class Result, class T, class F>
entry_function entry_function_of(const F& f) {
    entry_function out;
    out.f = reinterpret_cast<const void*>(&f);
    if constexpr (std::is_void_v<Result>) {
        out.find = [](const char*, bool, const void*) { return cuda::entry_function{}; };
    } else if constexpr (sourced_entry_function<F> && base::fits_on_device<T> && base::fits_on_device<Result>) {
        out.by_source = [](const engine_ptr& e, const cuda::csr_ref& a, bool, const void* op) {
            using own = sourced_call<F, T, Result, is_vector, false>;
            return cuda::applied(e, a, own::facts(), own::program(), cuda::state_of(static_cast<const F*>(op), sizeof(F)));
        };
    } else {
        out.find = [](const char* operation, bool of_vector, const void* op) {
            return function_of<host::reading<T>>(operation, *reinterpret_cast<std::add_const_t<F>*>(op), of_vector);
        };
    }
    return out;
}

/// The predicate of entries over T.
template <bool is_vector, class T, class F>
entry_function entry_predicate_of(const F& f) {
    entry_function out;
    out.f = reinterpret_cast<const void*>(&f);
    constexpr bool has_values = !std::is_void_v<T> && base::fits_on_device<T>;
    if constexpr (sourced_entry_function<F> && (has_values || host::position_function<F>)) {
        out.by_source = [](const engine_ptr& e, const cuda::csr_ref& a, bool, const void* op) {
            using own = sourced_call<F, T, bool, is_vector, true>;
            return cuda::selected(e, a, own::facts(), own::program(), cuda::state_of(static_cast<const F*>(op), sizeof(F)));
        };
    } else {
        out.find = [](const char* operation, bool of_vector, const void* op) {
            return function_of<host::reading<T>>(operation, *reinterpret_cast<std::add_const_t<F>*>(op), of_vector);
        };
    }
    return out;
}

// ---- monoids ----

/// The code of a monoid's operator. Throws unsupported for a monoid of the user's own.
template <class Monoid>
cuda::binary_code monoid_code(const char* operation) {
    if constexpr (requires { typename Monoid::operator_type; } && base::has_type_code<monoid_value_t<Monoid>>) {
        constexpr std::optional<cuda::binary_code> code = cuda::binary_code_of<typename Monoid::operator_type>();
        if constexpr (code.has_value()) return *code;
        else refuse_own_function(operation, "monoid");
    } else {
        refuse_own_function(operation, "monoid");
    }
}

template <class Monoid>
base::scalar_value sum_by_monoid([[maybe_unused]] const char* operation, [[maybe_unused]] const engine_ptr& e,
                                 [[maybe_unused]] const cuda::csr_ref& a, [[maybe_unused]] const void* monoid) {
    using value = monoid_value_t<Monoid>;
    if constexpr (has_device_source<Monoid> && base::fits_on_device<value>) {
        cuda::memory keep;
        const cuda::csr_ref values = cuda::with_values_of(e, a, base::code_of<value>(), keep);
        if constexpr (monoid_is_any<Monoid>) {  // a sum that begins with the identity would keep that
            value first{};
            e->read_small(&first, values.values, sizeof(first));
            return base::scalar_value(first);
        } else {
            const auto kernels = sourced_kernels(operation, sum_by<Monoid>{*static_cast<const Monoid*>(monoid)});
            return kernels->sum(e, values.values, values.nvals);
        }
    } else if constexpr (base::has_type_code<value>) {
        return cuda::sum_of_values(e, a.type, a.values, a.nvals, monoid_code<Monoid>(operation), base::code_of<value>());
    } else {
        refuse_own_function(operation, "monoid");
    }
}

template <class Monoid>
cuda::csr sums_of_rows_by_monoid([[maybe_unused]] const char* operation, [[maybe_unused]] const engine_ptr& e,
                                 [[maybe_unused]] const cuda::csr_ref& a, [[maybe_unused]] const void* monoid) {
    using value = monoid_value_t<Monoid>;
    if constexpr (monoid_is_any<Monoid> && base::has_type_code<value>) {
        return cuda::sums_of_rows(e, a, cuda::binary_code::any, base::code_of<value>());
    } else if constexpr (has_device_source<Monoid> && base::fits_on_device<value> && !monoid_is_any<Monoid>) {
        const auto own = sourced_kernels(operation, sum_by<Monoid>{*static_cast<const Monoid*>(monoid)});
        cuda::memory keep;
        return own->sums_of_rows(e, cuda::with_values_of(e, a, base::code_of<value>(), keep));
    } else if constexpr (base::has_type_code<value>) {
        return cuda::sums_of_rows(e, a, monoid_code<Monoid>(operation), base::code_of<value>());
    } else {
        refuse_own_function(operation, "monoid");
    }
}

template <class Monoid>
monoid_functions functions_of(const Monoid& monoid) {
    return {&monoid, &sum_by_monoid<Monoid>, &sums_of_rows_by_monoid<Monoid>};
}

}  // namespace graphblas_gpu::device
