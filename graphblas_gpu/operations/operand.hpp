// Operands of the public call as kernels of the host engine read them: a transposed matrix if it is used transposed.
// device/operation.hpp has the same for a device.
#pragma once

#include <memory>

#include <graphblas_gpu/host/rows.hpp>
#include <graphblas_gpu/operations/structural_mask.hpp>

namespace graphblas_gpu::host {

/// An operand in its own type. It keeps a transpose alive that was made for it.
template <class T>
class operand {
  public:
    explicit operand(formats::untyped_rows&& rows) : view_(formats::typed<T>(rows)), keep_(std::move(rows.keep)) {}

    const csr_view<T>& view() const { return view_; }

  private:
    csr_view<T> view_;
    std::shared_ptr<const void> keep_;
};

/// The rows of a matrix, transposed if `transpose`; a vector as one row.
/// @{
inline formats::untyped_rows rows_of(team& team, const any_matrix& m, bool transpose) {
    return transpose ? m.transposed_rows(team) : formats::untyped_rows{m.rows(), nullptr};
}
inline formats::untyped_rows rows_of(team&, const any_vector& v, bool) { return {v.list(), nullptr}; }
/// @}

}  // namespace graphblas_gpu::host
