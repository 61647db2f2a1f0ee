// Products of distributed matrices: C<M, replace> = accum(C, op(A) (+).(x) op(B)).
//
// Idea: gather, then multiply once. Rank (i, j) gets the rows of op(A) and the columns of op(B) that its block of C needs, and
// computes its block by the product of one process, with that one's methods and masks. Every entry is therefore the same sum in
// the same order as in one process, on any grid: the same bits in the natural layout. A rank receives what the algorithm SUMMA
// moves: nvals(A) / pr + nvals(B) / pc entries at most, of which it holds the pc-th and the pr-th part already.
// Source: van de Geijn, Watts, "SUMMA: scalable universal matrix multiplication algorithm", Concurrency: Practice and Experience
// 9 (1997), for the volume.
#pragma once

#include <graphblas_gpu/assign.hpp>
#include <graphblas_gpu/distributed/matrix.hpp>
#include <graphblas_gpu/mxm.hpp>

#include <algorithm>
#include <string>
#include <utility>

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

    /// The rows of A, after run().
    const graphblas_gpu::matrix<TA>& rows() { return rows_.get(); }

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

/// The bytes that this rank needs for op(A) op(B) beside the product of its panels: its blocks of A and B, and the panels,
/// unless these are the blocks.
struct panel_memory {
    std::int64_t blocks = 0, panels = 0;
};
/// Called by all ranks; makes no panel. While they are put together, panels take a 16th more.
template <class TA, class TB>
panel_memory memory_of_panels(const context& ctx, const matrix<TA>& a, const matrix<TB>& b, const descriptor& desc = {}) {
    panel_memory total;
    const grid_cuts cuts = cuts_of_product(ctx, a, b, desc);
    const auto add = [&]<class T>(const matrix<T>& m, const std::vector<rectangle>& needed) {
        const auto nvals = ctx.together("memory_of_panels", {m.nrows(), m.ncols(), m.nvals()},
                                        [&](note& own) { own.number = m.block().nvals(); });
        const auto bytes = [](index nrows, index entries) {
            return static_cast<std::int64_t>((nrows + 1) * sizeof(row_offset)) +
                   entries * static_cast<std::int64_t>(sizeof(column_index) + formats::bytes_of<T>);
        };
        const rectangle& panel = needed[static_cast<std::size_t>(ctx.rank())];
        index entries = 0;
        for (int r = 0; r < ctx.size(); ++r) {
            if (!common(panel, m.cuts().block_of(r)).is_empty()) entries += nvals[static_cast<std::size_t>(r)].number;
        }
        total.blocks += bytes(m.own().nrows, m.block().nvals());
        if (panel != m.own()) total.panels += bytes(panel.nrows, entries);
    };
    add(a, cuts.row_panels(desc.transpose_a ? a.nrows() : a.ncols(), desc.transpose_a));
    add(b, cuts.column_panels(desc.transpose_b ? b.ncols() : b.nrows(), desc.transpose_b));
    if constexpr (std::is_same_v<TA, TB>) {
        if (&a == &b) total.blocks /= 2;
    }
    return total;
}

/// C<M, replace> = accum(C, op(A) (+).(x) op(B)), as mxm on matrix<T> (mxm.hpp). Called by all ranks. Throws in all ranks what
/// mxm throws in one, and invalid_value for matrices of another context; C is then as it was. Memory: the panels
/// (memory_of_panels), and what mxm needs.
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

/// op(A) (+).(x) op(B) in parts of consecutive columns, for a product that does not fit: calls consume(part, first) for one
/// part after the other, where part is a dist::matrix<> and `first` its first column. There are as few parts, of equally many
/// columns, that those of a rank take `bytes` on average over its columns; the number of entries is counted before. Every part
/// has the bits of the product. Called by all ranks, with a consume() that makes the same calls in all of them. Throws as mxm;
/// invalid_value unless `bytes` is positive; unsupported in the shuffled layout, where columns are not in order.
template <product_semiring S, class TA, class TB, class Consume>
void mxm_batches(const context& ctx, const S& semiring, const matrix<TA>& a, const matrix<TB>& b, std::int64_t bytes,
                 const Consume& consume, const descriptor& desc = {}) {
    using value = semiring_value_t<S>;
    const grid_cuts whole = cuts_of_product(ctx, a, b, desc);
    const index n = whole.shape().ncols;
    product_parts parts(ctx, "mxm_batches", whole, no_mask, a, b, desc);
    index largest = 0;
    const auto count = [&](const auto& m, const auto& rows, const auto& columns, note& own) {
        if (bytes <= 0) throw invalid_value("mxm_batches: parts of " + std::to_string(bytes) + " bytes");
        if (ctx.layout() != layout::natural) throw unsupported("mxm_batches: columns are not in order in the shuffled layout");
        own.number = graphblas_gpu::mxm_nvals(ctx.local(), m, rows, columns, desc);
    };
    for (const note& told : parts.run(count)) largest = std::max(largest, told.number);
    const auto bytes_of_entry = static_cast<index>(sizeof(column_index) + formats::bytes_of<value>);
    const index batches = std::min(std::max<index>(n, 1), std::max<index>(1, (largest * bytes_of_entry + bytes - 1) / bytes));

    for (index batch = 0; batch < batches; ++batch) {
        const index first = n * batch / batches;
        matrix<value> c(ctx, whole.shape().nrows, n * (batch + 1) / batches - first);
        std::vector<rectangle> needed = c.cuts().column_panels(desc.transpose_b ? b.ncols() : b.nrows(), desc.transpose_b);
        for (rectangle& r : needed) (desc.transpose_b ? r.row : r.column) += first;
        typed_part<TB> columns(ctx, b, std::move(needed));
        graphblas_gpu::matrix<value> block;
        const auto notes = with_parts(
            ctx, "mxm_batches", {batch, batches}, {&columns}, [] {},
            [&](note& own) {
                block = graphblas_gpu::mxm(ctx.local(), semiring, parts.rows(), columns.get(), desc);
                own.number = block.nvals();
            });
        c.replace(std::move(block), notes);
        consume(c, first);
    }
}

/// C<M, replace> = accum(C, F (+).(x) A) where F has few rows, as the frontiers of many searches: A stays where it is. Rank (i,
/// j) gets the columns of F that its block of A meets, multiplies, and the partial results are added up in the order of ranks,
/// so that floating-point sums have another order than in one process where the grid has several rows. The mask is applied to
/// the sums. Called by all ranks. Throws as mxm.
template <class TC, class Mask, class Accum, semiring_like S, class TF, class TA, class Report = no_report>
std::vector<note> mxm_few_rows(const context& ctx, matrix<TC>& c, const Mask& mask, const Accum& accum, const S& semiring,
                               const matrix<TF>& f, const matrix<TA>& a, bool replace = false, Report&& report = {}) {
    using value = semiring_value_t<S>;
    std::vector<rectangle> needed = a.cuts().blocks(), made = needed;
    for (rectangle& r : needed) r = {0, r.row, f.nrows(), r.nrows};
    for (rectangle& r : made) r = {0, r.column, f.nrows(), r.ncols};
    typed_part<TF> factor(ctx, f, std::move(needed));
    graphblas_gpu::matrix<value> partial;
    const auto check = [&] {
        require_context(ctx, "mxm_few_rows", c, f, a);
        const shapes::shape shape = shapes::product("mxm_few_rows", f.shape(), false, a.shape(), false);
        shapes::check_same("mxm_few_rows", "output", c.shape(), shape);
        check_mask(ctx, "mxm_few_rows", mask, shape);
    };
    (void)with_parts(ctx, "mxm_few_rows", {f.nrows(), f.nvals(), a.nrows(), a.ncols(), a.nvals()}, {&factor}, check,
                     [&](note&) { partial = graphblas_gpu::mxm(ctx.local(), semiring, factor.get(), a.block()); });
    graphblas_gpu::matrix<TC> block;
    part sums(ctx, partial.any(), std::move(made), c.cuts().blocks());
    const auto notes = with_parts(
        ctx, "mxm_few_rows", {}, {&sums}, [] {},
        [&](note& own) {
            graphblas_gpu::matrix<value> total(c.own().nrows, c.own().ncols);
            if (sums.is_own_block()) total = std::move(partial);
            for (piece& p : sums.pieces())
                ewise_add(ctx.local(), total, no_mask, no_accum, semiring_add(semiring), total,
                          graphblas_gpu::matrix<value>(std::move(p.entries)));
            block = c.block();
            graphblas_gpu::assign(ctx.local(), block, block_of(mask), accum, total, all, all, {.replace = replace});
            own.number = block.nvals();
            report(c.block(), block, own);
        });
    c.replace(std::move(block), notes);
    return notes;
}
/// mxm_few_rows, and in `changed`, which may be F, the entries of C that are new or have another value than before: the step of
/// many searches, as vxm_update is that of one. Throws as mxm; both outputs are then as they were.
template <class TC, class TD, class Mask, class Accum, semiring_like S, class TF, class TA>
void mxm_few_rows_update(const context& ctx, matrix<TC>& c, matrix<TD>& changed, const Mask& mask, const Accum& accum,
                         const S& semiring, const matrix<TF>& f, const matrix<TA>& a, bool replace = false) {
    require_other("mxm_few_rows_update", c, changed);
    change_report<graphblas_gpu::matrix<TD>> report{ctx.local(), {c.own().nrows, c.own().ncols}};
    const auto notes = mxm_few_rows(ctx, c, mask, accum, semiring, f, a, replace, report);
    changed = matrix<TD>(ctx, c.nrows(), c.ncols());
    changed.replace(std::move(report.found), notes, &note::changes);
}

}  // namespace graphblas_gpu::dist
