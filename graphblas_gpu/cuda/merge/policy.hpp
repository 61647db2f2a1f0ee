// The constants that tune method `merge` on a device. Idea: as hash/policy.hpp. The rules are in rules.hpp.
#pragma once

#include <cstdint>

namespace graphblas_gpu::cuda {

struct merge_policy {
    // Multiplications of a row that some lanes sort in registers, a warp, and a block: of its smallest and largest class.
    static constexpr std::int64_t max_products_of_lanes = 8, max_products_of_a_warp = 32;
    static constexpr std::int64_t min_block_products = 128, max_block_products = 4096;

    static constexpr unsigned chunk = 1024;            ///< multiplications that a block adds up
    static constexpr unsigned chunk_threads = 256;     ///< of a block that cuts rows at chunks
    static constexpr unsigned register_threads = 256;  ///< of a block whose lanes sort rows in registers
    static constexpr unsigned value_threads = 256;     ///< of a block that adds up
    static constexpr unsigned terms_ahead = 8;         ///< terms that a lane reads before it adds them
};

namespace merging {
using policy = merge_policy;
}

}  // namespace graphblas_gpu::cuda
