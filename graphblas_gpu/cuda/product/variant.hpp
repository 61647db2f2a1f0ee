// The variants of method hash as the paper's kernels call them.
#pragma once

#include <graphblas_gpu/cuda/hash/paper/options.hpp>
#include <graphblas_gpu/planner/method.hpp>

namespace graphblas_gpu::cuda {

/// The paper's options for a variant other than automatic.
inline paper::options paper_options(graphblas_gpu::hash_variant variant) {
    using graphblas_gpu::hash_variant;
    paper::options out;
    if (variant == hash_variant::kkmem) out.variant = paper::hash_variant::kkmem;
    else if (variant == hash_variant::kklp) out.variant = paper::hash_variant::kklp;
    return out;  // kkspgemm: each phase follows the rule
}

}  // namespace graphblas_gpu::cuda
