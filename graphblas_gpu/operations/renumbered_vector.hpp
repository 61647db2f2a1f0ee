// Products of a matrix and a vector whose sides are far beyond what they hold: as renumbered_product.hpp, with one vector.
#pragma once

#include <graphblas_gpu/operations/renumbered_product.hpp>
#include <graphblas_gpu/operations/vector_run.hpp>

namespace graphblas_gpu::host {

/// The entries of u whose indices have numbers, in these.
template <class T>
vector<T> renumbered_vector(const vector<T>& u, const formats::numbering& numbers) {
    if (const dense_vector<T>* places = u.dense(); places != nullptr) {
        csr<T> row(1, numbers.size());
        row.columns = buffer<column_index>(static_cast<std::size_t>(numbers.size()));
        if constexpr (!std::is_void_v<T>) row.values = buffer<T>(row.columns.size());
        std::size_t size = 0;
        for (index n = 0; n < numbers.size(); ++n) {
            const auto j = static_cast<column_index>(numbers.original(n));
            if (!formats::test_bit(places->bits.data(), j)) continue;
            row.columns[size] = static_cast<column_index>(n);
            if constexpr (!std::is_void_v<T>) row.values[size] = places->values[j];
            ++size;
        }
        row.columns.truncate(size);
        row.values.truncate(size);
        row.offsets[1] = static_cast<row_offset>(size);
        return vector<T>::from_storage(std::move(row));
    }
    const csr<T>& list = u.list();
    return vector<T>::from_storage(formats::with_values<T>(
        formats::renumbered(list.structure(), formats::numbering::identity(1), numbers), list.values.data()));
}

/// What a mask admits (before it is turned round), in the numbers of the output.
inline vector<void> renumbered_mask(team&, const no_mask_t&, const formats::numbering&) { return {}; }
template <class T>
vector<void> renumbered_mask(team& team, const mask_view<vector<T>>& mask, const formats::numbering& numbers) {
    const vector<T> small = renumbered_vector(*mask.object, numbers);
    const csr<T>& list = small.list();
    if constexpr (truth_value<T> && !std::is_void_v<T>) {
        if (mask.by_value) return vector<void>::from_storage(true_structure(team, list));
    }
    csr<void> structure;
    structure.nrows = 1;
    structure.ncols = list.ncols;
    structure.offsets = list.offsets;
    structure.columns = list.columns;
    return vector<void>::from_storage(std::move(structure));
}

template <class Mask>
constexpr bool is_complemented(const Mask& mask) {
    if constexpr (std::is_same_v<Mask, no_mask_t>)
        return false;
    else
        return mask.complement;
}

/// vector_product on the indices that occur.
template <class S, bool from_left, class TA, class TU, class Mask>
csr<semiring_value_t<S>> renumbered_vector_product(const context& ctx, const char* operation, const S& semiring,
                                                   const matrix<TA>& a, const vector<TU>& u, bool transpose, const Mask& mask,
                                                   method wanted, const product_sides& sides) {
    const bool inner_is_columns = transpose == from_left;
    const structure_view rows = a.storage().structure();
    formats::numbering inner = formats::numbering::identity(u.size()), output;
    if (sides.far_inner) {
        const bool by_u = u.dense() == nullptr && u.nvals() <= a.nvals();
        inner = by_u ? formats::numbered_columns(u.list().structure()) : occurring(rows, inner_is_columns);
    }
    const matrix<TA> small_a = matrix<TA>::from_storage(formats::with_values<TA>(
        renumber_operand(rows, inner_is_columns, inner, sides.far_rows, output), a.storage().values.data()));
    const vector<TU> small_u = inner.is_identity() ? vector<TU>() : renumbered_vector(u, inner);
    const vector<TU>& used_u = inner.is_identity() ? u : small_u;
    const auto multiply = [&](const held_vector_mask& held) {
        const position_maps maps =
            from_left ? position_maps{nullptr, inner.map(), output.map()} : position_maps{output.map(), inner.map(), nullptr};
        return vector_product<S, from_left>(ctx, operation, semiring, small_a, used_u, transpose, held, wanted, maps);
    };
    csr<semiring_value_t<S>> out;
    if (std::is_same_v<Mask, no_mask_t> || output.is_identity()) {
        out = multiply(held_vector_mask(ctx.team(), mask));
    } else {
        const vector<void> small_mask = renumbered_mask(ctx.team(), mask, output);
        out = multiply(held_vector_mask(ctx.team(), mask_view<vector<void>>{&small_mask, false, is_complemented(mask)}));
    }
    report r = ctx.last_report();
    r.reason += note_on_vector(output, inner);
    ctx.set_report(std::move(r));
    return formats::in_original_numbers(std::move(out), formats::numbering::identity(1), output);
}

/// w = A u, or u' A if from_left, under a mask, as one row. `transpose` as in the descriptor. Shapes are known to fit.
template <class S, bool from_left, class TA, class TU, class Mask>
csr<semiring_value_t<S>> vector_product_under(const context& ctx, const char* operation, const S& semiring, const matrix<TA>& a,
                                              const vector<TU>& u, bool transpose, const Mask& mask, method wanted) {
    const product_sides sides = vector_product_sides(a, u, transpose, from_left);
    if (sides.any()) {
        return renumbered_vector_product<S, from_left>(ctx, operation, semiring, a, u, transpose, mask, wanted, sides);
    }
    const held_vector_mask held(ctx.team(), mask);
    return vector_product<S, from_left>(ctx, operation, semiring, a, u, transpose, held, wanted);
}

}  // namespace graphblas_gpu::host
