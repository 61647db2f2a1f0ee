// The parts of a product that do not go through the two phases: masks that admit only their entries, dot products, values that
// are looked up, folds.
#include <graphblas_gpu/cuda/product/product.hpp>

#include <algorithm>

#include <fmt/format.h>
#include <graphblas_gpu/cuda/masked/strategy.hpp>
#include <graphblas_gpu/cuda/product/assemble.hpp>
#include <graphblas_gpu/cuda/product/gather.hpp>
#include <graphblas_gpu/cuda/product/panels.hpp>
#include <graphblas_gpu/cuda/structure/renumber.hpp>
#include <graphblas_gpu/cuda/elementwise/combine.hpp>
#include <graphblas_gpu/cuda/elementwise/values.hpp>
#include <graphblas_gpu/planner/gather_choice.hpp>

namespace graphblas_gpu::cuda {

namespace {

/// A fold has at most this many bytes of the product in memory at a time, unless one row is larger.
constexpr double folded_bytes = 1 << 30;

/// Rows of A from r.first on, as a matrix of their own.
csr_ref rows_from(const csr_ref& a, row_range r) {
    csr_ref part = a;
    part.nrows = r.count();
    part.offsets = a.offsets + r.first;
    return part;
}

}  // namespace

csr_ref product::b_transposed(bool with_values) {
    const bool is_free = choice_.method == method::automatic;
    if (choice_.method != method::dot && !(is_free && planner::weighing_dots_pays(sizes()))) return {};
    const csr_ref made = task_.b_transposed();
    // Kernels that look for the first k read no values; the type that they compute in is not that of B's values.
    const bool reads = with_values && recipe_.values == product_values::summed && recipe_.types.right != type_code::none;
    if (!reads) return made.structure();
    return with_values_of(e_, made, recipe_.types.right, bt_values_);
}

csr product::masked_panel(range r, type_code type) {
    if (type == type_code::none) return masked_structure(e_, rows_of(r), b_transposed(false), choice_.method);
    take_values();
    return recipe_.run->masked_product(e_, rows_of(r), b_transposed(true), choice_.method);
}

csr product::admitted_panel(range r, type_code type) {
    const mask_ref mask = std::exchange(task_.mask, {});
    const auto whole_rows = [&] {
        try {
            return made_in_two_phases(r, type);
        } catch (...) {
            task_.mask = mask;
            throw;
        }
    };
    csr whole = whole_rows();
    task_.mask = mask;
    const csr nothing = empty_csr(e_, whole.nrows, whole.ncols, whole.type);
    const mask_ref part{true, false, rows_from(mask.rows, r)};
    return write_back(e_, nothing.view(), std::move(whole), part, std::nullopt, true, false);
}

csr product::panel_in_one_pass(range r, type_code type) {
    if (is_tiled()) return has_tile_lists() ? rows_from_list(r, type) : rows_from_tiles(tiles_of(r), r, type);
    if (is_merged()) return merged_panel(r, type);
    return keeps_admitted() ? admitted_panel(r, type) : masked_panel(r, type);
}

row_offset product::count_in_one_pass(range r) {
    if (is_tiled()) return has_tile_lists() ? listed(r).c.nvals : tiles_of(r).nvals;
    if (is_merged() || keeps_admitted()) return panel_in_one_pass(r, type_code::none).nvals;
    return masked_nvals(e_, rows_of(r), b_transposed(false), choice_.method);
}

row_range product::units_of(range rows) const { return {rows.first / unit(), (rows.last + unit() - 1) / unit()}; }

row_range product::rows_of_units(range units) const {
    return {units.first * unit(), std::min(units.last * unit(), task_.a.nrows)};
}

row_offset product::count_in_panels(range units, std::int64_t pieces) {
    row_offset nvals = 0;
    panels_ =
        std::max(panels_, in_panels(units, pieces, [&](range panel) { nvals += count_in_one_pass(rows_of_units(panel)); }));
    return nvals;
}

csr product::made_in_one_pass(range r, type_code type) {
    if (is_merged() && type != type_code::none) take_values();
    try {
        return panel_in_one_pass(r, type);
    } catch (const out_of_memory&) {
        if (r.count() <= unit()) throw;
    }
    // Entries are counted first, so that C is allocated once.
    const range units = units_of(r);
    const row_offset nvals = count_in_panels(units, std::max<std::int64_t>(2, first_pieces(units.count())));
    csr c;
    c.nrows = r.count();
    c.ncols = task_.b.ncols;
    c.offsets = array<row_offset>(e_, static_cast<std::size_t>(r.count()) + 1);
    allocate_entries(c, nvals, type);
    row_offset at = 0;
    panels_ = std::max(panels_, in_panels(units, panels_, [&](range panel) {
        const range rows = rows_of_units(panel);
        const csr piece = panel_in_one_pass(rows, type);
        append_rows(e_, piece, rows.first - r.first, at, c);
        at += piece.nvals;
    }));
    return c;
}

csr product::made_by_dot(range r, type_code type) {
    const csr found = made_in_two_phases(r, type_code::none);
    const mask_ref asked_for = std::exchange(task_.mask, {true, false, {}});
    // The rows of a mask count from the first row of A.
    task_.mask.rows = found.view();
    task_.mask.rows.offsets -= r.first;
    task_.mask.rows.nrows = r.last;
    csr c = [&] {
        try {
            return made_in_one_pass(r, type);
        } catch (...) {
            task_.mask = asked_for;
            throw;
        }
    }();
    task_.mask = asked_for;
    return c;
}

csr product::merged_panel(range r, type_code type) {
    const product_rows rows = rows_of(r);
    if (is_bhsparse() && rows.total_flops > 0) {
        merge_paper::memory_use use;
        csr c = recipe_.run->bhsparse_rows(e_, rows, type, use);
        if (use.upper_bound > lists_.upper_bound) {
            lists_ = use;
            constexpr double mb = 1e6;
            choice_.reason =
                fmt::format("variant {} asked for; rows in {:.3g} MB of memory, by upper bounds {:.3g}, exactly {:.3g}",
                            to_string(task_.desc.merge_variant), static_cast<double>(use.hybrid) / mb,
                            static_cast<double>(use.upper_bound) / mb, static_cast<double>(use.exact) / mb);
        }
        return c;
    }
    merged_rows merged = merge_rows(e_, rows);
    csr c = std::move(merged.structure);
    if (type == type_code::none) return c;
    c.type = type;
    c.values = memory(e_, static_cast<std::size_t>(c.nvals) * formats::size_of(type));
    if (is_merged_by_own()) recipe_.own->merged_values(e_, task_.a, task_.b, merged, c.values.data());
    else recipe_.run->merged_values(e_, rows.a, rows.b, merged, c.values.data());
    return c;
}

void product::list_products(symbolic_result& symbolic) {
    const bool has_values = recipe_.types.left != type_code::none || recipe_.types.right != type_code::none;
    if (recipe_.values != product_values::summed || !has_values || recipe_.run->reads_positions()) return;
    // If the caller named a method, that method runs.
    if (task_.desc.method != method::automatic || task_.desc.variant != graphblas_gpu::hash_variant::automatic || is_bhsparse())
        return;
    const planner::gather_facts facts{work_.sum, symbolic.structure.nvals, task_.a.nvals, choice_.method == method::dense};
    const planner::gather_choice wanted = planner::choose_gather(facts, [this] { return e_->free_bytes(); });
    symbolic.about_lists = wanted.reason;
    if (!wanted.pays) return;
    try {
        auto lists = listed_products(e_, task_.a, task_.b, symbolic.structure.view(), work_.sum);
        if (lists) symbolic.lists = std::make_shared<const gather_lists>(std::move(*lists));
        else symbolic.about_lists = "; products not listed: rows too long for 32 bits a product";
    } catch (const out_of_memory&) {
        symbolic.about_lists = "; products not listed: no memory";
    }
}

type_code product::kernel_value_type() const {
    if (is_structural(recipe_.values)) return type_code::none;
    return is_by_first_k(recipe_.values) && !is_merged_by_own() ? type_code::uint32 : recipe_.types.value;
}

bool product::can_merge_by_own() const {
    if (is_bhsparse() || recipe_.values != product_values::sum_from_k || recipe_.types.value != type_code::bytes16)
        return false;
    // Merging counts rows from the first one that this device has.
    return task_.first_row == 0 || !recipe_.own->reads_positions();
}

csr product::finished(csr&& made, range r) {
    csr c = std::move(made);
    const type_code type = recipe_.types.value;
    if (recipe_.values == product_values::none || recipe_.values == product_values::summed || is_merged_by_own()) return c;
    memory values(e_, static_cast<std::size_t>(c.nvals) * formats::size_of(type));
    take_values();
    const csr_ref a = rows_from(task_.a, r);
    switch (recipe_.values) {
        case product_values::one: values = filled(e_, number_of(type, 1), c.nvals); break;
        case product_values::row_number:
            write_row_numbers(e_, c.view(), task_.first_row + r.first, type, values.data());
            put_original_indices(e_, type, values.data(), c.nvals, task_.original_rows);
            break;
        case product_values::first_k:
            values = converted(e_, c.type, c.values.data(), type, c.nvals);
            put_original_indices(e_, type, values.data(), c.nvals, task_.original_inner);
            break;
        case product_values::left_at_k: look_up(e_, a, c.view(), value_position::at_i_k, values.data()); break;
        case product_values::right_at_k: look_up(e_, task_.b, c.view(), value_position::at_k_j, values.data()); break;
        default: recipe_.own->products_at(e_, a, task_.b, c.view(), task_.first_row + r.first, values.data()); break;
    }
    c.values = std::move(values);
    c.type = type;
    return c;
}

csr product::compute() {
    csr c = finished(made(all(), kernel_value_type()), all());
    if (is_small()) decide();
    return c;
}

row_offset product::nvals() {
    if (is_small()) {
        decide();
        return *small_nvals_;
    }
    if (is_in_one_pass()) return count_in_panels(units_of(all()), first_pieces(units_of(all()).count()));
    const array<row_offset> sizes(e_, static_cast<std::size_t>(task_.a.nrows));
    count_rows(all(), sizes.data());
    return totals(e_, sizes.data(), task_.a.nrows).sum;
}

std::optional<formats::scalar_value> product::fold(const product_fold& by) {
    if (is_small()) decide();
    if (by.is_own && recipe_.values == product_values::summed && task_.mask.admits_only() && !is_tiled() && !is_merged() &&
        !keeps_admitted()) {
        take_values();
        return recipe_.run->masked_fold(e_, rows_of(all()), b_transposed(true), choice_.method);
    }
    const range units = units_of(all());
    const std::int64_t pieces = planner::panels_for(output_bytes_, folded_bytes, units.count());
    std::optional<formats::scalar_value> sum;
    const std::int64_t panels = in_panels(units, pieces, [&](range panel) {
        if (by.keeps_any && sum) return;
        const range r = rows_of_units(panel);
        const csr c = finished(made(r, kernel_value_type()), r);
        if (c.nvals == 0) return;
        formats::scalar_value part = formats::scalar_value::uninitialised(c.type);
        if (by.keeps_any) e_->read_small(part.data(), c.values.data(), formats::size_of(c.type));
        else part = by.sum(e_, c.values.data(), c.nvals);
        sum = sum ? by.add(*sum, part) : part;
    });
    panels_ = std::max(panels_, panels);
    return sum;
}

}  // namespace graphblas_gpu::cuda
