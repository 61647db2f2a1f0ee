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

/// What kernels are launched for: the rows or values of a method, a fold under a mask, a small product. Those of a group are
/// specialised together at run time (jit/). What adds in ascending k is a group of its own, which other calls do not wait for.
enum class kernel_group : std::uint8_t {
    hash,
    hash_in_order,
    dense,
    dense_in_order,
    bitmap_tile,
    merge,
    masked,
    masked_fold,
    vector,
    gathered,
    small
};

/// A class overrides what its semiring is asked for; a call of anything else is an internal error.
class product_kernels {
  public:
    virtual ~product_kernels() = default;

    /// The kernels that a call should take now: these, or some that have been specialised for the same semiring.
    virtual const product_kernels& current(const engine_ptr&, kernel_group) const { return *this; }

    /// Rows without a mask or under a complemented mask, with the sizes that the symbolic phase has found; see hash/ and
    /// dense/.
    /// @{
    virtual void hash_rows(const engine_ptr&, const product_rows&, const product_output&) const { refuse("hash_rows"); }
    virtual void dense_rows(const engine_ptr&, const product_rows&, const product_output&) const { refuse("dense_rows"); }
    /// @}

    /// Products under a mask that admits only its entries; see dot/. `b_transposed` without offsets: B' is not available.
    /// `strategy` is read and written, see dot/strategy.hpp.
    /// @{
    virtual csr masked_product(const engine_ptr&, const product_rows&, const csr_ref& /*b_transposed*/,
                               method& /*strategy*/) const {
        refuse("masked_product");
    }
    /// The sum of the product's values under the semiring's own monoid; nothing if the product has no entry.
    virtual std::optional<base::scalar_value> masked_fold(const engine_ptr&, const product_rows&,
                                                          const csr_ref& /*b_transposed*/, method& /*strategy*/) const {
        refuse("masked_fold");
    }
    /// @}

    /// The values of a known C whose products are listed; see gather/gathered.cuh. For semirings that do not read positions.
    /// @{
    virtual bool reads_positions() const = 0;
    virtual void gather_values(const engine_ptr&, const csr_ref& /*a*/, const csr_ref& /*b*/, const gather_lists&,
                               row_offset /*nvals*/, void* /*values*/) const {
        refuse("gather_values");
    }
    /// @}

    /// A small product by one kernel, if there is one; see small/.
    /// @{
    virtual bool has_small_product(const engine_ptr&) const { return false; }
    virtual void small_product(const engine_ptr&, const small::task&, unsigned, std::size_t) const {}
    /// @}

    /// The values of rows whose multiplications are sorted; see merge/values.cuh.
    virtual void merged_values(const engine_ptr&, const csr_ref& /*a*/, const csr_ref& /*b*/, const merged_rows&,
                               void* /*values*/) const {
        refuse("merged_values");
    }

    /// w = A u, or u' A if from_left, under a mask of one row; see dot/vector_product.cuh.
    virtual csr vector_product(const engine_ptr&, const csr_ref& /*rows*/, const csr_ref& /*u*/, bool /*from_left*/,
                               const mask_ref&, bool /*pull*/, index /*size*/, bool /*first_suffices*/) const {
        refuse("vector_product");
    }

    /// The values of a C whose tiles are known; see bitmap_tile/values.cuh. Values are in the order of C's tiles.
    virtual void tile_values(const engine_ptr&, const tiles_ref& /*a*/, const tiles_ref& /*b*/, const tiles_ref& /*c*/,
                             void* /*values*/) const {
        refuse("tile_values");
    }
    /// The methods as papers published them, which serve for comparison; see published/kernels.hpp.
    virtual std::shared_ptr<const published::kernels> published() const {
        throw unsupported("product: the variants of papers are compiled for the library's semirings, not for one of your own");
    }

    /// A sentence for the report of a call about kernels that were compiled for it; empty if none were. `multiplications`:
    /// those of the call, as far as they are known. When a semiring has made many, specialised kernels pay.
    virtual std::string take_note(std::int64_t /*multiplications*/) const { return {}; }

  private:
    [[noreturn]] static void refuse(const char* what) {
        throw error(error_code::panic, std::string(what) + ": asked of kernels that are not compiled");
    }
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
