// The bitmaps of C's tiles by bmSPARSE's kernel, the mask, compaction, and the offsets of values.
#include <graphblas_gpu/cuda/device/simt.cuh>

#include <graphblas_gpu/cuda/bitmap_tile/paper/counting.hpp>
#include <graphblas_gpu/cuda/primitives/compaction.cuh>
#include <graphblas_gpu/cuda/structure/entries.cuh>

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

/// Removes the entries that the mask does not admit from the bitmaps.
void apply_mask(const engine_ptr& e, const tile_mask& mask, const csr_ref& structure, index first_row, tile_bits* bitmaps) {
    const csr_ref tiles = mask.tiles.tiles;
    const tile_bits* const admitted = mask.tiles.bitmaps;
    const bool complement = mask.complement;
    for_each_entry(e, structure, GB_DEVICE_LAMBDA(index row, row_offset p) {
        const row_offset at = find_entry(tiles, first_row + row, structure.columns[p]);
        const tile_bits bits = at < 0 ? 0 : admitted[at];
        bitmaps[p] &= complement ? ~bits : bits;
    });
}

/// Moves the tiles that are not empty to `out`, with the ranges of their tasks.
void drop_empty_tiles(const engine_ptr& e, task_list& list, array<tile_bits>&& bitmaps, counted_tiles& out) {
    const csr_ref structure = list.structure.view();
    const tile_bits* const bits = bitmaps.data();
    marks staying(e, structure.nvals);
    const rank_ref rank = staying.add(structure, GB_DEVICE_LAMBDA(index, row_offset p) { return bits[p] != 0; });
    const row_offset remaining = staying.count();
    if (remaining == structure.nvals) {
        out.c.structure = std::move(list.structure);
        out.c.bitmaps = std::move(bitmaps);
        out.first = std::move(list.begins);
        return;
    }
    out.c.structure = marked_entries(e, structure, rank, remaining, structure.nrows, structure.ncols);
    out.c.bitmaps = array<tile_bits>(e, static_cast<std::size_t>(remaining));
    out.first = array<row_offset>(e, static_cast<std::size_t>(remaining));
    out.last = array<row_offset>(e, static_cast<std::size_t>(remaining));
    tile_bits* const to_bits = out.c.bitmaps.data();
    row_offset *const first = out.first.data(), *const last = out.last.data();
    const row_offset* const begins = list.begins.data();
    for_each(e, structure.nvals, GB_DEVICE_LAMBDA(std::int64_t p) {
        if (!rank.is_marked(p)) return;
        const row_offset to = rank(p);
        to_bits[to] = bits[p];
        first[to] = begins[p];
        last[to] = begins[p + 1];
    });
}

/// Computes the offsets of values, and the row of each tile.
void compute_value_offsets(const engine_ptr& e, counted_tiles& out) {
    tiles& c = out.c;
    const csr_ref structure = c.structure.view();
    const array<row_offset> before(e, static_cast<std::size_t>(structure.nvals) + 1);
    row_offset* const sum = before.data();
    const tile_bits* const bits = c.bitmaps.data();
    for_each(e, structure.nvals, GB_DEVICE_LAMBDA(std::int64_t tile) { sum[tile] = formats::tile_nvals(bits[tile]); });
    c.nvals = sizes_to_offsets(e, sum, structure.nvals);
    c.bases = array<row_offset>(e, static_cast<std::size_t>(structure.nrows) + 1);
    c.starts = array<std::uint32_t>(e, static_cast<std::size_t>(structure.nvals));
    out.row_of_tile = array<std::uint32_t>(e, static_cast<std::size_t>(structure.nvals));
    row_offset* const bases = c.bases.data();
    std::uint32_t *const starts = c.starts.data(), *const rows = out.row_of_tile.data();
    for_each(e, structure.nrows + 1, GB_DEVICE_LAMBDA(std::int64_t r) { bases[r] = sum[structure.offsets[r]]; });
    for_each_entry(e, structure, GB_DEVICE_LAMBDA(index row, row_offset tile) {
        starts[tile] = static_cast<std::uint32_t>(sum[tile] - sum[structure.offsets[row]]);
        rows[tile] = static_cast<std::uint32_t>(row);
    });
}

}  // namespace

counted_tiles count_tiles(const engine_ptr& e, const tiles_ref& a, const tiles_ref& b, task_list&& list,
                          const tile_mask& mask) {
    counted_tiles out;
    out.rows = list.rows;
    out.first_tile = list.first_tile;
    out.c.nrows = std::min(list.rows.last * formats::tile_side, a.nrows) - list.rows.first * formats::tile_side;
    out.c.ncols = b.ncols;
    array<tile_bits> bitmaps = bitmaps_of(e, a, b, list);
    if (mask.present) apply_mask(e, mask, list.structure.view(), list.rows.first, bitmaps.data());
    drop_empty_tiles(e, list, std::move(bitmaps), out);
    out.tasks = std::move(list.tasks);
    compute_value_offsets(e, out);
    return out;
}

}  // namespace graphblas_gpu::cuda::tile_paper
