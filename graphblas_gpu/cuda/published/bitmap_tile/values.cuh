// bmSPARSE's multiplication: one entry of C a thread.
//
// Idea: 64 threads have the 64 positions of a tile of C. Each visits all tasks of the tile. A row of A's bitmap and a column of
// B's, a byte each, tell the common k; the number of bits below a position is the index of its value. Terms are added in
// ascending k.
// Source: bmSPARSE (Zhang, Gruenwald).
#pragma once

#include <graphblas_gpu/cuda/published/methods.hpp>
#include <graphblas_gpu/cuda/shared/kernel_semiring.cuh>

namespace graphblas_gpu::cuda::tile_paper {

namespace detail {

inline constexpr unsigned value_threads = 256;
inline constexpr unsigned tiles_a_block = value_threads / formats::tile_positions;

/// Adds all terms of one task to the sum of a thread.
template <class K>
__device__ void add_task(const K& k, const tiles_ref& a, const tiles_ref& b, index tile_row, row_offset left, row_offset right,
                         unsigned row, unsigned column, index j, typename K::accumulator& sum) {
    const tile_bits x = a.bitmaps[left], y = b.bitmaps[right];
    unsigned shared = formats::tile_row(x, row) & tile_column(y, column);
    if (shared == 0) return;
    const index tile_k = a.tiles.columns[left];
    const auto* const x_values = a.values_as<typename K::left>();
    const auto* const y_values = b.values_as<typename K::right>();
    const row_offset x_first = a.bases[tile_row] + a.starts[left], y_first = b.bases[tile_k] + b.starts[right];
    for (; shared != 0; shared &= shared - 1) {
        const auto at = simt::lowest_bit(shared);
        const auto p = value_at<K::reads_left>(x_values, x_first + formats::tile_rank(x, formats::tile_side * row + at));
        const auto q = value_at<K::reads_right>(y_values, y_first + formats::tile_rank(y, formats::tile_side * at + column));
        sum = k.sum_into(sum, k.product(p, q, tile_row * formats::tile_side + row, tile_k * formats::tile_side + at, j));
    }
}

template <class K>
__global__ void __launch_bounds__(value_threads) tile_values_kernel(K k, tiles_ref a, tiles_ref b, tiles_ref c, tasks_ref tasks,
                                                                    typename K::value* values) {
    const row_offset tile = static_cast<row_offset>(blockIdx.x) * tiles_a_block + threadIdx.x / formats::tile_positions;
    if (tile >= c.tiles.nvals) return;
    const unsigned position = threadIdx.x % formats::tile_positions;
    const tile_bits bits = c.bitmaps[tile];
    if ((bits >> position & 1) == 0) return;
    const unsigned row = position / formats::tile_side, column = position % formats::tile_side;
    const index row_of_c = tasks.rows[tile], tile_row = tasks.first_row + row_of_c;
    const index j = index{c.tiles.columns[tile]} * formats::tile_side + column;
    auto sum = k.empty();
    for (row_offset t = tasks.first[tile]; t < tasks.last[tile]; ++t) {
        const task pair = tasks.tasks[t];
        add_task(k, a, b, tile_row, tasks.first_tile + left_tile(pair), right_tile(pair), row, column, j, sum);
    }
    values[c.bases[row_of_c] + c.starts[tile] + formats::tile_rank(bits, position)] = k.read(sum);
}

}  // namespace detail

template <class K>
void tile_values(const engine_ptr& e, const K& k, const tiles_ref& a, const tiles_ref& b, const tiles_ref& c,
                 const tasks_ref& tasks, typename K::value* values) {
    const row_offset blocks = (c.tiles.nvals + detail::tiles_a_block - 1) / detail::tiles_a_block;
    simt::launch(e->stream(), static_cast<unsigned>(blocks), detail::value_threads, 0, detail::tile_values_kernel<K>, k, a, b,
                 c, tasks, values);
}

}  // namespace graphblas_gpu::cuda::tile_paper
