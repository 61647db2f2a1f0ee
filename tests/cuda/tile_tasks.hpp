// bmSPARSE's task list on the host: every pair of tiles of A and B that has products, sorted by their tile of C.
//
// Idea: one loop over the pairs and one sort. It is the specification of the lists that the device makes
// (cuda/published/bitmap_tile), and counts their tasks for the tables of the papers. The host engine itself multiplies without
// lists.
// Source: bmSPARSE (Zhang, Gruenwald); dropping pairs without a product is tSparse's (Zachariadis et al.).
#pragma once

#include <algorithm>
#include <tuple>
#include <vector>

#include <graphblas_gpu/formats/bitmap_tile/bitmap_tiles.hpp>

namespace graphblas_gpu::host::tile_paper {

/// A tile of A times a tile of B, for one tile of C.
struct task {
    index row = 0;  ///< the row of C's tile
    column_index column = 0;
    row_offset a = 0;  ///< the numbers of the tiles of A and B
    row_offset b = 0;
    friend bool operator==(const task&, const task&) = default;
};

/// O(pairs log pairs). If `all`, pairs of tiles whose product is empty are listed as well.
template <class A, class B>
std::vector<task> list_tasks(const formats::bitmap_tiles_view<A>& a, const formats::bitmap_tiles_view<B>& b, bool all) {
    std::vector<task> tasks;
    for (index row = 0; row < a.tiles.nrows; ++row) {
        for (row_offset left = a.tiles.offsets[row]; left < a.tiles.offsets[row + 1]; ++left) {
            const column_index k = a.tiles.columns[left];
            for (row_offset right = b.tiles.offsets[k]; right < b.tiles.offsets[k + 1]; ++right) {
                if (!all && !formats::tiles_have_products(a.bitmaps[left], b.bitmaps[right])) continue;
                tasks.push_back({row, b.tiles.columns[right], left, right});
            }
        }
    }
    std::stable_sort(tasks.begin(), tasks.end(), [](const task& x, const task& y) {
        return std::tie(x.row, x.column) < std::tie(y.row, y.column);
    });
    return tasks;
}

/// A tile of C that is not empty.
struct made_tile {
    index row = 0;
    column_index column = 0;
    formats::tile_bits bits = 0;
    friend bool operator==(const made_tile&, const made_tile&) = default;
};

/// The tiles of C that a sorted task list produces.
template <class A, class B>
std::vector<made_tile> count_tiles(const formats::bitmap_tiles_view<A>& a, const formats::bitmap_tiles_view<B>& b,
                                   const std::vector<task>& tasks) {
    std::vector<made_tile> tiles;
    for (const task& t : tasks) {
        const formats::tile_bits bits = formats::tile_product(a.bitmaps[t.a], b.bitmaps[t.b]);
        if (bits == 0) continue;
        if (tiles.empty() || tiles.back().row != t.row || tiles.back().column != t.column)
            tiles.push_back({t.row, t.column, 0});
        tiles.back().bits |= bits;
    }
    return tiles;
}

}  // namespace graphblas_gpu::host::tile_paper
