// Random walks on several devices. See docs/several-devices.md.
#pragma once

#include <graphblas_gpu/cuda/devices/peer_copies.hpp>
#include <graphblas_gpu/cuda/structure/graph.hpp>

namespace graphblas_gpu::cuda {

/// random_walk() on the devices of a group, of which the first has both matrices and is in use: every device computes the
/// shares of some vertices, whose edges are an equal part of all. The rows of `incoming` that other devices read are kept there
/// with the matrix. The shares, which the first device gets, and the end are those of one device to the bit. Waits every few
/// rounds. After a round every device gets what the vertices of the others move: 8 bytes a vertex. Throws out_of_memory.
walk_result spread_random_walk(device_group& devices, const std::shared_ptr<const csr>& outgoing,
                               const std::shared_ptr<const csr>& incoming, const random_walk_options& walk);

}  // namespace graphblas_gpu::cuda
