// The rows of a product as the kernels of the dense method take them: queues of windows and panels.
//
// Idea: one pass over A finds the columns that each row can have; rows go to queues by width and work, the longest
// first, so that blocks that draw from a counter end together.
#pragma once

#include <graphblas_gpu/cuda/dense/rules.hpp>
#include <graphblas_gpu/cuda/product/types.hpp>

#include <array>

namespace graphblas_gpu::cuda::dense {

/// What a block or a group takes: a row (its place in the list of rows), and which part of it; whole where the row has one.
struct item {
    std::uint32_t place;
    std::uint32_t part;
};

/// Where the rows of B cross the boundaries of panels. Null: not made, kernels search.
struct crossings {
    const std::uint32_t* counts = nullptr;  ///< counts[k * cells + c]: entries of row k left of column c * panel
    index cells = 0;
    int shift = 0;  ///< log2 of panel
};

/// What kernels read.
struct work {
    product_rows in;
    limits by;
    const std::uint32_t* rows = nullptr;  ///< null: all
    const column_range* ranges = nullptr;
    const item* items = nullptr;  ///< of this launch
    index count = 0;              ///< of them
    crossings cross;
    unsigned long long* drawn = nullptr;  ///< items handed out (0 at first)
    unsigned long long* ends = nullptr;   ///< of each item of panels: where its part of the row ends, + 1 (0 at first)
};

struct plan {
    array<column_range> ranges;
    array<item> items;
    array<std::uint32_t> counts;         // of crossings
    array<unsigned long long> counters;  // drawn of panels, of ranks, of large ones, then ends
    index small_windows = 0, windows = 0, panels = 0, ranks = 0, large_ranks = 0;
    std::array<index, 64> panels_by_work{};  // of the queues, most work first
    work base;

    work small_window_work() const;
    work window_work() const;
    work panel_work() const;
    work rank_work() const;
    work large_rank_work() const;
    /// How many panels there are with `flops` multiplications or more, or somewhat fewer.
    index panels_of(std::int64_t flops) const;
};

/// Cuts `count` rows (null: rows 0 .. count - 1 of the panel). Waits for the device once. `offsets` of the output, if they are
/// known; `sizes` (or null) is set to 0 at the rows.
/// Memory: 16 bytes a row, 16 bytes a panel of a shared row, and what crossings take.
plan make_plan(const engine_ptr& e, const product_rows& in, const limits& by, const std::uint32_t* rows, index count,
               const row_offset* offsets, row_offset* sizes);

}  // namespace graphblas_gpu::cuda::dense
