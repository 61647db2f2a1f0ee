// The options of one call.
#pragma once

#include <graphblas_gpu/planner/method.hpp>

namespace graphblas_gpu {

/// The fields of a GrB_Descriptor that are not part of the mask, and the method of a product.
struct descriptor {
    bool transpose_a = false;  ///< use the transpose of the first operand (a matrix)
    bool transpose_b = false;  ///< use the transpose of the second operand (a matrix)
    bool replace = false;      ///< delete entries of the output that the mask does not admit (GrB_REPLACE)
    /// Products only: if a method is named, it is used, or the call throws unsupported.
    enum method method = method::automatic;
    /// Products of matrices by method hash only; if a variant is named, it is used, or the call throws unsupported.
    enum hash_variant variant = hash_variant::automatic;
    /// Products of matrices by method bitmap_tile only; used or refused in the same way.
    enum tile_variant tile_variant = tile_variant::automatic;
    /// Products of matrices by method merge only; used or refused in the same way.
    enum merge_variant merge_variant = merge_variant::automatic;
    /// Products of matrices only: sums of floating-point numbers are the same in every run, whatever the engine does at the
    /// same time. Host threads keep that in any case. On a device `automatic` then means method merge, whose sums are the
    /// host's to the bit, and the methods whose order of additions depends on timing throw unsupported. docs/determinism.md
    /// says what it costs.
    bool deterministic = false;
    /// Products of matrices only; mixed throws unsupported where it is not available.
    enum precision precision = precision::exact;
};

}  // namespace graphblas_gpu
