// One product on the host, from public operands to kernels: checks, choice of method, conversions.
//
// Idea: everything that mxm, mxm_structure, mxm_nvals, mxm_reduce and plans share. The object holds the operands in the
// semiring's types and the counts of work, so that phases can be run apart.
#pragma once

#include <chrono>
#include <optional>

#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/descriptor.hpp>
#include <graphblas_gpu/host/fold_rows.hpp>
#include <graphblas_gpu/host/bitmap_tile/tile_product.hpp>
#include <graphblas_gpu/host/compress.hpp>
#include <graphblas_gpu/host/product.hpp>
#include <graphblas_gpu/operations/operand.hpp>
#include <graphblas_gpu/operations/renumbered_product.hpp>
#include <graphblas_gpu/operations/tile_operand.hpp>
#include <graphblas_gpu/planner/choice.hpp>
#include <graphblas_gpu/shapes.hpp>

namespace graphblas_gpu::host {

/// Entries that dot products under the mask walk over, before each row (nrows + 1 numbers). Of B transposed only the
/// offsets are read. O(nvals(mask)).
buffer<std::int64_t> dot_work_before(team& team, const structure_view& a, const structure_view& b_transposed,
                                     const structure_view& mask);

/// Words of bits that pair_rows looks at, before each row. `sets_before`: the words that the rows of B transposed touch, before
/// each of them, as packed_rows takes them. O(nvals(A) + nvals(mask)).
buffer<std::int64_t> pair_work_before(team& team, const structure_view& a, const structure_view& b_transposed,
                                      const buffer<row_offset>& sets_before, const structure_view& mask);

/// The same words where of B transposed only the offsets are known: as many an entry as in the rows of B.
buffer<row_offset> expected_sets_before(team& team, const structure_view& b, const buffer<row_offset>& offsets_of_transpose);

/// Rows of which the mask admits something: their multiplications, and the entries of A in them. O(nrows).
struct admitted_work {
    std::int64_t multiplications = 0;
    std::int64_t entries = 0;
};
admitted_work work_of_admitted_rows(const structure_view& a, const buffer<std::int64_t>& multiplications, const structure_view& mask);

/// Bytes that a product needs beside its operands: output (bounded by its multiplications), offsets, accumulators.
std::int64_t estimate_product_bytes(const planner::product_facts& facts, method how, std::int64_t mask_nvals, int value_bytes,
                                    int threads);

/// Before each row, the sum of the most entries that rows can have: their multiplications, or all columns.
buffer<row_offset> row_bounds(const buffer<std::int64_t>& multiplications, index ncols);

/// Throws unsupported if method dot is asked for without a mask that lists the positions to look at.
void require_mask_for_dot(const char* operation, const mask_rows& mask, method wanted);

/// The row offsets that the transpose of `a` has. O(nvals + ncols), much less than making it.
buffer<row_offset> offsets_of_transpose(const structure_view& a);

template <class S>
class product_run {
    using value = semiring_value_t<S>;
    using left = semiring_left_t<S>;
    using right = semiring_right_t<S>;

  public:
    template <class TA, class TB>
    product_run(const context& ctx, const char* operation, const S& semiring, const matrix<TA>& a, const matrix<TB>& b,
                const mask_rows& mask, const descriptor& desc)
        : product_run(ctx, operation, semiring, checked(operation, a, b, mask, desc), desc) {}

  private:
    template <class TA, class TB>
    static product_operands<TA, TB> checked(const char* operation, const matrix<TA>& a, const matrix<TB>& b, const mask_rows& mask,
                                            const descriptor& desc) {
        planner::refuse_variant_on_host(operation, desc.variant);
        planner::refuse_variant_on_host(operation, desc.tile_variant);
        planner::refuse_mixed_on_host(operation, desc.precision);
        const shapes::shape shape =
            shapes::product(operation, shapes::of(a), desc.transpose_a, shapes::of(b), desc.transpose_b);
        if (mask.present) shapes::check_same(operation, "mask", {mask.rows.nrows, mask.rows.ncols}, shape);
        return {a, b, mask, desc};
    }

    template <class TA, class TB>
    product_run(const context& ctx, const char* operation, const S& semiring, const product_operands<TA, TB>& from,
                const descriptor& desc)
        : team_(ctx.team()),
          turn_(team_.take_turn(operation)),
          ctx_(ctx),
          numbers_(from.numbers()),
          a_(team_, from.a(), desc.transpose_a, semiring_traits<S>::reads_left),
          in_{semiring, a_.view(), {}, {}, from.mask(), nullptr, numbers_ == nullptr ? position_maps{} : numbers_->maps()} {
        const matrix<TB>& b = from.b();
        const mask_rows& mask = in_.mask;
        const shapes::shape shape{in_.a.nrows, shape_of_b(b, desc).ncols};
        // Dot products read B as it is where the product is with its transpose: count without making that.
        const bool must_transpose = desc.transpose_b && !b.has_transpose_at_hand();
        const buffer<row_offset> counted = must_transpose ? offsets_of_transpose(b.storage().structure()) : buffer<row_offset>();
        static_cast<structure_view&>(in_.b) = {shape_of_b(b, desc).nrows, shape.ncols, counted.data(), nullptr};
        if (!must_transpose) take_b(b, desc);
        multiplications_ = multiplications_before(team_, in_.a, in_.b);

        planner::product_facts facts{shape.nrows, shape.ncols, flops(), mask.admits_only()};
        facts.inner = in_.a.ncols;
        if (facts.masked) {
            const std::int64_t moves = b.nvals();
            // To find that B is its own transpose costs less than to make one, and much less than most products.
            if (!desc.transpose_b && planner::asking_for_symmetry_pays(b.nvals(), flops())) (void)b.is_symmetric(team_);
            const bool transpose_at_hand = desc.transpose_b || b.has_transpose_at_hand();
            facts.mask_nvals = mask.rows.nvals();
            const admitted_work by_rows = work_of_admitted_rows(in_.a, multiplications_, mask.rows);
            facts.row_flops = by_rows.multiplications;
            facts.row_entries = by_rows.entries;
            facts.threads = team_.size();
            facts.dot_by_bits = counts_pairs<S>;
            facts.dot_packed = counts_pairs<S> ? b.nvals() : 0;
            facts.dot_work = mask.rows.nvals();  // at least
            facts.dot_transpose_work = transpose_at_hand ? 0 : moves;
            facts.row_transpose_work = must_transpose ? moves : 0;
            facts.dot_counted = desc.method == method::dot ||
                                (desc.method == method::automatic && planner::counting_dots_pays(facts));
            if (facts.dot_counted) {
                count_dot_work(b, desc.transpose_b, transpose_at_hand);
                facts.dot_work = dot_work_[dot_work_.size() - 1];
            }
        }
        choice_ = planner::choose_host_method(operation, desc.method, facts);
        if (numbers_ != nullptr) choice_.reason += numbers_->note();
        estimated_bytes_ = estimate_product_bytes(facts, choice_.method, mask.present ? mask.rows.nvals() : 0, sizeof(value),
                                                  team_.size());
        if (numbers_ != nullptr) estimated_bytes_ += (numbers_->rows.side() - numbers_->rows.size()) * index{sizeof(row_offset)};
        if (choice_.method == method::dot) {
            b_transposed_ = operand<right>(team_, b, !desc.transpose_b, semiring_traits<S>::reads_right);
            in_.b_transposed = b_transposed_.view();
        }
        if (must_transpose && (choice_.method != method::dot || !facts.masked)) take_b(b, desc);
        if (choice_.method == method::bitmap_tile) take_tiles(from.a(), b, desc);
        report_.operation = operation;
    }

  public:
    product_run(const product_run&) = delete;
    product_run& operator=(const product_run&) = delete;

    std::int64_t flops() const { return multiplications_[multiplications_.size() - 1]; }
    const planner::choice& choice() const { return choice_; }
    std::int64_t estimated_bytes() const { return estimated_bytes_; }

    csr<value> product() {
        csr<value> out = with_original_indices(compute());
        file_report(out.nvals());
        return out;
    }

    /// The structure of the product under the mask.
    csr<void> structure() {
        csr<void> out = with_original_indices(compute_structure());
        file_report(out.nvals());
        return out;
    }

    index nvals() {
        index count = 0;
        if (choice_.method == method::dot) {
            count = compute_structure().nvals();
        } else if (tiles_) {
            count = count_tiles(team_, *tiles_).nvals;
        } else {
            count = symbolic_nvals(team_, in_.a, symbolic(), in_.mask, choice_.method);
        }
        file_report(count);
        return count;
    }

    template <class Monoid>
    value fold(const Monoid& monoid) {
        if (tiles_) {
            const value folded = fold_tiles(team_, operands_in_tiles(), *tiles_, monoid);
            file_report(0);
            return folded;
        }
        prepare_dot();
        value sum{};
        // `any` keeps the first entry, which the kernels that add up all products in the order they meet would miss.
        if constexpr (std::is_same_v<Monoid, semiring_add_t<S>> && !monoid_is_any<Monoid>) {
            sum = kernels<S>::fold(team_, in_, task());
        } else {
            sum = fold_rows(team_, in_, task(), monoid);
        }
        file_report(0);
        return sum;
    }

  private:
    template <class T>
    csr<T> with_original_indices(csr<T>&& out) const {
        if (numbers_ == nullptr) return std::move(out);
        return formats::in_original_numbers(std::move(out), numbers_->rows, numbers_->columns);
    }

    template <class TB>
    static shapes::shape shape_of_b(const matrix<TB>& b, const descriptor& desc) {
        return shapes::of(b).transposed_if(desc.transpose_b);
    }

    template <class TB>
    void take_b(const matrix<TB>& b, const descriptor& desc) {
        b_ = operand<right>(team_, b, desc.transpose_b, semiring_traits<S>::reads_right);
        in_.b = b_.view();
    }

    template <class TA, class TB>
    void take_tiles(const matrix<TA>& a, const matrix<TB>& b, const descriptor& desc) {
        a_tiles_ = tile_operand<left>(team_, a, desc.transpose_a, in_.a);
        b_tiles_ = tile_operand<right>(team_, b, desc.transpose_b, in_.b);
        tiles_.emplace(team_, a_tiles_.view().structure(), b_tiles_.view().structure(), in_.mask);
    }

    tile_operands<S> operands_in_tiles() const { return {in_.semiring, a_tiles_.view(), b_tiles_.view(), in_.positions}; }

    /// What dot products under the mask would meet, from the row sizes of B transposed, or the words that its rows touch.
    template <class TB>
    void count_dot_work(const matrix<TB>& b, bool transpose_b, bool at_hand) {
        if (transpose_b) return count_dot_work(b.storage().structure());
        if (at_hand) return count_dot_work(b.transposed_storage()->structure());
        const structure_view rows = b.storage().structure();
        const buffer<row_offset> offsets = offsets_of_transpose(rows);
        const structure_view transposed{b.ncols(), b.nrows(), offsets.data(), nullptr};
        if constexpr (counts_pairs<S>) {
            dot_work_ = pair_work_before(team_, in_.a, transposed, expected_sets_before(team_, rows, offsets), in_.mask.rows);
        } else {
            dot_work_ = dot_work_before(team_, in_.a, transposed, in_.mask.rows);
        }
    }
    void count_dot_work(const structure_view& b_transposed) {
        if constexpr (counts_pairs<S>) {
            sets_before_ = column_sets_before(team_, b_transposed);
            dot_work_ = pair_work_before(team_, in_.a, b_transposed, sets_before_, in_.mask.rows);
        } else {
            dot_work_ = dot_work_before(team_, in_.a, b_transposed, in_.mask.rows);
        }
    }

    /// Dot products run over known positions; without an admitting mask those are the structure of the product.
    void prepare_dot() {
        if (choice_.method != method::dot) return;
        if (!in_.mask.admits_only()) {
            found_ = symbolic_structure(team_, in_.a, symbolic(), in_.mask, accumulator());
            in_.mask = {found_.structure(), true, false};
            count_dot_work(in_.b_transposed);
        }
        if constexpr (counts_pairs<S>) {
            if (sets_before_.empty()) sets_before_ = column_sets_before(team_, in_.b_transposed);
            in_.packed_b_transposed = &packed_.emplace(team_, in_.b_transposed, std::move(sets_before_));
        }
    }

    csr<value> compute() {
        if constexpr (is_constant_product<S> && monoid_is_any<semiring_add_t<S>>) {
            // Every value is the same: structure says all.
            if (!in_.mask.admits_only()) {
                csr<void> found = compute_structure();
                csr<value> out;
                out.nrows = found.nrows;
                out.ncols = found.ncols;
                out.values = buffer<value>(found.columns.size(), semiring_product(in_.semiring, left{}, right{}, 0, 0, 0));
                out.offsets = std::move(found.offsets);
                out.columns = std::move(found.columns);
                return out;
            }
        }
        if (tiles_) return tile_product(team_, operands_in_tiles(), *tiles_);
        prepare_dot();
        if (!in_.mask.admits_only()) prepare_passes();
        return kernels<S>::product(team_, in_, task());
    }

    csr<void> compute_structure() {
        if (tiles_) return structure_of_tiles(team_, tile_structure(team_, *tiles_).view());
        if (!in_.mask.admits_only()) return symbolic_structure(team_, in_.a, symbolic(), in_.mask, accumulator());
        if (choice_.method != method::dot) return symbolic_structure(team_, in_.a, symbolic(), in_.mask, choice_.method);
        prepare_dot();
        csr<value> out = kernels<S>::product(team_, in_, task());
        csr<void> found;
        found.nrows = out.nrows;
        found.ncols = out.ncols;
        found.offsets = std::move(out.offsets);
        found.columns = std::move(out.columns);
        return found;
    }

    method accumulator() const {
        if (choice_.method != method::dot) return choice_.method;
        return in_.ncols() < planner::dense_below_columns ? method::dense : method::hash;
    }

    const symbolic_operand& symbolic() {
        if (!symbolic_) symbolic_.emplace(team_, in_.a, in_.b, multiplications_);
        report_.compressed = symbolic_->is_compressed();
        return *symbolic_;
    }

    /// The dense method makes the product in one pass if arrays as large as the bounds of its rows can be had, though
    /// they are used no further than the product is large; else, and by hash as the paper has it, in two phases.
    void prepare_passes() {
        if (choice_.method == method::dense) {
            bounds_ = row_bounds(multiplications_, in_.ncols());
            const auto most = static_cast<double>(bounds_[bounds_.size() - 1]) * (sizeof(column_index) + sizeof(value));
            // What is free is looked up only where it matters.
            if (most < (1 << 28) || most <= static_cast<double>(formats::available_bytes())) return;
            bounds_ = {};
        }
        symbolic();
    }

    product_task task() const {
        return {choice_.method, &multiplications_, bounds_.empty() ? nullptr : &bounds_, &dot_work_,
                symbolic_ ? &*symbolic_ : nullptr};
    }

    void file_report(index nvals) {
        report_.method = choice_.method;
        report_.reason = choice_.reason;
        report_.flops = flops();
        report_.nvals = nvals;
        report_.estimated_bytes = estimated_bytes_;
        report_.milliseconds =
            std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - started_).count();
        ctx_.set_report(report_);
    }

    std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
    host::team& team_;
    team::operation_turn turn_;  ///< no other thread comes between the regions of the product
    const context& ctx_;
    std::shared_ptr<const product_numbering> numbers_;  ///< null for ordinary sides; holds the operands that a_ and b_ refer to
    operand<left> a_;
    operand<right> b_;
    operand<right> b_transposed_;
    operands<S> in_;
    tile_operand<left> a_tiles_;
    tile_operand<right> b_tiles_;
    std::optional<tile_problem> tiles_;  ///< of method bitmap_tile
    buffer<std::int64_t> multiplications_;
    buffer<row_offset> bounds_;
    buffer<std::int64_t> dot_work_;
    buffer<row_offset> sets_before_;  ///< of B transposed, once it has been counted
    std::optional<packed_rows> packed_;
    std::optional<symbolic_operand> symbolic_;
    csr<void> found_;
    planner::choice choice_;
    std::int64_t estimated_bytes_ = 0;
    report report_;
};

}  // namespace graphblas_gpu::host
