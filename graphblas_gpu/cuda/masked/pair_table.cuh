// A hash table of the columns of a row in shared memory, which only answers whether the row has a column.
//
// Idea: keys lie in pairs of slots, which one load brings, and the first of a pair is filled first, so that most look-ups end with their
// first load.
#pragma once

#include <graphblas_gpu/cuda/device/simt.cuh>
#include <graphblas_gpu/cuda/masked/column_table.cuh>

namespace graphblas_gpu::cuda::masked {

/// The table. All slots are empty (no_column) at the start; their number is a power of two.
class pair_table {
  public:
    __device__ pair_table(void* memory, std::uint32_t slots) : slots_(static_cast<column_index*>(memory)), last_(slots - 1) {
        shift_ = static_cast<unsigned>(__clz(static_cast<int>(slots))) + 1;
    }
    __device__ void insert(column_index j) const {
        for (std::uint32_t slot = first(j); atomicCAS(slots_ + slot, no_column, j) != no_column; slot = (slot + 1) & last_) {
        }
    }
    __device__ bool has(column_index j) const {
        for (std::uint32_t slot = first(j);; slot = (slot + 2) & last_) {
            const uint2 keys = *reinterpret_cast<const uint2*>(slots_ + slot);
            if (keys.x == j || keys.y == j) return true;
            if (keys.y == no_column) return false;
        }
    }

  private:
    __device__ std::uint32_t first(column_index j) const { return scatter(j) >> shift_ & ~1u; }

    column_index* slots_;
    std::uint32_t last_;
    unsigned shift_;
};

}  // namespace graphblas_gpu::cuda::masked
