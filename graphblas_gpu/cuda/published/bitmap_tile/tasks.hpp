// Task lists, as in the two papers: which tiles of A and B multiply into which tile of C.
//
// Idea: bmSPARSE lists every pair of a tile of A and a tile of B in which A's column is B's row, and sorts all of them by (row,
// column) of C. tSparse drops the pairs whose bitmaps have no product before it sorts, and sorts each row of tiles separately,
// by column. Both sorts are stable, so that the tasks of a tile of C are in ascending k.
// Source: bmSPARSE (Zhang, Gruenwald); tSparse (Zachariadis, Satpute, Gomez-Luna, Olivares).
#pragma once

#include <graphblas_gpu/cuda/bitmap_tile/tiles.hpp>
#include <graphblas_gpu/cuda/shared/panels.hpp>
#include <graphblas_gpu/planner/method.hpp>

namespace graphblas_gpu::cuda::tile_paper {

/// A task is a pair of tiles in one word: the tile of A, counted from the first of the panel, and the tile of B.
using task = std::uint64_t;
GB_HD constexpr task task_of(std::uint64_t a, std::uint64_t b) { return a << 32 | b; }
GB_HD constexpr row_offset left_tile(task t) { return static_cast<row_offset>(t >> 32); }
GB_HD constexpr row_offset right_tile(task t) { return static_cast<row_offset>(t & 0xffffffffu); }

/// The memory of a pair of tiles while lists are made: key and task before the sort, within it and after it, and a column.
inline constexpr std::int64_t bytes_a_pair = 3 * (8 + 8) + 4;

/// Where the pairs of each tile of A begin in a list of all of them.
struct pair_counts {
    array<row_offset> begins;  ///< an element for each tile of A; one more for the number of pairs
    row_offset total = 0;
};

/// Counts the pairs of each tile of A: the tiles in the row of B that it names. Waits.
pair_counts count_pairs(const engine_ptr& e, const csr_ref& a, const csr_ref& b);

/// The tasks of some rows of tiles.
struct task_list {
    tile_variant variant = tile_variant::automatic;
    row_range rows;             ///< the rows of tiles of A
    row_offset first_tile = 0;  ///< the first tile of A in these rows
    row_offset pairs = 0;       ///< the number of pairs of tiles before any pair was dropped
    array<task> tasks;          ///< sorted by row and column of C
    csr structure;              ///< tiles of C that have tasks; rows count from the first of the panel
    array<row_offset> begins;   ///< where the tasks of each tile of C begin; one element more for their number
};

/// Lists the tasks of some rows of tiles by a variant other than automatic. Throws unsupported if a panel of A or all of B has
/// 2^32 tiles or more. Waits.
task_list list_tasks(const engine_ptr& e, tile_variant variant, const tiles_ref& a, const tiles_ref& b,
                     const pair_counts& counts, row_range rows);

}  // namespace graphblas_gpu::cuda::tile_paper
