// Copies of a sparse matrix, or of some of its rows, that the devices of a group keep for products that are spread over them;
// sparse matrices that are distributed over devices. See devices/kept_copies.hpp and devices/distributed.hpp.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include <graphblas_gpu/base/lazy.hpp>
#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/cuda/devices/device_group.hpp>
#include <graphblas_gpu/cuda/devices/distributed.hpp>

namespace graphblas_gpu {
class any_matrix;
}

namespace graphblas_gpu::cuda {

using csr_part = matrix_part<csr>;
using csr_parts = matrix_parts<csr>;

/// A distributed matrix of at least one part. All work that makes the parts is done.
csr distributed(csr_parts&& parts);

/// A matrix, or some of its rows as a matrix of their own, on a device of a group. Not changed after it was made.
struct matrix_copy {
    engine_ptr where;
    index first_row = 0, last_row = 0;
    std::shared_ptr<const csr> rows;  ///< with borrowed arrays if the device has the whole matrix
    base::lazy<any_matrix> operand;   ///< the same for operations of that device, with what they derive from it

    csr_ref view() const { return rows->view(); }
};
using matrix_copy_ptr = std::shared_ptr<const matrix_copy>;

/// How the rows of a product are cut, and for which product.
struct row_cuts {
    std::weak_ptr<const csr> right, mask;  ///< the other operand whose work was counted, and the mask (none: no mask)
    bool counts_mask = false;              ///< the work was that of the mask and not that of the left operand
    std::int64_t work = 0;                 ///< multiplications
    std::vector<index> cuts;               ///< the first row of every device, and the number of rows
};
/// The last cuts that were kept with the left operand, and how they are kept. Counting the work costs as much as a small
/// product.
/// @{
std::shared_ptr<const row_cuts> cuts_kept_with(const csr& left);
void keep_cuts(const csr& left, row_cuts&& cuts);
/// @}

/// The matrix, which the first device has, as a whole on each device of the group. Devices that do not have it get it from
/// others (devices/broadcast.hpp): these copies are queued on their streams, and kept with the matrix. Waits for the first
/// device if anything is copied. Throws out_of_memory.
std::vector<matrix_copy_ptr> copies_on(device_group& devices, const std::shared_ptr<const csr>& m);

/// Rows cuts[d] .. cuts[d + 1] - 1 of the matrix on device d of the group; cuts has one number more than there are devices. The
/// last block that a device was given is kept with the matrix, which has to outlive its blocks. Otherwise as above.
std::vector<matrix_copy_ptr> blocks_on(device_group& devices, const std::shared_ptr<const csr>& m, std::span<const index> cuts);

}  // namespace graphblas_gpu::cuda
