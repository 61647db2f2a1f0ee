// The two phases of a product by methods hash and dense: sizes of rows, then columns and values. The methods of one pass, and
// values that are looked up, are in product_values.cpp.
#include <graphblas_gpu/cuda/product/product.hpp>

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <graphblas_gpu/cuda/dense/dense.hpp>
#include <graphblas_gpu/cuda/hash/paper/symbolic.hpp>
#include <graphblas_gpu/cuda/hash/symbolic.hpp>
#include <graphblas_gpu/cuda/product/assemble.hpp>
#include <graphblas_gpu/cuda/product/panels.hpp>
#include <graphblas_gpu/cuda/product/types.hpp>
#include <graphblas_gpu/cuda/elementwise/values.hpp>

namespace graphblas_gpu::cuda {

namespace {

/// A product that takes less than 1 / unasked_part of all memory does not ask how much is free, because asking takes longer
/// than a small product.
constexpr std::int64_t unasked_part = 64;

/// What the report says beside the name of a method that does not read an admitting mask.
constexpr const char* whole_rows_note = "; whole rows, of which the entries of the mask are kept";

double converted_bytes(const csr_ref& m, type_code wanted) {
    if (wanted == type_code::none || wanted == m.type) return 0;
    return static_cast<double>(m.nvals) * static_cast<double>(formats::size_of(wanted));
}

csr_ref in_type(const engine_ptr& e, const csr_ref& m, type_code wanted, memory& keep) {
    return wanted == type_code::none ? m.structure() : with_values_of(e, m, wanted, keep);
}

}  // namespace

product::product(const engine_ptr& e, product_task task, product_recipe recipe)
    : e_(e), task_(std::move(task)), recipe_(std::move(recipe)) {
    count_work();
    if (!is_small()) decide();
}

void product::decide() {
    choose();
    if (choice_.method != method::hash) b_rows_ = {};
    planner::device_bytes bytes =
        planner::estimate_device_bytes(facts_, task_.mask.present ? task_.mask.rows.nvals : 0,
                                       static_cast<double>(formats::size_of(kernel_value_type())), task_.desc.variant);
    if (keeps_admitted()) {
        planner::product_facts without_mask = facts_;
        without_mask.masked = false;
        const planner::device_bytes of_rows = planner::estimate_device_bytes(
            without_mask, 0, static_cast<double>(formats::size_of(kernel_value_type())), task_.desc.variant);
        bytes.temporary = of_rows.output + of_rows.temporary;
    }
    bytes.temporary += static_cast<double>(b_rows_.size() * sizeof(row_of_b));
    if (is_tiled()) bytes.temporary += planner::device_tile_bytes(task_.a.nvals + task_.b.nvals, bytes.output);
    if (has_tile_lists()) bytes.temporary += count_list_bytes();
    if (is_bhsparse())
        bytes.temporary +=
            merge_paper::estimated_bytes(task_.a.nrows, task_.a.nvals, flops(), formats::size_of(kernel_value_type()));
    else if (is_merged()) bytes.temporary += static_cast<double>(flops()) * merging::bytes_a_product;
    estimate(bytes);
}

product::product(const engine_ptr& e, product_task task, product_recipe recipe, const symbolic_result& symbolic)
    : e_(e), task_(std::move(task)), recipe_(std::move(recipe)), symbolic_(&symbolic) {
    flops_ = symbolic.flops.data();
    work_ = symbolic.work;
    task_.mask = {};
    choose();
    choice_.reason += symbolic.about_lists;
    if (symbolic.was_masked || choice_.method == method::dot) task_.mask = {true, false, symbolic.structure.view()};
    if (keeps_admitted()) {
        if (chooses_freely()) choice_ = {method::hash, "a push under the structure that is known"};
        else choice_.reason += whole_rows_note;
    }
    const auto size = static_cast<double>(formats::size_of(kernel_value_type()) + sizeof(column_index));
    estimate({static_cast<double>(symbolic.structure.nvals) * size,
              static_cast<double>(task_.a.nrows) * planner::device_bytes_a_row});
}

void product::choose() {
    if (task_.b.nvals > most_entries_of_b) {
        throw unsupported(fmt::format("{}: B has {} entries; on a device products take up to {}", task_.operation,
                                      task_.b.nvals, most_entries_of_b));
    }
    facts_ = {task_.a.nrows, task_.b.ncols, work_.sum, task_.mask.admits_only()};
    const char* const operation = task_.operation.c_str();
    const bool keeps_order = task_.desc.deterministic && sums_depend_on_order(recipe_);
    const bool predicts = is_predicted();  // before determinism names a method
    planner::choice named =
        planner::choose_named_method(operation, task_.desc, recipe_.code == plus_times_code<float>);
    const bool was_named = named.method != method::automatic;
    if (keeps_order) named.method = task_.desc.method = planner::choose_deterministic_method(operation, named.method);
    choice_ = named.method != method::automatic ? named : planner::choose_device_method(facts_);
    if (task_.desc.variant == graphblas_gpu::hash_variant::kkspgemm && task_.a.nrows > 0) {
        const auto ran = paper::chosen_variant(task_.desc.variant, flops(), task_.a.nrows);
        choice_.reason += fmt::format(": {}, {} multiplications for {} rows", to_string(ran), flops(), task_.a.nrows);
    }
    if (keeps_admitted()) choice_.reason += whole_rows_note;
    if (predicts) {
        predict();
        if (chooses_freely() && !is_small()) choose_by_prediction();
    }
    if (symbolic_ == nullptr && chooses_freely() && can_merge_by_own()) choose_merging();
    if (is_small()) choice_ = {method::dense, fmt::format("{} multiplications, counted and added by one kernel", flops())};
    if (keeps_order && !was_named) choice_.reason = "floating-point sums in ascending k asked for";
    // The mask has no entries, so there is no work to count for an automatic choice.
    if (choice_.method == method::automatic && task_.mask.rows.nvals == 0) choice_.method = method::hash;
}

void product::estimate(planner::device_bytes bytes) {
    bytes.converted = converted_bytes(task_.a, recipe_.types.left) + converted_bytes(task_.b, recipe_.types.right);
    temporary_bytes_ = bytes.temporary;
    output_bytes_ = bytes.output;
    constexpr double most = 9e18;
    estimated_bytes_ = static_cast<std::int64_t>(std::min(bytes.sum(), most));
}

product_rows product::rows_of(range r) const {
    product_rows rows;
    rows.a = task_.a;
    rows.b = task_.b;
    if (!has_values_ || recipe_.values != product_values::summed) {
        rows.a = rows.a.structure();
        rows.b = rows.b.structure();
    }
    rows.mask = task_.mask;
    rows.first_row = r.first;
    rows.last_row = r.last;
    rows.flops = flops_;
    rows.b_rows = b_rows_.data();
    const sum_and_most work = r.count() == task_.a.nrows ? work_ : totals(e_, flops_ + r.first, r.count());
    rows.total_flops = work.sum;
    rows.most_flops = work.most;
    rows.least_flops = work.least;
    return rows;
}

void product::take_values() {
    if (has_values_) return;
    csr_ref a = in_type(e_, task_.a, recipe_.types.left, a_values_);
    csr_ref b = in_type(e_, task_.b, recipe_.types.right, b_values_);
    task_.a = a;
    task_.b = b;
    has_values_ = true;
}

std::int64_t product::first_pieces(index rows) const {
    if (e_->memory_limit() == 0 && temporary_bytes_ < static_cast<double>(e_->facts().total_bytes / unasked_part)) return 1;
    return planner::panels_for(temporary_bytes_, static_cast<double>(e_->free_bytes()), rows);
}

csr product::made(range r, type_code type) {
    if (small_ && r.count() == task_.a.nrows) {
        most_nvals_ = std::min(work_.most, task_.b.ncols);
        csr c = small::in_order(e_, std::move(*small_), type);
        small_.reset();
        return c;
    }
    if (symbolic_ != nullptr && is_tiled()) return numeric_of_tiles(type);
    if (symbolic_ != nullptr && !is_merged()) return numeric(type);
    if (is_in_one_pass()) return made_in_one_pass(r, type);
    const bool is_result = type != type_code::none || is_structural(recipe_.values);
    if (choice_.method == method::dot && is_result) return made_by_dot(r, type);
    return made_in_two_phases(r, type);
}

csr product::made_in_two_phases(range r, type_code type) {
    const bool by_hash = choice_.method != method::dense && task_.desc.variant == graphblas_gpu::hash_variant::automatic;
    if (type == type_code::none && by_hash && first_pieces(r.count()) == 1) {
        try {
            return structure_at_once(r);
        } catch (const out_of_memory&) {
            // The two phases below need less memory.
        }
    }
    counted_rows counted;
    if (type != type_code::none) counted.bits.sum_bytes = std::max(formats::size_of(type), sizeof(std::uint32_t));
    csr c = sized(r, &counted);
    try {
        allocate_entries(c, c.nvals, type);
    } catch (const out_of_memory&) {
        counted.give_up();
        allocate_entries(c, c.nvals, type);
    }
    write_rows(c, r, false, &counted);
    return c;
}

csr product::structure_at_once(range r) {
    csr c = unsized(r);
    const product_rows all_rows = rows_of(r);
    const heavy_rows& heavy = heavy_of(all_rows);
    const product_rows rows = heavy.others(all_rows);
    cached_rows cached;
    counted_rows counted;
    hash_row_sizes(e_, rows, c.offsets.data(), &cached, &counted);
    heavy.write_sizes(e_, all_rows, c.offsets.data());
    set_size(c);
    allocate_entries(c, c.nvals, type_code::none);
    if (c.nvals == 0) return c;
    product_output out;
    out.offsets = c.offsets.data();
    out.nvals = c.nvals;
    out.most_nvals = most_nvals_;
    out.columns = c.columns.data();
    out.bits = counted.bits.bits();
    const bool leaves_out = cached.leaves_out(*e_);
    cached.write(e_, rows, out);
    if (leaves_out) recipe_.run->hash_rows(e_, cached.rows_left_out(rows), out);
    heavy.write(e_, all_rows, *recipe_.run, out);
    return c;
}

csr product::unsized(range r) const {
    csr c;
    c.nrows = r.count();
    c.ncols = task_.b.ncols;
    c.offsets = array<row_offset>(e_, static_cast<std::size_t>(r.count() + room_for_offsets));
    return c;
}

void product::set_size(csr& c) {
    const sum_and_most sizes = offsets_of_sizes(e_, c.offsets.data(), c.nrows);
    c.offsets.truncate(static_cast<std::size_t>(c.nrows) + 1);
    c.nvals = sizes.sum;
    most_nvals_ = sizes.most;
}

csr product::sized(range r, counted_rows* counted) {
    csr c = unsized(r);
    count_rows(r, c.offsets.data(), counted);
    set_size(c);
    return c;
}

void product::count_rows(range r, row_offset* sizes, counted_rows* counted) {
    panels_ = std::max(panels_, in_panels(r, first_pieces(r.count()), [&](range panel) {
        const product_rows rows = rows_of(panel);
        row_offset* const to = sizes + (panel.first - r.first);
        if (counted != nullptr) counted->give_up();
        counted_rows* const of_all = panel.count() == r.count() ? counted : nullptr;
        if (task_.desc.variant != graphblas_gpu::hash_variant::automatic) {
            paper::symbolic_report report;
            paper::row_sizes(e_, rows, {.variant = task_.desc.variant}, to, report);
            compressed_ = report.compressed;
        } else if (choice_.method == method::dense) {
            dense::row_sizes(e_, rows, dense::limits_for(*e_, rows, 0, rows.count()), nullptr, rows.count(), to, {},
                             of_all != nullptr ? &of_all->bits : nullptr);
        } else {
            const heavy_rows& heavy = heavy_of(rows);
            hash_row_sizes(e_, heavy.others(rows), to, nullptr, of_all);
            heavy.write_sizes(e_, rows, to);
        }
    }));
}

const heavy_rows& product::heavy_of(const product_rows& rows) {
    const bool is_kept = heavy_ && heavy_range_.first == rows.first_row && heavy_range_.last == rows.last_row;
    if (!is_kept) {
        heavy_.reset();
        // The row of A is a vector, whose products do not know the number of the row.
        const bool may_be_vector =
            !recipe_.run->reads_positions() && (recipe_.values == product_values::summed || is_structural(recipe_.values));
        heavy_ = may_be_vector ? heavy_rows(e_, rows) : heavy_rows();
        heavy_range_ = {rows.first_row, rows.last_row};
        if (!heavy_->empty()) choice_.reason += fmt::format("; rows that all blocks share: {}", heavy_->count());
    }
    return *heavy_;
}

void product::allocate_entries(csr& c, row_offset nvals, type_code type) const {
    c.nvals = nvals;
    c.type = type;
    const auto count = static_cast<std::size_t>(nvals);
    const std::size_t bytes = count * (sizeof(column_index) + formats::size_of(type));
    try {
        c.columns = array<column_index>(e_, count);
        c.values = memory(e_, count * formats::size_of(type));
    } catch (const out_of_memory&) {
        c.columns = {};
        const std::int64_t limit = e_->memory_limit();
        throw out_of_memory(fmt::format("{}: C has {} entries and needs {} bytes, {} are free ({}); {}", task_.operation, nvals,
                                        bytes, e_->free_bytes(), limit > 0 ? fmt::format("limit {}", limit) : "no limit set",
                                        e_->what_gives_memory()));
    }
}

void product::write_rows(csr& c, range r, bool columns_known, const counted_rows* counted) {
    if (c.nvals == 0) return;
    if (c.type != type_code::none) take_values();
    panels_ = std::max(panels_, in_panels(r, first_pieces(r.count()), [&](range panel) {
        const product_rows rows = rows_of(panel);
        product_output out;
        out.offsets = c.offsets.data();
        out.nvals = c.nvals;
        out.most_nvals = most_nvals_;
        out.columns = c.columns.data();
        out.values = c.values.data();
        out.columns_known = columns_known;
        array<row_offset> shifted;
        if (panel.count() == r.count()) {
            if (counted != nullptr) {
                out.bits = counted->bits.bits();
                out.classes = &counted->classes;
            }
        } else {
            const row_offset* const begin = c.offsets.data() + (panel.first - r.first);
            const row_offset before = read_element(*e_, begin);
            shifted = array<row_offset>(e_, static_cast<std::size_t>(panel.count()) + 1);
            shift_offsets(e_, begin, panel.count(), shifted.data());
            out.offsets = shifted.data();
            out.nvals = read_element(*e_, begin + panel.count()) - before;
            out.columns += before;
            if (out.values != nullptr) {
                out.values = static_cast<std::byte*>(out.values) + static_cast<std::size_t>(before) * formats::size_of(c.type);
            }
        }
        write_panel(rows, out);
    }));
}

void product::write_panel(const product_rows& rows, const product_output& out) {
    const product_kernels& run = *recipe_.run;
    if (task_.desc.variant != graphblas_gpu::hash_variant::automatic) {
        run.paper_rows(e_, rows, out, task_.desc.variant);
    } else if (choice_.method != method::dense) {
        const heavy_rows& heavy = heavy_of(rows);
        run.hash_rows(e_, heavy.others(rows), out);
        heavy.write(e_, rows, run, out);
    } else {
        run.dense_rows(e_, rows, out);
    }
}

csr product::structure() {
    csr c = made(all(), type_code::none);
    if (is_small()) decide();
    return c;
}

symbolic_result product::symbolic() {
    if (is_small()) decide();
    // Merging finds the structure anew every time; the other methods by rows use the one that is known.
    if (is_merged() && chooses_freely()) choice_ = {method::hash, "rows whose structure is known"};
    // The kernel of small products has made the structure; later values come by the method that would have been chosen without
    // it.
    if (is_small()) {
        choice_ = planner::choose_device_method(facts_);
        choice_.reason += "; counted, and the structure made, by one kernel";
    }
    if (is_tiled()) return symbolic_of_tiles();
    symbolic_result out;
    out.structure = made(all(), type_code::none);
    out.flops = std::move(own_flops_);
    out.work = work_;
    out.most_nvals = most_nvals_;
    out.was_masked = task_.mask.present;
    // Products under the structure that is known are pushes, unless the caller has named method dense.
    if (out.was_masked && choice_.method == method::dense && chooses_freely()) {
        choice_.method = method::hash;
        choice_.reason += "; values by a push under the structure that is known";
    }
    list_products(out);
    return out;
}

csr product::numeric(type_code type) {
    most_nvals_ = symbolic_->most_nvals;
    const bool has_lists = symbolic_->lists != nullptr;
    if (type != type_code::none && task_.mask.present && !has_lists) return made_in_one_pass(all(), type);
    csr c = structure_shared_with(symbolic_->structure);
    if (type == type_code::none) return c;
    c.type = type;
    c.values = memory(e_, static_cast<std::size_t>(c.nvals) * formats::size_of(type));
    if (!has_lists) {
        write_rows(c, all(), true);
        return c;
    }
    take_values();
    recipe_.run->gather_values(e_, task_.a, task_.b, *symbolic_->lists, c.nvals, c.values.data());
    return c;
}

}  // namespace graphblas_gpu::cuda
