// The constants that tune the kernel for small products (small_product.cuh). Idea: as hash/policy.hpp.
#pragma once

#include <cstdint>

#include <graphblas_gpu/base/types.hpp>

namespace graphblas_gpu::cuda {

struct small_policy {
    static constexpr unsigned block_threads = 512;  ///< large, because the longest row decides when the kernel ends
    static constexpr unsigned sorting_warps = 8;    ///< of a block, that make short rows, which need shared memory each
    /// The most and the fewest blocks on a multiprocessor. With fewer blocks, other methods use the device better.
    static constexpr std::int64_t max_blocks = 2, min_blocks = 2;
    /// A row with at most this many multiplications is made by a warp, a longer one by a block; and the largest product and
    /// row.
    static constexpr std::int64_t max_of_a_warp = 256;
    static constexpr std::int64_t max_multiplications = 10'000'000, max_of_a_row = 1 << 17;
    /// Multiplications above which a row is of the first and of the second class of a block's rows.
    static constexpr std::int64_t first_long_class = 8192, second_long_class = 2048;
    static constexpr index max_rows_of_a_block = 32;
    static constexpr row_offset max_entries_of_a = 1 << 20;
    /// A grid has at least as many blocks as short rows need, and, if there are so many rows, as many for each multiprocessor:
    /// rows may be long, and a block makes one at a time. More blocks wait longer for each other.
    static constexpr index long_blocks_a_multiprocessor = 1;
    /// Room for the entries of C until their number is known.
    static constexpr std::int64_t max_entries_of_c = 1 << 22;
    /// The steps of 32 multiplications whose factors a warp of a block loads together: a long row waits for little else than
    /// its loads.
    static constexpr unsigned steps_in_flight = 4;
    /// The most rows of a product, whose sizes the last block sums at once: of the 132 multiprocessors of an H100.
    static constexpr unsigned max_rows = 8448;
};

namespace small {
using policy = small_policy;
}

}  // namespace graphblas_gpu::cuda
