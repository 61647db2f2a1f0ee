// w<m, replace> = accum(w, op(A) (+).(x) u) and w<m, replace> = accum(w, u (+).(x) op(A)).
//
// Idea: methods hash and dense push from the entries of u, method dot pulls from the rows of the output. Method automatic takes
// the cheaper direction, so that a breadth-first search changes its direction without further code.
// Source: GraphBLAS C API 2.1, sections 4.3.2 (GrB_vxm) and 4.3.3 (GrB_mxv).
#pragma once

#include <graphblas_gpu/mask.hpp>
#include <graphblas_gpu/operations/vector_run.hpp>
#include <graphblas_gpu/operations/wrong_call.hpp>

namespace graphblas_gpu {

/// w<m, replace> = accum(w, A (+).(x) u). A is m x n (transposed if desc.transpose_a), u has size n, w and the mask have size
/// m. Values of A and u are cast to the semiring's types, the product to the type of w. Terms are added in ascending k, with
/// the same result for every method and number of threads. w may be u or the mask.
/// Throws dimension_mismatch, unsupported (a method that the engine lacks), out_of_memory, what the semiring or the accumulator
/// throws; w is then as it was.
/// Cost: pushing O(entries met + nvals(w) log); pulling O(nvals of the admitted rows). If the direction needs a transpose that
/// is not cached, the cost of making it is part of the choice.
template <class TW, vector_mask Mask, class Accum, product_semiring S, class TA, class TU>
void mxv(const context& ctx, vector<TW>& w, const Mask& mask, const Accum& accum, const S& semiring, const matrix<TA>& a,
         const vector<TU>& u, const descriptor& desc = {}) {
    operations::multiply_vector<false>(ctx, "mxv", w, mask, accum, semiring, a, u, desc.transpose_a, desc);
}

/// A (+).(x) u as a new vector of the semiring's value type.
template <product_semiring S, class TA, class TU>
vector<semiring_value_t<S>> mxv(const context& ctx, const S& semiring, const matrix<TA>& a, const vector<TU>& u,
                                const descriptor& desc = {}) {
    vector<semiring_value_t<S>> w(shapes::matrix_vector("mxv", shapes::of(a), desc.transpose_a, u.size(), false));
    mxv(ctx, w, no_mask, no_accum, semiring, a, u, desc);
    return w;
}

/// w<m, replace> = accum(w, u (+).(x) A): u' A as a vector. A is m x n (transposed if desc.transpose_b), u has size m, w and
/// the mask have size n. Everything else is as in mxv, with u as the left operand of the multiply.
template <class TW, vector_mask Mask, class Accum, product_semiring S, class TU, class TA>
void vxm(const context& ctx, vector<TW>& w, const Mask& mask, const Accum& accum, const S& semiring, const vector<TU>& u,
         const matrix<TA>& a, const descriptor& desc = {}) {
    operations::multiply_vector<true>(ctx, "vxm", w, mask, accum, semiring, a, u, desc.transpose_b, desc);
}

/// u (+).(x) A as a new vector of the semiring's value type.
template <product_semiring S, class TU, class TA>
vector<semiring_value_t<S>> vxm(const context& ctx, const S& semiring, const vector<TU>& u, const matrix<TA>& a,
                                const descriptor& desc = {}) {
    vector<semiring_value_t<S>> w(shapes::matrix_vector("vxm", shapes::of(a), desc.transpose_b, u.size(), true));
    vxm(ctx, w, no_mask, no_accum, semiring, u, a, desc);
    return w;
}

GB_EXPLAIN_WRONG_CALLS(mxv, matrix_and_vector)
GB_EXPLAIN_WRONG_CALLS(vxm, vector_and_matrix)

}  // namespace graphblas_gpu
