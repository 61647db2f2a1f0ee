// One product of a matrix and a vector, from operands without types to kernels. Compiled once for each engine.
#pragma once

#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/descriptor.hpp>
#include <graphblas_gpu/host/vector/vector_product.hpp>
#include <graphblas_gpu/operations/device/operation.hpp>
#include <graphblas_gpu/operations/device/product.hpp>
#include <graphblas_gpu/operations/host_product.hpp>
#include <graphblas_gpu/operations/result_rows.hpp>
#include <graphblas_gpu/operations/semiring_view.hpp>
#include <graphblas_gpu/operations/structural_mask.hpp>
#include <graphblas_gpu/operations/vector_write_back.hpp>
#include <graphblas_gpu/planner/choice.hpp>

#include <memory>

namespace graphblas_gpu::host {

/// The operands, the semiring and the options of w = A u, or of u' A, without their types.
struct vector_call {
    const char* operation = nullptr;
    operations::semiring_view semiring;
    bool from_left = false;  ///< u' A

    const any_matrix* a = nullptr;
    operations::value_conversion a_values;
    const any_vector* u = nullptr;
    operations::value_conversion u_values;
    bool transpose = false;  ///< whether A is transposed, as the descriptor says
    descriptor desc;

    const vector_functions& functions() const {
        return *(from_left ? semiring.kernels->vector_left : semiring.kernels->vector_right);
    }
    /// How the device computes the product; throws unsupported if it cannot.
    cuda::product_recipe recipe() const {
        return semiring.recipe_for(operation, from_left ? u->type() : a->type(), from_left ? a->type() : u->type());
    }
    /// Whether a pull reads the rows of the transpose of the stored matrix.
    bool pulls_transposed() const { return transpose != from_left; }
};

/// A vector_call for public operands, which must outlive it, as must the semiring.
template <bool from_left, class S, class TA, class TU>
vector_call vector_call_of(const char* operation, const S& semiring, const matrix<TA>& a, const vector<TU>& u, bool transpose,
                           const descriptor& desc) {
    using left = semiring_left_t<S>;
    using right = semiring_right_t<S>;
    vector_call call;
    call.operation = operation;
    call.semiring = operations::view_of(semiring);
    call.from_left = from_left;
    call.a = &a.any();
    call.a_values = operations::conversion<TA, std::conditional_t<from_left, right, left>>();
    call.u = &u.any();
    call.u_values = operations::conversion<TU, std::conditional_t<from_left, left, right>>();
    call.transpose = transpose;
    call.desc = desc;
    return call;
}

/// A vector as bits: those of a dense vector, or the positions of a list in the common scratch of a team, which the destructor
/// clears.
class operand_bits {
  public:
    operand_bits(team& team, const any_vector& u);
    operand_bits(const operand_bits&) = delete;
    operand_bits& operator=(const operand_bits&) = delete;

    const base::word* bits() const { return bits_; }

  private:
    std::shared_ptr<const void> listed_;  // without its type, because each type of shared_ptr costs the compiler 0.3 MB
    const base::word* bits_;
};

/// The number of entries that a push along these rows reads from the entries of u. Counting stops above `enough`. O(nvals(u)).
std::int64_t counted_push_work(const structure_view& rows, const any_vector& u, std::int64_t enough);

/// The direction of a product, push or pull.
struct direction {
    planner::choice choice;
    std::int64_t push_work = 0;  ///< multiplications: counted, or estimated where the estimate was enough to decide
};

/// The direction on the given operands, which may be renumbered ones, for an output of `size` positions of which the mask
/// admits `admitted`. `into_new_row`: vector_product computes the product as a row of its own, and does not update the output
/// in place.
direction choose_direction(team& team, const vector_call& call, const any_matrix& a, const any_vector& u, index size,
                           index admitted, bool into_new_row);

/// The product under a mask, as one row. Shapes are known to fit.
formats::untyped_csr product_with_vector(const context& ctx, const vector_call& call, const any_mask& mask);

}  // namespace graphblas_gpu::host

namespace graphblas_gpu::device {

/// An update of a vector on a device: its new content and the entries that changed.
struct updated_vector {
    cuda::csr w;
    cuda::csr changed;
};
/// The product is computed under the mask and merged into w. `fills_blanks`: the mask admits only positions that w lacks, so
/// that the merge is a union, and the changed entries are the product itself. Throws unsupported for a type of changes that no
/// device moves.
updated_vector update_vector(const context& ctx, const host::vector_call& call, const operations::any_output& out,
                             const type_descriptor& type_of_changed, bool fills_blanks);

}  // namespace graphblas_gpu::device

namespace graphblas_gpu::operations {

/// Checks that an output of this size and the mask fit the product. Throws dimension_mismatch.
void check_sizes(const host::vector_call& call, index size_of_w, const any_mask& mask);

/// w<m, replace> = accum(w, A u), or accum(w, u' A). Throws dimension_mismatch.
void multiply_vector(const context& ctx, const host::vector_call& call, const any_output& out);

/// The same for a public w; `transpose` is for A.
template <bool from_left, class TW, class Mask, class Accum, class S, class TA, class TU>
void multiply_vector(const context& ctx, const char* operation, vector<TW>& w, const Mask& mask, const Accum& accum,
                     const S& semiring, const matrix<TA>& a, const vector<TU>& u, bool transpose, const descriptor& desc) {
    multiply_vector(ctx, host::vector_call_of<from_left>(operation, semiring, a, u, transpose, desc),
                    output_of<semiring_value_t<S>>(w, mask, accum, desc.replace));
}

}  // namespace graphblas_gpu::operations
