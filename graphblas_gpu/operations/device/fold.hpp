// fold_by(): how mxm_reduce sums the values of a product on a device.
#pragma once

#include <graphblas_gpu/cuda/elementwise/reduce.hpp>
#include <graphblas_gpu/cuda/product/recipe.hpp>
#include <graphblas_gpu/operations/device/operation.hpp>
#include <graphblas_gpu/operations/device/recipes.hpp>

namespace graphblas_gpu::device {

/// How the values of a product over a semiring are reduced by a monoid. Throws unsupported for a monoid that has no code.
template <class S, class Monoid>
cuda::product_fold fold_by(const char* operation, const S& semiring, const Monoid& monoid) {
    using value = monoid_value_t<Monoid>;
    cuda::product_fold reduction;
    if constexpr (semiring_like<S>) reduction.is_own = std::is_same_v<Monoid, semiring_add_t<S>>;
    reduction.keeps_any = monoid_is_any<Monoid>;
    if constexpr (base::fits_on_device<value>) {
        reduction.add = [monoid](const base::scalar_value& x, const base::scalar_value& y) {
            return base::scalar_value(static_cast<value>(monoid(x.template as<value>(), y.template as<value>())));
        };
    }
    if constexpr (!base::fits_on_device<value>) {
        // refused below
    } else if constexpr (monoid_is_any<Monoid>) {
        return reduction;
    } else if constexpr (requires { typename Monoid::operator_type; }) {
        constexpr std::optional<cuda::binary_code> code = cuda::binary_code_of<typename Monoid::operator_type>();
        if constexpr (code) {
            reduction.sum = [op = *code](const engine_ptr& e, const void* values, std::int64_t n) {
                return cuda::sum_of_values(e, base::code_of<value>(), values, n, op, base::code_of<value>());
            };
            return reduction;
        }
    } else if constexpr (has_own_kernels<S> && std::is_same_v<Monoid, semiring_add_t<S>>) {
        reduction.sum = [own = own_semiring<S>::kernels(semiring)](const engine_ptr& e, const void* values, std::int64_t n) {
            return own->sum(e, values, n);
        };
        return reduction;
    } else if constexpr (has_device_source<S> && std::is_same_v<Monoid, semiring_add_t<S>>) {
        reduction.sum = [own = sourced_kernels(operation, semiring)](const engine_ptr& e, const void* values, std::int64_t n) {
            return own->sum(e, values, n);
        };
        return reduction;
    }
    refuse_own_function(operation, "monoid");
}

}  // namespace graphblas_gpu::device
