// Parts and transposes of distributed matrices and vectors: extract, assign to a part, transpose.
//
// Idea: for A(I, J) each rank extracts those of its entries that are selected, and sends them to the ranks in whose blocks of
// the result they lie. For C(I, J) = A each rank sends its entries of A to the ranks of C, which assign what they get to the
// part of their blocks. So only entries that are selected travel, in both layouts and for all lists of indices.
#pragma once

#include <graphblas_gpu/distributed/elementwise.hpp>
#include <graphblas_gpu/extract.hpp>
#include <graphblas_gpu/index_list.hpp>
#include <graphblas_gpu/transpose.hpp>

#include <utility>
#include <vector>

namespace graphblas_gpu::dist {

/// Rows and columns of a matrix. Of a vector, which is a row, all rows and some columns.
struct selected_part {
    formats::selection rows, columns;
    /// The numbers of both.
    shapes::shape shape() const { return {rows.size(), columns.size()}; }
};
/// All of a matrix of this shape.
selected_part whole_of(const shapes::shape& shape);
/// I x J of a matrix of this shape, for which check() throws what the other arguments of the operation forbid. Called by all
/// ranks with equal lists. Throws index_out_of_bounds; invalid_value if an index is selected twice where that is not allowed.
selected_part selected(const context& ctx, const char* operation, const shapes::shape& shape, const index_list& rows,
                       const index_list& columns, bool allows_repeats, base::function_ref<void(const selected_part&)> check);

/// Those of the selected indices of a side of length n that are stored within a part of it.
struct selected_places {
    std::vector<index> places;   ///< within the part, ascending
    std::vector<index> numbers;  ///< of each in the selection
};
selected_places places_within(const context& ctx, const formats::selection& selected, index n, index first, index count);

/// A block of a matrix of this shape, or of a vector as a row.
struct block_of_matrix {
    const any_matrix& entries;
    rectangle own;
    shapes::shape whole;
};
/// Sends the entries (I[k], J[l]) of a matrix, where I x J is `taken`, to the positions (R[k], S[l]) of a matrix that is cut as
/// `to`, where R x S is `destination`; to (R[l], S[k]) if `transpose`. Calls take(entries, own note) in each rank with those
/// that it gets, in a matrix of the shape of its block. Called by all ranks; gives the notes.
std::vector<note> move_entries(const context& ctx, const char* operation, const block_of_matrix& from,
                               const selected_part& taken, bool transpose, const grid_cuts& to,
                               const selected_part& destination, base::function_ref<void(any_matrix&&, note&)> take);

/// C<M, replace> = accum(C, A(I, J)), A transposed if desc.transpose_a, and w<m, replace> = accum(w, u(I)), as on matrix<T> and
/// vector<T> (extract.hpp). The lists are equal in all ranks. Called by all ranks; throw in all of them what these functions
/// throw in one; outputs are then as they were. A rank spends O(|I| + |J|), and sends and receives 8 bytes and a value for each
/// selected entry.
/// @{
template <class TA>
matrix<TA> extract(const context& ctx, const matrix<TA>& a, const index_list& rows, const index_list& columns,
                   const descriptor& desc = {}) {
    const bool t = desc.transpose_a;
    const selected_part taken = selected(ctx, "extract", a.shape(), t ? columns : rows, t ? rows : columns, true,
                                         [&](const selected_part&) { require_context(ctx, "extract", a); });
    const shapes::shape shape = taken.shape().transposed_if(t);
    matrix<TA> made(ctx, shape.nrows, shape.ncols);
    graphblas_gpu::matrix<TA> block;
    const auto notes = move_entries(ctx, "extract", {a.block().any(), a.own(), a.shape()}, taken, t, made.cuts(),
                                    whole_of(shape), [&](any_matrix&& entries, note& own) {
                                        block = graphblas_gpu::matrix<TA>(std::move(entries));
                                        own.number = block.nvals();
                                    });
    made.replace(std::move(block), notes);
    return made;
}
template <class TU>
vector<TU> extract(const context& ctx, const vector<TU>& u, const index_list& indices) {
    const selected_part taken = selected(ctx, "extract", shapes::of(u), all, indices, true,
                                         [&](const selected_part&) { require_context(ctx, "extract", u); });
    vector<TU> made(ctx, taken.columns.size());
    graphblas_gpu::vector<TU> block;
    const auto notes =
        move_entries(ctx, "extract", {row_of(ctx, u.block().any()), u.own(), shapes::of(u)}, taken, false,
                     grid_cuts::of_vector(ctx, made.size()), whole_of(taken.shape()), [&](any_matrix&& entries, note& own) {
                         block = vector_of<TU>(ctx, std::move(entries));
                         own.number = block.nvals();
                     });
    made.replace(std::move(block), notes);
    return made;
}
template <class TC, class Mask, class Accum, class TA>
void extract(const context& ctx, matrix<TC>& c, const Mask& mask, const Accum& accum, const matrix<TA>& a,
             const index_list& rows, const index_list& columns, const descriptor& desc = {}) {
    assign(ctx, c, mask, accum, extract(ctx, a, rows, columns, desc), desc.replace);
}
template <class TW, class Mask, class Accum, class TU>
void extract(const context& ctx, vector<TW>& w, const Mask& mask, const Accum& accum, const vector<TU>& u,
             const index_list& indices, const descriptor& desc = {}) {
    assign(ctx, w, mask, accum, extract(ctx, u, indices), desc.replace);
}
/// @}

/// C(I, J)<M, replace> = accum(C(I, J), A), A transposed if desc.transpose_a, and w(I)<m, replace> = accum(w(I), u), where
/// masks have the shape of the output, as on matrix<T> and vector<T> (assign.hpp). As above; invalid_value if an index is
/// selected twice.
/// @{
template <class TC, class Mask, class Accum, class TA>
void assign(const context& ctx, matrix<TC>& c, const Mask& mask, const Accum& accum, const matrix<TA>& a,
            const index_list& rows, const index_list& columns, const descriptor& desc = {}) {
    const selected_part into = selected(ctx, "assign", c.shape(), rows, columns, false, [&](const selected_part& part) {
        require_context(ctx, "assign", c, a);
        shapes::check_same("assign", "operand", a.shape().transposed_if(desc.transpose_a), part.shape());
        check_mask(ctx, "assign", mask, c.shape());
    });
    graphblas_gpu::matrix<TC> block;
    const auto notes = move_entries(
        ctx, "assign", {a.block().any(), a.own(), a.shape()}, whole_of(a.shape()), desc.transpose_a, c.cuts(), into,
        [&](any_matrix&& entries, note& own) {
            const auto r = places_within(ctx, into.rows, c.nrows(), c.own().row, c.own().nrows).places;
            const auto s = places_within(ctx, into.columns, c.ncols(), c.own().column, c.own().ncols).places;
            block = c.block();
            graphblas_gpu::assign(ctx.local(), block, block_of(mask), accum,
                                  graphblas_gpu::extract(ctx.local(), graphblas_gpu::matrix<TA>(std::move(entries)), r, s), r,
                                  s, {.replace = desc.replace});
            own.number = block.nvals();
        });
    c.replace(std::move(block), notes);
}
template <class TW, class Mask, class Accum, class TU>
void assign(const context& ctx, vector<TW>& w, const Mask& mask, const Accum& accum, const vector<TU>& u,
            const index_list& indices, const descriptor& desc = {}) {
    const selected_part into = selected(ctx, "assign", shapes::of(w), all, indices, false, [&](const selected_part& part) {
        require_context(ctx, "assign", w, u);
        shapes::check_same("assign", "operand", u.size(), part.columns.size());
        check_mask(ctx, "assign", mask, shapes::of(w));
    });
    graphblas_gpu::vector<TW> block;
    const auto notes =
        move_entries(ctx, "assign", {row_of(ctx, u.block().any()), u.own(), shapes::of(u)}, whole_of(shapes::of(u)), false,
                     grid_cuts::of_vector(ctx, w.size()), into, [&](any_matrix&& entries, note& own) {
                         const auto at = places_within(ctx, into.columns, w.size(), w.own().column, w.own().ncols).places;
                         block = w.block();
                         graphblas_gpu::assign(ctx.local(), block, block_of(mask), accum,
                                               graphblas_gpu::extract(ctx.local(), vector_of<TU>(ctx, std::move(entries)), at),
                                               at, {.replace = desc.replace});
                         own.number = block.nvals();
                     });
    w.replace(std::move(block), notes);
}
/// @}

/// C(I, J)<M, replace> = accum(C(I, J), value) and w(I)<m, replace> = accum(w(I), value): at all positions of the part that the
/// mask admits. No entry travels.
/// @{
template <class TC, class Mask, class Accum>
void assign(const context& ctx, matrix<TC>& c, const Mask& mask, const Accum& accum, const TC& value, const index_list& rows,
            const index_list& columns, const descriptor& desc = {}) {
    const selected_part into = selected(ctx, "assign", c.shape(), rows, columns, false,
                                        [&](const selected_part&) { require_context(ctx, "assign", c); });
    // second{}: the content outside of the part is read even if there is neither mask nor accumulator.
    blockwise(ctx, "assign", c, mask, second{}, [&](auto& block) {
        const auto r = places_within(ctx, into.rows, c.nrows(), c.own().row, c.own().nrows).places;
        const auto s = places_within(ctx, into.columns, c.ncols(), c.own().column, c.own().ncols).places;
        graphblas_gpu::assign(ctx.local(), block, block_of(mask), accum, value, r, s, {.replace = desc.replace});
    });
}
template <class TW, class Mask, class Accum>
void assign(const context& ctx, vector<TW>& w, const Mask& mask, const Accum& accum, const TW& value, const index_list& indices,
            const descriptor& desc = {}) {
    const selected_part into = selected(ctx, "assign", shapes::of(w), all, indices, false,
                                        [&](const selected_part&) { require_context(ctx, "assign", w); });
    blockwise(ctx, "assign", w, mask, second{}, [&](auto& block) {
        const auto at = places_within(ctx, into.columns, w.size(), w.own().column, w.own().ncols).places;
        graphblas_gpu::assign(ctx.local(), block, block_of(mask), accum, value, at, {.replace = desc.replace});
    });
}
/// @}

/// C<M, replace> = accum(C, A'), or accum(C, A) if desc.transpose_a, as on matrix<T> (transpose.hpp). Called by all ranks;
/// throws in all of them what it throws in one. A rank receives its block of A'.
template <class TC, class Mask, class Accum, class TA>
void transpose(const context& ctx, matrix<TC>& c, const Mask& mask, const Accum& accum, const matrix<TA>& a,
               const descriptor& desc = {}) {
    const bool t = !desc.transpose_a;
    std::vector<rectangle> needed = c.cuts().blocks();
    for (rectangle& r : needed) r = t ? rectangle{r.column, r.row, r.ncols, r.nrows} : r;
    typed_part<TA> part(ctx, a, std::move(needed));
    graphblas_gpu::matrix<TC> block;
    const auto check = [&] {
        require_context(ctx, "transpose", c, a);
        shapes::check_same("transpose", "output", c.shape(), a.shape().transposed_if(t));
        check_mask(ctx, "transpose", mask, c.shape());
    };
    const auto notes = with_parts(ctx, "transpose", {a.nrows(), a.ncols(), a.nvals()}, {&part}, check, [&](note& own) {
        block = content_of(c, mask, accum);
        graphblas_gpu::transpose(ctx.local(), block, block_of(mask), accum, part.get(), desc);
        own.number = block.nvals();
    });
    c.replace(std::move(block), notes);
}
/// A' as a new matrix.
template <class TA>
matrix<TA> transpose(const context& ctx, const matrix<TA>& a) {
    matrix<TA> made(ctx, a.ncols(), a.nrows());
    transpose(ctx, made, no_mask, no_accum, a);
    return made;
}

}  // namespace graphblas_gpu::dist
