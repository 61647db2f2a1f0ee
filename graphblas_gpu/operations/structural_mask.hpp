// The mask of a call as kernels read it, on host threads or on a device: a structure, complemented or not. A mask over a vector
// lies over one row.
#pragma once

#include <graphblas_gpu/any_mask.hpp>
#include <graphblas_gpu/host/product/mask_rows.hpp>

#include <memory>

namespace graphblas_gpu::host {

/// A structural mask; it owns the true entries of a mask by value.
class host_mask {
  public:
    host_mask() = default;
    host_mask(team& team, const any_mask& mask);
    /// A mask that is structural already and whose rows another object owns.
    host_mask(team&, const mask_rows& rows) : rows_(rows) {}
    host_mask(const host_mask&) = delete;
    host_mask& operator=(const host_mask&) = delete;

    const mask_rows& rows() const { return rows_; }

  private:
    mask_rows rows_;
    csr<void> filtered_;
};

}  // namespace graphblas_gpu::host

namespace graphblas_gpu::device {

/// The same on a device.
class device_mask {
  public:
    device_mask() = default;
    device_mask(const cuda::engine_ptr& e, const any_mask& mask);
    device_mask(const device_mask&) = delete;
    device_mask& operator=(const device_mask&) = delete;

    const cuda::mask_ref& rows() const { return rows_; }
    /// The matrix whose structure the mask is; null if there is no mask.
    const std::shared_ptr<const cuda::csr>& matrix() const { return keep_; }

  private:
    std::shared_ptr<const cuda::csr> keep_;
    cuda::mask_ref rows_;
};

}  // namespace graphblas_gpu::device
