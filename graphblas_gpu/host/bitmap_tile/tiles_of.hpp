// Bitmap tiles from compressed sparse rows, and back.
//
// Idea: eight sorted rows are merged by the number of the tile that each stands before, so that nothing is sorted and every
// entry is looked at once. The run of entries that a tile takes from a row is as long as the row has bits: values are moved in
// runs, the same way in both directions.
// Source: the format is bmSPARSE's (Zhang, Gruenwald), section 3.
#pragma once

#include <graphblas_gpu/formats/bitmap_tile/bitmap_tiles.hpp>
#include <graphblas_gpu/host/team.hpp>

#include <algorithm>
#include <bit>
#include <type_traits>
#include <utility>

namespace graphblas_gpu::host {

using formats::bitmap_tiles;
using formats::bitmap_tiles_view;
using formats::tile_bits;
using formats::tile_side;

/// The tiles of a structure. Throws unsupported if eight rows hold more values than 32 bits can count. O(nvals + nrows).
bitmap_tiles<void> tiles_of_structure(team& team, const structure_view& a);

/// The structure of tiles as rows. O(nvals + nrows).
csr<void> structure_of_tiles(team& team, const bitmap_tiles_view<void>& a);

/// Of tiles whose bitmaps are there: `bases` and `starts`. Throws as above.
void count_values_of_tiles(team& team, bitmap_tiles<void>& a);

/// Throws unsupported if a row of tiles has more values than the format can count.
void check_values_of_tile_row(index tile_row, row_offset nvals);

/// What a tile takes from one of its rows.
struct tile_run {
    row_offset in_rows;  ///< where the run lies among the entries in rows,
    row_offset packed;   ///< and among those in tiles
    int count;
};

/// f(run) for every run of the tile rows first .. last - 1.
template <class F>
void for_each_run(const bitmap_tiles_view<void>& a, const row_offset* offsets, index first, index last, F&& f) {
    for (index tile_row = first; tile_row < last; ++tile_row) {
        const index row = tile_row * tile_side;
        row_offset at[tile_side] = {};
        std::copy(offsets + row, offsets + std::min(row + tile_side, a.nrows), at);
        row_offset packed = a.bases[tile_row];
        for (row_offset t = a.tiles.begin(tile_row); t < a.tiles.end(tile_row); ++t) {
            for (tile_bits left = a.bitmaps[t]; left != 0;) {
                const int r = std::countr_zero(left) / tile_side;
                const tile_bits row_mask = formats::first_tile_row << (tile_side * r);
                const int count = formats::tile_nvals(left & row_mask);
                f(tile_run{at[r], packed, count});
                at[r] += count;
                packed += count;
                left &= ~row_mask;
            }
        }
    }
}

/// A matrix in tiles. `a.values` may be null: then there are none. O(nvals + nrows).
template <class T>
bitmap_tiles<T> tiles_of(team& team, const csr_view<T>& a) {
    bitmap_tiles<void> found = tiles_of_structure(team, a);
    if constexpr (std::is_void_v<T>) {
        return found;
    } else {
        bitmap_tiles<T> out;
        if (a.values != nullptr) {
            out.values = buffer<T>(static_cast<std::size_t>(a.nvals()));
            for_ranges(team, found.tiles.nrows, a.nvals(), [&](index first, index last, int) {
                for_each_run(found.view(), a.offsets, first, last, [&](const tile_run& run) {
                    std::copy_n(a.values + run.in_rows, run.count, out.values.data() + run.packed);
                });
            });
        }
        out.nrows = found.nrows;
        out.ncols = found.ncols;
        out.tiles = std::move(found.tiles);
        out.bitmaps = std::move(found.bitmaps);
        out.bases = std::move(found.bases);
        out.starts = std::move(found.starts);
        return out;
    }
}

/// The rows of a matrix in tiles. O(nvals + nrows).
template <class T>
csr<T> rows_of_tiles(team& team, const bitmap_tiles_view<T>& a) {
    csr<void> found = structure_of_tiles(team, a.structure());
    if constexpr (std::is_void_v<T>) {
        return found;
    } else {
        csr<T> out;
        out.nrows = found.nrows;
        out.ncols = found.ncols;
        out.values = buffer<T>(static_cast<std::size_t>(found.nvals()));
        for_ranges(team, a.tiles.nrows, found.nvals(), [&](index first, index last, int) {
            for_each_run(a.structure(), found.offsets.data(), first, last, [&](const tile_run& run) {
                std::copy_n(a.values + run.packed, run.count, out.values.data() + run.in_rows);
            });
        });
        out.offsets = std::move(found.offsets);
        out.columns = std::move(found.columns);
        return out;
    }
}

}  // namespace graphblas_gpu::host
