// Making the slices of a matrix.
#include <graphblas_gpu/cuda/bitmap_tile/slices.hpp>

#include <graphblas_gpu/cuda/bitmap_tile/tiles.hpp>
#include <graphblas_gpu/cuda/structure/entries.cuh>

namespace graphblas_gpu::cuda {

namespace {

tile_slices slices_for(const engine_ptr& e, index nrows, index ncols, row_offset count) {
    tile_slices out;
    out.structure = csr_with_room(e, nrows, ncols, count, type_code::none);
    // One element more than needed, so that the pointer of slices that are present is never null.
    out.bits = array<std::uint8_t>(e, static_cast<std::size_t>(count) + 1);
    out.starts = array<std::uint32_t>(e, static_cast<std::size_t>(count));
    return out;
}

}  // namespace

tile_slices column_slices(const engine_ptr& e, const tiles_ref& t) {
    const row_offset tiles = t.tiles.nvals;
    const array<row_offset> before(e, static_cast<std::size_t>(tiles) + 1);
    row_offset* const at = before.data();
    for_each(e, tiles, GB_DEVICE_LAMBDA(std::int64_t p) { at[p] = __popc(formats::tile_columns_present(t.bitmaps[p])); });
    tile_slices out = slices_for(e, t.tiles.nrows, t.ncols, sizes_to_offsets(e, at, tiles));
    row_offset* const offsets = out.structure.offsets.data();
    for_each(e, t.tiles.nrows + 1, GB_DEVICE_LAMBDA(std::int64_t row) { offsets[row] = at[t.tiles.offsets[row]]; });
    column_index* const columns = out.structure.columns.data();
    std::uint8_t* const bits = out.bits.data();
    std::uint32_t* const starts = out.starts.data();
    for_each(e, tiles, GB_DEVICE_LAMBDA(std::int64_t p) {
        row_offset to = at[p];
        for (unsigned left = formats::tile_columns_present(t.bitmaps[p]); left != 0; left &= left - 1, ++to) {
            const unsigned c = simt::lowest_bit(left);
            columns[to] = t.tiles.columns[p] * formats::tile_side + c;
            bits[to] = static_cast<std::uint8_t>(tile_column(t.bitmaps[p], c));
            starts[to] = static_cast<std::uint32_t>(p);
        }
    });
    return out;
}

tile_slices row_slices(const engine_ptr& e, const csr_ref& a) {
    if (a.nvals == 0) {
        tile_slices none = slices_for(e, a.nrows, formats::tiles_for(a.ncols), 0);
        e->set_bytes(none.structure.offsets.data(), 0, none.structure.offsets.size() * sizeof(row_offset));
        return none;
    }
    marks firsts(e, a.nvals);
    const rank_ref before = firsts.add(a, GB_DEVICE_LAMBDA(index i, row_offset p) {
        return p == a.offsets[i] || a.columns[p - 1] / formats::tile_side != a.columns[p] / formats::tile_side;
    });
    tile_slices out = slices_for(e, a.nrows, formats::tiles_for(a.ncols), firsts.count());
    row_offset* const offsets = out.structure.offsets.data();
    for_each(e, a.nrows + 1, GB_DEVICE_LAMBDA(std::int64_t i) { offsets[i] = before(a.offsets[i]); });
    column_index* const columns = out.structure.columns.data();
    std::uint8_t* const bits = out.bits.data();
    std::uint32_t* const starts = out.starts.data();
    for_each_entry(e, a, GB_DEVICE_LAMBDA(index i, row_offset p) {
        if (!before.is_marked(p)) return;
        const row_offset to = before(p), end = a.offsets[i + 1];
        const column_index column = a.columns[p] / formats::tile_side;
        unsigned found = 0;
        for (row_offset q = p; q < end && q < p + formats::tile_side && a.columns[q] / formats::tile_side == column; ++q) {
            found |= 1u << a.columns[q] % formats::tile_side;
        }
        columns[to] = column;
        bits[to] = static_cast<std::uint8_t>(found);
        starts[to] = static_cast<std::uint32_t>(p - a.offsets[i]);
    });
    return out;
}

}  // namespace graphblas_gpu::cuda
