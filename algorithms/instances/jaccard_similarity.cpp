// Similarities of a structure: common neighbours are counted by one product, and all neighbours follow from the degrees.
#include <algorithms/jaccard_similarity.hpp>
#include <graphblas_gpu/assign.hpp>
#include <graphblas_gpu/diag.hpp>
#include <graphblas_gpu/ewise.hpp>
#include <graphblas_gpu/mask.hpp>
#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/mxv.hpp>
#include <graphblas_gpu/vector.hpp>
#include <semirings/operators.hpp>
#include <semirings/semirings.hpp>

namespace graphblas_gpu {

matrix<double> jaccard::of_structure(const context& ctx, const matrix<void>& a, const jaccard_similarity_options& options) {
    const index n = a.nrows();
    matrix<double> common(n, n);
    assign(ctx, common, structure(a), no_accum, 0.0);
    mxm(ctx, common, structure(a), plus{}, plus_pair<double>, a, a, {.transpose_b = true, .method = options.method});

    vector<double> ones(n);
    assign(ctx, ones, no_mask, no_accum, 1.0);
    const matrix<double> sizes = matrix_diag(ctx, mxv(ctx, plus_pair<double>, a, ones));
    // |N(i)| + |N(j)| - |N(i) and N(j)|; if no edge leaves j, the second product has no entry at (i, j), and nothing is added.
    matrix<double> unions = mxm(ctx, plus_first<double>, sizes, a);
    mxm(ctx, unions, no_mask, plus{}, plus_second<double>, a, sizes);
    ewise_add(ctx, unions, no_mask, no_accum, minus{}, unions, common);
    return ewise_mult(ctx, divide{}, common, unions);
}

}  // namespace graphblas_gpu
