// Edges whose ends have the same label, or different labels, compiled once.
#include <algorithms/selections.hpp>
#include <graphblas_gpu/diag.hpp>
#include <graphblas_gpu/mxm.hpp>
#include <semirings/semirings.hpp>

namespace graphblas_gpu::algorithm {

namespace {

/// The entries (i, j) of a square A for which x has entries at i and at j and compare(x(i), x(j)) is true. O(nvals(A) + n).
template <class Compare, class T>
matrix<T> edges_whose_ends(const context& ctx, const Compare& compare, const matrix<T>& a, const vector<std::int64_t>& x) {
    const matrix<std::int64_t> diagonal = matrix_diag(ctx, x);
    const matrix<std::int64_t> at_start = mxm(ctx, min_first<std::int64_t>, diagonal, a);
    const matrix<std::int64_t> at_end = mxm(ctx, min_second<std::int64_t>, a, diagonal);
    const matrix<bool> compared = ewise_mult(ctx, compare, at_start, at_end);
    matrix<T> out(a.nrows(), a.ncols());
    apply(ctx, out, values(compared), no_accum, identity{}, a);
    return out;
}

}  // namespace

matrix<void> edges_within(const context& ctx, const matrix<void>& a, const vector<std::int64_t>& x) {
    return edges_whose_ends(ctx, eq{}, a, x);
}
matrix<std::int64_t> edges_between(const context& ctx, const matrix<std::int64_t>& a, const vector<std::int64_t>& x) {
    return edges_whose_ends(ctx, ne{}, a, x);
}

}  // namespace graphblas_gpu::algorithm
