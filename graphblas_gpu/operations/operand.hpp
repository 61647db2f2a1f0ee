// Operands of the public call as kernels of the host engine read them: a transposed matrix if it is used transposed.
// device/operation.hpp has the same for a device. any_operand is a matrix or a vector for code that serves both.
#pragma once

#include <memory>

#include <graphblas_gpu/host/rows/rows.hpp>
#include <graphblas_gpu/operations/structural_mask.hpp>
#include <graphblas_gpu/shapes.hpp>

namespace graphblas_gpu::host {

/// The rows of a matrix, transposed if `transpose`; a vector as one row.
/// @{
inline formats::untyped_rows rows_of(team& team, const any_matrix& m, bool transpose) {
    return transpose ? m.transposed_rows(team) : formats::untyped_rows{m.rows(), nullptr};
}
inline formats::untyped_rows rows_of(team&, const any_vector& v, bool) { return {v.list(), nullptr}; }
/// @}

}  // namespace graphblas_gpu::host

namespace graphblas_gpu::operations {

/// A matrix, or a vector as a matrix of one row. It refers to the object.
struct any_operand {
    any_operand(const any_matrix& m) : matrix(&m) {}  // not explicit, so that a container can be passed as an operand
    any_operand(const any_vector& v) : vector(&v) {}

    const any_matrix* matrix = nullptr;
    const any_vector* vector = nullptr;

    bool is_vector() const { return vector != nullptr; }
    const type_descriptor& type() const { return is_vector() ? vector->type() : matrix->type(); }
    index nvals() const { return is_vector() ? vector->nvals() : matrix->nvals(); }
    shapes::shape shape(bool transpose) const {
        return is_vector() ? shapes::shape{1, vector->size()} : matrix->shape().transposed_if(transpose);
    }
    /// The rows on the host and on a device. A matrix is transposed if `transpose`.
    /// @{
    formats::untyped_rows rows(host::team& team, bool transpose) const {
        return is_vector() ? host::rows_of(team, *vector, false) : host::rows_of(team, *matrix, transpose);
    }
    std::shared_ptr<const cuda::csr> device_rows(const cuda::engine_ptr& e, bool transpose) const {
        return is_vector() ? vector->device_rows(e) : matrix->device_rows(e, transpose);
    }
    /// @}
};

}  // namespace graphblas_gpu::operations
