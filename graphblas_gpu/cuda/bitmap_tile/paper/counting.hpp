// C's tiles from a task list: their bitmaps, what the mask leaves of them, and where their values go.
//
// Idea: bmSPARSE's counting and compaction. A bitmap is the union of the products of the bitmaps of its tasks; tiles that come
// out empty (tasks without a product, or entries that the mask forbids) are dropped, and population counts add up to places.
// Entries whose values sum up to zero stay: to GraphBLAS they are entries.
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
    row_offset first_tile = 0;            ///< of A: tasks count from there
};

/// Rows of tiles of C, values to come.
struct counted_tiles {
    row_range rows;
    row_offset first_tile = 0;
    tiles c;  ///< rows count from the first of the panel; no values
    array<std::uint32_t> row_of_tile;
    array<task> tasks;
    array<row_offset> first, last;  ///< last is empty where a tile's tasks end where those of the next begin

    tasks_ref view() const {
        return {tasks.data(),       first.data(), last.empty() ? first.data() + 1 : last.data(),
                row_of_tile.data(), rows.first,   first_tile};
    }
};

/// The mask is one of all of C. Waits.
counted_tiles count_tiles(const engine_ptr& e, const tiles_ref& a, const tiles_ref& b, task_list&& list, const tile_mask& mask);

}  // namespace graphblas_gpu::cuda::tile_paper
