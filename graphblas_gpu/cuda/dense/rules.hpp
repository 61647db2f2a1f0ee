// How the dense method cuts the rows of a product: which rows a warp sums in a window, which rows a block sums in panels of
// columns or by rank, and which rows several blocks share.
//
// Idea: these are constants and arithmetic only, for host and device, so that the decisions of kernels can be tested without a
// device.
// Source: kkSpGEMM (Deveci, Trott, Rajamanickam), kkDENSE; windows and panels are ours.
#pragma once

#include <graphblas_gpu/base/types.hpp>
#include <graphblas_gpu/cuda/dense/policy.hpp>
#include <graphblas_gpu/cuda/shared/column_ranges.hpp>
#include <semirings/types.hpp>

#include <cstdint>

namespace graphblas_gpu::cuda::dense {

/// The limits by which rows are cut. Numbers of columns are powers of two, except rank_columns.
struct limits {
    index small_window = 0;         ///< a warp sums a row in a small window if its range has at most this many columns
    index window = 0;               ///< a warp sums a row in a window if its range has at most this many columns
    std::int64_t window_flops = 0;  ///< a warp does not sum rows with more multiplications
    index panel = 0;                ///< columns of a block's panel
    index rank_columns = 0;         ///< a row may be summed by rank if its range has fewer columns; a multiple of 128
    index rank_slots = 0;           ///< the sums that a block has by rank, at most 65535
    /// ranks are faster than panels with at most this many multiplications for each panel of the row
    std::int64_t rank_flops = 0;
    std::int64_t split_flops = 0;   ///< blocks share a row with more multiplications
    unsigned threads = 0;           ///< of a block
    /// the sums that a large block has by rank, at least as many as a panel has columns; 0: there are no large blocks
    index large_rank_slots = 0;
    unsigned large_threads = 0;     ///< of a large block
};

enum class row_class : std::uint8_t { empty, small_window, window, copied, panels, ranks, large_ranks };

/// What is known about a row of the product: the range of its columns, its multiplications, the number of rows of B that its
/// row of A names, its entries (-1: not known), and whether a mask may forbid some of them.
struct row_facts {
    column_range range;
    std::int64_t flops = 0;
    std::int64_t rows_of_b = 0;
    std::int64_t entries = -1;
    bool masked = false;
};

GB_HD constexpr bool ranks_are_profitable(const row_facts& row, index panels, const limits& bounds) {
    if (row.flops <= panels * bounds.rank_flops) return true;
    return panels >= policy::many_panels && row.flops <= row.rows_of_b * (panels - 2) * policy::products_of_a_look;
}

/// Whether a row is one row of B, with each entry multiplied by the same entry of A, and short enough for a warp.
GB_HD constexpr bool is_copied(const row_facts& row, const limits& bounds) {
    const bool is_complete = row.entries < 0 ? !row.masked : row.entries == row.flops;
    return row.rows_of_b == 1 && is_complete && row.flops <= bounds.window_flops;
}

GB_HD constexpr row_class classify(const row_facts& row, const limits& bounds) {
    const column_range& range = row.range;
    const std::int64_t flops = row.flops;
    if (flops == 0) return row_class::empty;
    if (flops <= bounds.window_flops && range.size() <= bounds.window) {
        return range.size() <= bounds.small_window ? row_class::small_window : row_class::window;
    }
    if (is_copied(row, bounds)) return row_class::copied;
    const index panels = (range.size() + bounds.panel - 1) / bounds.panel;
    const bool is_shared = flops > 4 * bounds.split_flops;
    const bool fits = panels > 1 && range.high - (range.low & ~(bounds.panel - 1)) < bounds.rank_columns;
    if (is_shared || row.entries < 0 || !fits || !ranks_are_profitable(row, panels, bounds)) return row_class::panels;
    if (row.entries <= bounds.rank_slots) return row_class::ranks;
    return bounds.large_rank_slots > 0 ? row_class::large_ranks : row_class::panels;
}

/// Whether a product with `ncols` columns can have a row that a large block sums by rank.
GB_HD constexpr bool may_have_large_ranks(index ncols, const limits& bounds) {
    const index panels = (ncols + bounds.panel - 1) / bounds.panel;
    if (bounds.large_rank_slots == 0 || panels < 2) return false;
    return panels >= policy::many_panels || panels * bounds.rank_flops > bounds.rank_slots;
}

/// How a row is cut into panels of `span` columns from column `start` on. With several parts, part p is the panel of columns
/// start + p span .. start + (p + 1) span - 1, and a block sums one part. With one part, a block sums all panels, one by one.
struct cut {
    index start = 0;
    index span = 0;
    std::int64_t parts = 1;
};

GB_HD constexpr cut cut_row(const column_range& range, std::int64_t flops, const limits& bounds) {
    if (flops > bounds.split_flops && range.size() > policy::min_span) {
        const std::int64_t wanted = flops / bounds.split_flops + 1;
        index span = bounds.panel;
        while (span > policy::min_span && range.size() <= (span >> 1) * wanted) span >>= 1;
        for (; span <= bounds.panel; span <<= 1) {
            const index start = range.low & ~(span - 1);
            const std::int64_t parts = (range.high - start) / span + 1;
            if (parts > 1 && parts <= flops / policy::min_split_flops) return {start, span, parts};
        }
    }
    if (range.size() <= bounds.panel) return {range.low, bounds.panel, 1};
    return {range.low & ~(bounds.panel - 1), bounds.panel, 1};
}

/// The queue of a row. The queues of windows and of copied rows are first, then those of panels, ranks and large ranks, each by
/// decreasing work.
inline constexpr int small_window_queue = 0;
inline constexpr int window_queue = 1;
inline constexpr int copied_queue = 2;
inline constexpr int first_panel_queue = 3;
inline constexpr int first_rank_queue = first_panel_queue + 64;
inline constexpr int first_large_rank_queue = first_rank_queue + 64;
inline constexpr int queues = first_large_rank_queue + 64;

GB_HD constexpr int queue_of(row_class c, std::int64_t flops_of_part) {
    if (c == row_class::small_window) return small_window_queue;
    if (c == row_class::window) return window_queue;
    if (c == row_class::copied) return copied_queue;
    int bits = 0;
    for (std::int64_t f = flops_of_part; f > 0; f >>= 1) ++bits;
    const int first = c == row_class::panels  ? first_panel_queue
                      : c == row_class::ranks ? first_rank_queue
                                              : first_large_rank_queue;
    return first + 63 - (bits < 63 ? bits : 63);
}

}  // namespace graphblas_gpu::cuda::dense
