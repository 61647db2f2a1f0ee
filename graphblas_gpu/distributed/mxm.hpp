// Products of distributed matrices: C<M, replace> = accum(C, op(A) (+).(x) op(B)).
//
// Idea: gather, then multiply once. Rank (i, j) gets the rows of op(A) and the columns of op(B) that its block of C needs, and
// computes its block by the product of one process, with that one's methods and masks. Every entry is therefore the same sum in
// the same order as in one process, on any grid: the same bits in the natural layout. A rank receives what the algorithm SUMMA
// moves: nvals(A) / pr + nvals(B) / pc entries at most, of which it holds the pc-th and the pr-th part already. Source: van de
// Geijn, Watts, "SUMMA: scalable universal matrix multiplication algorithm", Concurrency: Practice and Experience 9 (1997), for
// the volume.
#pragma once

#include <graphblas_gpu/distributed/matrix.hpp>
#include <graphblas_gpu/mxm.hpp>

#include <cstring>

namespace graphblas_gpu::dist {

/// What a rank needs for its block of a product with these cuts.
template <class TA, class TB, class Mask>
class product_parts {
  public:
    product_parts(const context& ctx, const char* operation, const grid_cuts& cuts, const Mask& mask, const matrix<TA>& a,
                  const matrix<TB>& b, const descriptor& desc)
        : ctx_(ctx),
          operation_(operation),
          cuts_(cuts),
          mask_(mask),
          a_(a),
          b_(b),
          desc_(desc),
          rows_(ctx, a, cuts.row_panels(desc.transpose_a ? a.nrows() : a.ncols(), desc.transpose_a)),
          columns_(ctx, b, cuts.column_panels(desc.transpose_b ? b.ncols() : b.nrows(), desc.transpose_b)) {}

    /// Calls compute(mask, rows of A, columns of B, own note) in every rank; gives the notes.
    template <class Compute>
    std::vector<note> run(const Compute& compute) {
        const auto check = [&] {
            require_context(ctx_, operation_, a_, b_);
            const shapes::shape shape =
                shapes::product(operation_, a_.shape(), desc_.transpose_a, b_.shape(), desc_.transpose_b);
            shapes::check_same(operation_, "output", cuts_.shape(), shape);
            check_mask(ctx_, operation_, mask_, shape);
        };
        return with_parts(ctx_, operation_, {a_.nrows(), a_.ncols(), a_.nvals(), b_.nrows(), b_.ncols(), b_.nvals()},
                          {&rows_, &columns_}, check,
                          [&](note& own) { compute(block_of(mask_), rows_.get(), columns_.get(), own); });
    }

  private:
    const context& ctx_;
    const char* operation_;
    const grid_cuts& cuts_;
    const Mask& mask_;
    const matrix<TA>& a_;
    const matrix<TB>& b_;
    descriptor desc_;
    typed_part<TA> rows_;
    typed_part<TB> columns_;
};

/// The cuts of op(A) op(B) as a new matrix.
template <class TA, class TB>
grid_cuts cuts_of_product(const context& ctx, const matrix<TA>& a, const matrix<TB>& b, const descriptor& desc) {
    return grid_cuts(ctx, desc.transpose_a ? a.ncols() : a.nrows(), desc.transpose_b ? b.nrows() : b.ncols());
}

/// C<M, replace> = accum(C, op(A) (+).(x) op(B)), as mxm on matrix<T> (mxm.hpp). Called by all ranks. Throws in all ranks what
/// mxm throws in one, and invalid_value for matrices of another context; C is then as it was. Memory: the panels, twice while
/// they are put together, and what mxm needs.
template <class TC, class Mask, class Accum, product_semiring S, class TA, class TB>
void mxm(const context& ctx, matrix<TC>& c, const Mask& mask, const Accum& accum, const S& semiring, const matrix<TA>& a,
         const matrix<TB>& b, const descriptor& desc = {}) {
    graphblas_gpu::matrix<TC> block;
    product_parts parts(ctx, "mxm", c.cuts(), mask, a, b, desc);
    const auto notes = parts.run([&](const auto& m, const auto& rows, const auto& columns, note& own) {
        block = content_of(c, mask, accum);
        graphblas_gpu::mxm(ctx.local(), block, m, accum, semiring, rows, columns, desc);
        own.number = block.nvals();
    });
    c.replace(std::move(block), notes);
}
/// op(A) (+).(x) op(B) as a new matrix.
template <product_semiring S, class TA, class TB>
matrix<semiring_value_t<S>> mxm(const context& ctx, const S& semiring, const matrix<TA>& a, const matrix<TB>& b,
                                const descriptor& desc = {}) {
    const grid_cuts cuts = cuts_of_product(ctx, a, b, desc);
    matrix<semiring_value_t<S>> c(ctx, cuts.shape().nrows, cuts.shape().ncols);
    mxm(ctx, c, no_mask, no_accum, semiring, a, b, desc);
    return c;
}

/// The structure of the product under a mask, its number of entries, and their sum under a monoid, as on matrix<T>. The sums
/// of the ranks are added in the order of ranks. Called by all ranks, which get the same result.
/// @{
template <class Mask, class TA, class TB>
matrix<void> mxm_structure(const context& ctx, const Mask& mask, const matrix<TA>& a, const matrix<TB>& b,
                           const descriptor& desc = {}) {
    const grid_cuts cuts = cuts_of_product(ctx, a, b, desc);
    matrix<void> c(ctx, cuts.shape().nrows, cuts.shape().ncols);
    graphblas_gpu::matrix<void> block;
    product_parts parts(ctx, "mxm_structure", cuts, mask, a, b, desc);
    const auto notes = parts.run([&](const auto& m, const auto& rows, const auto& columns, note& own) {
        block = graphblas_gpu::mxm_structure(ctx.local(), m, rows, columns, desc);
        own.number = block.nvals();
    });
    c.replace(std::move(block), notes);
    return c;
}
template <class Mask, class TA, class TB>
index mxm_nvals(const context& ctx, const Mask& mask, const matrix<TA>& a, const matrix<TB>& b, const descriptor& desc = {}) {
    const grid_cuts cuts = cuts_of_product(ctx, a, b, desc);
    product_parts parts(ctx, "mxm_nvals", cuts, mask, a, b, desc);
    return sum_of(parts.run([&](const auto& m, const auto& rows, const auto& columns, note& own) {
        own.number = graphblas_gpu::mxm_nvals(ctx.local(), m, rows, columns, desc);
    }));
}
template <class Monoid, class Mask, product_semiring S, class TA, class TB>
requires monoid_source<Monoid, semiring_value_t<S>> semiring_value_t<S> mxm_reduce(const context& ctx, const Monoid& monoid,
                                                                                   const Mask& mask, const S& semiring,
                                                                                   const matrix<TA>& a, const matrix<TB>& b,
                                                                                   const descriptor& desc = {}) {
    using value = semiring_value_t<S>;
    const grid_cuts cuts = cuts_of_product(ctx, a, b, desc);
    product_parts parts(ctx, "mxm_reduce", cuts, mask, a, b, desc);
    value own_sum{};
    (void)parts.run([&](const auto& m, const auto& rows, const auto& columns, note&) {
        own_sum = graphblas_gpu::mxm_reduce(ctx.local(), monoid, m, semiring, rows, columns, desc);
    });
    return sum_over_ranks(ctx, monoid, own_sum);
}
/// @}

}  // namespace graphblas_gpu::dist
