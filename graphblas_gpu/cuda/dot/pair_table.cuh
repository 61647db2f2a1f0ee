// Tables of the columns of a row in shared memory, which only answer whether the row has a column: of bits, and hashed.
//
// Idea: a look-up is split into its first load and what is done with it, so that a thread can load for several columns before
// it uses the first. In the hash table keys lie in pairs of slots, which one load brings, and the first of a pair is filled
// first, so that most look-ups end with their first load.
#pragma once

#include <graphblas_gpu/cuda/device/simt.cuh>
#include <graphblas_gpu/cuda/dot/column_table.cuh>

namespace graphblas_gpu::cuda::masked {

/// A bit for every column.
class bit_table {
  public:
    using look = std::uint32_t;  ///< what the first load brings

    __device__ explicit bit_table(void* memory) : words_(static_cast<std::uint32_t*>(memory)) {}

    __device__ void insert(column_index j) const { set_bit(words_, j); }
    __device__ look first_look(column_index j) const { return words_[j / 32]; }
    /// Whether the row has column j; `word` is its first look.
    __device__ bool has(column_index j, look word) const { return (word >> j % 32 & 1) != 0; }

  private:
    std::uint32_t* words_;
};

/// A hash table. All slots are empty (no_column) at the start; their number is a power of two.
class pair_table {
  public:
    using look = uint2;

    __device__ pair_table(void* memory, std::uint32_t slots) : slots_(static_cast<column_index*>(memory)), last_(slots - 1) {
        shift_ = static_cast<unsigned>(__clz(static_cast<int>(slots))) + 1;
    }
    __device__ void insert(column_index j) const {
        for (std::uint32_t slot = first(j); atomicCAS(slots_ + slot, no_column, j) != no_column; slot = (slot + 1) & last_) {
        }
    }
    __device__ look first_look(column_index j) const { return pair_at(first(j)); }
    __device__ bool has(column_index j, look keys) const {
        for (std::uint32_t slot = first(j);;) {
            if (keys.x == j || keys.y == j) return true;
            if (keys.y == no_column) return false;
            slot = (slot + 2) & last_;
            keys = pair_at(slot);
        }
    }

  private:
    __device__ std::uint32_t first(column_index j) const { return scatter(j) >> shift_ & ~1u; }
    __device__ look pair_at(std::uint32_t slot) const { return *reinterpret_cast<const uint2*>(slots_ + slot); }

    column_index* slots_;
    std::uint32_t last_;
    unsigned shift_;
};

}  // namespace graphblas_gpu::cuda::masked
