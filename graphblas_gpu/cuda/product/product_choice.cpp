// What every method is expected to cost for a product on the device, and the choice of an automatic one.
//
// Idea: times are predicted from the sizes that are known (planner/device_costs.hpp). Where the product is large enough to pay
// for it, a sample of rows tells how many entries C will have and how full the operands' tiles are.
#include <graphblas_gpu/cuda/bitmap_tile/rules.hpp>
#include <graphblas_gpu/cuda/device/streams.hpp>
#include <graphblas_gpu/cuda/hash/binning.hpp>
#include <graphblas_gpu/cuda/product/product.hpp>
#include <graphblas_gpu/cuda/product/product_sample.hpp>
#include <graphblas_gpu/planner/device_costs.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace graphblas_gpu::cuda {

namespace {

/// The multiplications if all rows of B had the same length.
double expected_multiplications(const csr_ref& a, const csr_ref& b) {
    return static_cast<double>(a.nvals) * static_cast<double>(b.nvals) / static_cast<double>(std::max<index>(b.nrows, 1));
}

/// Whether a sample of rows is worth its time. A product with fewer multiplications takes so little time that a sample costs
/// too large a part of it. Rows that have few of them on average are sorted in registers by method hash, and neither tiles nor
/// dense rows are faster then.
constexpr bool sample_pays(double multiplications, index nrows) {
    return multiplications >= double{1 << 25} && multiplications > 32.0 * static_cast<double>(nrows);
}
/// The same of products over 16 bytes, which take several times as long.
constexpr std::int64_t least_sampled_of_16_bytes = std::int64_t{1} << 20;
/// The bytes that a product may be expected to need by method merge, or by tiles that are not cached, so that the planner takes
/// these.
double most_to_add(const engine& e) { return static_cast<double>(e.facts().total_bytes / 16); }

/// Whether the rows of B that the entries of A name should be written down while multiplications are counted, if they lie
/// scattered. Rows with up to 256 multiplications are then counted and made without a second and a third look at B's offsets.
/// Where rows of A have few multiplications, finding out takes too large a part of the time. No limited memory is taken. Only
/// method hash reads what is written down, and not under a mask that admits only its entries.
bool listing_b_rows_pays(const engine& e, const product_task& task) {
    constexpr std::int64_t least_entries = std::int64_t{1} << 20, part_of_memory = 64;
    static_assert(least_entries >= least_entries_for_listing);
    const csr_ref &a = task.a, &b = task.b;
    if (task.desc.method != method::automatic && task.desc.method != method::hash) return false;
    if (task.desc.variant != graphblas_gpu::hash_variant::automatic || task.mask.admits_only()) return false;
    const auto bytes = a.nvals * static_cast<std::int64_t>(sizeof(row_of_b));
    if (a.nvals < least_entries || b.nvals >> 32 != 0) return false;
    if (e.memory_limit() > 0 || bytes > e.facts().total_bytes / part_of_memory) return false;
    const double a_row = expected_multiplications(a, b) / static_cast<double>(a.nrows);
    return a_row > 32 && a_row <= static_cast<double>(binning::most_of_a_warp_part);
}

/// Whether sums over whole tiles are computed on tensor cores.
bool is_for_tensor_cores(const product_recipe& recipe) {
    if (recipe.values != product_values::summed) return false;
    if (recipe.code.add == add_code::plus && recipe.code.multiply == multiply_code::pair) return true;
    return recipe.code == plus_times_code<float> || recipe.code == plus_times_code<double>;
}

}  // namespace

bool product::chooses_freely() const {
    return task_.desc.method == method::automatic && task_.desc.variant == graphblas_gpu::hash_variant::automatic &&
           task_.desc.precision == precision::exact && !has_tile_lists() && !is_bhsparse();
}

bool product::is_predicted() const {
    // Nothing is known of the cost of a semiring of the user's own.
    return symbolic_ == nullptr && chooses_freely() && (is_structural(recipe_.values) || recipe_.code.type != type_code::none);
}

bool product::may_be_small() const {
    if (symbolic_ != nullptr || !chooses_freely() || task_.mask.admits_only() || e_->memory_limit() > 0) return false;
    if (task_.desc.deterministic && sums_depend_on_order(recipe_)) return false;
    if (recipe_.values != product_values::summed && !is_structural(recipe_.values)) return false;
    if (task_.b.nvals > small::most_entries_of_b) return false;
    const std::size_t bytes = small::shared_bytes(task_.b.ncols, small::sum_bytes_of(kernel_value_type()));
    return small::may_pay(task_.a.nrows, task_.a.nvals, expected_multiplications(task_.a, task_.b), bytes, e_->facts()) &&
           recipe_.run->has_small_product(e_);
}

void product::count_work() {
    own_flops_ = array<std::int64_t>(e_, static_cast<std::size_t>(task_.a.nrows + room_for_flops));
    flops_ = own_flops_.data();
    if (may_be_small()) {
        try {
            if (kernel_value_type() != type_code::none) take_values();
            product_rows rows;
            rows.a = task_.a;
            rows.b = task_.b;
            rows.mask = task_.mask;
            rows.last_row = task_.a.nrows;
            small_ = small::multiply(e_, *recipe_.run, rows, kernel_value_type(), own_flops_.data(), work_);
            if (small_) small_nvals_ = small_->c.nvals;
            return;
        } catch (const out_of_memory&) {
            // Other methods need less memory.
        }
    }
    // Where a sample may be wanted it is drawn beside the counting, so that one wait is enough for both. If the lengths of rows
    // differ, there are more multiplications than expected.
    is_sampled_ = is_predicted() && sample_pays(2 * expected_multiplications(task_.a, task_.b), task_.a.nrows);
    if (listing_b_rows_pays(*e_, task_)) {
        try {
            b_rows_ = array<row_of_b>(e_, static_cast<std::size_t>(task_.a.nvals));
        } catch (const out_of_memory&) {
            // Rows of B are looked up.
        }
    }
    concurrent_streams streams(*e_);
    if (is_sampled_) {
        (void)streams.next();  // the engine's own stream counts
        start_sample(*e_, streams.next(), task_.a, task_.b);
    }
    start_counting(e_, task_.a, task_.b, own_flops_.data(), b_rows_.data());
    streams.join();
    work_ = await_count(e_, task_.a.nrows, own_flops_.data());
    if (!b_rows_.empty() && !b_rows_are_listed(*e_)) b_rows_ = {};
}

planner::device_product_facts product::sizes() const {
    planner::device_product_facts f;
    f.nrows = task_.a.nrows;
    f.ncols = task_.b.ncols;
    f.a_nvals = task_.a.nvals;
    f.b_nvals = task_.b.nvals;
    f.flops = work_.sum;
    f.most_flops = work_.most;
    f.flops_above_32 = work_.above_32;
    f.flops_above_4096 = work_.above_4096;
    f.admits = task_.mask.admits_only();
    f.forbids = task_.mask.forbids();
    f.mask_nvals = task_.mask.present ? task_.mask.rows.nvals : 0;
    f.entries_to_transpose = task_.transposed_entries;
    f.has_transpose_of_b = task_.has_cached_transpose;
    f.structure_only = is_structural(recipe_.values);
    f.tiles_on_tensor_cores = is_for_tensor_cores(recipe_);
    f.uses = task_.uses;
    f.multiprocessors = e_->facts().multiprocessors;
    if (const double bandwidth = memory_bandwidth(*e_); bandwidth > 0) f.memory_bandwidth = bandwidth;
    return f;
}

void product::predict() {
    if (work_.sum == 0) return;
    planner::device_product_facts f = sizes();
    product_sample sample{.nvals = static_cast<double>(work_.sum) / 2};
    if (sample_pays(static_cast<double>(work_.sum), task_.a.nrows)) sample = sampled();
    f.nvals = is_small() ? static_cast<double>(*small_nvals_) : sample.nvals;
    f.by_one_kernel = is_small();
    const bool a_is_tiled = task_.a_cached_tiles > 0, b_is_tiled = task_.b_cached_tiles > 0;
    const bool is_square = task_.a.columns == task_.b.columns;
    f.a_tiles = a_is_tiled ? static_cast<double>(task_.a_cached_tiles) : sample.a_tiles;
    f.b_tiles = b_is_tiled ? static_cast<double>(task_.b_cached_tiles) : sample.b_tiles;
    f.tiles_to_make = (a_is_tiled ? 0 : f.a_tiles) + (b_is_tiled || is_square ? 0 : f.b_tiles);
    estimates_ = planner::predict_device_times(f);
    const auto value_bytes = static_cast<double>(formats::size_of(kernel_value_type()));
    const double expected_output =
        f.nvals * (sizeof(column_index) + value_bytes) + static_cast<double>(f.nrows) * sizeof(row_offset);
    for (const method m : all_methods) {
        if (!estimates_[m].is_predicted()) continue;
        planner::device_bytes bytes =
            planner::estimate_device_bytes(facts_, f.mask_nvals, value_bytes, graphblas_gpu::hash_variant::automatic);
        bytes.output = std::min(bytes.output, expected_output);
        if (m == method::bitmap_tile)
            bytes.temporary += planner::device_tile_bytes(f.a_tiles + f.b_tiles, task_.a.nvals + task_.b.nvals, bytes.output);
        if (m == method::merge) bytes.temporary += static_cast<double>(work_.sum) * merging::bytes_a_product;
        estimates_[m].bytes = bytes.sum();
    }
    makes_tiles_ = f.tiles_to_make > 0;
}

product_sample product::sampled() {
    if (!is_sampled_) {
        start_sample(*e_, e_->stream(), task_.a, task_.b);
        (void)e_->await_answer();
    }
    return read_sample(*e_, task_.a, task_.b, work_.sum);
}

void product::choose_merging() {
    const auto multiplications = static_cast<double>(work_.sum);
    if (task_.mask.admits_only() || work_.sum < least_sampled_of_16_bytes) return;
    if (multiplications * merging::bytes_a_product > most_to_add(*e_)) return;
    const product_sample sample = sampled();
    if (!planner::merging_beats_searching(sample.searches, multiplications)) return;
    choice_ = {method::merge,
               fmt::format("{:.3g} searches a multiplication expected by the others", sample.searches / multiplications)};
}

/// Takes the method that is expected to be the fastest. Under a mask that admits only its entries, the work of hash (a push)
/// and dot is counted later, so that only tiles are weighed here.
void product::choose_by_prediction() {
    const method usual = choice_.method == method::automatic ? method::hash : choice_.method;
    if (!estimates_[usual].is_predicted()) return;
    const auto is_allowed = [&](method m) {
        if (m == method::bitmap_tile) {
            // The method may refuse a B this large, and the user did not ask for it. There are at most as many tiles or slices
            // as entries of B.
            if (!bitmap_tile::pairs_fit(task_.b.nvals, formats::tiles_for(task_.b.ncols))) return false;
            return !makes_tiles_ || estimates_[m].bytes <= most_to_add(*e_);
        }
        if (task_.mask.admits_only()) return false;
        return m != method::merge || (!is_structural(recipe_.values) && estimates_[m].bytes <= most_to_add(*e_));
    };
    method best = usual;
    for (const method m : {method::hash, method::dense, method::merge, method::bitmap_tile}) {
        if (m != usual && is_allowed(m) && estimates_[m].milliseconds < estimates_[best].milliseconds) best = m;
    }
    if (best == usual) return;
    choice_ = {best, fmt::format("{:.2g} ms expected, by {} {:.2g}", estimates_[best].milliseconds, to_string(usual),
                                 estimates_[usual].milliseconds)};
}

}  // namespace graphblas_gpu::cuda
