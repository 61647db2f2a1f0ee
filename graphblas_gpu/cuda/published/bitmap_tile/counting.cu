// The bitmaps of C's tiles by bmSPARSE's kernel, and the tasks of those tiles that have entries.
#include <graphblas_gpu/cuda/device/simt.cuh>

#include <graphblas_gpu/cuda/elementwise/compaction.cuh>
#include <graphblas_gpu/cuda/primitives/entries.cuh>
#include <graphblas_gpu/cuda/published/bitmap_tile/counting.hpp>

#include <algorithm>

namespace graphblas_gpu::cuda::tile_paper {

namespace {

constexpr unsigned threads = 256;
/// This many lanes share the tasks of a tile of C; a tile has about five to fifteen tasks.
constexpr unsigned lanes_a_tile = 8;

/// `a`: the bitmaps of the panel's tiles of A.
__global__ void or_products_kernel(const tile_bits* a, const tile_bits* b, const task* tasks, const row_offset* begins,
                                   row_offset tiles, tile_bits* bitmaps) {
    const row_offset tile = (static_cast<row_offset>(blockIdx.x) * threads + threadIdx.x) / lanes_a_tile;
    const unsigned lane = threadIdx.x % lanes_a_tile;
    unsigned long long bits = 0;
    if (tile < tiles) {
        for (row_offset t = begins[tile] + lane; t < begins[tile + 1]; t += lanes_a_tile) {
            const task pair = tasks[t];
            bits |= formats::tile_product(a[left_tile(pair)], b[right_tile(pair)]);
        }
    }
    for (unsigned d = lanes_a_tile / 2; d > 0; d /= 2) bits |= __shfl_xor_sync(simt::full_warp, bits, static_cast<int>(d));
    if (tile < tiles && lane == 0) bitmaps[tile] = bits;
}

array<tile_bits> bitmaps_of(const engine_ptr& e, const tiles_ref& a, const tiles_ref& b, const task_list& list) {
    const row_offset tiles = list.structure.nvals;
    array<tile_bits> bitmaps(e, static_cast<std::size_t>(tiles));
    if (list.variant == tile_variant::tsparse) {
        or_products_on_tensor_cores(e, a, b, list, bitmaps.data());
        return bitmaps;
    }
    const row_offset blocks = (tiles * lanes_a_tile + threads - 1) / threads;
    simt::launch(e->stream(), static_cast<unsigned>(blocks), threads, 0, or_products_kernel, a.bitmaps + list.first_tile,
                 b.bitmaps, list.tasks.data(), list.begins.data(), tiles, bitmaps.data());
    return bitmaps;
}

/// The row of each tile of C, and its tasks if only some of the listed tiles have remained.
void find_tasks(const engine_ptr& e, const csr_ref& listed, const row_offset* begins, counted_tiles& out) {
    const csr_ref c = out.c.structure.view();
    const auto count = static_cast<std::size_t>(c.nvals);
    out.row_of_tile = rows_of_entries(e, c);
    if (c.nvals == listed.nvals) return;
    out.first = array<row_offset>(e, count);
    out.last = array<row_offset>(e, count);
    row_offset *const first = out.first.data(), *const last = out.last.data();
    for_each_entry(e, c, GB_DEVICE_LAMBDA(index row, row_offset tile) {
        const row_offset at = find_entry(listed, row, c.columns[tile]);
        first[tile] = begins[at];
        last[tile] = begins[at + 1];
    });
}

}  // namespace

counted_tiles count_tiles(const engine_ptr& e, const tiles_ref& a, const tiles_ref& b, task_list&& list,
                          const tile_mask& mask) {
    counted_tiles out;
    out.rows = list.rows;
    out.first_tile = list.first_tile;
    tile_mask of_rows = mask;
    if (mask.present) of_rows.tiles.tiles.offsets += list.rows.first;
    const index nrows = std::min(list.rows.last * formats::tile_side, a.nrows) - list.rows.first * formats::tile_side;
    out.c = tiles_with_entries(e, list.structure.view(), bitmaps_of(e, a, b, list), of_rows, nrows, b.ncols);
    find_tasks(e, list.structure.view(), list.begins.data(), out);
    if (out.last.empty()) out.first = std::move(list.begins);
    out.tasks = std::move(list.tasks);
    return out;
}

}  // namespace graphblas_gpu::cuda::tile_paper
