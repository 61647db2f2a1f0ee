// The choice of a method for a product on the device, the time that every method is expected to take, and estimates of memory.
//
// Idea: times are predicted from the sizes that are known (planner/device_costs.hpp). Where the product is large enough to pay
// for it, a sample of rows tells how many entries C will have and how full the operands' tiles are.
#include <graphblas_gpu/cuda/product/stages.hpp>

#include <graphblas_gpu/base/trace.hpp>
#include <graphblas_gpu/cuda/bitmap_tile/rules.hpp>
#include <graphblas_gpu/cuda/dot/cost.hpp>
#include <graphblas_gpu/cuda/published/hash/symbolic.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace graphblas_gpu::cuda::stages {

namespace {

/// The multiplications from which on a sample is drawn for products over 16 bytes, which take several times as long as others.
constexpr std::int64_t min_sampled_of_16_bytes = std::int64_t{1} << 20;
/// The bytes that a product may be expected to need by method merge, or by tiles that are not cached, so that the planner takes
/// these.
double most_to_add(const engine& e) { return static_cast<double>(e.facts().total_bytes / 16); }
/// A product that takes less than 1 / unasked_part of all memory does not ask how much is free, because asking takes longer
/// than a small product.
constexpr std::int64_t unasked_part = 64;

/// What the report says beside the name of a method that does not read an admitting mask.
constexpr const char* whole_rows_note = "; whole rows, of which the entries of the mask are kept";

/// Whether sums over whole tiles are computed on tensor cores.
bool is_for_tensor_cores(const product_recipe& recipe) {
    if (recipe.values != product_values::summed) return false;
    if (recipe.code.add == add_code::plus && recipe.code.multiply == multiply_code::pair) return true;
    return recipe.code == plus_times_code<float> || recipe.code == plus_times_code<double>;
}

double value_bytes_of(const product& p) { return static_cast<double>(base::size_of(p.kernel_value_type())); }

/// Fills in the estimates of all methods.
void predict(product& p) {
    const std::int64_t flops = p.work.totals.sum;
    if (flops == 0) return;
    const product_task& task = p.task;
    planner::device_product_facts f = sizes(p);
    device_sample sample{.nvals = static_cast<double>(flops) / 2};
    if (sample_is_profitable(static_cast<double>(flops), task.a.nrows)) sample = sampled(p);
    f.nvals = p.is_small() ? static_cast<double>(*p.work.small_nvals) : sample.nvals;
    f.by_one_kernel = p.is_small();
    const bool a_is_tiled = task.a_cached_tiles > 0, b_is_tiled = task.b_cached_tiles > 0;
    const bool is_square = task.a.columns == task.b.columns;
    f.a_tiles = a_is_tiled ? static_cast<double>(task.a_cached_tiles) : sample.a_tiles;
    f.b_tiles = b_is_tiled ? static_cast<double>(task.b_cached_tiles) : sample.b_tiles;
    f.tiles_to_make = (a_is_tiled ? 0 : f.a_tiles) + (b_is_tiled || is_square ? 0 : f.b_tiles);
    p.estimates = planner::predict_device_times(f);
    const double value_bytes = value_bytes_of(p);
    const double expected_output =
        f.nvals * (sizeof(column_index) + value_bytes) + static_cast<double>(f.nrows) * sizeof(row_offset);
    for (const method m : all_methods) {
        if (!p.estimates[m].is_predicted()) continue;
        planner::device_bytes bytes =
            planner::estimate_device_bytes(p.facts, f.mask_nvals, value_bytes, hash_variant::automatic);
        bytes.output = std::min(bytes.output, expected_output);
        if (m == method::bitmap_tile)
            bytes.temporary += planner::device_tile_bytes(f.a_tiles + f.b_tiles, task.a.nvals + task.b.nvals, bytes.output);
        if (m == method::merge) bytes.temporary += static_cast<double>(flops) * merging::bytes_a_product;
        p.estimates[m].bytes = bytes.sum();
    }
    p.makes_tiles = f.tiles_to_make > 0;
}

/// Takes method merge if it is expected to be faster for a semiring of the user's own over 16 bytes.
void choose_merging(product& p) {
    const auto multiplications = static_cast<double>(p.work.totals.sum);
    if (p.task.mask.admits_only() || p.work.totals.sum < min_sampled_of_16_bytes) return;
    if (multiplications * merging::bytes_a_product > most_to_add(*p.e)) return;
    const device_sample sample = sampled(p);
    if (!planner::merging_beats_searching(sample.searches, multiplications)) return;
    p.choice = {method::merge,
                fmt::format("{:.3g} searches a multiplication expected by the others", sample.searches / multiplications)};
}

/// Whether tiles fit. The method may refuse a B this large, and the user did not ask for it. There are at most as many tiles or
/// slices as entries of B.
bool may_take_tiles(const product& p) {
    if (!bitmap_tile::pairs_fit(p.task.b.nvals, formats::tiles_for(p.task.b.ncols))) return false;
    return !p.makes_tiles || p.estimates[method::bitmap_tile].bytes <= most_to_add(*p.e);
}

/// Whether tiles are expected to make the whole product sooner than rows, so that they find its structure sooner too.
bool tiles_find_structure(const product& p) {
    const planner::method_estimates& estimates = p.estimates;
    if (p.task.mask.present || !estimates[method::bitmap_tile].is_predicted() || !may_take_tiles(p)) return false;
    return estimates[method::bitmap_tile].milliseconds < estimates[method::hash].milliseconds;
}

/// Takes the method that is expected to be the fastest. Under a mask that admits only its entries, the work of hash (a push)
/// and dot is counted later, so that only tiles are weighed here.
void choose_by_prediction(product& p) {
    const planner::method_estimates& estimates = p.estimates;
    const method usual = p.choice.method == method::automatic ? method::hash : p.choice.method;
    if (!estimates[usual].is_predicted()) return;
    const auto is_allowed = [&](method m) {
        if (m == method::bitmap_tile) return may_take_tiles(p);
        if (p.task.mask.admits_only()) return false;
        return m != method::merge || (!is_structural(p.recipe.values) && estimates[m].bytes <= most_to_add(*p.e));
    };
    method best = usual;
    for (const method m : {method::hash, method::dense, method::merge, method::bitmap_tile}) {
        if (m != usual && is_allowed(m) && estimates[m].milliseconds < estimates[best].milliseconds) best = m;
    }
    if (best == usual) return;
    p.choice = {best, fmt::format("{:.2g} ms expected, by {} {:.2g}", estimates[best].milliseconds, to_string(usual),
                                  estimates[usual].milliseconds)};
}

/// Whether method hash should add the terms in ascending k. Of pushes under a mask that admits only its entries only those of
/// short rows keep this order.
bool hash_in_order_is_profitable(const product& p) {
    const sum_and_most& work = p.work.totals;
    const bool is_push = p.task.mask.admits_only() || (p.known != nullptr && p.known->was_masked);
    if (is_push) return masked::short_pushes_are_profitable(p.task.a.nrows, work.sum, work.most);
    return planner::hash_in_order_is_profitable(work.sum, work.most, p.task.a.nvals);
}

void choose(product& p) {
    product_task& task = p.task;
    const std::int64_t flops = p.work.totals.sum;
    if (task.b.nvals > max_entries_of_b) {
        throw unsupported(fmt::format("{}: B has {} entries; on a device products take up to {}", task.operation, task.b.nvals,
                                      max_entries_of_b));
    }
    p.facts = {task.a.nrows, task.b.ncols, flops, task.mask.admits_only()};
    const char* const operation = task.operation.c_str();
    const bool keeps_order = task.desc.deterministic && sums_depend_on_order(p.recipe);
    const bool predicts = is_predicted(p);  // before determinism names a method
    planner::choice named = planner::choose_named_method(operation, task.desc, p.recipe.code == plus_times_code<float>);
    const bool was_named = named.method != method::automatic;
    if (keeps_order) {
        // A plan names the method that was chosen for it.
        const bool was_planned = p.known != nullptr && named.method == method::hash;
        named.method = task.desc.method = planner::choose_deterministic_method(
            operation, was_planned ? method::automatic : named.method, hash_in_order_is_profitable(p));
        p.in_order = named.method == method::hash;
    }
    p.choice = named.method != method::automatic ? named : planner::choose_device_method(p.facts);
    if (task.desc.variant == hash_variant::kkspgemm && task.a.nrows > 0) {
        const auto ran = paper::chosen_variant(task.desc.variant, flops, task.a.nrows);
        p.choice.reason += fmt::format(": {}, {} multiplications for {} rows", to_string(ran), flops, task.a.nrows);
    }
    if (p.keeps_admitted()) p.choice.reason += whole_rows_note;
    if (predicts) {
        predict(p);
        if (p.chooses_freely() && !p.is_small()) choose_by_prediction(p);
        p.structure_by_tiles = p.in_order && tiles_find_structure(p);
    }
    if (p.known == nullptr && p.chooses_freely() && p.can_merge_by_own()) choose_merging(p);
    if (p.is_small()) p.choice = {method::dense, fmt::format("{} multiplications, counted and added by one kernel", flops)};
    if (keeps_order && !was_named) {
        p.choice.reason = "floating-point sums in ascending k asked for";
        if (p.structure_by_tiles) p.choice.reason += "; tiles find the structure";
    }
    // The mask has no entries, so there is no work to count for an automatic choice.
    if (p.choice.method == method::automatic && task.mask.rows.nvals == 0) p.choice.method = method::hash;
}

double converted_bytes(const csr_ref& m, type_code wanted) {
    if (wanted == type_code::none || wanted == m.type) return 0;
    return static_cast<double>(m.nvals) * static_cast<double>(base::size_of(wanted));
}

void estimate(product& p, planner::device_bytes bytes) {
    bytes.converted = converted_bytes(p.task.a, p.recipe.types.left) + converted_bytes(p.task.b, p.recipe.types.right);
    p.temporary_bytes = bytes.temporary;
    p.output_bytes = bytes.output;
    constexpr double most = 9e18;
    p.estimated_bytes = static_cast<std::int64_t>(std::min(bytes.sum(), most));
}

}  // namespace

bool is_predicted(const product& p) {
    // Nothing is known of the cost of a semiring of the user's own.
    return p.known == nullptr && p.chooses_freely() &&
           (is_structural(p.recipe.values) || p.recipe.code.type != type_code::none);
}

planner::device_product_facts sizes(const product& p) {
    const sum_and_most& work = p.work.totals;
    planner::device_product_facts f;
    f.nrows = p.task.a.nrows;
    f.ncols = p.task.b.ncols;
    f.a_nvals = p.task.a.nvals;
    f.b_nvals = p.task.b.nvals;
    f.flops = work.sum;
    f.max_flops = work.most;
    f.flops_above_32 = work.above_32;
    f.flops_above_4096 = work.above_4096;
    f.admits = p.task.mask.admits_only();
    f.forbids = p.task.mask.forbids();
    f.mask_nvals = p.task.mask.present ? p.task.mask.rows.nvals : 0;
    f.entries_to_transpose = p.task.transposed_entries;
    f.has_transpose_of_b = p.task.has_cached_transpose;
    f.structure_only = is_structural(p.recipe.values);
    f.tiles_on_tensor_cores = is_for_tensor_cores(p.recipe);
    f.uses = p.task.uses;
    f.multiprocessors = p.e->facts().multiprocessors;
    if (const double bandwidth = memory_bandwidth(*p.e); bandwidth > 0) f.memory_bandwidth = bandwidth;
    return f;
}

void decide(product& p) {
    const base::phase choosing("choice of the method");
    choose(p);
    base::trace_event(log_kind::method_chosen, to_string(p.choice.method), p.choice.reason);
    if (p.choice.method != method::hash) p.work.b_rows = {};
    const product_task& task = p.task;
    planner::device_bytes bytes = planner::estimate_device_bytes(p.facts, task.mask.present ? task.mask.rows.nvals : 0,
                                                                 value_bytes_of(p), task.desc.variant);
    if (p.keeps_admitted()) {
        planner::product_facts without_mask = p.facts;
        without_mask.masked = false;
        const planner::device_bytes of_rows =
            planner::estimate_device_bytes(without_mask, 0, value_bytes_of(p), task.desc.variant);
        bytes.temporary = of_rows.output + of_rows.temporary;
    }
    const std::int64_t flops = p.work.totals.sum;
    bytes.temporary += static_cast<double>(p.work.b_rows.size() * sizeof(row_of_b));
    if (p.is_tiled()) bytes.temporary += planner::device_tile_bytes(task.a.nvals + task.b.nvals, bytes.output);
    if (p.has_tile_lists()) bytes.temporary += count_list_bytes(p);
    if (p.is_bhsparse())
        bytes.temporary +=
            merge_paper::estimated_bytes(task.a.nrows, task.a.nvals, flops, base::size_of(p.kernel_value_type()));
    else if (p.is_merged()) bytes.temporary += static_cast<double>(flops) * merging::bytes_a_product;
    estimate(p, bytes);
}

void decide_for_known(product& p) {
    const symbolic_result& known = *p.known;
    choose(p);
    p.choice.reason += known.about_lists;
    if (known.was_masked || p.choice.method == method::dot) p.task.mask = {true, false, known.structure.view()};
    if (p.keeps_admitted()) {
        if (p.chooses_freely()) p.choice = {method::hash, "a push under the structure that is known"};
        else p.choice.reason += whole_rows_note;
    }
    const double entry_bytes = value_bytes_of(p) + sizeof(column_index);
    base::trace_event(log_kind::method_chosen, to_string(p.choice.method), p.choice.reason);
    estimate(p, {static_cast<double>(known.structure.nvals) * entry_bytes,
                 static_cast<double>(p.task.a.nrows) * planner::device_bytes_a_row});
}

std::int64_t first_pieces(const product& p, index rows) {
    const auto unasked = static_cast<double>(p.e->facts().total_bytes / unasked_part);
    if (p.e->memory_limit() == 0 && p.temporary_bytes < unasked) return 1;
    return planner::panels_for(p.temporary_bytes, static_cast<double>(p.e->free_bytes()), rows);
}

}  // namespace graphblas_gpu::cuda::stages
