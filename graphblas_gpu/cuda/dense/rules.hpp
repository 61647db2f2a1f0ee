// How the dense method cuts the rows of a product: which rows a few lanes keep in a window, which a block takes in panels of
// columns, and which are shared by several blocks.
//
// Idea: constants and arithmetic only, for host and device, so that what kernels decide is tested where there is no device.
// Source: kkSpGEMM (Deveci, Trott, Rajamanickam), kkDENSE; windows and panels are ours.
#pragma once

#include <graphblas_gpu/formats/types.hpp>
#include <semirings/types.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>

namespace graphblas_gpu::cuda::dense {

/// The limits by which rows are cut. Columns are powers of two.
struct limits {
    index small_window = 0;         ///< columns that a group of lanes keeps: narrow rows,
    index window = 0;               ///< and less narrow ones
    std::int64_t window_flops = 0;  ///< rows with more multiplications are not left to a group
    index panel = 0;                ///< columns that a block keeps
    index rank_columns = 0;         ///< columns, and entries, of a row that a block keeps by rank; a multiple of 128,
    index rank_places = 0;          ///< (at most 65535)
    std::int64_t rank_flops = 0;    ///< multiplications a panel of a row below which ranks are better
    std::int64_t split_flops = 0;   ///< multiplications from which on a row is shared by blocks
    unsigned threads = 0;           ///< of a block
    index large_rank_places = 0;    ///< entries that a large block keeps at a time, no fewer than a panel has columns; 0: none
    unsigned large_threads = 0;     ///< of a large block
};

/// The least columns of a panel of a row that blocks share, and the least multiplications.
inline constexpr index least_span = 1024;
inline constexpr std::int64_t least_split_flops = 2048;

/// Panels that a row by rank has at most: where its parts may end.
inline constexpr index most_rank_cells = 64;
/// The columns of a row by rank, at most.
inline constexpr index most_rank_columns = 262144;

/// The columns that a row of the product can have: low .. high, none if low > high.
struct column_range {
    column_index low = 0xffffffff;
    column_index high = 0;
    GB_HD constexpr index size() const { return low > high ? 0 : index{high} - low + 1; }
};

enum class row_class : std::uint8_t { empty, small_window, window, panels, ranks, large_ranks };

/// A row of the product: the columns it can have, its multiplications, the rows of B they come from, and its entries, -1 where
/// they are not known.
struct row_facts {
    column_range range;
    std::int64_t flops = 0;
    std::int64_t rows_of_b = 0;
    std::int64_t entries = -1;
};

/// Each row of B is looked at once a panel, but twice for ranks, and each of its products costs half as much again there.
/// Looking at a row takes as long as so many products.
inline constexpr std::int64_t products_of_a_look = 128;

/// Panels from which on looks are more than ranks cost.
inline constexpr index many_panels = 8;

GB_HD constexpr bool ranks_pay(const row_facts& row, index panels, const limits& by) {
    if (row.flops <= panels * by.rank_flops) return true;
    return panels >= many_panels && row.flops <= row.rows_of_b * (panels - 2) * products_of_a_look;
}

GB_HD constexpr row_class classify(const row_facts& row, const limits& by) {
    const column_range& range = row.range;
    const std::int64_t flops = row.flops;
    if (flops == 0) return row_class::empty;
    if (flops <= by.window_flops && range.size() <= by.window) {
        return range.size() <= by.small_window ? row_class::small_window : row_class::window;
    }
    const index panels = (range.size() + by.panel - 1) / by.panel;
    const bool is_shared = flops > 4 * by.split_flops;
    const bool fits = panels > 1 && range.high - (range.low & ~(by.panel - 1)) < by.rank_columns;
    if (is_shared || row.entries < 0 || !fits || !ranks_pay(row, panels, by)) return row_class::panels;
    if (row.entries <= by.rank_places) return row_class::ranks;
    return by.large_rank_places > 0 ? row_class::large_ranks : row_class::panels;
}

/// Whether some row of so many columns can be added up by rank in a large block.
GB_HD constexpr bool may_have_large_ranks(index ncols, const limits& by) {
    const index panels = (ncols + by.panel - 1) / by.panel;
    if (by.large_rank_places == 0 || panels < 2) return false;
    return panels >= many_panels || panels * by.rank_flops > by.rank_places;
}

/// The panels of a row: part p has columns start + p span .. start + (p + 1) span - 1. One part: a block goes through the row
/// in panels of span, all of it in the first if the range is no larger.
struct cut {
    index start = 0;
    index span = 0;
    std::int64_t parts = 1;
};

GB_HD constexpr cut cut_row(const column_range& range, std::int64_t flops, const limits& by) {
    if (flops > by.split_flops && range.size() > least_span) {
        const std::int64_t wanted = flops / by.split_flops + 1;
        index span = by.panel;
        while (span > least_span && range.size() <= (span >> 1) * wanted) span >>= 1;
        for (; span <= by.panel; span <<= 1) {
            const index start = range.low & ~(span - 1);
            const std::int64_t parts = (range.high - start) / span + 1;
            if (parts > 1 && parts <= flops / least_split_flops) return {start, span, parts};
        }
    }
    if (range.size() <= by.panel) return {range.low, by.panel, 1};
    return {range.low & ~(by.panel - 1), by.panel, 1};
}

/// Where a row waits: windows first, then panels and ranks, those with the most work first.
inline constexpr int small_window_queue = 0;
inline constexpr int window_queue = 1;
inline constexpr int first_panel_queue = 2;
inline constexpr int first_rank_queue = first_panel_queue + 64;
inline constexpr int first_large_rank_queue = first_rank_queue + 64;
inline constexpr int queues = first_large_rank_queue + 64;

GB_HD constexpr int queue_of(row_class c, std::int64_t flops_of_part) {
    if (c == row_class::small_window) return small_window_queue;
    if (c == row_class::window) return window_queue;
    int bits = 0;
    for (std::int64_t f = flops_of_part; f > 0; f >>= 1) ++bits;
    const int first = c == row_class::panels  ? first_panel_queue
                      : c == row_class::ranks ? first_rank_queue
                                              : first_large_rank_queue;
    return first + 63 - (bits < 63 ? bits : 63);
}

}  // namespace graphblas_gpu::cuda::dense
