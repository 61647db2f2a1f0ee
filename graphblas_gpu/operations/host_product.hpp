// Products of matrices on host threads. The work and the memory of their phases are in product_work.hpp.
#pragma once

#include <graphblas_gpu/any_matrix.hpp>
#include <graphblas_gpu/base/function_ref.hpp>
#include <graphblas_gpu/host/product/mask_rows.hpp>
#include <graphblas_gpu/operations/value_conversion.hpp>
#include <graphblas_gpu/planner/choice.hpp>

namespace graphblas_gpu::operations {
struct result_rows;
struct planned_product;
struct product_call;
struct any_output;
}  // namespace graphblas_gpu::operations

namespace graphblas_gpu::host {

struct product_loops;
class partial_sum;

/// An operand with values of the type that the semiring reads. It owns the converted values, if there are any.
class product_operand {
  public:
    product_operand() = default;
    product_operand(team& team, const any_matrix& m, bool transpose, bool with_values,
                    const operations::value_conversion& conversion);

    const structure_view& structure() const { return rows_; }
    const void* values() const { return rows_.values; }
    const formats::untyped_rows& rows() const { return rows_; }
    /// The operand with values of T, which is the type that `conversion` makes or that the matrix has.
    template <class T>
    csr_view<T> view() const {
        return formats::typed<T>(rows_);
    }

  private:
    formats::untyped_rows rows_;
    buffer<std::byte> converted_;
};

/// Throws unsupported, with what to do instead, if the table has no loops: semirings that are made at run time
/// (jit_semiring.hpp) have none unless they are in the catalogue.
void require_loops(const char* operation, const product_loops& kernels);

/// Whether a product has far fewer multiplications than its mask forbids positions, so that looking up its entries in the mask
/// is less work than reading the mask. Searches of several sources at once need this in their last rounds.
bool forbids_much(team& team, const operations::product_call& call);
/// Such a product: it is computed without its mask, and loses the entries that the mask forbids.
operations::result_rows masked_afterwards(const context& ctx, const operations::product_call& call,
                                          const operations::any_output* out);
/// The new content of C, into which a product is merged that has no entry outside of its mask.
operations::result_rows merged_into(team& team, const operations::any_output& out, formats::untyped_csr&& product,
                                    bool is_masked, base::function_ref<mask_rows()> rows_of_mask);

/// See operations/product.hpp. `out`: what the product is for, or null.
/// @{
operations::result_rows multiply(const context& ctx, const operations::product_call& call, const operations::any_output* out);
operations::result_rows structure_of_product(const context& ctx, const operations::product_call& call);
index count_entries(const context& ctx, const operations::product_call& call);
void multiply_in_batches(const context& ctx, const operations::product_call& call, std::int64_t bytes,
                         base::function_ref<void(any_matrix&& part, index first_row)> consume);
void fold_product(const context& ctx, const operations::product_call& call, partial_sum& total, bool is_own);
operations::planned_product plan_product(const context& ctx, const operations::product_call& call);
operations::result_rows execute_plan(const context& ctx, const operations::product_call& call,
                                     const operations::planned_product& plan, const operations::any_output* out);
std::int64_t count_multiplications(team& team, const any_matrix& a, const any_matrix& b, const descriptor& desc);
/// @}

}  // namespace graphblas_gpu::host
