// The Kronecker product.
//
// Source: GraphBLAS C API 2.1, section 4.3.12 (GrB_kronecker).
#pragma once

#include <graphblas_gpu/operations/kronecker.hpp>

namespace graphblas_gpu {

/// The operator of a Kronecker product: a semiring whose multiply uses the values alone (its add is not used), a monoid, or a
/// binary operator on the values of A and B.
template <class Op, class TA, class TB>
concept kronecker_operator = semiring_multiplies_values<Op> || monoid_like<Op> ||
                             binary_operator_for<Op, host::reading<TA>, host::reading<TB>>;

/// C<M, replace> = accum(C, kron(A, B)): entry (i * nrows(B) + k, j * ncols(B) + l) is A(i, j) (x) B(k, l) where both entries
/// exist. A and B are transposed first if desc.transpose_a and desc.transpose_b; if they are then m x n and p x q, C and the
/// mask are mp x nq. Values are cast to the types of the semiring or monoid; a binary operator takes them as they are or in
/// their common type. Entries of structure-only operands are read as true.
/// Throws invalid_value if mp or nq is beyond 2^32 - 1, dimension_mismatch, out_of_memory, what the operator throws; C is then
/// as it was. C may be A, B or the mask.
/// O(nvals(A) nvals(B) + nrows(C) + nvals(C) + nvals(M)). If the mask is not complemented and has fewer entries than the
/// product, only its entries are computed: O(nvals(M) log(row size) + nrows(C) + nvals(C)).
template <class TC, matrix_mask Mask, class Accum, class Op, class TA, class TB>
requires kronecker_operator<Op, TA, TB>
void kronecker(const context& ctx, matrix<TC>& c, const Mask& mask, const Accum& accum, const Op& op, const matrix<TA>& a,
               const matrix<TB>& b, const descriptor& desc = {}) {
    using result = std::conditional_t<std::is_void_v<TC>, void, host::kronecker_result<Op, TA, TB>>;
    const auto multiply = [&op](const auto& x, const auto& y) { return host::kronecker_multiply(op, x, y); };
    operations::kronecker(ctx, operations::kronecker_operator_of<result, TA, TB>(op, multiply), a.any(), b.any(), desc,
                          operations::output_of<result>(c, mask, accum, desc.replace));
}

/// The Kronecker product as a new matrix over the type of its values.
template <class Op, class TA, class TB>
requires kronecker_operator<Op, TA, TB>
auto kronecker(const context& ctx, const Op& op, const matrix<TA>& a, const matrix<TB>& b, const descriptor& desc = {}) {
    const shapes::shape shape = shapes::kronecker(host::used_shape(a, desc.transpose_a), a.nvals(),
                                                  host::used_shape(b, desc.transpose_b), b.nvals());
    matrix<host::kronecker_result<Op, TA, TB>> c(shape.nrows, shape.ncols);
    kronecker(ctx, c, no_mask, no_accum, op, a, b, desc);
    return c;
}

}  // namespace graphblas_gpu
