// A product by method bitmap_tile: tiles of the operands, structure of C, values, and conversion to rows.
//
// Idea: the operands' tiles are made once and cached with the matrix. C's tiles are in memory beside its rows only while the
// rows are written. If both do not fit, rows of tiles are computed in panels, like rows in the other methods.
#include <graphblas_gpu/cuda/product/product.hpp>

#include <utility>

#include <fmt/format.h>
#include <graphblas_gpu/cuda/bitmap_tile/convert.hpp>
#include <graphblas_gpu/cuda/bitmap_tile/rules.hpp>
#include <graphblas_gpu/cuda/product/assemble.hpp>
#include <graphblas_gpu/cuda/elementwise/values.hpp>

namespace graphblas_gpu::cuda {

namespace {

std::shared_ptr<const tiles> taken(const engine_ptr& e, const tiles_source& source, const csr_ref& rows) {
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

void product::take_tiles() {
    if (a_tiles_ != nullptr) return;
    auto a = taken(e_, task_.a_tiles, task_.a), b = taken(e_, task_.b_tiles, task_.b);
    const bool reads = recipe_.values == product_values::summed;
    slices_ref rows;
    if (!reads_whole_tiles(*a, *b) && bitmap_tile::takes_slices(products_of_average(*a, *b), a->structure.nvals)) {
        if (reads) take_values();
        rows = b->rows.get([&] { return row_slices(e_, task_.b); })->view();
        rows.bases = task_.b.offsets;
        if (reads) rows.values = task_.b.values;
    }
    a_in_tiles_ = with_values_of(e_, a->view(), reads ? recipe_.types.left : type_code::none, a_tile_values_);
    check_rows_of_b(e_, rows.present() ? rows.structure : b->structure.view());
    const type_code b_type = reads && !rows.present() ? recipe_.types.right : type_code::none;
    b_in_tiles_ = with_values_of(e_, b->view(), b_type, b_tile_values_);
    b_in_tiles_.rows = rows;
    if (rows.present()) a_in_tiles_.columns = a->columns.get([&] { return column_slices(e_, a->view()); })->view();
    a_tiles_ = std::move(a);
    b_tiles_ = std::move(b);
}

void product::take_mask_tiles() {
    if (mask_tiles_ == nullptr) mask_tiles_ = taken(e_, task_.mask_tiles, task_.mask.rows);
}

tiles product::tiles_of(range r) {
    take_tiles();
    const tile_rows a(e_, a_in_tiles_, r);
    if (!task_.mask.present) return tile_structure(e_, a.view, b_in_tiles_, {}, work_.most);
    take_mask_tiles();
    const tile_rows mask(e_, mask_tiles_->view(), r);
    return tile_structure(e_, a.view, b_in_tiles_, {true, task_.mask.complement, mask.view}, work_.most);
}

csr product::rows_from_tiles(tiles&& c, range r, type_code type) {
    if (type == type_code::none) return untiled(e_, c.view());
    const tile_rows a(e_, a_in_tiles_, r);
    c.type = type;
    c.values = memory(e_, static_cast<std::size_t>(c.nvals) * formats::size_of(type));
    tiles_ref view = c.view();
    view.first_row = r.first;
    write_tile_values(a.view, view.structure(), c.values.data());
    return untiled(e_, view);
}

symbolic_result product::symbolic_of_tiles() {
    if (has_tile_lists()) {
        throw unsupported(fmt::format("{}: a plan keeps the engine's own tiles, not the lists of variant {}", task_.operation,
                                      to_string(task_.desc.tile_variant)));
    }
    symbolic_result out;
    out.in_tiles = tiles_of(all());
    out.structure = untiled(e_, out.in_tiles.view());
    out.flops = std::move(own_flops_);
    out.work = work_;
    out.was_masked = task_.mask.present;
    return out;
}

csr product::numeric_of_tiles(type_code type) {
    csr c = structure_shared_with(symbolic_->structure);
    if (type == type_code::none) return c;
    take_tiles();
    tiles_ref view = symbolic_->in_tiles.view();
    memory values(e_, static_cast<std::size_t>(c.nvals) * formats::size_of(type));
    write_tile_values(a_in_tiles_, view, values.data());
    view.values = values.data();
    view.type = type;
    c.values = untiled_values(e_, view);
    c.type = type;
    return c;
}

}  // namespace graphblas_gpu::cuda
