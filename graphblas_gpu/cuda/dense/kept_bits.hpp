// Bits of columns that the symbolic phase leaves for the numeric one.
//
// Idea: a row that is added up by rank in a block of its own needs the bits of its columns first, and they are what the
// symbolic phase counts. Bits take less than a tenth of what such a row takes in C. Rows for which there is no room are gone
// through once more.
#pragma once

#include <graphblas_gpu/cuda/dense/rules.hpp>
#include <graphblas_gpu/cuda/product/types.hpp>

#include <optional>

namespace graphblas_gpu::cuda::dense {

class kept_bits {
  public:
    /// How the numeric phase will cut rows: as it comes, values taking so many bytes in a place, or under given limits.
    std::size_t place_bytes = 0;
    std::optional<limits> by;
    index most_rows = max_side;

    /// Memory for the bits of so many rows, as far as there is, if the numeric phase may ask for any.
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
