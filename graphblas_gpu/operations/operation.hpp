// Concepts and checks of operations on matrices and on vectors; and the last step of an operation on host threads, which is
// device/operation.hpp's on a device.
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

/// An operand in its own type. A matrix is transposed if `transpose`.
template <class X>
operand<value_of<X>> own_operand(team& team, const X& x, bool transpose) {
    return operand<value_of<X>>(rows_of(team, x.any(), transpose));
}

template <class X>
shapes::shape used_shape(const X& x, bool transpose) {
    return shapes::of(x).transposed_if(is_matrix<X> && transpose);
}

template <class Mask>
void check_mask_shape(const char* operation, const Mask& mask, shapes::shape expected) {
    if constexpr (!std::is_same_v<Mask, no_mask_t>) shapes::check_same(operation, "mask", shapes::of(*mask.object), expected);
}

/// Checks the output and the mask against the shape of the result.
template <class C, class Mask>
void check_output(const char* operation, const C& c, const Mask& mask, shapes::shape result) {
    shapes::check_same(operation, is_matrix<C> ? "C" : "w", shapes::of(c), result);
    check_mask_shape(operation, mask, result);
}

/// C<M, replace> = accum(C, T).
template <class C, class T, class Mask, class Accum>
void finish(team& team, C& c, csr<T>&& t, const Mask& mask, const Accum& accum, bool replace) {
    if constexpr (is_matrix<C>) {
        const host_mask held(team, any_mask_of(mask));
        c = C::from_storage(write_back(team, c, std::move(t), held.rows(), accum, replace, !held.rows().present));
    } else {
        write_back(team, c, std::move(t), mask, accum, replace, std::is_same_v<Mask, no_mask_t>);
    }
}

}  // namespace host
}  // namespace graphblas_gpu
