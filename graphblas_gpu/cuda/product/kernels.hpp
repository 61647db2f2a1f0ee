// The kernels of one semiring, behind functions that know no types: what a product calls.
//
// Idea: a semiring is compiled once, in the library (instances/) or in a caller's source that nvcc compiles (cuda.cuh); choice
// of method, memory and panels are the same for all of them and are compiled once for all.
#pragma once

#include <memory>
#include <optional>

#include <graphblas_gpu/cuda/bitmap_tile/paper/counting.hpp>
#include <graphblas_gpu/cuda/masked/strategy.hpp>
#include <graphblas_gpu/cuda/product/types.hpp>
#include <graphblas_gpu/planner/method.hpp>

namespace graphblas_gpu::cuda {

struct gather_lists;
struct merged_rows;

/// Which values a semiring reads and makes; `none` where it does not read them.
struct product_value_types {
    type_code left = type_code::none;
    type_code right = type_code::none;
    type_code value = type_code::none;
};

class product_kernels {
  public:
    virtual ~product_kernels() = default;

    /// Rows without a mask or under a complemented one, as the symbolic phase found them; see hash/ and dense/.
    /// @{
    virtual void hash_rows(const engine_ptr& e, const product_rows& rows, const product_output& out) const = 0;
    virtual void dense_rows(const engine_ptr& e, const product_rows& rows, const product_output& out) const = 0;
    virtual void paper_rows(const engine_ptr& e, const product_rows& rows, const product_output& out,
                            hash_variant variant) const = 0;
    /// @}

    /// Under a mask that admits only its entries; see masked/. `b_transposed` without offsets: not at hand.
    /// @{
    virtual csr masked_product(const engine_ptr& e, const product_rows& rows, const csr_ref& b_transposed,
                               const masked_strategy& how) const = 0;
    /// The sum of its values under the semiring's own monoid; nothing if it has no entry.
    virtual std::optional<formats::scalar_value> masked_fold(const engine_ptr& e, const product_rows& rows,
                                                             const csr_ref& b_transposed, const masked_strategy& how) const = 0;
    /// @}

    /// Of a known C whose products are listed; see product/gathered.cuh. For semirings that do not read positions.
    /// @{
    virtual bool reads_positions() const = 0;
    virtual void gather_values(const engine_ptr& e, const csr_ref& a, const csr_ref& b, const gather_lists& lists,
                               void* values) const = 0;
    /// @}

    /// Of rows whose multiplications are in order; see merge/values.cuh.
    virtual void merged_values(const engine_ptr& e, const csr_ref& a, const csr_ref& b, const merged_rows& rows,
                               void* values) const = 0;

    /// w = A u, or u' A if from_left, under a mask of one row; see masked/vector_product.cuh.
    virtual csr vector_product(const engine_ptr& e, const csr_ref& rows, const csr_ref& u, bool from_left, const mask_ref& mask,
                               bool pull, index size, bool first_suffices) const = 0;

    /// Of a C whose tiles are known; see bitmap_tile/values.cuh. Places of values are those of C's tiles.
    virtual void tile_values(const engine_ptr& e, const tiles_ref& a, const tiles_ref& b, const tiles_ref& c,
                             void* values) const = 0;
    /// The same from a list of the pairs that meet in each; see bitmap_tile/paper/.
    virtual void listed_tile_values(const engine_ptr& e, const tiles_ref& a, const tiles_ref& b, const tiles_ref& c,
                                    const tile_paper::tasks_ref& tasks, void* values) const = 0;
};

/// What a semiring of a caller's own brings along besides, because no code stands for its operators.
class own_product_kernels : public product_kernels {
  public:
    /// The sum of n > 0 values under its monoid. Waits.
    virtual formats::scalar_value sum(const engine_ptr& e, const void* values, std::int64_t n) const = 0;

    /// to[p] = the product that entry p of C comes from, where C holds its k as uint32 values: for a monoid that keeps any
    /// term. Rows of A and C count from `first_row`.
    virtual void products_at(const engine_ptr& e, const csr_ref& a, const csr_ref& b, const csr_ref& c, index first_row,
                             void* to) const = 0;
};

}  // namespace graphblas_gpu::cuda
