// C's tiles from a task list: their bitmaps under the mask, and the offsets of their values.
//
// Idea: bmSPARSE's counting and compaction. A bitmap is the union of the products of the bitmaps of its tasks. Tiles that are
// empty (their tasks have no product, or the mask forbids their entries) are dropped. The offsets of values are prefix sums of
// population counts. Entries whose values sum up to zero remain: in GraphBLAS they are entries.
// Source: bmSPARSE (Zhang, Gruenwald).
//
// tSparse's counting and multiplication on tensor cores.
//
// Idea: one 16 x 16 x 16 product multiplies two tasks, whose tiles are on its diagonal. Fragments are built in registers from
// bits or from packed values. Three quarters of the instruction's products are multiplications of zeros. This is the paper's
// arrangement; cuda/bitmap_tile/tensor improves on it.
// Source: tSparse (Zachariadis, Satpute, Gomez-Luna, Olivares).
#pragma once

#include <graphblas_gpu/cuda/bitmap_tile/structure.hpp>
#include <graphblas_gpu/cuda/published/bitmap_tile/tasks.hpp>

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

/// Writes the bitmap of each tile of C to `bitmaps` (device): products of ones are summed, and positive sums are set bits.
void or_products_on_tensor_cores(const engine_ptr& e, const tiles_ref& a, const tiles_ref& b, const task_list& list,
                                 tile_bits* bitmaps);

/// The values of C's tiles. Factors are multiplied by 2^a_exponent and 2^b_exponent and rounded to fp16; sums are in fp32.
/// Values of A and B are fp32. Sums are the same in every run. A tile with a sum that is not finite is computed again in fp32,
/// because absent entries, which are zeros in the fragments, must not be multiplied by an infinity.
void mixed_values(const engine_ptr& e, const tiles_ref& a, const tiles_ref& b, const tiles_ref& c, const tasks_ref& tasks,
                  int a_exponent, int b_exponent, float* values);

}  // namespace graphblas_gpu::cuda::tile_paper
