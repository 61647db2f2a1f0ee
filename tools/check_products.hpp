// Idea: products of the matrix with itself and with a vector, in every form that the library has.
#pragma once

#include "checklist.hpp"
#include <graphblas_gpu/context.hpp>

#include <vector>

namespace grb {

/// The methods among these that products with a vector have.
inline std::vector<gb::method> methods_for_vectors(std::vector<gb::method> methods) {
    std::erase_if(methods, gb::is_for_matrices_only);
    return methods;
}
inline constexpr const char* no_method_for_vectors = "the method is for products of matrices";

/// Adds the products to the list; T is int64 or double. `methods` are the methods to check; dot is left out where it would take
/// long. Without a mask a product may be far larger than its operands: a product of more than `most_multiplications` is
/// skipped. Products with vectors are added at the end.
template <class T>
void check_products(checklist& list, const gb::context& ctx, const gb::matrix<T>& a,
                    const std::vector<gb::method>& methods, std::int64_t most_multiplications);

/// The products of the matrix with vectors.
template <class T>
void check_vector_products(checklist& list, const gb::context& ctx, const gb::matrix<T>& a,
                           const std::vector<gb::method>& methods);

extern template void check_products(checklist&, const gb::context&, const gb::matrix<std::int64_t>&,
                                    const std::vector<gb::method>&, std::int64_t);
extern template void check_products(checklist&, const gb::context&, const gb::matrix<double>&,
                                    const std::vector<gb::method>&, std::int64_t);
extern template void check_vector_products(checklist&, const gb::context&, const gb::matrix<std::int64_t>&,
                                           const std::vector<gb::method>&);
extern template void check_vector_products(checklist&, const gb::context&, const gb::matrix<double>&,
                                           const std::vector<gb::method>&);

}  // namespace grb
