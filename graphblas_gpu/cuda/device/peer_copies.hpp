// Copies of a matrix, or of some of its rows, that the devices of a group keep for products that are spread over them; matrices that
// are distributed over devices.
//
// Idea: a matrix on a device never changes, so that its copies can be kept with it (csr::on_peers) and are freed with it. The right
// operand of a product is wanted whole on every device, the left operand and the mask in consecutive rows. The rows of a matrix that a
// device has as a whole are not copied: only their offsets are.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include <graphblas_gpu/cuda/bitmap_tile/tiles.hpp>
#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/cuda/device/device_group.hpp>

namespace graphblas_gpu::cuda {

/// Consecutive rows of a distributed matrix, on one device.
struct csr_part {
    index first_row = 0;
    csr rows;
};

/// The parts of a distributed matrix, in the order of their rows, and what copies between their devices.
struct csr_parts {
    std::vector<csr_part> list;
    std::shared_ptr<communicator> between;
};

/// A distributed matrix of at least one part. All work that makes the parts is done.
csr distributed(csr_parts&& parts);
/// A matrix, or some of its rows as a matrix of their own, on a device of a group, and what is derived from it there. Not changed
/// after it was made.
struct matrix_copy {
    engine_ptr where;
    index first_row = 0;
    csr_ref view;
    std::shared_ptr<const csr> rows;    ///< owns the arrays; null if they are those of the matrix itself
    array<row_offset> own_offsets;      ///< of some rows
    formats::lazy<csr> transpose;       ///< made at first use
    formats::lazy<tiles> in_tiles;
};
using matrix_copy_ptr = std::shared_ptr<const matrix_copy>;

/// How the rows of a product are cut, and for which product.
struct row_cuts {
    std::weak_ptr<const csr> right, mask;  ///< the other operand whose work was counted, and the mask (none: no mask)
    bool counts_mask = false;              ///< the work was that of the mask and not that of the left operand
    std::int64_t work = 0;                 ///< multiplications
    std::vector<index> cuts;               ///< the first row of every device, and the number of rows
};
/// The last cuts that were kept with the left operand, and how they are kept. Counting the work costs as much as a small product.
/// @{
std::shared_ptr<const row_cuts> cuts_kept_with(const csr& left);
void keep_cuts(const csr& left, row_cuts&& cuts);
/// @}

/// The matrix, which the first device has, as a whole on each device of the group. Devices that do not have it get it from others
/// (device/broadcast.hpp): these copies are queued on their streams, and kept with the matrix. Waits for the first device if anything is
/// copied. Throws out_of_memory.
std::vector<matrix_copy_ptr> copies_on(device_group& devices, const std::shared_ptr<const csr>& m);

/// Rows cuts[d] .. cuts[d + 1] - 1 of the matrix on device d of the group; cuts has one number more than there are devices. The last
/// block that a device was given is kept with the matrix, which has to outlive its blocks. Otherwise as
/// above.
std::vector<matrix_copy_ptr> blocks_on(device_group& devices, const std::shared_ptr<const csr>& m, std::span<const index> cuts);

/// to[r] += number for r = 0 .. count - 1.
void add_to_offsets(const engine_ptr& e, row_offset* to, index count, row_offset number);

}  // namespace graphblas_gpu::cuda
