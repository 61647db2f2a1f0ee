// dist::matrix<T>: a sparse matrix of which each rank has a block.
//
// Idea: a block is an ordinary matrix<T>, with indices from 0, so that every operation of one process works on it. In the
// shuffled layout of a context rows and columns are stored in random order; what goes in and out has the original indices.
#pragma once

#include <graphblas_gpu/apply.hpp>
#include <graphblas_gpu/base/within_memory.hpp>
#include <graphblas_gpu/distributed/grid.hpp>
#include <graphblas_gpu/ewise.hpp>
#include <graphblas_gpu/mask.hpp>
#include <graphblas_gpu/matrix.hpp>
#include <graphblas_gpu/permute.hpp>

#include <cstring>
#include <optional>
#include <utility>
#include <vector>

namespace graphblas_gpu::dist {

/// A sparse matrix of which each rank has a block. Copies are deep.
template <class T>
class matrix {
  public:
    using value_type = T;
    using stored_type = formats::stored<T>;

    /// An nrows x ncols matrix without entries. Throws invalid_value for sides that no matrix has.
    matrix(const context& ctx, index nrows, index ncols) : ctx_(ctx), cuts_(ctx, nrows, ncols), block_(empty_block()) {}

    /// The matrix whose entries are those that all ranks give, each its own lists, with indices of the whole matrix. Entries at
    /// one position are joined by `duplicates` in the order of ranks and of lists. Called by all ranks; throws what
    /// matrix<T>::from_edges throws. A rank sends and receives 8 bytes and a value for each entry.
    template <class Duplicates = second>
    static matrix from_edges(const context& ctx, index nrows, index ncols, const integer_list<index>& rows,
                             const integer_list<index>& columns, const value_list<stored_type>& values = {},
                             const Duplicates& duplicates = {}) {
        std::optional<matrix> made;
        graphblas_gpu::matrix<T> block;
        constexpr std::size_t bytes = formats::bytes_of<T>;
        (void)ctx.together("from_edges", {nrows, ncols}, [&](note&) {
            made.emplace(ctx, nrows, ncols);
            base::check_same_length(rows.size(), "rows", columns.size(), "columns");
            if (bytes > 0) base::check_same_length(rows.size(), "rows", values.size(), "values");
        });
        const auto notes = with_routed_entries(
            ctx, "from_edges", made->cuts_, rows, columns, values.data(), bytes, [&](routed_entries& e, note& own) {
                const index nr = made->own().nrows, nc = made->own().ncols;
                if constexpr (std::is_void_v<T>) {
                    block = graphblas_gpu::matrix<T>::from_edges(ctx.local(), nr, nc, e.rows, e.columns, duplicates);
                } else {
                    const buffer<T> typed = buffer<T>::reinterpreted(std::move(e.values));
                    block = graphblas_gpu::matrix<T>::from_edges(ctx.local(), nr, nc, e.rows, e.columns,
                                                                 {typed.data(), typed.size()}, duplicates);
                }
                own.number = block.nvals();
            });
        made->replace(std::move(block), notes);
        return std::move(*made);
    }

    /// The numbers of rows, columns and entries of the whole matrix. O(1), no communication.
    /// @{
    index nrows() const { return cuts_.shape().nrows; }
    index ncols() const { return cuts_.shape().ncols; }
    index nvals() const { return nvals_; }
    shapes::shape shape() const { return cuts_.shape(); }
    /// @}
    const context& of() const { return ctx_; }                     ///< the context that it was made in
    const grid_cuts& cuts() const { return cuts_; }                ///< how it is cut
    rectangle own() const { return cuts_.block_of(ctx_.rank()); }  ///< the block of this rank
    /// The entries of this rank, in the layout of the context.
    const graphblas_gpu::matrix<T>& block() const { return block_; }

    /// For operations: a block without entries; and to take over a block, where the notes have the numbers of entries.
    /// @{
    graphblas_gpu::matrix<T> empty_block() const { return {own().nrows, own().ncols}; }
    void replace(graphblas_gpu::matrix<T>&& block, const std::vector<note>& notes, std::int64_t note::*nvals = &note::number) {
        block_ = std::move(block);
        nvals_ = sum_of(notes, nvals);
    }
    /// @}

  private:
    context ctx_;
    grid_cuts cuts_;
    graphblas_gpu::matrix<T> block_;
    index nvals_ = 0;
};

/// A part of a distributed matrix as a matrix<T>. The matrix has to outlive it.
template <class T>
class typed_part : public part {
  public:
    typed_part(const context& ctx, const matrix<T>& m, std::vector<rectangle> needed)
        : part(ctx, m.block().any(), m.cuts().blocks(), std::move(needed)), matrix_(m) {}
    /// The part, once it has been fetched.
    const graphblas_gpu::matrix<T>& get() {
        if (is_own_block()) return matrix_.block();
        if (!made_) made_.emplace(assembled());
        return *made_;
    }

  private:
    const matrix<T>& matrix_;
    std::optional<graphblas_gpu::matrix<T>> made_;
};

/// Throws invalid_value if a matrix was made in another context.
template <class... Matrix>
void require_context(const context& ctx, const char* operation, const Matrix&... matrices) {
    if ((... && (matrices.of() == ctx))) return;
    throw invalid_value(std::string(operation) + ": a distributed matrix belongs to another dist::context");
}

/// The mask of a block, which is cut as all matrices, or vectors, of its shape are.
/// @{
inline no_mask_t block_of(const no_mask_t&) { return no_mask; }
template <class Object>
auto block_of(const mask_view<Object>& mask) {
    using block = std::remove_cvref_t<decltype(mask.object->block())>;
    return mask_view<block>{&mask.object->block(), mask.by_value, mask.complement};
}
inline void check_mask(const context&, const char*, const no_mask_t&, const shapes::shape&) {}
template <class Object>
void check_mask(const context& ctx, const char* operation, const mask_view<Object>& mask, const shapes::shape& expected) {
    require_context(ctx, operation, *mask.object);
    shapes::check_same(operation, "mask", shapes::of(*mask.object), expected);
}
/// @}

/// A copy of the content that a block has before an operation; no entries if the operation does not look at them.
template <class Object, class Mask, class Accum>
auto content_of(const Object& c, const Mask&, const Accum&) {
    auto block = c.empty_block();
    if constexpr (!std::is_same_v<Mask, no_mask_t> || !std::is_same_v<Accum, no_accum_t>) block = c.block();
    return block;
}

/// What an operation calls with a block as it was and as it is, if it reports the entries that are new or have another value
/// than before, where NaN is NaN; and what it calls if it does not.
template <class Changed>
struct change_report {
    const graphblas_gpu::context& local;
    Changed found;  ///< at first without entries
    template <class Block>
    void operator()(const Block& before, const Block& now, note& own) {
        const auto same = is_same(before, now);
        graphblas_gpu::apply(local, found, !values(same), no_accum, identity{}, now);
        own.changes = found.nvals();
    }

  private:
    template <class Block>
    auto is_same(const Block& before, const Block& now) const {
        using value = typename Block::value_type;
        if (!local.is_cuda()) {
            return graphblas_gpu::ewise_mult(
                local, [](const value& x, const value& y) { return x == y || (x != x && y != y); }, before, now);
        }
        // A device runs ready-made operators.
        auto same = graphblas_gpu::ewise_mult(local, eq{}, before, now);
        if constexpr (std::is_floating_point_v<value>) {
            const auto were_nan = graphblas_gpu::ewise_mult(local, ne{}, before, before);
            const auto both_nan =
                graphblas_gpu::ewise_mult(local, land{}, were_nan, graphblas_gpu::ewise_mult(local, ne{}, now, now));
            graphblas_gpu::ewise_add(local, same, no_mask, no_accum, lor{}, same, both_nan);
        }
        return same;
    }
};
/// Stands where no report is wanted.
struct no_report {
    template <class Block>
    void operator()(const Block&, const Block&, note&) const {}
};
/// Throws invalid_value if the output for changed entries is the output itself.
template <class C, class Changed>
void require_other(const char* operation, const C& c, const Changed& changed) {
    if (static_cast<const void*>(&c) == static_cast<const void*>(&changed))
        throw invalid_value(std::string(operation) + ": the changed entries cannot replace the output");
}

/// The sum of the values of all ranks under a monoid, in the order of ranks. Called by all ranks.
template <class T, class Monoid>
T sum_over_ranks(const context& ctx, const Monoid& monoid, const T& own) {
    const auto by = as_monoid<T>(monoid);
    std::vector<std::byte> all(static_cast<std::size_t>(ctx.size()) * sizeof(T));
    ctx.world().all_gather(&own, all.data(), sizeof(T));
    T sum = by.identity();
    for (int r = 0; r < ctx.size(); ++r) {
        T x;
        std::memcpy(&x, all.data() + static_cast<std::size_t>(r) * sizeof(T), sizeof(T));
        // A rank without entries has the identity, which `any` must not keep.
        if (!(x == by.identity())) sum = sum == by.identity() ? x : static_cast<T>(by(sum, x));
    }
    return sum;
}

/// The matrix of rank `root`, distributed; what other ranks give is not looked at. Called by all ranks. Throws invalid_value
/// for a `root` that is no rank, out_of_memory.
template <class T>
matrix<T> scatter(const context& ctx, const graphblas_gpu::matrix<T>& whole, int root = 0) {
    const shapes::shape shape = shape_in_root(ctx, "scatter", root, shapes::of(whole));
    matrix<T> made(ctx, shape.nrows, shape.ncols);
    graphblas_gpu::matrix<T> block, ordered;
    const bool is_root = ctx.rank() == root, is_shuffled = ctx.layout() == layout::shuffled;
    (void)ctx.together("scatter", {root, shape.nrows, shape.ncols}, [&](note&) {
        if (is_root && is_shuffled)
            ordered =
                permute(ctx.local(), whole, shuffled_places(ctx, shape.nrows, true), shuffled_places(ctx, shape.ncols, true));
    });
    const graphblas_gpu::matrix<T>& held = is_root && !is_shuffled ? whole : ordered;
    part own(ctx, held.any(), all_in(ctx, root, shape), made.cuts().blocks());
    const auto notes = with_parts(
        ctx, "scatter", {root}, {&own}, [] {},
        [&](note& told) {
            block = own.is_own_block() ? held : graphblas_gpu::matrix<T>(own.assembled());
            told.number = block.nvals();
        });
    made.replace(std::move(block), notes);
    return made;
}

/// The whole matrix in rank `root`; a 0 x 0 matrix in the others. Called by all ranks. Throws as scatter().
template <class T>
graphblas_gpu::matrix<T> gather(const context& ctx, const matrix<T>& a, int root = 0) {
    graphblas_gpu::matrix<T> whole;
    typed_part all(ctx, a, all_in(ctx, root, a.shape()));
    (void)with_parts(
        ctx, "gather", {root, a.nrows(), a.ncols()}, {&all},
        [&] {
            require_context(ctx, "gather", a);
            require_rank(ctx, "gather", root);
        },
        [&](note&) {
            if (ctx.rank() != root) return;
            whole = all.get();
            if (ctx.layout() == layout::shuffled)
                whole =
                    permute(ctx.local(), whole, shuffled_places(ctx, a.nrows(), false), shuffled_places(ctx, a.ncols(), false));
        });
    return whole;
}

}  // namespace graphblas_gpu::dist

namespace graphblas_gpu {

/// Masks over distributed matrices.
/// @{
template <class T>
constexpr mask_view<dist::matrix<T>> structure(const dist::matrix<T>& m) {
    return {&m};
}
template <truth_value T>
constexpr mask_view<dist::matrix<T>> values(const dist::matrix<T>& m) {
    return {&m, !std::is_void_v<T>};
}
template <class T>
void structure(const dist::matrix<T>&&) = delete;
template <class T>
void values(const dist::matrix<T>&&) = delete;
/// @}

}  // namespace graphblas_gpu
