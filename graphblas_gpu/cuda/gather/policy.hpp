// The constants that tune values by listed products (gather.hpp). Idea: as hash/policy.hpp.
#pragma once

#include <cstdint>

#include <graphblas_gpu/base/types.hpp>

namespace graphblas_gpu::cuda {

struct gather_policy {
    static constexpr unsigned threads = 256;       ///< of a block
    static constexpr unsigned blocks_at_once = 8;  ///< on a multiprocessor
    /// An entry of C belongs to the piece into which its first product falls; piece n begins at product n * piece_products.
    /// This is less than two strides, so that a piece whose last entry extends beyond its end usually needs no third stride.
    static constexpr row_offset piece_products = 1984;
    /// The products that a block has in shared memory. If a piece has more, its last entry is long, and all threads sum it
    /// together.
    static constexpr row_offset held_products = 2560;
    /// Products or entries that a thread loads at once. Lists have extra elements at the end, as many as a block loads at once.
    static constexpr unsigned at_once = 4;
    /// The products that a warp takes at once (a chunk). For each chunk of a piece, the number of runs before it is stored.
    static constexpr unsigned chunk = 32;
    /// The runs that a block copies to shared memory with their values of A. If a piece has more runs, they are read from
    /// global memory.
    static constexpr row_offset held_runs = 512;
    static constexpr row_offset tile_products = 1024;  ///< consecutive products, which are sorted together
    static constexpr std::int64_t rows_a_thread = 64;  ///< of B, among which a thread finds the longest
};

namespace gathering {
using policy = gather_policy;
}

}  // namespace graphblas_gpu::cuda
