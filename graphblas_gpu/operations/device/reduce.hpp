// Sums under a monoid on the CUDA engine.
#pragma once

#include <graphblas_gpu/cuda/elementwise/reduce.hpp>
#include <graphblas_gpu/cuda/structure/renumber.hpp>
#include <graphblas_gpu/host/elementwise.hpp>
#include <graphblas_gpu/operations/device/operation.hpp>
#include <semirings/monoids.hpp>

namespace graphblas_gpu::device {

/// The code of a monoid's operator. Throws unsupported for a monoid of the user's own.
template <class Monoid>
cuda::binary_code monoid_code(const char* operation) {
    if constexpr (requires { typename Monoid::operator_type; } && formats::has_type_code<monoid_value_t<Monoid>>) {
        constexpr std::optional<cuda::binary_code> code = cuda::binary_code_of<typename Monoid::operator_type>();
        if constexpr (code.has_value()) return *code;
        else refuse_own_function(operation, "monoid");
    } else {
        refuse_own_function(operation, "monoid");
    }
}

/// The sum of all entries under a monoid.
template <class Monoid, class A>
monoid_value_t<Monoid> reduce(const context& ctx, const Monoid& monoid, const A& a) {
    using value = monoid_value_t<Monoid>;
    const cuda::binary_code op = monoid_code<Monoid>("reduce");
    (void)code_of_values<typename A::value_type>("reduce");
    if constexpr (formats::has_type_code<value>) {
        const engine_ptr& e = ctx.cuda_engine();
        const cuda::engine::use here(*e, "reduce");
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

/// The sum of each row of A, or of its transpose, as the list of a vector over the monoid's type. If the transpose does not
/// exist yet, it is made.
template <class Monoid, class TA>
cuda::csr reduce_rows(const context& ctx, const Monoid&, const matrix<TA>& a, bool transpose) {
    const cuda::binary_code op = monoid_code<Monoid>("reduce");
    (void)code_of_values<TA>("reduce");
    if constexpr (formats::has_type_code<monoid_value_t<Monoid>>) {
        constexpr type_code type = formats::code_of<monoid_value_t<Monoid>>();
        const engine_ptr& e = ctx.cuda_engine();
        const cuda::engine::use here(*e, "reduce");
        const index sums = transpose ? a.ncols() : a.nrows();
        if (formats::is_hypersparse(sums, a.nvals())) {
            const auto stored = a.device_storage(e);
            const cuda::numbering numbers =
                transpose ? cuda::numbered_columns(e, stored->view()) : cuda::numbered_rows(e, stored->view());
            const cuda::numbering others = cuda::identity_numbering(transpose ? a.nrows() : a.ncols());
            const cuda::csr small = cuda::renumbered(e, stored->view(), transpose ? others : numbers, transpose ? numbers : others);
            cuda::csr sums_of_numbers = transpose ? cuda::sums_of_rows(e, cuda::transposed(e, small.view()).view(), op, type)
                                                  : cuda::sums_of_rows(e, small.view(), op, type);
            return cuda::in_original_numbers(e, std::move(sums_of_numbers), cuda::identity_numbering(1), numbers);
        }
        if (transpose && !a.has_cached_device_transpose()) {
            return cuda::sums_of_rows(e, cuda::transposed(e, a.device_storage(e)->view()).view(), op, type);
        }
        return cuda::sums_of_rows(e, own_operand(e, a, transpose)->view(), op, type);
    } else {
        refuse_own_function("reduce", "monoid");
    }
}

}  // namespace graphblas_gpu::device
