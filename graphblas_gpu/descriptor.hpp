// Options of one call.
#pragma once

#include <graphblas_gpu/planner/method.hpp>

namespace graphblas_gpu {

/// The fields of a GrB_Descriptor that are not part of the mask, and the method of a product.
struct descriptor {
    bool transpose_a = false;  ///< use the transpose of the first operand (a matrix)
    bool transpose_b = false;  ///< use the transpose of the second operand (a matrix)
    bool replace = false;      ///< delete entries of the output that the mask does not admit (GrB_REPLACE)
    enum method method = method::automatic;  ///< products only: a method named here is used, or the call throws unsupported
    enum hash_variant variant = hash_variant::automatic;  ///< matrix products by method hash only; one that is named here is used
    enum tile_variant tile_variant = tile_variant::automatic;  ///< matrix products by method bitmap_tile only; as above
    /// Products of matrices: sums of floating-point numbers are the same in every run, whatever the engine does at the same time. The
    /// host keeps that in any case. On a device `automatic` then means method merge, whose sums are the host's to the bit, and
    /// the methods that add in the order in which threads come by are refused. What it costs is in docs/determinism.md.
    bool deterministic = false;
    enum precision precision = precision::exact;  ///< matrix products only; mixed is refused where it is not to be had
};

}  // namespace graphblas_gpu
