// One product on the host, from public operands to kernels: checks, choice of method, conversions.
//
// Idea: everything that mxm, mxm_structure, mxm_nvals, mxm_reduce and plans share, compiled once. The object holds the operands in
// the semiring's types and the counts of work, so that phases can be run apart.
#pragma once

#include <optional>

#include <graphblas_gpu/formats/stopwatch.hpp>
#include <graphblas_gpu/catalogued.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/descriptor.hpp>
#include <graphblas_gpu/host/bitmap_tile/tile_product.hpp>
#include <graphblas_gpu/host/dot/packed_rows.hpp>
#include <graphblas_gpu/host/product.hpp>
#include <graphblas_gpu/operations/matrix_source.hpp>
#include <graphblas_gpu/operations/renumbered_product.hpp>
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

/// One product: its semiring, its operands and its options, without their types.
struct product_call {
    const char* operation = nullptr;
    const product_kernels* kernels = nullptr;
    const void* semiring = nullptr;  ///< the object that the kernels read
    const operations::matrix_source* a = nullptr;
    operations::value_conversion a_values;
    const operations::matrix_source* b = nullptr;
    operations::value_conversion b_values;
    descriptor desc;
};

/// The same from public operands, which must outlive it.
template <class S, class TA, class TB>
class product_call_of {
  public:
    product_call_of(const char* operation, const S& semiring, const matrix<TA>& a, const matrix<TB>& b, const descriptor& desc)
        : a_(a), b_(b),
          call_{operation, &kernels_of(semiring), object_of(semiring), &a_, operations::conversion<TA, semiring_left_t<S>>(), &b_,
                operations::conversion<TB, semiring_right_t<S>>(), desc} {}
    product_call_of(const product_call_of&) = delete;
    product_call_of& operator=(const product_call_of&) = delete;

    operator const product_call&() const { return call_; }

  private:
    operations::source_of<TA> a_;
    operations::source_of<TB> b_;
    product_call call_;
};

/// An operand with its values as the semiring reads them; owns what had to be made.
class product_operand {
  public:
    product_operand() = default;
    product_operand(team& team, const operations::matrix_source& m, bool transpose, bool with_values,
                    const operations::value_conversion& conversion);

    const structure_view& structure() const { return rows_; }
    const void* values() const { return rows_.values; }
    const operations::untyped_rows& rows() const { return rows_; }

  private:
    operations::untyped_rows rows_;
    buffer<std::byte> converted_;
};

/// Multiplications of a product without a mask.
std::int64_t count_multiplications(team& team, const operations::matrix_source& a, const operations::matrix_source& b,
                                   const descriptor& desc);

class product_run {
  public:
    /// Throws what mxm throws for its operands and options.
    product_run(const context& ctx, const product_call& call, const mask_rows& mask);
    product_run(const product_run&) = delete;
    product_run& operator=(const product_run&) = delete;

    std::int64_t flops() const { return multiplications_[multiplications_.size() - 1]; }
    const planner::choice& choice() const { return choice_; }
    std::int64_t estimated_bytes() const { return estimated_bytes_; }

    /// The product under the mask, with values of the semiring's type.
    formats::untyped_csr product();
    /// Its structure.
    csr<void> structure();
    /// Its number of entries.
    index nvals();
    /// Its entries, added to `total`. `own_monoid`: that is the semiring's own and adds everything up (`any` does not).
    void fold(partial_sum& total, bool own_monoid);

  private:
    product_run(const context& ctx, const product_call& call, const product_operands& from);
    void take_b(const operations::matrix_source& b);
    void take_tiles(const operations::matrix_source& a, const operations::matrix_source& b);
    tile_arrays arrays_in_tiles() const;
    void count_dot_work(const operations::matrix_source& b, bool at_hand);
    void count_dot_work(const structure_view& b_transposed);
    void prepare_dot();
    formats::untyped_csr compute();
    csr<void> compute_structure();
    method accumulator() const;
    const symbolic_operand& symbolic();
    void prepare_passes();
    product_task task() const;
    void file_report(index nvals);

    formats::stopwatch time_;
    host::team& team_;
    team::operation_turn turn_;  ///< no other thread comes between the regions of the product
    const context& ctx_;
    const product_call& call_;
    const product_kernels& kernels_;
    std::shared_ptr<const product_numbering> numbers_;  ///< null for ordinary sides; holds the operands that a_ and b_ refer to
    product_operand a_;
    product_operand b_;
    product_operand b_transposed_;
    product_arrays in_;
    operations::untyped_tiles a_tiles_;
    operations::untyped_tiles b_tiles_;
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
