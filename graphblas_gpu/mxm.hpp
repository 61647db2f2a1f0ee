// C<M, replace> = accum(C, op(A) (+).(x) op(B)), and properties of the product that are computed without storing it.
//
// Idea: the call checks shapes, lets the planner choose a method, runs the kernels of (semiring, value type), and merges the
// result into C. All methods give the same answer: products are added in ascending k, so that even floating-point sums agree
// bit for bit between methods and thread counts (sums by mxm_reduce: between runs with as many threads).
// Source: GraphBLAS C API 2.1, section 4.3.1 (GrB_mxm).
#pragma once

#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/descriptor.hpp>
#include <graphblas_gpu/host/elementwise/partial_sum.hpp>
#include <graphblas_gpu/mask.hpp>
#include <graphblas_gpu/matrix.hpp>
#include <graphblas_gpu/operations/device/fold.hpp>
#include <graphblas_gpu/operations/product.hpp>
#include <graphblas_gpu/operations/wrong_call.hpp>

namespace graphblas_gpu {

/// C<M, replace> = accum(C, A (+).(x) B), A and B transposed as the descriptor says. A is m x k, B k x n, C and the mask m x n.
/// Values of A and B are cast to the semiring's types, the product to C's. C may be A, B or the mask.
/// A product that does not fit on a device goes to host memory in blocks of rows, where C is then, and report.reason says so;
/// what still has to fit on the device are A, B, the mask, and any row.
/// Throws dimension_mismatch, unsupported (a method that the engine lacks), out_of_memory; C is then as it was.
/// Cost: O(multiplications + nvals(C) log(row) + nvals(M)); dot products under a mask: O(sum of both lists an entry of M).
template <class TC, matrix_mask Mask, class Accum, product_semiring S, class TA, class TB>
void mxm(const context& ctx, matrix<TC>& c, const Mask& mask, const Accum& accum, const S& semiring, const matrix<TA>& a,
         const matrix<TB>& b, const descriptor& desc = {}) {
    const operations::product_call call = operations::product_call_of("mxm", semiring, a, b, mask, desc);
    const auto out = operations::output_of<semiring_value_t<S>>(c, mask, accum, desc.replace);
    c = operations::multiply(ctx, call, out).template as<matrix<TC>>();
}

/// A (+).(x) B as a new matrix of the semiring's value type.
template <product_semiring S, class TA, class TB>
matrix<semiring_value_t<S>> mxm(const context& ctx, const S& semiring, const matrix<TA>& a, const matrix<TB>& b,
                                const descriptor& desc = {}) {
    const operations::product_call call = operations::product_call_of("mxm", semiring, a, b, no_mask, desc);
    return operations::multiply(ctx, call).template as<matrix<semiring_value_t<S>>>();
}

/// A (+).(x) B under a mask, in parts of consecutive rows, for a product that is not wanted, or does not fit, as a whole: calls
/// consume(part, first) for one part after the other, where part is a const matrix<> of all columns and `first` the number of
/// its first row. A part takes at most `bytes` bytes for its columns and values, unless it is one row (a row of tiles by method
/// bitmap_tile). Every row comes once, rows without entries too, in ascending order, and with the bits that mxm gives it by the
/// same method.
/// On a device a part is computed while the one before is copied to pinned host memory, which later parts use again: a copy of
/// a part that is kept has that memory, so that the next part takes other memory. Only the operands and two parts are on the
/// device. On host threads each part is a product of its own, O(nrows(C)) more for each. consume() may use the context. Throws
/// what mxm throws, invalid_value unless `bytes` is positive; what consume() throws ends the call.
template <matrix_mask Mask, product_semiring S, class TA, class TB, class Consume>
void mxm_batches(const context& ctx, const Mask& mask, const S& semiring, const matrix<TA>& a, const matrix<TB>& b,
                 std::int64_t bytes, Consume&& consume, const descriptor& desc = {}) {
    const operations::product_call call = operations::product_call_of("mxm_batches", semiring, a, b, mask, desc);
    operations::multiply_in_batches(ctx, call, bytes, [&](any_matrix&& part, index first) {
        const matrix<semiring_value_t<S>> rows(std::move(part));
        consume(rows, first);
    });
}
/// The same without a mask.
template <product_semiring S, class TA, class TB, class Consume>
void mxm_batches(const context& ctx, const S& semiring, const matrix<TA>& a, const matrix<TB>& b, std::int64_t bytes,
                 Consume&& consume, const descriptor& desc = {}) {
    mxm_batches(ctx, no_mask, semiring, a, b, bytes, consume, desc);
}

/// The structure of the product, under a mask: the positions where C would have an entry. No value is read. Shapes, errors and
/// cost are those of mxm; method dot needs a mask that is not complemented, and throws unsupported otherwise.
template <matrix_mask Mask, class TA, class TB>
matrix<void> mxm_structure(const context& ctx, const Mask& mask, const matrix<TA>& a, const matrix<TB>& b,
                           const descriptor& desc = {}) {
    const operations::product_call call = operations::product_call_of("mxm_structure", any_pair<bool>, a, b, mask, desc);
    return operations::structure_of_product(ctx, call).template as<matrix<void>>();
}
/// The same without a mask.
template <class TA, class TB>
matrix<void> mxm_structure(const context& ctx, const matrix<TA>& a, const matrix<TB>& b, const descriptor& desc = {}) {
    return mxm_structure(ctx, no_mask, a, b, desc);
}

/// The number of entries of the product, under a mask. Only one row for each thread is stored. Errors and cost as above.
template <matrix_mask Mask, class TA, class TB>
index mxm_nvals(const context& ctx, const Mask& mask, const matrix<TA>& a, const matrix<TB>& b, const descriptor& desc = {}) {
    return operations::count_entries(ctx, operations::product_call_of("mxm_nvals", any_pair<bool>, a, b, mask, desc));
}
/// The same without a mask.
template <class TA, class TB>
index mxm_nvals(const context& ctx, const matrix<TA>& a, const matrix<TB>& b, const descriptor& desc = {}) {
    return mxm_nvals(ctx, no_mask, a, b, desc);
}

/// The entries of the product under the mask, reduced by a monoid (or by an operator that is one); the identity of the monoid
/// if there are no entries. The product is never stored. For floating point the order of the terms depends on the number of
/// threads, and is the same in every run. Shapes, errors and cost are those of mxm; also throws what the monoid throws.
template <class Monoid, matrix_mask Mask, product_semiring S, class TA, class TB>
requires monoid_source<Monoid, semiring_value_t<S>>
semiring_value_t<S> mxm_reduce(const context& ctx, const Monoid& monoid, const Mask& mask, const S& semiring,
                               const matrix<TA>& a, const matrix<TB>& b, const descriptor& desc = {}) {
    using value = semiring_value_t<S>;
    const auto reduction = as_monoid<value>(monoid);
    using by_type = std::remove_cvref_t<decltype(reduction)>;
    // `any` keeps the first entry of the product, which kernels that add up the multiplications directly would not find.
    bool is_own = false;
    if constexpr (semiring_like<S>) is_own = std::is_same_v<by_type, semiring_add_t<S>> && !monoid_is_any<by_type>;

    const operations::product_call call = operations::product_call_of("mxm_reduce", semiring, a, b, mask, desc);
    host::sum_of<by_type> total(reduction);
    [[maybe_unused]] const auto sum =
        operations::fold_product(ctx, call, total, is_own, [&] { return device::fold_by("mxm_reduce", semiring, reduction); });
    if constexpr (base::fits_on_device<value>) {
        if (sum) return sum->template as<value>();
    }
    return total.sum().sum();
}

/// The number of multiplications of the product without a mask: the sum over k of column size of A times row size of B.
/// Throws dimension_mismatch. O(nvals(A)).
template <class TA, class TB>
std::int64_t mxm_flops(const context& ctx, const matrix<TA>& a, const matrix<TB>& b, const descriptor& desc = {}) {
    return operations::count_multiplications(ctx,
                                             operations::product_call_of("mxm_flops", any_pair<bool>, a, b, no_mask, desc));
}

GB_EXPLAIN_WRONG_CALLS(mxm, two_matrices)

}  // namespace graphblas_gpu
