// C<M, replace> = accum(C, op(A) (+).(x) op(B)), and what can be had of it without storing it.
//
// Idea: the call checks shapes, lets the planner choose a method, runs the kernels of (semiring, value type), and merges the
// result into C. All methods give the same answer: products are added in ascending k, so that even floating-point sums agree
// bit for bit between methods and thread counts (sums by mxm_reduce: between runs with as many threads).
// Source: GraphBLAS C API 2.1, section 4.3.1 (GrB_mxm).
#pragma once

#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/descriptor.hpp>
#include <graphblas_gpu/host/partial_sum.hpp>
#include <graphblas_gpu/mask.hpp>
#include <graphblas_gpu/matrix.hpp>
#include <graphblas_gpu/operations/device/fold.hpp>
#include <graphblas_gpu/operations/product.hpp>

namespace graphblas_gpu {

/// C<M, replace> = accum(C, A (+).(x) B), A and B transposed as the descriptor says. A is m x k, B k x n, C and the mask m x n.
/// Values of A and B are cast to the semiring's types, the product to C's. C may be A, B or the mask.
/// Throws dimension_mismatch, unsupported (a method that the engine lacks), out_of_memory; C is then as it was.
/// Cost: O(multiplications + nvals(C) log(row) + nvals(M)); dot products under a mask: O(sum of both lists an entry of M).
template <class TC, matrix_mask Mask, class Accum, product_semiring S, class TA, class TB>
void mxm(const context& ctx, matrix<TC>& c, const Mask& mask, const Accum& accum, const S& semiring, const matrix<TA>& a,
         const matrix<TB>& b, const descriptor& desc = {}) {
    const operations::product_call_of call("mxm", semiring, a, b, mask, desc);
    shapes::check_same("mxm", "C", shapes::of(c), call->shape());
    const auto run = operations::start_product(ctx, call);
    operations::write_back<semiring_value_t<S>>(ctx, *run, c, run->product(), "mxm", accum, desc.replace);
}

/// The product as a matrix of the semiring's value type.
template <product_semiring S, class TA, class TB>
matrix<semiring_value_t<S>> mxm(const context& ctx, const S& semiring, const matrix<TA>& a, const matrix<TB>& b,
                                const descriptor& desc = {}) {
    const operations::product_call_of call("mxm", semiring, a, b, no_mask, desc);
    return operations::start_product(ctx, call)->product().template as<matrix<semiring_value_t<S>>>();
}

/// The structure of the product, under a mask: where an entry of C would stand. No value is read. Method dot needs a mask
/// that is not complemented (unsupported otherwise).
template <matrix_mask Mask, class TA, class TB>
matrix<void> mxm_structure(const context& ctx, const Mask& mask, const matrix<TA>& a, const matrix<TB>& b,
                           const descriptor& desc = {}) {
    const operations::product_call_of call("mxm_structure", any_pair<bool>, a, b, mask, desc);
    return operations::start_structure(ctx, call)->structure().template as<matrix<void>>();
}
/// The same without a mask.
template <class TA, class TB>
matrix<void> mxm_structure(const context& ctx, const matrix<TA>& a, const matrix<TB>& b, const descriptor& desc = {}) {
    return mxm_structure(ctx, no_mask, a, b, desc);
}

/// The number of entries of the product, under a mask. Nothing is stored but one row a thread. Method dot as above.
template <matrix_mask Mask, class TA, class TB>
index mxm_nvals(const context& ctx, const Mask& mask, const matrix<TA>& a, const matrix<TB>& b, const descriptor& desc = {}) {
    const operations::product_call_of call("mxm_nvals", any_pair<bool>, a, b, mask, desc);
    return operations::start_structure(ctx, call)->nvals();
}
/// The same without a mask.
template <class TA, class TB>
index mxm_nvals(const context& ctx, const matrix<TA>& a, const matrix<TB>& b, const descriptor& desc = {}) {
    return mxm_nvals(ctx, no_mask, a, b, desc);
}

/// The entries of the product under the mask, reduced by a monoid (or an operator that is one); its identity if there are
/// none. The product is never stored. Floating point: the order of terms depends on the number of threads, not on the run.
template <class Monoid, matrix_mask Mask, product_semiring S, class TA, class TB>
requires monoid_source<Monoid, semiring_value_t<S>>
semiring_value_t<S> mxm_reduce(const context& ctx, const Monoid& monoid, const Mask& mask, const S& semiring,
                               const matrix<TA>& a, const matrix<TB>& b, const descriptor& desc = {}) {
    using value = semiring_value_t<S>;
    const auto by = as_monoid<value>(monoid);
    using by_type = std::remove_cvref_t<decltype(by)>;
    // `any` keeps the first entry, which kernels that add up all products as they come would miss.
    bool is_own = false;
    if constexpr (semiring_like<S>) is_own = std::is_same_v<by_type, semiring_add_t<S>> && !monoid_is_any<by_type>;

    const operations::product_call_of call("mxm_reduce", semiring, a, b, mask, desc);
    host::sum_of<by_type> total(by);
    const auto run = operations::start_product(ctx, call);
    [[maybe_unused]] const auto sum = run->fold(total, is_own, [&] { return device::fold_by("mxm_reduce", semiring, by); });
    if constexpr (formats::has_type_code<value>) {
        if (sum) return sum->template as<value>();
    }
    return total.sum().sum();
}

/// Multiplications of the product without a mask: sum over k of column size of A times row size of B. O(nvals(A)).
template <class TA, class TB>
std::int64_t mxm_flops(const context& ctx, const matrix<TA>& a, const matrix<TB>& b, const descriptor& desc = {}) {
    const operations::product_call_of call("mxm_flops", any_pair<bool>, a, b, no_mask, desc);
    return operations::count_multiplications(ctx, call);
}

}  // namespace graphblas_gpu
