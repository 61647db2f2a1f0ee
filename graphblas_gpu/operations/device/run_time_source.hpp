// Functions and operators whose text is known at run time (function_source): from the text to what cuda/jit/ compiles and
// launches. sourced.hpp does the same for C++ types.
//
// Idea: the text of a call is a C++ type as cuda/jit/ takes it, written around the function of the program. What was made of
// one text is kept for the rest of the process.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/cuda/product/recipe.hpp>
#include <graphblas_gpu/function_source.hpp>
#include <graphblas_gpu/type_descriptor.hpp>

namespace graphblas_gpu {

class any_function;
class any_monoid;
class any_operator;

namespace device {

/// Whether a device can hold the values of an operator that has a source.
bool can_be_compiled(const any_operator& op);

/// The union or the intersection by an operator with a source. Values of other types are cast to those of the operator; throws
/// unsupported where an entry that one operand alone has would be cast twice, and as cuda::merged does.
cuda::csr merge_entries(const cuda::engine_ptr& e, const cuda::csr_ref& a, const cuda::csr_ref& b, bool is_intersection,
                        const any_operator& op);
/// The values of each row joined by an operator with a source on one type: cuda::join_rows.
void join_rows(const cuda::engine_ptr& e, const cuda::csr_ref& groups, void* out, const any_operator& op);

/// How a function of entries is called.
enum class call_form { unary, bound_first, bound_second, index };
/// The values of a function with a source for the entries of A, which are cast to what it reads. `of_vector`: positions are
/// those of a vector. Throws unsupported as cuda::applied does.
cuda::csr applied(const cuda::engine_ptr& e, const cuda::csr_ref& a, bool of_vector, call_form form,
                  const function_source& source, const any_function& f);
/// The entries that it selects. Throws unsupported if their values would have to be cast, and as cuda::selected does.
cuda::csr selected(const cuda::engine_ptr& e, const cuda::csr_ref& a, bool of_vector, call_form form,
                   const function_source& source, const any_function& f);

/// The kernels of sums by a monoid that has a source.
std::shared_ptr<const cuda::own_product_kernels> kernels_of_sums(const char* operation, const any_monoid& monoid);

/// The recipe of a semiring of a monoid and a multiplication that are ready-made or have a source. Both outlive the product.
/// Throws unsupported for others, and if a device does not hold their values.
cuda::product_recipe recipe_of(const char* operation, const any_monoid& add, const any_operator& multiply);

}  // namespace device
}  // namespace graphblas_gpu
