// A product of two matrices on host threads: operands, mask, method, and the passes over the rows.
#include <graphblas_gpu/base/stopwatch.hpp>
#include <graphblas_gpu/base/trace.hpp>
#include <graphblas_gpu/base/value_mover.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/host/bitmap_tile/tile_product.hpp>
#include <graphblas_gpu/host/dot/packed_rows.hpp>
#include <graphblas_gpu/host/product/compress.hpp>
#include <graphblas_gpu/host/product/product.hpp>
#include <graphblas_gpu/host/product/product_sample.hpp>
#include <graphblas_gpu/operations/host_product.hpp>
#include <graphblas_gpu/operations/numbered_operands.hpp>
#include <graphblas_gpu/operations/product.hpp>
#include <graphblas_gpu/operations/product_work.hpp>
#include <graphblas_gpu/planner/host_costs.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace graphblas_gpu::host {

namespace {

using operations::product_call;
using operations::result_rows;

/// The part of host threads in numbered_operands.
struct numbering_on_host {
    using numbering = formats::numbering;
    using numberings = host_numberings;

    static numbering identity(index side) { return numbering::identity(side); }
    static bool is_identity(const numbering& numbers) { return numbers.is_identity(); }
    static numbering occurring(const any_matrix& m, bool on_columns) { return host::occurring(m.rows(), on_columns); }
    static any_matrix renumbered(const any_matrix& m, bool inner_is_columns, const numbering& inner, bool other_is_hypersparse,
                                 numbering& other) {
        return host::renumbered(m, inner_is_columns, inner, other_is_hypersparse, other);
    }
};
using product_operands = operations::numbered_operands<numbering_on_host>;

/// Checks the shapes and the options of a call, and renumbers its operands if their sides are hypersparse.
product_operands checked(const product_call& call, const mask_rows& mask) {
    planner::refuse_device_options(call.operation, call.desc);
    const shapes::shape shape =
        shapes::product(call.operation, call.a->shape(), call.desc.transpose_a, call.b->shape(), call.desc.transpose_b);
    if (mask.present) shapes::check_same(call.operation, "mask", {mask.rows.nrows, mask.rows.ncols}, shape);
    return {{}, *call.a, *call.b, call.desc, true};
}

/// An operand in tiles. The tiles that are cached with the matrix are used if the operand is not transposed (or symmetric) and
/// its values need no conversion. Otherwise tiles are made from `rows`, which the product has already.
formats::untyped_tiles tiles_of_operand(team& team, const any_matrix& m, bool transpose, const product_operand& rows,
                                        const operations::value_conversion& conversion) {
    const bool reads_values = rows.values() != nullptr;
    if ((!transpose || m.is_known_to_be_symmetric()) && (!conversion.is_needed() || !reads_values)) {
        return m.tiles(team);
    }
    formats::untyped_view read = rows.rows();
    read.value_bytes = conversion.bytes;
    return tiles_of(team, read);
}

/// How a method is chosen where none is named. Sums over all entries are chosen for by rules alone, for two reasons:
/// predictions were measured for products that write their entries, and tiles would add in another order, so that the bits of
/// the sum would depend on what is cached and on free memory. Plans are chosen for by rules too, because their later products
/// have other costs than the first one.
enum class method_choice { by_prediction, by_rules };

/// One product: checks, counts of work, choice of method and conversions, when it is made; then the phases.
class host_product {
  public:
    /// Throws what mxm throws for its operands and options.
    /// The mask is that of the call, or rows that are known already.
    template <class Mask>
    host_product(const context& ctx, const product_call& call, method_choice how, const Mask& mask)
        : team_(ctx.team()),
          held_(team_, mask),
          turn_(team_.take_turn(call.operation)),
          ctx_(ctx),
          call_(call),
          kernels_(*call.semiring.kernels) {
        report_.operation = call.operation;
        const base::phase choosing("choice of the method");
        choose(checked(call, held_.rows()), how);
    }
    host_product(const host_product&) = delete;
    host_product& operator=(const host_product&) = delete;

    formats::untyped_csr product();
    /// The new content of C, of which the product is merged under the mask.
    result_rows merged(const operations::any_output& out);
    formats::untyped_csr structure();
    index nvals();
    void fold(partial_sum& total, bool is_own);

    const planner::choice& choice() const { return choice_; }
    std::int64_t estimated_bytes() const { return estimated_bytes_; }

  private:
    std::int64_t flops() const { return multiplications_[multiplications_.size() - 1]; }
    void choose(const product_operands& from, method_choice how);
    void choose_by_prediction(const planner::product_facts& counted, bool is_square);
    std::int64_t bytes_of(method how, const planner::product_facts& facts) const;
    void take_b(const any_matrix& b);
    void take_tiles(const any_matrix& a, const any_matrix& b);
    tile_arrays arrays_in_tiles() const;
    void count_dot_work(const any_matrix& b, bool transpose_is_cached);
    void count_dot_work(const structure_view& b_transposed);
    void prepare_dot();
    formats::untyped_csr compute();
    csr<void> compute_structure();
    /// Whether the structure is that of rows which the method computes. The symbolic phase finds it for hash and dense, and for
    /// the plans of all methods, whose values come by the method later.
    bool computes_rows_for_structure() const;
    method accumulator() const;
    const symbolic_operand& symbolic();
    void prepare_passes();
    product_passes task() const;
    /// Passes the report on to the context. It is called once, as the report is moved out.
    void file_report(index nvals);

    host::team& team_;
    host_mask held_;
    base::stopwatch time_;
    team::operation_turn turn_;  ///< reserves the team for this thread for the whole product
    const context& ctx_;
    const product_call& call_;
    const product_loops& kernels_;
    /// Null for ordinary sides; it owns the renumbered operands, which a_ and b_ refer to.
    std::shared_ptr<const host_numberings> numbers_;
    csr<void> small_mask_;  ///< the mask in new numbers
    product_operand a_;
    product_operand b_;
    product_operand b_transposed_;
    product_arrays in_;
    formats::untyped_tiles a_tiles_;
    formats::untyped_tiles b_tiles_;
    std::optional<tile_problem> tiles_;  ///< only for method bitmap_tile
    buffer<std::int64_t> multiplications_;
    buffer<row_offset> bounds_;
    buffer<std::int64_t> dot_work_;
    buffer<row_offset> sets_before_;  ///< column_sets_before(B transposed), once it has been counted
    std::optional<packed_rows> packed_;
    std::optional<symbolic_operand> symbolic_;
    csr<void> dot_structure_;  ///< the positions where method dot computes values, if there is no admitting mask
    planner::choice choice_;
    std::int64_t estimated_bytes_ = 0;
    report report_;
};

void host_product::choose(const product_operands& from, method_choice how) {
    numbers_ = from.numbers();
    a_ = product_operand(team_, from.a(), call_.desc.transpose_a, kernels_.reads_left, call_.a_values);
    const any_matrix& b = from.b();
    const descriptor& desc = call_.desc;
    in_.semiring = call_.semiring.object;
    in_.a = a_.structure();
    in_.a_values = a_.values();
    in_.mask = held_.rows();
    if (numbers_ != nullptr) {
        in_.positions = numbers_->maps();
        if (in_.mask.present && !(numbers_->rows.is_identity() && numbers_->columns.is_identity())) {
            small_mask_ = formats::renumbered(csr_view<void>{in_.mask.rows}, numbers_->rows, numbers_->columns);
            in_.mask.rows = small_mask_.structure();
        }
    }
    const mask_rows& mask = in_.mask;
    const shapes::shape shape_of_b = b.shape().transposed_if(desc.transpose_b);
    const shapes::shape shape{in_.a.nrows, shape_of_b.ncols};
    // Dot products with a transposed B read B itself. So the work is counted from the offsets of the transpose first, and the
    // transpose is made only if another method is chosen.
    const bool must_transpose = desc.transpose_b && !b.has_cached_transpose();
    const buffer<row_offset> counted = must_transpose ? offsets_of_transpose(b.rows()) : buffer<row_offset>();
    in_.b = {shape_of_b.nrows, shape.ncols, counted.data(), nullptr};
    if (!must_transpose) take_b(b);
    multiplications_ = multiplications_before(team_, in_.a, in_.b);

    planner::product_facts facts{shape.nrows, shape.ncols, flops(), mask.admits_only()};
    facts.inner = in_.a.ncols;
    if (facts.masked) {
        const std::int64_t moves = b.nvals();
        // Testing whether B is symmetric costs less than transposing it, and much less than most products.
        if (!desc.transpose_b && planner::asking_for_symmetry_is_profitable(b.nvals(), flops())) (void)b.is_symmetric(team_);
        const bool transpose_is_cached = desc.transpose_b || b.has_cached_transpose();
        facts.mask_nvals = mask.rows.nvals();
        const admitted_work by_rows = work_of_admitted_rows(team_, in_.a, multiplications_, mask.rows);
        facts.row_flops = by_rows.multiplications;
        facts.row_entries = by_rows.entries;
        facts.threads = team_.size();
        facts.dot_by_bits = kernels_.counts_pairs;
        facts.dot_packed = kernels_.counts_pairs ? b.nvals() : 0;
        facts.dot_work = mask.rows.nvals();  // a lower bound, used unless the work is counted below
        facts.dot_transpose_work = transpose_is_cached ? 0 : moves;
        facts.row_transpose_work = must_transpose ? moves : 0;
        facts.dot_counted =
            desc.method == method::dot || (desc.method == method::automatic && planner::counting_dots_is_profitable(facts));
        if (facts.dot_counted) {
            count_dot_work(b, transpose_is_cached);
            facts.dot_work = dot_work_[dot_work_.size() - 1];
        }
    }
    choice_ = planner::choose_host_method(desc.method, facts);
    // Rows of B can be looked at unless B is transposed for this product.
    if (how == method_choice::by_prediction && desc.method == method::automatic && in_.b.columns != nullptr) {
        choose_by_prediction(facts, in_.a.columns == in_.b.columns && in_.a.offsets == in_.b.offsets);
    }
    if (numbers_ != nullptr) choice_.reason += numbers_->note();
    estimated_bytes_ = bytes_of(choice_.method, facts);
    if (choice_.method == method::dot) {
        b_transposed_ = product_operand(team_, b, !desc.transpose_b, kernels_.reads_right, call_.b_values);
        in_.b_transposed = b_transposed_.structure();
        in_.b_transposed_values = b_transposed_.values();
    }
    if (must_transpose && (choice_.method != method::dot || !facts.masked)) take_b(b);
    if (choice_.method == method::bitmap_tile) take_tiles(from.a(), b);
    base::trace_event(log_kind::method_chosen, to_string(choice_.method), choice_.reason);
}

std::int64_t host_product::bytes_of(method how, const planner::product_facts& facts) const {
    const std::int64_t bytes = estimate_product_bytes(facts, how, in_.mask.present ? in_.mask.rows.nvals() : 0,
                                                      static_cast<int>(kernels_.value_bytes), team_.size());
    return numbers_ == nullptr ? bytes : bytes + (numbers_->rows.side() - numbers_->rows.size()) * index{sizeof(row_offset)};
}

/// Predicts the time of every method. The prediction may replace the method that the rules of choice.hpp chose by tiles, or by
/// dot products that count pairs. These rules compare the remaining methods by counted work, and merge is never much faster.
void host_product::choose_by_prediction(const planner::product_facts& counted, bool is_square) {
    const bool is_cheap = kernels_.constant != nullptr || in_.mask.admits_only();
    if (flops() < (is_cheap ? planner::min_predicted_cheap_flops : planner::min_predicted_flops)) return;
    const product_sample sample = sample_product(in_.a, in_.b, flops());
    planner::host_product_facts f;
    f.nrows = counted.nrows;
    f.ncols = counted.ncols;
    f.a_nvals = counted.masked ? counted.row_entries : in_.a.nvals();
    f.b_nvals = in_.b.nvals();
    f.flops = counted.masked ? counted.row_flops : counted.flops;
    f.nvals = sample.nvals;
    f.a_tiles = sample.a_tiles;
    f.b_tiles = sample.b_tiles;
    f.average_tile_pair =
        static_cast<double>(in_.a.nvals()) / sample.a_tiles * (static_cast<double>(in_.b.nvals()) / sample.b_tiles) / 8;
    f.entries_to_tile = in_.a.nvals() + (is_square ? 0 : in_.b.nvals());
    f.scattered = sample.scattered;
    f.mask_nvals = in_.mask.present ? in_.mask.rows.nvals() : 0;
    f.admits = in_.mask.admits_only();
    f.forbids = in_.mask.present && !f.admits;
    f.structure_only = kernels_.constant != nullptr;
    f.cost_of_dots = counted.dot_counted ? planner::cost_of_dots(counted) : 0;
    f.threads = team_.size();
    report_.estimates = planner::predict_host_times(f);
    for (const method m : all_methods) {
        if (report_.estimates[m].is_predicted()) report_.estimates[m].bytes = static_cast<double>(bytes_of(m, counted));
    }
    // The operands in tiles: a bitmap, a column and where the values begin for each tile, and the values once more.
    report_.estimates[method::bitmap_tile].bytes +=
        16 * (f.a_tiles + (is_square ? 0 : f.b_tiles)) +
        static_cast<double>(f.entries_to_tile) * static_cast<double>(kernels_.value_bytes);
    const auto take_if_less = [&](method m, double share) {
        const planner::method_estimate &usual = report_.estimates[choice_.method], &other = report_.estimates[m];
        if (!other.is_predicted() || !usual.is_predicted() || !base::fits_in_memory(other.bytes)) return;
        if (m == choice_.method || other.milliseconds > share * usual.milliseconds) return;
        choice_ = {m, fmt::format("{:.2g} ms expected, by {} {:.2g}", other.milliseconds, to_string(choice_.method),
                                  usual.milliseconds)};
    };
    take_if_less(method::bitmap_tile, planner::clearly_less_on_host(f.structure_only));
    if (counted.dot_by_bits) take_if_less(method::dot, planner::clearly_less_for_pairs);
}

void host_product::take_b(const any_matrix& b) {
    b_ = product_operand(team_, b, call_.desc.transpose_b, kernels_.reads_right, call_.b_values);
    in_.b = b_.structure();
    in_.b_values = b_.values();
}

void host_product::take_tiles(const any_matrix& a, const any_matrix& b) {
    const base::phase tiling("tiles of the operands");
    a_tiles_ = tiles_of_operand(team_, a, call_.desc.transpose_a, a_, call_.a_values);
    b_tiles_ = tiles_of_operand(team_, b, call_.desc.transpose_b, b_, call_.b_values);
    tiles_.emplace(team_, a_tiles_.structure, b_tiles_.structure, in_.mask);
}

tile_arrays host_product::arrays_in_tiles() const {
    return {in_.semiring, a_tiles_.structure, a_tiles_.values, b_tiles_.structure, b_tiles_.values, in_.positions};
}

/// Counts the work of dot products under the mask, from the row sizes of B transposed, or for products that count pairs from
/// the words that its rows touch. If the transpose of B does not exist, only its offsets are made.
void host_product::count_dot_work(const any_matrix& b, bool transpose_is_cached) {
    if (call_.desc.transpose_b) return count_dot_work(b.rows());
    if (transpose_is_cached) return count_dot_work(b.transposed_rows(team_));
    const structure_view rows = b.rows();
    const buffer<row_offset> offsets = offsets_of_transpose(rows);
    const structure_view transposed{rows.ncols, rows.nrows, offsets.data(), nullptr};
    if (kernels_.counts_pairs) {
        dot_work_ = pair_work_before(team_, in_.a, transposed, expected_sets_before(team_, rows, offsets), in_.mask.rows);
    } else {
        dot_work_ = dot_work_before(team_, in_.a, transposed, in_.mask.rows);
    }
}

void host_product::count_dot_work(const structure_view& b_transposed) {
    if (kernels_.counts_pairs) {
        sets_before_ = column_sets_before(team_, b_transposed);
        dot_work_ = pair_work_before(team_, in_.a, b_transposed, sets_before_, in_.mask.rows);
    } else {
        dot_work_ = dot_work_before(team_, in_.a, b_transposed, in_.mask.rows);
    }
}

/// Method dot computes values at known positions. Without an admitting mask these positions are the structure of the product,
/// which is found first.
void host_product::prepare_dot() {
    if (choice_.method != method::dot) return;
    if (!in_.mask.admits_only()) {
        dot_structure_ = symbolic_structure(team_, in_.a, symbolic(), in_.mask, accumulator());
        in_.mask = {dot_structure_.structure(), true, false};
        count_dot_work(in_.b_transposed);
    }
    if (kernels_.counts_pairs) {
        if (sets_before_.empty()) sets_before_ = column_sets_before(team_, in_.b_transposed);
        in_.packed_b_transposed = &packed_.emplace(team_, in_.b_transposed, std::move(sets_before_));
    }
}

formats::untyped_csr host_product::compute() {
    const bool unites_rows = choice_.method != method::dot && choice_.method != method::merge;
    if (kernels_.constant != nullptr && !in_.mask.admits_only() && unites_rows) {
        // All entries have the same value, so only the structure is computed.
        formats::untyped_csr out = formats::untyped(compute_structure());
        out.value_bytes = kernels_.value_bytes;
        out.values = buffer<std::byte>(out.columns.size() * out.value_bytes);
        if (out.columns.empty()) return out;
        kernels_.constant(in_.semiring, out.values.data());
        base::repeat_first_value(out.values.data(), out.columns.size(), out.value_bytes);
        return out;
    }
    if (tiles_) return tile_product(team_, kernels_, arrays_in_tiles(), *tiles_);
    prepare_dot();
    if (!in_.mask.admits_only()) prepare_passes();
    return host::product(team_, kernels_, in_, task());
}

csr<void> host_product::compute_structure() {
    if (tiles_) return structure_of_tiles(team_, tile_structure(team_, *tiles_).view());
    if (!computes_rows_for_structure()) return symbolic_structure(team_, in_.a, symbolic(), in_.mask, accumulator());
    prepare_dot();
    if (!in_.mask.admits_only()) prepare_passes();
    return formats::typed<void>(host::product(team_, kernels_, in_, task()));
}

bool host_product::computes_rows_for_structure() const {
    if (choice_.method == method::dot) return in_.mask.admits_only();
    return choice_.method == method::merge && kernels_.constant != nullptr;
}

method host_product::accumulator() const {
    if (choice_.method == method::hash || choice_.method == method::dense) return choice_.method;
    return in_.b.ncols < planner::dense_below_columns ? method::dense : method::hash;
}

const symbolic_operand& host_product::symbolic() {
    if (!symbolic_) symbolic_.emplace(team_, in_.a, in_.b, multiplications_);
    report_.compressed = symbolic_->is_compressed();
    return *symbolic_;
}

/// Methods dense and merge make the product in one pass if arrays as large as the bounds of all rows fit into memory; only the
/// part that the product fills is ever touched. Otherwise, and for method hash as in its paper, there is a symbolic phase
/// first.
void host_product::prepare_passes() {
    if (choice_.method != method::hash) {
        bounds_ = row_bounds(multiplications_, in_.b.ncols);
        const auto most =
            static_cast<double>(bounds_[bounds_.size() - 1]) * static_cast<double>(sizeof(column_index) + kernels_.value_bytes);
        if (base::fits_in_memory(most)) return;
        bounds_ = {};
    }
    symbolic();
}

product_passes host_product::task() const {
    return {
        choice_.method, &multiplications_, bounds_.empty() ? nullptr : &bounds_, &dot_work_, symbolic_ ? &*symbolic_ : nullptr,
        accumulator()};
}

formats::untyped_csr host_product::product() {
    formats::untyped_csr out = compute();
    if (numbers_ != nullptr) formats::put_original_indices(out, numbers_->rows, numbers_->columns);
    file_report(out.nvals());
    return out;
}

result_rows host_product::merged(const operations::any_output& out) {
    formats::untyped_csr made = product();
    const base::phase merging("merge with C");
    return merged_into(team_, out, std::move(made), held_.rows().present, [&] { return held_.rows(); });
}

formats::untyped_csr host_product::structure() {
    formats::untyped_csr out = formats::untyped(compute_structure());
    if (numbers_ != nullptr) formats::put_original_indices(out, numbers_->rows, numbers_->columns);
    file_report(out.nvals());
    return out;
}

index host_product::nvals() {
    index count = 0;
    if (computes_rows_for_structure()) {
        count = compute_structure().nvals();
    } else if (tiles_) {
        count = count_tiles(team_, *tiles_).nvals;
    } else {
        count = symbolic_nvals(team_, in_.a, symbolic(), in_.mask, accumulator());
    }
    file_report(count);
    return count;
}

void host_product::fold(partial_sum& total, bool is_own) {
    const base::phase folding("sum of the products");
    if (tiles_) {
        fold_tiles(team_, kernels_, arrays_in_tiles(), *tiles_, total);
    } else {
        prepare_dot();
        // The pairs of all multiplications are counted without rows. If a method is named, it makes the rows.
        const bool makes_no_rows =
            is_own && !in_.mask.admits_only() && kernels_.fold != nullptr && call_.desc.method == method::automatic;
        if (makes_no_rows) choice_.reason += "; pairs counted without rows";
        host::fold_product(team_, kernels_, in_, task(), makes_no_rows || (is_own && in_.mask.admits_only()), total);
    }
    file_report(0);
}

void host_product::file_report(index nvals) {
    report_.method = choice_.method;
    report_.reason = choice_.reason;
    report_.flops = flops();
    report_.nvals = nvals;
    report_.estimated_bytes = estimated_bytes_;
    report_.milliseconds = time_.milliseconds();
    ctx_.set_report(std::move(report_));
}

}  // namespace

std::int64_t count_multiplications(team& team, const any_matrix& a, const any_matrix& b, const descriptor& desc) {
    const product_operands from({}, a, b, desc, true);
    const product_operand left(team, from.a(), desc.transpose_a, false, {});
    const product_operand right(team, from.b(), desc.transpose_b, false, {});
    const auto before = multiplications_before(team, left.structure(), right.structure());
    return before[before.size() - 1];
}

result_rows multiply(const context& ctx, const product_call& call, const operations::any_output* out) {
    require_loops(call.operation, *call.semiring.kernels);
    if (forbids_much(ctx.team(), call)) return masked_afterwards(ctx, call, out);
    host_product run(ctx, call, method_choice::by_prediction, call.mask);
    return out != nullptr ? run.merged(*out) : result_rows(run.product());
}

result_rows structure_of_product(const context& ctx, const product_call& call) {
    return result_rows(host_product(ctx, call, method_choice::by_prediction, call.mask).structure());
}

index count_entries(const context& ctx, const product_call& call) {
    return host_product(ctx, call, method_choice::by_prediction, call.mask).nvals();
}

void fold_product(const context& ctx, const product_call& call, partial_sum& total, bool is_own) {
    require_loops(call.operation, *call.semiring.kernels);
    host_product(ctx, call, method_choice::by_rules, call.mask).fold(total, is_own);
}

operations::planned_product plan_product(const context& ctx, const product_call& call) {
    require_loops(call.operation, *call.semiring.kernels);
    host_product run(ctx, call, method_choice::by_rules, call.mask);
    operations::planned_product out;
    out.on_host = formats::typed<void>(run.structure());
    out.shape = {out.on_host.nrows, out.on_host.ncols};
    out.nvals = out.on_host.nvals();
    out.method = run.choice().method;
    out.reason = run.choice().reason;
    out.estimated_bytes = run.estimated_bytes();
    return out;
}

result_rows execute_plan(const context& ctx, const product_call& call, const operations::planned_product& plan,
                         const operations::any_output* out) {
    host_product run(ctx, call, method_choice::by_rules, mask_rows{plan.on_host.structure(), true, false});
    return out != nullptr ? run.merged(*out) : result_rows(run.product());
}

}  // namespace graphblas_gpu::host
