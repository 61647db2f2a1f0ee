#include <graphblas_gpu/base/trace.hpp>
#include <graphblas_gpu/host/bitmap_tile/tile_product.hpp>
#include <graphblas_gpu/host/bitmap_tile/tile_row_lookup.hpp>

namespace graphblas_gpu::host {

formats::untyped_csr tile_product(team& team, const product_loops& kernels, const tile_arrays& in,
                                  const tile_problem& problem) {
    const base::phase multiplying("rows of tiles");
    const bitmap_tiles<void> structure = tile_structure(team, problem);
    const bitmap_tiles_view<void> found = structure.view();
    csr<void> rows = structure_of_tiles(team, found);
    formats::untyped_csr out;
    out.nrows = rows.nrows;
    out.ncols = rows.ncols;
    out.value_bytes = kernels.value_bytes;
    out.values = buffer<std::byte>(static_cast<std::size_t>(rows.nvals()) * out.value_bytes);
    const index max_tiles = largest_row(team, found.tiles.offsets, found.tiles.nrows);
    for_ranges_by_work(team, problem.pairs_before(), [&](index first, index last, int member) {
        tile_row_lookup row(problem, team.own_scratch(member), max_tiles);
        for (index i = first; i < last; ++i) {
            const row_offset t = found.tiles.begin(i);
            const auto begin = static_cast<std::size_t>(rows.structure().begin(i * tile_side));
            row.insert(found.tiles.columns + t, found.bitmaps + t, found.tiles.row_size(i));
            (*kernels.tile_row)(in, i, row, out.values.data() + begin * out.value_bytes);
            row.clear(found.tiles.columns + t, found.tiles.row_size(i));
        }
    });
    out.offsets = std::move(rows.offsets);
    out.columns = std::move(rows.columns);
    return out;
}

void fold_tiles(team& team, const product_loops& kernels, const tile_arrays& in, const tile_problem& problem,
                partial_sum& total) {
    const index longest = problem.largest_bound();
    const auto fold = [&](index first, index last, int member, partial_sum& sum) {
        scratch& memory = team.own_scratch(member);
        tile_row_finder find(problem, memory);
        buffer<column_index> columns(static_cast<std::size_t>(longest));
        buffer<tile_bits> bitmaps(static_cast<std::size_t>(longest));
        for (index i = first; i < last; ++i) {
            const index count = find(i, columns.data(), bitmaps.data());
            const row_offset nvals = values_of_tiles(bitmaps.data(), count);
            check_values_of_tile_row(i, nvals);
            auto* const values =
                memory.get<std::byte>(scratch::raw::row_values, static_cast<std::size_t>(nvals) * kernels.value_bytes);
            // The finder and the row use the same slots of scratch, one after the other.
            tile_row_lookup row(problem, memory, longest);
            row.insert(columns.data(), bitmaps.data(), count);
            (*kernels.tile_row)(in, i, row, values);
            row.clear(columns.data(), count);
            sum.add(values, nvals);
        }
    };
    const std::span<const std::int64_t> pairs = problem.pairs_before();
    fold_chunks(team, problem.tile_rows(), [&](index i) { return pairs[static_cast<std::size_t>(i)]; }, fold, total);
}

}  // namespace graphblas_gpu::host
