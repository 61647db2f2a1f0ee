// Element-wise operations on the CUDA engine: functions of every entry, selections of entries, unions and intersections, and
// sums.
#pragma once

#include <graphblas_gpu/cuda/elementwise/apply.hpp>
#include <graphblas_gpu/cuda/elementwise/combine.hpp>
#include <graphblas_gpu/cuda/elementwise/reduce.hpp>
#include <graphblas_gpu/cuda/elementwise/select.hpp>
#include <graphblas_gpu/cuda/structure/renumber.hpp>
#include <graphblas_gpu/host/elementwise.hpp>
#include <graphblas_gpu/operations/device/build.hpp>
#include <graphblas_gpu/operations/device/functions.hpp>
#include <graphblas_gpu/operations/device/operation.hpp>
#include <graphblas_gpu/operations/device/sourced.hpp>
#include <semirings/monoids.hpp>

namespace graphblas_gpu::device {

/// The code of a monoid's operator. Throws unsupported for a monoid of the user's own.
template <class Monoid>
cuda::binary_code monoid_code(const char* operation) {
    if constexpr (requires { typename Monoid::operator_type; } && formats::has_type_code<monoid_value_t<Monoid>>) {
        constexpr std::optional<cuda::binary_code> code = cuda::binary_code_of<typename Monoid::operator_type>();
        if constexpr (code.has_value())
            return *code;
        else
            refuse_own_function(operation, "monoid");
    } else {
        refuse_own_function(operation, "monoid");
    }
}

/// The sum of all entries under a monoid.
template <class Monoid, class A>
monoid_value_t<Monoid> reduce(const context& ctx, const Monoid& monoid, const A& a) {
    using value = monoid_value_t<Monoid>;
    (void)code_of_moved_values<typename A::value_type>("reduce");
    if constexpr (has_device_source<Monoid> && formats::fits_on_device<value>) {
        const engine_in_use e(ctx.cuda_engine(), "reduce");
        const auto in = own_operand(e, a, false);
        if (in->nvals == 0) return Monoid::identity();
        cuda::memory keep;
        const cuda::csr_ref values = cuda::with_values_of(e, in->view(), formats::code_of<value>(), keep);
        if constexpr (monoid_is_any<Monoid>) {  // a sum that begins with the identity would keep that
            value first{};
            e->read_small(&first, values.values, sizeof(first));
            return first;
        } else {
            const auto kernels = sourced_kernels("reduce", sum_by<Monoid>{monoid});
            return monoid(Monoid::identity(), kernels->sum(e, values.values, values.nvals).template as<value>());
        }
    }
    const cuda::binary_code op = monoid_code<Monoid>("reduce");
    if constexpr (formats::has_type_code<value>) {
        const engine_in_use e(ctx.cuda_engine(), "reduce");
        const auto in = own_operand(e, a, false);
        if (in->nvals == 0) return Monoid::identity();
        const auto sum =
            cuda::sum_of_values(e, in->type, in->values.data(), in->nvals, op, formats::code_of<value>()).template as<value>();
        // As on the host, a sum begins with the identity, so that min and max of entries that are all NaN give the identity.
        return monoid_is_any<Monoid> ? sum : monoid(Monoid::identity(), sum);
    } else {
        refuse_own_function("reduce", "monoid");
    }
}

/// The function that sums rows under a monoid: one with a code, or one that carries its source. Throws unsupported for others.
template <class Monoid>
auto sums_of_rows_by(const char* operation, const Monoid& monoid) {
    using value = monoid_value_t<Monoid>;
    constexpr type_code type = formats::code_of<value>();
    if constexpr (monoid_is_any<Monoid> && formats::has_type_code<value>) {
        return
            [](const engine_ptr& e, const cuda::csr_ref& a) { return cuda::sums_of_rows(e, a, cuda::binary_code::any, type); };
    } else if constexpr (has_device_source<Monoid> && !monoid_is_any<Monoid>) {
        return [own = sourced_kernels(operation, sum_by<Monoid>{monoid})](const engine_ptr& e, const cuda::csr_ref& a) {
            cuda::memory keep;
            return own->sums_of_rows(e, cuda::with_values_of(e, a, type, keep));
        };
    } else {
        return [op = monoid_code<Monoid>(operation)](const engine_ptr& e, const cuda::csr_ref& a) {
            return cuda::sums_of_rows(e, a, op, type);
        };
    }
}

/// The sum of each row of A, or of its transpose, as the list of a vector over the monoid's type. If the transpose does not
/// exist yet, it is made.
template <class Monoid, class TA>
cuda::csr reduce_rows(const context& ctx, const Monoid& monoid, const matrix<TA>& a, bool transpose) {
    using value = monoid_value_t<Monoid>;
    (void)code_of_moved_values<TA>("reduce");
    constexpr bool is_sourced = has_device_source<Monoid> && formats::fits_on_device<value>;
    if constexpr (is_sourced || formats::has_type_code<value>) {
        const auto sums_of_rows = sums_of_rows_by("reduce", monoid);
        const engine_in_use e(ctx.cuda_engine(), "reduce");
        const index sums = transpose ? a.ncols() : a.nrows();
        if (formats::is_hypersparse(sums, a.nvals())) {
            const auto stored = a.any().device_rows(e);
            const cuda::numbering numbers =
                transpose ? cuda::numbered_columns(e, stored->view()) : cuda::numbered_rows(e, stored->view());
            const cuda::numbering others = cuda::identity_numbering(transpose ? a.nrows() : a.ncols());
            const cuda::csr small =
                cuda::renumbered(e, stored->view(), transpose ? others : numbers, transpose ? numbers : others);
            cuda::csr sums_of_numbers = transpose ? sums_of_rows(e, cuda::transposed(e, small.view()).view())
                                                  : sums_of_rows(e, small.view());
            return cuda::in_original_numbers(e, std::move(sums_of_numbers), cuda::identity_numbering(1), numbers);
        }
        if (transpose && !a.any().has_cached_device_transpose()) {
            return sums_of_rows(e, cuda::transposed(e, a.any().device_rows(e)->view()).view());
        }
        return sums_of_rows(e, own_operand(e, a, transpose)->view());
    } else {
        refuse_own_function("reduce", "monoid");
    }
}

/// Whether A is a vector. Its entries are stored as one row, but functions of positions see them as a column.
template <class A>
inline constexpr bool is_list = requires(const A& a) {
    a.list();
};

/// f of every entry of A, as the storage of a container over Result; the structure of A if Result is void.
template <class Result, class F, class A>
cuda::csr apply(const context& ctx, const F& f, const A& a, const descriptor& desc) {
    using value = typename A::value_type;
    const engine_in_use e(ctx.cuda_engine(), "apply");
    (void)code_of_moved_values<value>("apply");
    if constexpr (!std::is_void_v<Result> && sourced_entry_function<F> && formats::fits_on_device<value> &&
                  formats::fits_on_device<Result>) {
        using own = sourced_call<F, value, Result, is_list<A>, false>;
        return cuda::applied(e, own_operand(e, a, desc.transpose_a)->view(), own::facts(), own::program(),
                             cuda::state_of(&f, sizeof(F)));
    } else {
        cuda::entry_function function;
        if constexpr (!std::is_void_v<Result>) function = function_of<host::reading<value>>("apply", f, is_list<A>);
        return cuda::applied(e, own_operand(e, a, desc.transpose_a)->view(), function);
    }
}

/// The entries of A for which the predicate holds, with values of A's type.
template <class Predicate, class A>
cuda::csr select(const context& ctx, const Predicate& predicate, const A& a, const descriptor& desc) {
    using value = typename A::value_type;
    const engine_in_use e(ctx.cuda_engine(), "select");
    (void)code_of_moved_values<value>("select");
    constexpr bool has_values = !std::is_void_v<value> && formats::fits_on_device<value>;
    if constexpr (sourced_entry_function<Predicate> && (has_values || host::position_function<Predicate>)) {
        using own = sourced_call<Predicate, value, bool, is_list<A>, true>;
        return cuda::selected(e, own_operand(e, a, desc.transpose_a)->view(), own::facts(), own::program(),
                              cuda::state_of(&predicate, sizeof(Predicate)));
    } else {
        const auto function = function_of<host::reading<value>>("select", predicate, is_list<A>);
        return cuda::selected(e, own_operand(e, a, desc.transpose_a)->view(), function);
    }
}

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
        if constexpr (keeps_one && formats::is_plain_struct<Result>()) {
            if (!of_both || code != cuda::binary_code::second) require_device_cast<A, Result>(operation);
            if (!of_both || code != cuda::binary_code::first) require_device_cast<B, Result>(operation);
            return {*code, formats::code_of<Result>(), formats::code_of<Result>()};  // of values that are moved
        } else if constexpr (code && formats::has_type_code<Result> &&
                             requires { requires formats::has_type_code<cuda::computed_in<Op, A, B>>; }) {
            return {*code, formats::code_of<cuda::computed_in<Op, A, B>>(), formats::code_of<Result>()};
        } else {
            refuse_own_function(operation, "operator");
        }
    }
}

/// A op B on the union or the intersection, as the storage of a container over Result.
template <class Result, class Op, class A, class B>
cuda::csr ewise(const context& ctx, const char* operation, bool intersection, const Op& own, const A& a, const B& b,
                const descriptor& desc) {
    using left = typename A::value_type;
    using right = typename B::value_type;
    const engine_in_use e(ctx.cuda_engine(), operation);
    (void)code_of_moved_values<left>(operation);
    (void)code_of_moved_values<right>(operation);
    if constexpr (sourced_entry_function<Op> && !std::is_void_v<Result> && formats::fits_on_device<Result> &&
                  formats::fits_on_device<left> && formats::fits_on_device<right>) {
        const auto x = own_operand(e, a, desc.transpose_a);
        const auto y = own_operand(e, b, desc.transpose_b);
        return sourced_pair<Op, left, right, Result>::merged(e, x->view(), y->view(), intersection, own);
    }
    using bare = std::conditional_t<std::is_same_v<left, right>, bare_operator_t<Op, left>, Op>;
    const auto op = binary_function_of<Result, bare, host::reading<left>, host::reading<right>>(operation, intersection);
    const auto x = own_operand(e, a, desc.transpose_a);
    const auto y = own_operand(e, b, desc.transpose_b);
    return intersection ? cuda::intersection_of(e, x->view(), y->view(), op) : cuda::union_of(e, x->view(), y->view(), op);
}

}  // namespace graphblas_gpu::device
