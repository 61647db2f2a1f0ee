// Approximate products on several devices, and block matrices that are distributed over devices. See docs/several-devices.md.
#pragma once

#include <graphblas_gpu/cuda/devices/device_group.hpp>
#include <graphblas_gpu/cuda/devices/distributed.hpp>
#include <graphblas_gpu/spamm/cuda/spamm.hpp>

#include <memory>

namespace graphblas_gpu::cuda {

/// Parts of a distributed matrix: their rows are rows of blocks.
using blocks_part = matrix_part<blocks>;
using blocks_parts = matrix_parts<blocks>;

/// As those of sparse matrices (devices/distributed.hpp).
/// @{
stored_rows arrays_of(const blocks& m);
blocks room_for_rows(const std::shared_ptr<engine>& e, const blocks& like, index first, index last, row_offset count);
/// @}

/// A distributed matrix of at least one part. All work that makes the parts is done.
blocks distributed(blocks_parts&& parts);
/// A distributed matrix as a whole on the device of `e`. Waits.
blocks gathered(const std::shared_ptr<engine>& e, const blocks& distributed);

/// Whether so large a product may be spread over the devices of a group, if all products of its tiles are computed.
bool may_spread_spamm(const device_group& devices, index nrows, index inner, index ncols,
                      const formats::spamm_request& request);

/// spamm() on the devices of a group: rows of tiles of C are cut where the products of tiles that are computed are cut into
/// equal parts. Every device has a copy of B, which is kept with B, and its rows of A. The blocks of C are those of one device
/// to the bit, unless that takes cuBLAS. `addend`, of which every device gets its rows, may be null. All operands are on the
/// first device, which is in use. `used` gets the number of devices that have rows. `may_be_whole` as in spamm(), if one device
/// computes all. Runs on the first device alone if a group is not expected to pay (device_group::spread_from). Errors as in
/// spamm(); out_of_memory names the device.
spamm_answer spread_spamm(device_group& devices, const std::shared_ptr<const blocks>& a, const std::shared_ptr<const blocks>& b,
                          const std::shared_ptr<const blocks>& addend, const formats::spamm_request& request, int& used,
                          bool may_be_whole = false);

}  // namespace graphblas_gpu::cuda
