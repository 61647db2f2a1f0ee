// The plan of the dense method: the rows of a product sorted into work queues of windows, panels and ranks.
//
// Idea: one pass over A finds the range of columns of each row. Rows are sorted into queues by width and work, the longest
// first. Blocks take items by a ticket counter, so that they end at about the same time.
#pragma once

#include <graphblas_gpu/cuda/dense/rules.hpp>
#include <graphblas_gpu/cuda/shared/types.hpp>

#include <array>

namespace graphblas_gpu::cuda::dense {

/// An item of a queue, which a block or a warp takes: a part of a row. A row that is not shared has one part.
struct item {
    std::uint32_t position;  ///< the position of the row in the list of rows
    std::uint32_t part;
};

/// A table of where the rows of B cross the boundaries of panels. If counts is null there is no table, and kernels search.
struct crossings {
    const std::uint32_t* counts = nullptr;  ///< counts[k * cells + c]: entries of row k left of column c * panel
    index cells = 0;
    int shift = 0;  ///< log2 of panel
};

/// The arguments of the kernels.
struct work {
    product_rows in;
    limits bounds;
    const std::uint32_t* rows = nullptr;  ///< null: all rows
    const column_range* ranges = nullptr;
    const item* items = nullptr;  ///< the items of this launch
    index count = 0;              ///< the number of items
    crossings cross;
    unsigned long long* tickets = nullptr;  ///< the next item that no block has taken (0 at first)
    /// for each item of panels: 1 + the offset at which its part of the row ends (0 at first)
    unsigned long long* ends = nullptr;
};

struct plan {
    array<column_range> ranges;
    array<item> items;
    array<std::uint32_t> counts;         // of crossings
    array<unsigned long long> counters;  // the tickets of panels, of ranks and of large ranks, then the ends of parts
    std::array<index, 7> items_of_class{};  // in the order of row_class
    std::array<index, 64> panels_by_work{};  // items of each queue of panels, in the order of decreasing work
    work base;

    index items_in(row_class c) const { return items_of_class[static_cast<std::size_t>(c)]; }
    /// The arguments of the kernel for the rows of a class.
    work work_of(row_class c) const;
    /// The number of items of panels with at least `flops` multiplications, rounded up to whole queues.
    index panels_of(std::int64_t flops) const;
};

/// Cuts `count` rows (`rows` null: rows 0 .. count - 1 of the panel) into items. `offsets` are those of the output, or null if
/// they are not known yet. `sizes` (may be null) receives the multiplications of each copied row, and 0 for each other row.
/// Waits for the device once.
/// Memory: 16 bytes a row, 16 bytes for each panel of a shared row, and the table of crossings.
plan make_plan(const engine_ptr& e, const product_rows& in, const limits& bounds, const std::uint32_t* rows, index count,
               const row_offset* offsets, row_offset* sizes);

}  // namespace graphblas_gpu::cuda::dense
