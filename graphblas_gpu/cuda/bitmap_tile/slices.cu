// Making the slices of a matrix.
#include <graphblas_gpu/cuda/bitmap_tile/slices.hpp>

#include <graphblas_gpu/cuda/bitmap_tile/tiles.hpp>
#include <graphblas_gpu/cuda/structure/column_groups.cuh>

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
    const column_groups<std::uint8_t> groups(e, a);
    tile_slices out = slices_for(e, a.nrows, formats::tiles_for(a.ncols), groups.count());
    out.structure.offsets = groups.offsets();
    groups.write(out.structure.columns.data(), out.bits.data(), out.starts.data());
    return out;
}

}  // namespace graphblas_gpu::cuda
