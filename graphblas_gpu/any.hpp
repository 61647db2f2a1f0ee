// Operations on matrices and vectors whose types are known at run time: what a program needs that reads a file of any type and
// multiplies by a semiring that its user names.
//
//     gb::any_matrix a = gb::read_any_matrix(ctx, "graph.mtx");      // io/any_matrix.hpp
//     const gb::any_semiring semiring("plus_times", a.type());
//     gb::write_matrix(ctx, "square.mtx", gb::mxm(ctx, semiring, a, a));
//
// Idea: the operations on matrix<T> and vector<T> describe a call without types and call the same compiled code. m.any() is a
// matrix<T> as an any_matrix, and matrix<T>(std::move(a)) the other way round, without a copy; it throws domain_mismatch for
// another type. Here are products and casts; any_elementwise.hpp, any_parts.hpp, any_arrange.hpp and any_entries.hpp have the
// other operations.
#pragma once

#include <graphblas_gpu/any_arrange.hpp>
#include <graphblas_gpu/any_elementwise.hpp>
#include <graphblas_gpu/any_entries.hpp>
#include <graphblas_gpu/any_mask.hpp>
#include <graphblas_gpu/any_matrix.hpp>
#include <graphblas_gpu/any_operator.hpp>
#include <graphblas_gpu/any_parts.hpp>
#include <graphblas_gpu/any_semiring.hpp>
#include <graphblas_gpu/any_vector.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/descriptor.hpp>

#include <cstdint>
#include <memory>
#include <string>

namespace graphblas_gpu {

namespace operations {
struct planned_product;
}

/// C<M, replace> = accum(C, A (+).(x) B), as mxm on matrix<T> (mxm.hpp). Values of built-in types are cast to the types of the
/// semiring and of C; an accumulator may work on other built-in types. Throws domain_mismatch where a type that is not built in
/// would have to be cast; invalid_value for a mask over a vector; and what mxm throws. C is then as it was.
void mxm(const context& ctx, any_matrix& c, const any_mask& mask, const any_operator& accum, const any_semiring& semiring,
         const any_matrix& a, const any_matrix& b, const descriptor& desc = {});
/// A (+).(x) B as a new matrix over the value type of the semiring.
any_matrix mxm(const context& ctx, const any_semiring& semiring, const any_matrix& a, const any_matrix& b,
               const descriptor& desc = {});

/// The structure of the product over any semiring, and its number of entries, as mxm_structure and mxm_nvals on matrix<T>. No
/// value is read. Throw invalid_value for a mask over a vector, and what these functions throw.
/// @{
any_matrix mxm_structure(const context& ctx, const any_mask& mask, const any_matrix& a, const any_matrix& b,
                         const descriptor& desc = {});
index mxm_nvals(const context& ctx, const any_mask& mask, const any_matrix& a, const any_matrix& b,
                const descriptor& desc = {});
/// @}

/// A product whose symbolic phase is kept, as mxm_plan (plan.hpp). It keeps nothing of A and B but the numbers of their
/// structures.
class any_mxm_plan {
  public:
    /// Plans A (+).(x) B under a mask. Throws what mxm throws, and invalid_value for a mask over a vector.
    any_mxm_plan(const context& ctx, const any_mask& mask, const any_semiring& semiring, const any_matrix& a,
                 const any_matrix& b, const descriptor& desc = {});

    /// The product for the values that A and B have now, over the value type of the semiring. Throws invalid_value unless they
    /// have the structure of the matrices that were planned: these, or copies of them.
    any_matrix execute(const any_matrix& a, const any_matrix& b) const;

    /// The method that execute() will use, and why it was chosen.
    /// @{
    enum method method() const;
    const std::string& reason() const;
    /// @}
    /// The memory that execute() is expected to need in addition to its operands.
    std::int64_t estimated_bytes() const;
    /// The number of entries of the product.
    index nvals() const;

  private:
    context ctx_;
    any_semiring semiring_;
    descriptor desc_;
    std::uint64_t a_structure_, b_structure_;
    std::shared_ptr<const operations::planned_product> plan_;
};

/// w<m, replace> = accum(w, A (+).(x) u), as mxv on vector<T> (mxv.hpp), with the casts and errors of mxm above.
void mxv(const context& ctx, any_vector& w, const any_mask& mask, const any_operator& accum, const any_semiring& semiring,
         const any_matrix& a, const any_vector& u, const descriptor& desc = {});
/// w<m, replace> = accum(w, u (+).(x) A).
void vxm(const context& ctx, any_vector& w, const any_mask& mask, const any_operator& accum, const any_semiring& semiring,
         const any_vector& u, const any_matrix& a, const descriptor& desc = {});

/// vxm, and the entries of w that are new or have another value than before, as vxm_update on vector<T> (vxm_update.hpp).
/// `changed` has them with their values cast to its type. Values that are not built in are compared by the `equal` of their
/// type or by their bytes. The accumulator works on the type of w. The product is always merged into w: O(its entries) in
/// addition to vxm, and O(nvals(w)) where entries are deleted. Throws domain_mismatch too.
void vxm_update(const context& ctx, any_vector& w, any_vector& changed, const any_mask& mask, const any_operator& accum,
                const any_semiring& semiring, const any_vector& u, const any_matrix& a, const descriptor& desc = {});

/// A copy with values cast to another built-in type, or without values for type_of<void>(). Entries without values are 1.
/// Throws domain_mismatch if a type is not built in and the types differ. O(nvals + nrows).
/// @{
any_matrix cast_values(const context& ctx, const any_matrix& a, const type_descriptor& to);
any_vector cast_values(const context& ctx, const any_vector& u, const type_descriptor& to);
/// @}

}  // namespace graphblas_gpu
