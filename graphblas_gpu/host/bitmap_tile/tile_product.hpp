// Products of matrices in tiles: method bitmap_tile.
//
// Idea: bitmaps of C first (tile_symbolic.hpp), which give its rows, and then the values, written where they belong
// (tile_rows.hpp). The values are compiled once per (semiring, value type) of the catalogue, all else once.
// Source: bmSPARSE (Zhang, Gruenwald), section 4.
#pragma once

#include <graphblas_gpu/host/bitmap_tile/tile_rows.hpp>
#include <graphblas_gpu/host/product.hpp>

namespace graphblas_gpu::host {

template <class S>
struct tile_kernels {
    using value = semiring_value_t<S>;

    /// The values of C, whose structure is `found` in tiles and `rows` in rows; in the order of the rows.
    static buffer<value> values(team& team, const tile_operands<S>& in, const tile_problem& problem,
                                const bitmap_tiles_view<void>& found, const structure_view& rows);
};

template <class S>
buffer<semiring_value_t<S>> tile_kernels<S>::values(team& team, const tile_operands<S>& in, const tile_problem& problem,
                                                    const bitmap_tiles_view<void>& found, const structure_view& rows) {
    buffer<value> out(static_cast<std::size_t>(rows.nvals()));
    const index most_tiles = largest_row(found.tiles.offsets, found.tiles.nrows);
    for_ranges_by_work(team, problem.pairs_before(), [&](index first, index last, int member) {
        tile_rows<S> row(in, problem, team.own_scratch(member), most_tiles);
        for (index i = first; i < last; ++i) {
            const row_offset t = found.tiles.begin(i);
            row.compute(i, found.tiles.columns + t, found.bitmaps + t, found.tiles.row_size(i),
                        out.data() + rows.begin(i * tile_side));
        }
    });
    return out;
}

/// The product under the mask of the problem. Rows sorted.
template <class S>
csr<semiring_value_t<S>> tile_product(team& team, const tile_operands<S>& in, const tile_problem& problem) {
    const bitmap_tiles<void> found = tile_structure(team, problem);
    csr<void> rows = structure_of_tiles(team, found.view());
    csr<semiring_value_t<S>> out;
    out.nrows = rows.nrows;
    out.ncols = rows.ncols;
    out.values = tile_kernels<S>::values(team, in, problem, found.view(), rows.structure());
    out.offsets = std::move(rows.offsets);
    out.columns = std::move(rows.columns);
    return out;
}

/// The entries of the product, reduced by a monoid row by row; no more of them are kept than those of eight rows.
template <class S, class Monoid>
semiring_value_t<S> fold_tiles(team& team, const tile_operands<S>& in, const tile_problem& problem, const Monoid& monoid) {
    using value = semiring_value_t<S>;
    const index longest = problem.largest_bound();
    return fold_chunks(
        team, monoid, problem.tile_rows(), problem.pairs_before(), [&](index first, index last, int member, auto& sum) {
            scratch& memory = team.own_scratch(member);
            tile_row_finder find(problem, memory);
            buffer<column_index> columns(static_cast<std::size_t>(longest));
            buffer<tile_bits> bitmaps(static_cast<std::size_t>(longest));
            for (index i = first; i < last; ++i) {
                const index count = find(i, columns.data(), bitmaps.data());
                const row_offset nvals = values_of_tiles(bitmaps.data(), count);
                check_values_of_tile_row(i, nvals);
                auto* const values = memory.template get<value>(scratch::raw::row_values, static_cast<std::size_t>(nvals));
                tile_rows<S>(in, problem, memory, longest).compute(i, columns.data(), bitmaps.data(), count, values);
                for (row_offset n = 0; n < nvals; ++n) sum.add(values[n]);
            }
        });
}

}  // namespace graphblas_gpu::host
