// A product by method bitmap_tile: tiles of the operands, structure of C, values, and conversion to rows.
//
// Idea: the operands' tiles are made once and cached with the matrix. C's tiles are in memory beside its rows only while the
// rows are written. If both do not fit, rows of tiles are computed in panels, like rows in the other methods.
#include <graphblas_gpu/cuda/product/stages.hpp>

#include <utility>

#include <graphblas_gpu/base/trace.hpp>
#include <graphblas_gpu/cuda/bitmap_tile/convert.hpp>
#include <graphblas_gpu/cuda/bitmap_tile/rules.hpp>
#include <graphblas_gpu/cuda/elementwise/values.hpp>
#include <graphblas_gpu/cuda/shared/assemble.hpp>
#include <fmt/format.h>

namespace graphblas_gpu::cuda {

csr possible_tiles(const engine_ptr& e, const csr_ref& a, const csr_ref& b) {
    product_task task;
    task.operation = "bitmap_tile";
    task.a = a;
    task.b = b;
    product tiles(e, std::move(task), structural_recipe());
    return structure_of(tiles);
}

}  // namespace graphblas_gpu::cuda

namespace graphblas_gpu::cuda::stages {

namespace {

std::shared_ptr<const tiles> take_tiles(const engine_ptr& e, const tiles_source& source, const csr_ref& rows) {
    return source ? source() : std::make_shared<const tiles>(tiled(e, rows));
}

/// Some rows of tiles as a matrix of their own.
struct tile_rows {
    tiles_ref view;
    array<row_offset> offsets, offsets_of_columns;

    tile_rows(const engine_ptr& e, const tiles_ref& whole, row_range r) : view(whole) {
        const index first = r.first / formats::tile_side, last = formats::tiles_for(r.last);
        if (first == 0 && last == whole.tiles.nrows) return;
        view.nrows = r.count();
        view.nvals = read_element(*e, whole.bases + last) - read_element(*e, whole.bases + first);
        view.first_row = r.first;
        view.bases += first;
        const row_offset begin = cut(e, view.tiles, first, last, offsets);
        // The numbers of tiles in slices refer to the whole matrix, so bitmaps and starts are not shifted.
        if (whole.columns.present()) {
            const row_offset first_slice = cut(e, view.columns.structure, first, last, offsets_of_columns);
            view.columns.bits += first_slice;
            view.columns.starts += first_slice;
            return;
        }
        view.bitmaps += begin;
        view.starts += begin;
    }

  private:
    /// Restricts m to rows first .. last - 1; returns the offset of their first entry.
    static row_offset cut(const engine_ptr& e, csr_ref& m, index first, index last, array<row_offset>& shifted) {
        const row_offset begin = read_element(*e, m.offsets + first), end = read_element(*e, m.offsets + last);
        shifted = array<row_offset>(e, static_cast<std::size_t>(last - first) + 1);
        shift_offsets(e, m.offsets + first, last - first, shifted.data());
        m.nrows = last - first;
        m.nvals = end - begin;
        m.offsets = shifted.data();
        m.columns += begin;
        return begin;
    }
};

}  // namespace

void take_tiles(product& p) {
    operands_in_tiles& in = p.in_tiles;
    if (in.a != nullptr) return;
    const base::phase tiling("tiles of the operands");
    auto a = take_tiles(p.e, p.task.a_tiles, p.task.a), b = take_tiles(p.e, p.task.b_tiles, p.task.b);
    const bool reads = p.recipe.values == product_values::summed;
    slices_ref rows;
    if (!reads_whole_tiles(p, *a, *b) && bitmap_tile::takes_slices(products_of_average(*a, *b), a->structure.nvals)) {
        if (reads) take_values(p);
        rows = b->rows.get([&] { return row_slices(p.e, p.task.b); })->view();
        rows.bases = p.task.b.offsets;
        if (reads) rows.values = p.task.b.values;
    }
    in.a_view = with_values_of(p.e, a->view(), reads ? p.recipe.types.left : type_code::none, in.a_values);
    check_rows_of_b(p.e, rows.present() ? rows.structure : b->structure.view());
    const type_code b_type = reads && !rows.present() ? p.recipe.types.right : type_code::none;
    in.b_view = with_values_of(p.e, b->view(), b_type, in.b_values);
    in.b_view.rows = rows;
    if (rows.present()) in.a_view.columns = a->columns.get([&] { return column_slices(p.e, a->view()); })->view();
    in.a = std::move(a);
    in.b = std::move(b);
}

void take_mask_tiles(product& p) {
    if (p.in_tiles.mask == nullptr) p.in_tiles.mask = take_tiles(p.e, p.task.mask_tiles, p.task.mask.rows);
}

tiles structure_in_tiles(product& p, row_range r) {
    take_tiles(p);
    const tile_rows a(p.e, p.in_tiles.a_view, r);
    const tiles_ref& b = p.in_tiles.b_view;
    const std::int64_t most = p.work.totals.most;
    if (!p.task.mask.present) return tile_structure(p.e, a.view, b, {}, most);
    take_mask_tiles(p);
    const tile_rows mask(p.e, p.in_tiles.mask->view(), r);
    return tile_structure(p.e, a.view, b, {true, p.task.mask.complement, mask.view}, most);
}

csr rows_from_tiles(product& p, row_range r, type_code type) {
    tiles c = structure_in_tiles(p, r);
    if (type == type_code::none) return untiled(p.e, c.view());
    const tile_rows a(p.e, p.in_tiles.a_view, r);
    c.type = type;
    c.values = memory(p.e, static_cast<std::size_t>(c.nvals) * base::size_of(type));
    tiles_ref view = c.view();
    view.first_row = r.first;
    write_tile_values(p, a.view, view.structure(), c.values.data());
    return untiled(p.e, view);
}

}  // namespace graphblas_gpu::cuda::stages
