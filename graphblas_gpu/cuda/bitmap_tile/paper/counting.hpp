// C's tiles from a task list: their bitmaps under the mask, and the offsets of their values.
//
// Idea: bmSPARSE's counting and compaction. A bitmap is the union of the products of the bitmaps of its tasks. Tiles that are
// empty (their tasks have no product, or the mask forbids their entries) are dropped. The offsets of values are prefix sums of
// population counts. Entries whose values sum up to zero remain: in GraphBLAS they are entries.
// Source: bmSPARSE (Zhang, Gruenwald).
#pragma once

#include <graphblas_gpu/cuda/bitmap_tile/paper/tasks.hpp>
#include <graphblas_gpu/cuda/bitmap_tile/structure.hpp>

namespace graphblas_gpu::cuda::tile_paper {

/// The tasks of C's tiles as kernels see them: those of tile t are tasks[first[t] .. last[t]).
struct tasks_ref {
    const task* tasks = nullptr;
    const row_offset* first = nullptr;
    const row_offset* last = nullptr;
    const std::uint32_t* rows = nullptr;  ///< of each tile of C: its row of tiles, counted from first_row
    index first_row = 0;                  ///< of tiles
    row_offset first_tile = 0;            ///< the first tile of A in the panel; tasks count tiles of A from it
};

/// Some rows of tiles of C, before values are computed.
struct counted_tiles {
    row_range rows;
    row_offset first_tile = 0;
    tiles c;  ///< rows count from the first of the panel; no values
    array<std::uint32_t> row_of_tile;
    array<task> tasks;
    /// the tasks of each tile; `last` is empty if the tasks of each tile end where those of the next tile begin
    array<row_offset> first, last;

    tasks_ref view() const {
        return {tasks.data(),       first.data(), last.empty() ? first.data() + 1 : last.data(),
                row_of_tile.data(), rows.first,   first_tile};
    }
};

/// `mask`: the mask for all of C, not only for the panel. Waits.
counted_tiles count_tiles(const engine_ptr& e, const tiles_ref& a, const tiles_ref& b, task_list&& list, const tile_mask& mask);

}  // namespace graphblas_gpu::cuda::tile_paper
