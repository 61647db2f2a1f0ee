// any_mask: the mask of an operation, over a matrix or a vector whose type is known at run time.
#pragma once

#include <graphblas_gpu/any_matrix.hpp>
#include <graphblas_gpu/any_vector.hpp>
#include <graphblas_gpu/mask.hpp>

namespace graphblas_gpu {

/// A mask over a matrix, or over a vector, or none. It refers to the object, which must outlive it.
struct any_mask {
    const any_matrix* matrix = nullptr;
    const any_vector* vector = nullptr;
    bool by_value = false;  ///< only the entries that cast to true belong to the mask
    bool complement = false;

    /// Whether there is a mask.
    bool is_present() const { return matrix != nullptr || vector != nullptr; }
    /// Whether there is a mask and it is not complemented.
    bool admits_only() const { return is_present() && !complement; }
    /// The matrix if its structure is the mask, else null.
    const any_matrix* structure() const { return by_value ? nullptr : matrix; }
};

/// The mask of a public call.
/// @{
inline any_mask any_mask_of(no_mask_t) { return {}; }
template <class T>
any_mask any_mask_of(const mask_view<matrix<T>>& mask) {
    return {&mask.object->any(), nullptr, mask.by_value, mask.complement};
}
template <class T>
any_mask any_mask_of(const mask_view<vector<T>>& mask) {
    return {nullptr, &mask.object->any(), mask.by_value, mask.complement};
}
/// @}

}  // namespace graphblas_gpu
