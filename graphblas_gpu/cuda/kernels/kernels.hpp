// product_kernels: the kernels of one semiring behind virtual functions without types. cuda/product/ calls them; instances/,
// jit/ and cuda.cuh implement them.
//
// Idea: a semiring is compiled once, in the library (instances/) or in a user's source that nvcc compiles (cuda.cuh). Choice of
// method, memory and panels are the same for all semirings and are compiled only once.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include <graphblas_gpu/cuda/bitmap_tile/tiles.hpp>
#include <graphblas_gpu/cuda/dot/strategy.hpp>
#include <graphblas_gpu/cuda/shared/types.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/planner/method.hpp>

namespace graphblas_gpu::cuda {

struct gather_lists;
namespace small {
struct task;
}
namespace published {
class kernels;
}
struct merged_rows;

/// The types of the values that a semiring reads and makes; `none` for values that it does not read.
struct product_value_types {
    type_code left = type_code::none;
    type_code right = type_code::none;
    type_code value = type_code::none;
};

class product_kernels {
  public:
    virtual ~product_kernels() = default;

    /// Rows without a mask or under a complemented mask, with the sizes that the symbolic phase has found; see hash/ and
    /// dense/.
    /// @{
    virtual void hash_rows(const engine_ptr& e, const product_rows& rows, const product_output& out) const = 0;
    virtual void dense_rows(const engine_ptr& e, const product_rows& rows, const product_output& out) const = 0;
    /// @}

    /// Products under a mask that admits only its entries; see dot/. `b_transposed` without offsets: B' is not available.
    /// `strategy` is read and written, see dot/strategy.hpp.
    /// @{
    virtual csr masked_product(const engine_ptr& e, const product_rows& rows, const csr_ref& b_transposed,
                               method& strategy) const = 0;
    /// The sum of the product's values under the semiring's own monoid; nothing if the product has no entry.
    virtual std::optional<base::scalar_value> masked_fold(const engine_ptr& e, const product_rows& rows,
                                                          const csr_ref& b_transposed, method& strategy) const = 0;
    /// @}

    /// The values of a known C whose products are listed; see gather/gathered.cuh. For semirings that do not read positions.
    /// @{
    virtual bool reads_positions() const = 0;
    virtual void gather_values(const engine_ptr& e, const csr_ref& a, const csr_ref& b, const gather_lists& lists,
                               row_offset nvals, void* values) const = 0;
    /// @}

    /// A small product by one kernel, if there is one; see small/.
    /// @{
    virtual bool has_small_product(const engine_ptr&) const { return false; }
    virtual void small_product(const engine_ptr&, const small::task&, unsigned, std::size_t) const {}
    /// @}

    /// The values of rows whose multiplications are sorted; see merge/values.cuh.
    virtual void merged_values(const engine_ptr& e, const csr_ref& a, const csr_ref& b, const merged_rows& rows,
                               void* values) const = 0;

    /// w = A u, or u' A if from_left, under a mask of one row; see dot/vector_product.cuh.
    virtual csr vector_product(const engine_ptr& e, const csr_ref& rows, const csr_ref& u, bool from_left, const mask_ref& mask,
                               bool pull, index size, bool first_suffices) const = 0;

    /// The values of a C whose tiles are known; see bitmap_tile/values.cuh. Values are in the order of C's tiles.
    virtual void tile_values(const engine_ptr& e, const tiles_ref& a, const tiles_ref& b, const tiles_ref& c,
                             void* values) const = 0;
    /// The methods as papers published them, which serve for comparison; see published/kernels.hpp.
    virtual std::shared_ptr<const published::kernels> published() const {
        throw unsupported("product: the variants of papers are compiled for the library's semirings, not for one of your own");
    }

    /// A sentence for the report of a call about kernels that were compiled for it; empty if none were. `multiplications`:
    /// those of the call, as far as they are known. When a semiring has made many, specialised kernels pay.
    virtual std::string take_note(std::int64_t /*multiplications*/) const { return {}; }
};

/// What a user's own semiring provides in addition, because its operators have no codes.
class own_product_kernels : public product_kernels {
  public:
    /// The sum of n > 0 values under its monoid. Waits.
    virtual base::scalar_value sum(const engine_ptr& e, const void* values, std::int64_t n) const = 0;

    /// The sums of the rows of a, which has values of the semiring's value type, as the list of a vector: what
    /// cuda::sums_of_rows makes. For semirings that carry their source. Waits.
    virtual csr sums_of_rows(const engine_ptr&, const csr_ref&) const {
        throw unsupported("reduce: sums of rows by a monoid of your own need one that carries its source, or context::host()");
    }

    /// to[p] = the product that entry p of C comes from. C has its k as uint32 values. This is for monoids that may keep any
    /// term. Rows of A and C count from `first_row`.
    virtual void products_at(const engine_ptr&, const csr_ref&, const csr_ref&, const csr_ref&, index, void*) const {
        throw error(error_code::panic, "products_at: asked of a semiring whose terms are added");
    }
};

}  // namespace graphblas_gpu::cuda
