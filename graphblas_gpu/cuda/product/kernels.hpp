// product_kernels: the kernels of one semiring behind virtual functions without types. cuda/product/ calls them; instances/,
// jit/ and cuda.cuh implement them.
//
// Idea: a semiring is compiled once, in the library (instances/) or in a user's source that nvcc compiles (cuda.cuh). Choice of
// method, memory and panels are the same for all semirings and are compiled only once.
#pragma once

#include <optional>
#include <string>

#include <graphblas_gpu/cuda/bitmap_tile/tiles.hpp>
#include <graphblas_gpu/cuda/dot/strategy.hpp>
#include <graphblas_gpu/cuda/merge/paper/rules.hpp>
#include <graphblas_gpu/cuda/product/types.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/planner/method.hpp>

namespace graphblas_gpu::cuda {

struct gather_lists;
namespace small {
struct task;
}
namespace tile_paper {
struct tasks_ref;
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
    virtual void paper_rows(const engine_ptr& e, const product_rows& rows, const product_output& out,
                            hash_variant variant) const = 0;
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

    /// The values of a known C whose products are listed; see product/gathered.cuh. For semirings that do not read positions.
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
    /// Rows of C with values of this type, or their structure if the type is none; see merge/paper/. `use` receives the memory
    /// that they took.
    virtual csr bhsparse_rows(const engine_ptr& e, const product_rows& rows, type_code type,
                              merge_paper::memory_use& use) const = 0;

    /// w = A u, or u' A if from_left, under a mask of one row; see dot/vector_product.cuh.
    virtual csr vector_product(const engine_ptr& e, const csr_ref& rows, const csr_ref& u, bool from_left, const mask_ref& mask,
                               bool pull, index size, bool first_suffices) const = 0;

    /// The values of a C whose tiles are known; see bitmap_tile/values.cuh. Values are in the order of C's tiles.
    virtual void tile_values(const engine_ptr& e, const tiles_ref& a, const tiles_ref& b, const tiles_ref& c,
                             void* values) const = 0;
    /// The same from a list of the pairs of tiles for each tile of C; see bitmap_tile/paper/.
    virtual void listed_tile_values(const engine_ptr& e, const tiles_ref& a, const tiles_ref& b, const tiles_ref& c,
                                    const tile_paper::tasks_ref& tasks, void* values) const = 0;

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

    /// The papers' variants serve for comparison.
    /// @{
    void paper_rows(const engine_ptr&, const product_rows&, const product_output&, hash_variant) const override {
        refuse_variant("the variants of method hash are");
    }
    csr bhsparse_rows(const engine_ptr&, const product_rows&, type_code, merge_paper::memory_use&) const override {
        refuse_variant("variant bhsparse of method merge is");
    }
    void listed_tile_values(const engine_ptr&, const tiles_ref&, const tiles_ref&, const tiles_ref&,
                            const tile_paper::tasks_ref&, void*) const override {
        refuse_variant("the variants of method bitmap_tile are");
    }
    /// @}

  private:
    [[noreturn]] static void refuse_variant(const char* what) {
        throw unsupported(std::string("product: ") + what + " compiled for the library's semirings, not for one of your own");
    }
};

}  // namespace graphblas_gpu::cuda
