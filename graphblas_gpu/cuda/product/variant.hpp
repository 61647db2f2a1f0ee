// The variants of method hash as the paper's kernels call them.
#pragma once

#include <graphblas_gpu/cuda/hash/paper/options.hpp>
#include <graphblas_gpu/planner/method.hpp>

namespace graphblas_gpu::cuda {

/// The paper's options for a variant other than automatic.
inline paper::options paper_options(graphblas_gpu::hash_variant variant) {
    paper::options out;
    out.variant = variant == graphblas_gpu::hash_variant::kkmem ? paper::hash_variant::kkmem : paper::hash_variant::kklp;
    return out;
}

}  // namespace graphblas_gpu::cuda
