// The mask of a call as kernels read it, on host threads or on a device: a structure, complemented or not. A mask over a vector
// lies over one row.
#pragma once

#include <graphblas_gpu/any_mask.hpp>
#include <graphblas_gpu/host/mask_rows.hpp>

#include <memory>

namespace graphblas_gpu::host {

/// A structural mask; it owns the true entries of a mask by value.
class held_mask {
  public:
    held_mask() = default;
    held_mask(team& team, const any_mask& mask);
    /// A mask that is structural already and whose rows another object owns.
    held_mask(team&, const mask_rows& rows) : rows_(rows) {}
    held_mask(const held_mask&) = delete;
    held_mask& operator=(const held_mask&) = delete;

    const mask_rows& rows() const { return rows_; }

  private:
    mask_rows rows_;
    csr<void> filtered_;
};

}  // namespace graphblas_gpu::host

namespace graphblas_gpu::device {

/// The same on a device.
class held_mask {
  public:
    held_mask() = default;
    held_mask(const cuda::engine_ptr& e, const any_mask& mask);
    held_mask(const held_mask&) = delete;
    held_mask& operator=(const held_mask&) = delete;

    const cuda::mask_ref& rows() const { return rows_; }
    /// The matrix whose structure the mask is; null if there is no mask.
    const std::shared_ptr<const cuda::csr>& matrix() const { return keep_; }

  private:
    std::shared_ptr<const cuda::csr> keep_;
    cuda::mask_ref rows_;
};

}  // namespace graphblas_gpu::device
