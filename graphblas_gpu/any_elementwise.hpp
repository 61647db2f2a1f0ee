// Element-wise operations, sums and Kronecker products on matrices and vectors whose types are known at run time.
//
// They do what the functions of the same names do on matrix<T> and vector<T> (ewise.hpp, apply.hpp, select.hpp, reduce.hpp,
// kronecker.hpp), at the same cost. Values of built-in types are cast to the types of operators and functions, and results to
// the type of the output; a type that is not built in is cast to no other: this throws domain_mismatch. An accumulator may
// work on other types than the output's. A mask over a matrix where the output is a vector throws invalid_value, and the other
// way round. A failed call leaves its output as it was. On a device, ready-made operators and functions run; C function
// pointers throw unsupported there.
#pragma once

#include <graphblas_gpu/any_function.hpp>
#include <graphblas_gpu/any_mask.hpp>
#include <graphblas_gpu/any_matrix.hpp>
#include <graphblas_gpu/any_monoid.hpp>
#include <graphblas_gpu/any_operator.hpp>
#include <graphblas_gpu/any_vector.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/descriptor.hpp>

namespace graphblas_gpu {

/// C<M, replace> = accum(C, A op B) on the union of the structures; an entry that only one operand has is cast to the type of
/// the result of op. Throws dimension_mismatch, domain_mismatch, invalid_value if there is no operator.
/// @{
void ewise_add(const context& ctx, any_matrix& c, const any_mask& mask, const any_operator& accum, const any_operator& op,
               const any_matrix& a, const any_matrix& b, const descriptor& desc = {});
void ewise_add(const context& ctx, any_vector& w, const any_mask& mask, const any_operator& accum, const any_operator& op,
               const any_vector& u, const any_vector& v, const descriptor& desc = {});
/// @}
/// The same on the intersection of the structures.
/// @{
void ewise_mult(const context& ctx, any_matrix& c, const any_mask& mask, const any_operator& accum, const any_operator& op,
                const any_matrix& a, const any_matrix& b, const descriptor& desc = {});
void ewise_mult(const context& ctx, any_vector& w, const any_mask& mask, const any_operator& accum, const any_operator& op,
                const any_vector& u, const any_vector& v, const descriptor& desc = {});
/// @}

/// C<M, replace> = accum(C, f(A)). Positions are those after the transposition. Throws dimension_mismatch, domain_mismatch.
/// @{
void apply(const context& ctx, any_matrix& c, const any_mask& mask, const any_operator& accum, const any_function& f,
           const any_matrix& a, const descriptor& desc = {});
void apply(const context& ctx, any_vector& w, const any_mask& mask, const any_operator& accum, const any_function& f,
           const any_vector& u, const descriptor& desc = {});
/// @}
/// C<M, replace> = accum(C, the entries of A for which f is true). Throws dimension_mismatch, domain_mismatch.
/// @{
void select(const context& ctx, any_matrix& c, const any_mask& mask, const any_operator& accum, const any_function& f,
            const any_matrix& a, const descriptor& desc = {});
void select(const context& ctx, any_vector& w, const any_mask& mask, const any_operator& accum, const any_function& f,
            const any_vector& u, const descriptor& desc = {});
/// @}

/// w<m, replace> = accum(w, the sum of each row of A), or of each column if desc.transpose_a. Throws dimension_mismatch,
/// domain_mismatch.
void reduce(const context& ctx, any_vector& w, const any_mask& mask, const any_operator& accum, const any_monoid& monoid,
            const any_matrix& a, const descriptor& desc = {});
/// The sum of all entries; the identity if there are none. Throws domain_mismatch.
/// @{
any_scalar reduce(const context& ctx, const any_monoid& monoid, const any_matrix& a);
any_scalar reduce(const context& ctx, const any_monoid& monoid, const any_vector& u);
/// @}
/// s = accum(s, the sum of all entries), in the type of s. Without an accumulator, or where s has no value, s becomes the sum.
/// Throws domain_mismatch.
/// @{
void reduce(const context& ctx, any_scalar& s, const any_operator& accum, const any_monoid& monoid, const any_matrix& a);
void reduce(const context& ctx, any_scalar& s, const any_operator& accum, const any_monoid& monoid, const any_vector& u);
/// @}

/// C<M, replace> = accum(C, kron(A, B)). Throws what kronecker on matrix<T> throws, and domain_mismatch.
void kronecker(const context& ctx, any_matrix& c, const any_mask& mask, const any_operator& accum, const any_operator& op,
               const any_matrix& a, const any_matrix& b, const descriptor& desc = {});

}  // namespace graphblas_gpu
