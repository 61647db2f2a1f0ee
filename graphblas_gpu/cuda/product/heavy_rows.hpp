// Rows of a product that have a large share of all multiplications, as the rows of hubs of a graph have.
//
// Idea: method hash gives a row to one block at most. For such a row the block may take longer than the device takes for all
// other rows. So each heavy row of C is computed as a product of a vector, the row of A, and B (dot/vector_product.cuh): all
// blocks take equal shares of its multiplications.
#pragma once

#include <vector>

#include <graphblas_gpu/cuda/kernels/kernels.hpp>
#include <graphblas_gpu/cuda/shared/types.hpp>

namespace graphblas_gpu::cuda {

/// A row of A, and the same row of the mask.
struct heavy_row {
    index number = 0;  ///< counted from the first row of A
    row_offset begin = 0, length = 0;
    row_offset mask_begin = 0, mask_length = 0;
};

class heavy_rows {
  public:
    /// No row is heavy.
    heavy_rows() = default;
    /// The heavy rows among `in`, for method hash. Without a mask or under a complemented one. If rows are heavy, or may be,
    /// this takes O(rows), 8 bytes a row, and waits once. Throws out_of_memory.
    heavy_rows(const engine_ptr& e, const product_rows& in);

    bool empty() const { return rows_.empty(); }
    std::size_t count() const { return rows_.size(); }
    /// `in`, without multiplications in the heavy rows, so that its kernels leave these rows out. This object must stay.
    product_rows others(product_rows in) const;

    /// Writes the sizes of the heavy rows of `in` to `sizes`, which has an element for each row of `in`. Waits for each row.
    void write_sizes(const engine_ptr& e, const product_rows& in, row_offset* sizes) const;
    /// Writes the heavy rows of `in` to `out`: their structure, or what `kernels` make of the values. Waits for each row.
    void write(const engine_ptr& e, const product_rows& in, const product_kernels& kernels, const product_output& out) const;

  private:
    /// The operands of the product of a vector that makes heavy row n.
    struct operands {
        csr_ref u;
        mask_ref mask;
    };
    operands operands_of(const product_rows& in, std::size_t n) const;

    std::vector<heavy_row> rows_;
    array<row_offset> offsets_;    ///< of row n: 0, its length, 0, the length of its mask
    array<std::int64_t> flops_;    ///< of the rows of `in`; 0 for the heavy ones
};

}  // namespace graphblas_gpu::cuda
