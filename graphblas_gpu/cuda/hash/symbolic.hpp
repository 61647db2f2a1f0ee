// Sizes of the rows of a product on the device.
#pragma once

#include <graphblas_gpu/cuda/dense/cached_bits.hpp>
#include <graphblas_gpu/cuda/hash/cached_rows.hpp>
#include <graphblas_gpu/cuda/shared/types.hpp>

namespace graphblas_gpu::cuda {

/// What the symbolic phase keeps for the numeric phase of the same rows.
struct counted_rows {
    dense::cached_bits bits;       ///< of the rows that the dense method will read
    hashing::row_classes classes;  ///< without rows if method dense has counted

    void give_up() {
        bits.give_up();
        classes = {};
    }
};

/// sizes[r] = the number of entries of row in.first_row + r of A B, for r < in.count(), without entries that a complemented
/// mask forbids. A mask that admits only its entries is not read. Time: one pass over the columns of the products. Memory: 13
/// bytes a row, and 8 bytes a row of B. Waits at most once.
/// `cache`: receives the columns of the rows too, as far as there is room; may throw out_of_memory.
void hash_row_sizes(const engine_ptr& e, const product_rows& in, row_offset* sizes, cached_rows* cache = nullptr,
                    counted_rows* counted = nullptr);

}  // namespace graphblas_gpu::cuda
