// Concepts and checks of operations on matrices and on vectors.
#pragma once

#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/descriptor.hpp>
#include <graphblas_gpu/operations/operand.hpp>
#include <graphblas_gpu/operations/vector_write_back.hpp>
#include <graphblas_gpu/operations/write_back.hpp>
#include <graphblas_gpu/shapes.hpp>

namespace graphblas_gpu {

template <class X>
inline constexpr bool is_matrix = false;
template <class T>
inline constexpr bool is_matrix<matrix<T>> = true;
template <class X>
inline constexpr bool is_vector = false;
template <class T>
inline constexpr bool is_vector<vector<T>> = true;

/// A matrix<T> or a vector<T>.
template <class X>
concept container = is_matrix<std::remove_cvref_t<X>> || is_vector<std::remove_cvref_t<X>>;

/// X and Y are both matrices or both vectors.
template <class X, class Y>
concept same_kind = container<X> && container<Y> && (is_matrix<X> == is_matrix<Y>);

/// M is a mask over a matrix and C a matrix, or M is a mask over a vector and C a vector.
template <class M, class C>
concept mask_for = (is_matrix<C> && matrix_mask<M>) || (is_vector<C> && vector_mask<M>);

template <class X>
using value_of = typename std::remove_cvref_t<X>::value_type;

namespace host {

/// A matrix<T> where X is a matrix, a vector<T> where it is a vector.
template <class X, class T>
using like = std::conditional_t<is_matrix<X>, matrix<T>, vector<T>>;

template <class X>
shapes::shape used_shape(const X& x, bool transpose) {
    return shapes::of(x).transposed_if(is_matrix<X> && transpose);
}

}  // namespace host
}  // namespace graphblas_gpu
