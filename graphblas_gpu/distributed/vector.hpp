// dist::vector<T>: a sparse vector of which each rank has a part; and products of matrices with vectors.
//
// Idea: rank r has the r-th of equal parts. The parts of the ranks of one grid row make up the rows of their blocks. For a
// product each rank gets the part of u that its block meets (expand), multiplies by its block, and the partial results are
// added up in the order of ranks by those that hold the parts of w (fold). So a sum of floating-point numbers has another order
// than in one process where the grid has several columns (mxv) or rows (vxm).
// Source: Buluc, Gilbert, "The Combinatorial BLAS", International Journal of High Performance Computing Applications 25 (2011),
// section 4.2, for expand and fold.
#pragma once

#include <graphblas_gpu/assign.hpp>
#include <graphblas_gpu/distributed/matrix.hpp>
#include <graphblas_gpu/mxv.hpp>
#include <graphblas_gpu/vector.hpp>

namespace graphblas_gpu::dist {

/// A sparse vector of which each rank has a part. Copies are deep.
template <class T>
class vector {
  public:
    using value_type = T;

    /// A vector without entries. Throws invalid_value for a size that no vector has.
    vector(const context& ctx, index size)
        : ctx_(ctx), size_(size), own_(vector_parts(ctx, size)[static_cast<std::size_t>(ctx.rank())]), block_(own_.ncols) {}

    /// The numbers of indices and of entries of the whole vector. O(1), no communication.
    /// @{
    index size() const { return size_; }
    index nvals() const { return nvals_; }
    /// @}
    const context& of() const { return ctx_; }     ///< the context that it was made in
    const rectangle& own() const { return own_; }  ///< the part of this rank, as columns of one row
    /// The entries of this rank, in the layout of the context.
    const graphblas_gpu::vector<T>& block() const { return block_; }

    /// For operations: as of dist::matrix.
    /// @{
    graphblas_gpu::vector<T> empty_block() const { return graphblas_gpu::vector<T>(own_.ncols); }
    void replace(graphblas_gpu::vector<T>&& block, const std::vector<note>& notes, std::int64_t note::*nvals = &note::number) {
        block_ = std::move(block);
        nvals_ = sum_of(notes, nvals);
    }
    /// @}

  private:
    context ctx_;
    index size_;
    rectangle own_;
    graphblas_gpu::vector<T> block_;
    index nvals_ = 0;
};

/// A vector as the only row of a matrix, and the other way round. The row borrows the entries of the vector, which has to
/// outlive it.
/// @{
any_matrix row_of(const context& ctx, const any_vector& u);
any_vector any_vector_of(const context& ctx, any_matrix&& row);
template <class T>
graphblas_gpu::vector<T> vector_of(const context& ctx, any_matrix&& row) {
    return graphblas_gpu::vector<T>(any_vector_of(ctx, std::move(row)));
}
/// @}

/// A part of a distributed vector.
template <class T>
class vector_part {
  public:
    vector_part(const context& ctx, const graphblas_gpu::vector<T>& block, std::vector<rectangle> held,
                std::vector<rectangle> needed)
        : ctx_(ctx), block_(block), row_(row_of(ctx, block.any())), part_(ctx, row_, std::move(held), std::move(needed)) {}
    /// For with_parts().
    part* fetched() { return &part_; }
    /// The entries; each position is held by one rank.
    graphblas_gpu::vector<T> get() { return part_.is_own_block() ? block_ : vector_of<T>(ctx_, part_.assembled()); }
    /// The sum of what all ranks hold, in the order of ranks.
    template <class Monoid>
    graphblas_gpu::vector<T> sum(index size, const Monoid& by) {
        if (part_.is_own_block()) return block_;
        graphblas_gpu::vector<T> total(size);
        for (piece& p : part_.pieces())
            ewise_add(ctx_.local(), total, no_mask, no_accum, by, total, vector_of<T>(ctx_, std::move(p.entries)));
        return total;
    }

  private:
    const context& ctx_;
    const graphblas_gpu::vector<T>& block_;
    any_matrix row_;
    part part_;
};

/// w<m, replace> = accum(w, t), where t is the sum of partial results that the ranks hold for these parts. Gives the notes.
template <class TW, class Mask, class Accum, class T, class Monoid, class Report = no_report>
std::vector<note> fold(const context& ctx, const char* operation, vector<TW>& w, const Mask& mask, const Accum& accum,
                       const Monoid& by, const graphblas_gpu::vector<T>& partial, std::vector<rectangle> held, bool replace,
                       Report&& report = {}) {
    graphblas_gpu::vector<TW> block;
    vector_part<T> t(ctx, partial, std::move(held), vector_parts(ctx, w.size()));
    const auto notes = with_parts(
        ctx, operation, {w.size()}, {t.fetched()}, [] {},
        [&](note& own) {
            block = w.block();
            graphblas_gpu::assign(ctx.local(), block, block_of(mask), accum, t.sum(w.own().ncols, by), all,
                                  {.replace = replace});
            own.number = block.nvals();
            report(w.block(), block, own);
        });
    w.replace(std::move(block), notes);
    return notes;
}

/// w<m, replace> = accum(w, op(A) (+).(x) u), and accum(w, u (+).(x) op(A)), as on vector<T> (mxv.hpp). Called by all ranks;
/// throw in all of them what these functions throw in one, and invalid_value for containers of another context; w is then as it
/// was. The mask is applied to the sums, not to the partial results.
/// @{
template <class TW, class Mask, class Accum, semiring_like S, class TA, class TU>
void mxv(const context& ctx, vector<TW>& w, const Mask& mask, const Accum& accum, const S& semiring, const matrix<TA>& a,
         const vector<TU>& u, const descriptor& desc = {}) {
    const bool t = desc.transpose_a;
    vector_part<TU> x(ctx, u.block(), vector_parts(ctx, u.size()), sides_of(a.cuts(), !t));
    graphblas_gpu::vector<semiring_value_t<S>> partial;
    const auto check = [&] {
        require_context(ctx, "mxv", a, u, w);
        const index size = shapes::matrix_vector("mxv", a.shape(), t, u.size(), false);
        shapes::check_same("mxv", "output", w.size(), size);
        check_mask(ctx, "mxv", mask, {1, size});
    };
    (void)with_parts(ctx, "mxv", {a.nrows(), a.ncols(), a.nvals(), u.nvals()}, {x.fetched()}, check,
                     [&](note&) { partial = graphblas_gpu::mxv(ctx.local(), semiring, a.block(), x.get(), desc); });
    fold(ctx, "mxv", w, mask, accum, semiring_add(semiring), partial, sides_of(a.cuts(), t), desc.replace);
}
template <class TW, class Mask, class Accum, semiring_like S, class TU, class TA, class Report = no_report>
std::vector<note> vxm(const context& ctx, vector<TW>& w, const Mask& mask, const Accum& accum, const S& semiring,
                      const vector<TU>& u, const matrix<TA>& a, const descriptor& desc = {}, Report&& report = {}) {
    const bool t = desc.transpose_b;
    vector_part<TU> x(ctx, u.block(), vector_parts(ctx, u.size()), sides_of(a.cuts(), t));
    graphblas_gpu::vector<semiring_value_t<S>> partial;
    const auto check = [&] {
        require_context(ctx, "vxm", a, u, w);
        const index size = shapes::matrix_vector("vxm", a.shape(), t, u.size(), true);
        shapes::check_same("vxm", "output", w.size(), size);
        check_mask(ctx, "vxm", mask, {1, size});
    };
    (void)with_parts(ctx, "vxm", {a.nrows(), a.ncols(), a.nvals(), u.nvals()}, {x.fetched()}, check,
                     [&](note&) { partial = graphblas_gpu::vxm(ctx.local(), semiring, x.get(), a.block(), desc); });
    return fold(ctx, "vxm", w, mask, accum, semiring_add(semiring), partial, sides_of(a.cuts(), !t), desc.replace, report);
}
/// @}

/// vxm, and in `changed` the entries of w that are new or have another value than before, as vxm_update on vector<T>
/// (vxm_update.hpp); `changed` may be u. Called by all ranks. Throws as vxm; both outputs are then as they were.
template <class TW, class TC, class Mask, class Accum, semiring_like S, class TU, class TA>
void vxm_update(const context& ctx, vector<TW>& w, vector<TC>& changed, const Mask& mask, const Accum& accum, const S& semiring,
                const vector<TU>& u, const matrix<TA>& a, const descriptor& desc = {}) {
    require_other("vxm_update", w, changed);
    change_report<graphblas_gpu::vector<TC>> report{ctx.local(), graphblas_gpu::vector<TC>(w.own().ncols)};
    const auto notes = vxm(ctx, w, mask, accum, semiring, u, a, desc, report);
    changed = vector<TC>(ctx, w.size());
    changed.replace(std::move(report.found), notes, &note::changes);
}

/// The vector of rank `root`, distributed; and the whole vector in rank `root`, one of size 0 in the others. As for matrices.
/// @{
template <class T>
vector<T> scatter(const context& ctx, const graphblas_gpu::vector<T>& whole, int root = 0) {
    const index size = shape_in_root(ctx, "scatter", root, {1, whole.size()}).ncols;
    vector<T> made(ctx, size);
    graphblas_gpu::vector<T> held, block;
    (void)ctx.together("scatter", {root, size}, [&](note&) {
        if (ctx.rank() != root) return;
        held = ctx.layout() == layout::shuffled ? permute(ctx.local(), whole, shuffled_places(ctx, size, true)) : whole;
    });
    vector_part<T> own(ctx, held, all_in(ctx, root, {1, size}), vector_parts(ctx, size));
    const auto notes = with_parts(
        ctx, "scatter", {root}, {own.fetched()}, [] {},
        [&](note& told) {
            block = own.get();
            told.number = block.nvals();
        });
    made.replace(std::move(block), notes);
    return made;
}
template <class T>
graphblas_gpu::vector<T> gather(const context& ctx, const vector<T>& u, int root = 0) {
    graphblas_gpu::vector<T> whole;
    vector_part<T> all(ctx, u.block(), vector_parts(ctx, u.size()), all_in(ctx, root, {1, u.size()}));
    const auto check = [&] {
        require_context(ctx, "gather", u);
        require_rank(ctx, "gather", root);
    };
    (void)with_parts(ctx, "gather", {root, u.size()}, {all.fetched()}, check, [&](note&) {
        if (ctx.rank() != root) return;
        whole = all.get();
        if (ctx.layout() == layout::shuffled) whole = permute(ctx.local(), whole, shuffled_places(ctx, u.size(), false));
    });
    return whole;
}
/// @}

}  // namespace graphblas_gpu::dist

namespace graphblas_gpu {

/// Masks over distributed vectors.
/// @{
template <class T>
constexpr mask_view<dist::vector<T>> structure(const dist::vector<T>& v) {
    return {&v};
}
template <truth_value T>
constexpr mask_view<dist::vector<T>> values(const dist::vector<T>& v) {
    return {&v, !std::is_void_v<T>};
}
template <class T>
void structure(const dist::vector<T>&&) = delete;
template <class T>
void values(const dist::vector<T>&&) = delete;
/// @}

}  // namespace graphblas_gpu
