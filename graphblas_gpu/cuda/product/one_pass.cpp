// Methods that find the sizes, columns and values of rows in one pass: products under a mask that admits only its entries, dot
// products, merged rows, and tiles.
#include <graphblas_gpu/cuda/product/stages.hpp>
#include <graphblas_gpu/cuda/published/kernels.hpp>

#include <algorithm>
#include <utility>

#include <graphblas_gpu/base/trace.hpp>
#include <graphblas_gpu/cuda/dot/strategy.hpp>
#include <graphblas_gpu/cuda/elementwise/combine.hpp>
#include <graphblas_gpu/cuda/shared/assemble.hpp>
#include <fmt/format.h>

namespace graphblas_gpu::cuda::stages {

namespace {

/// The product has this mask as long as the object lives.
class mask_in_force {
  public:
    mask_in_force(product& p, const mask_ref& mask) : p_(p), before_(std::exchange(p.task.mask, mask)) {}
    ~mask_in_force() { p_.task.mask = before_; }
    mask_in_force(const mask_in_force&) = delete;
    mask_in_force& operator=(const mask_in_force&) = delete;

  private:
    product& p_;
    mask_ref before_;
};

/// B' for these rows under a mask that admits only its entries, if their kernels read it or may read it.
csr_ref b_transposed_for(product& p, const product_rows& rows, bool with_values) {
    const bool was_free = p.choice.method == method::automatic;
    if (!masked::takes_short_rows(rows, p.choice.method)) return b_transposed(p, with_values);
    if (was_free) p.choice.reason += fmt::format("; at most {} a row: a push without a plan", rows.max_flops);
    return {};
}

/// Under a mask that admits only its entries. A method that is still automatic becomes the one that the kernels take.
csr masked_rows(product& p, row_range r, type_code type) {
    const bool with_values = type != type_code::none;
    if (with_values) take_values(p);
    const product_rows rows = rows_of(p, r);
    const csr_ref transposed = b_transposed_for(p, rows, with_values);
    if (!with_values) return masked_structure(p.e, rows, transposed, p.choice.method);
    return p.recipe.run->current(p.e, kernel_group::masked).masked_product(p.e, rows, transposed, p.choice.method);
}

/// Whole rows, of which the entries of the mask are kept.
csr admitted_rows(product& p, row_range r, type_code type) {
    mask_ref part = p.task.mask;
    part.rows = rows_from(part.rows, r);
    csr whole = [&] {
        const mask_in_force none(p, {});
        return rows_in_two_phases(p, r, type);
    }();
    const csr nothing = empty_csr(p.e, whole.nrows, whole.ncols, whole.type);
    return write_back(p.e, nothing.view(), std::move(whole), part, std::nullopt, true, false);
}

csr merged_rows_of(product& p, row_range r, type_code type) {
    const product_rows rows = rows_of(p, r);
    if (p.is_bhsparse() && rows.total_flops > 0) {
        merge_paper::memory_use use;
        csr c = p.recipe.run->published()->merged_rows(p.e, rows, type, use);
        if (use.upper_bound > p.lists.upper_bound) {
            p.lists = use;
            constexpr double mb = 1e6;
            p.choice.reason =
                fmt::format("variant {} asked for; rows in {:.3g} MB of memory, by upper bounds {:.3g}, exactly {:.3g}",
                            to_string(p.task.desc.merge_variant), static_cast<double>(use.hybrid) / mb,
                            static_cast<double>(use.upper_bound) / mb, static_cast<double>(use.exact) / mb);
        }
        return c;
    }
    merged_rows merged = merge_rows(p.e, rows);
    csr c = std::move(merged.structure);
    if (type == type_code::none) return c;
    c.type = type;
    c.values = memory(p.e, static_cast<std::size_t>(c.nvals) * base::size_of(type));
    if (p.is_merged_by_own()) p.recipe.own->merged_values(p.e, p.task.a, p.task.b, merged, c.values.data());
    else p.recipe.run->current(p.e, kernel_group::merge).merged_values(p.e, rows.a, rows.b, merged, c.values.data());
    return c;
}

csr panel_in_one_pass(product& p, row_range r, type_code type) {
    const base::phase one_pass("rows in one pass");
    if (p.is_tiled()) return p.has_tile_lists() ? rows_from_list(p, r, type) : rows_from_tiles(p, r, type);
    if (p.is_merged()) return merged_rows_of(p, r, type);
    return p.keeps_admitted() ? admitted_rows(p, r, type) : masked_rows(p, r, type);
}

row_offset count_panel(product& p, row_range r) {
    if (p.is_tiled()) return p.has_tile_lists() ? count_by_list(p, r) : structure_in_tiles(p, r).nvals;
    if (p.is_merged() || p.keeps_admitted()) return panel_in_one_pass(p, r, type_code::none).nvals;
    const product_rows rows = rows_of(p, r);
    return masked_nvals(p.e, rows, b_transposed_for(p, rows, false), p.choice.method);
}

row_offset count_in_panels(product& p, row_range units, std::int64_t pieces) {
    row_offset nvals = 0;
    p.panels = std::max(p.panels,
                        in_panels(units, pieces, [&](row_range panel) { nvals += count_panel(p, rows_of_units(p, panel)); }));
    return nvals;
}

index unit(const product& p) { return p.is_tiled() ? formats::tile_side : 1; }

}  // namespace

row_range units_of(const product& p, row_range rows) { return {rows.first / unit(p), (rows.last + unit(p) - 1) / unit(p)}; }

row_range rows_of_units(const product& p, row_range units) {
    return {units.first * unit(p), std::min(units.last * unit(p), p.task.a.nrows)};
}

row_offset count_in_one_pass(product& p) {
    const row_range units = units_of(p, p.all_rows());
    return count_in_panels(p, units, first_pieces(p, units.count()));
}

csr rows_in_one_pass(product& p, row_range r, type_code type) {
    if (p.is_merged() && type != type_code::none) take_values(p);
    try {
        return panel_in_one_pass(p, r, type);
    } catch (const out_of_memory&) {
        if (r.count() <= unit(p)) throw;
    }
    // Entries are counted first, so that C is allocated once.
    const row_range units = units_of(p, r);
    const row_offset nvals = count_in_panels(p, units, std::max<std::int64_t>(2, first_pieces(p, units.count())));
    if (r.count() == p.task.a.nrows) p.counted_nvals = nvals;
    csr c;
    c.nrows = r.count();
    c.ncols = p.task.b.ncols;
    c.offsets = array<row_offset>(p.e, static_cast<std::size_t>(r.count()) + 1);
    allocate_entries(p, c, nvals, type);
    row_offset at = 0;
    p.panels = std::max(p.panels, in_panels(units, p.panels, [&](row_range panel) {
                            const row_range rows = rows_of_units(p, panel);
                            const csr piece = panel_in_one_pass(p, rows, type);
                            append_rows(p.e, piece, rows.first - r.first, at, c);
                            at += piece.nvals;
                        }));
    return c;
}

csr rows_by_dot(product& p, row_range r, type_code type) {
    const csr found = rows_in_two_phases(p, r, type_code::none);
    mask_ref structure{true, false, found.view()};
    // The rows of a mask count from the first row of A.
    structure.rows.offsets -= r.first;
    structure.rows.nrows = r.last;
    const mask_in_force under(p, structure);
    return rows_in_one_pass(p, r, type);
}

}  // namespace graphblas_gpu::cuda::stages
