// The bits of columns that the symbolic phase caches for the numeric phase.
//
// Idea: a block that sums a row by rank needs the bits of its columns first, and the symbolic phase has just found them. The
// bits take less than a tenth of the memory of this row in C. If there is no room for a row's bits, the numeric phase finds
// them again. If only the structure is wanted, the second phase writes the columns from the bits.
#pragma once

#include <graphblas_gpu/cuda/dense/rules.hpp>
#include <graphblas_gpu/cuda/shared/types.hpp>

#include <optional>

namespace graphblas_gpu::cuda::dense {

class cached_bits {
  public:
    /// The limits of the numeric phase: the default limits for sums of so many bytes (0: structure only), or those in `bounds`.
    std::size_t sum_bytes = 0;
    std::optional<limits> bounds;
    index most_rows = max_side;

    /// Allocates memory for the bits of `rows` rows, or of fewer rows if memory is short, if the numeric phase can use bits at
    /// all.
    void make_room(const engine_ptr& e, const product_rows& in, const limits& numeric, index rows);
    void give_up();
    bool empty() const { return words_.empty(); }
    const row_bits& bits() const { return bits_; }

  private:
    row_bits bits_;
    array<unsigned> words_;
    array<std::uint32_t> slots_;
    array<unsigned> used_;
};

}  // namespace graphblas_gpu::cuda::dense
