// The multiplications of a row of C in the order in which method `merge` adds them: ascending columns, and ascending k in each.
//
// Idea: row i of C is the union of the rows of B that row i of A names, and these rows are sorted. Merging them gives the
// multiplications in the order of columns, so that a sum is over neighbours and the row comes out sorted. The positions of
// the factors are merged, not the products, so that this code does not depend on the semiring and is compiled once. Few rows of
// B are merged by a heap of their next entries; more rows are merged in pairs, round after round. A row of C with very many
// multiplications is merged by a heap too, because the heap gives them a part at a time and pairs need memory for all of them.
// Equal columns keep the order of their rows of B, which is that of k.
// Source: bhSPARSE (Liu, Vinter), the heap of rows with few multiplications and the merging of long ones.
#pragma once

#include <span>

#include <graphblas_gpu/host/product/operands.hpp>
#include <graphblas_gpu/host/product/product_loops.hpp>

namespace graphblas_gpu::host {

/// One multiplication of a row of C.
struct merged_product {
    column_index column;  ///< of C
    std::uint32_t left;   ///< the entry of A, counted from the first one of the row
    row_offset right;     ///< the entry of B
};

/// The constants that tune method `merge` on host threads.
struct merge_policy {
    static constexpr index heap_lists = 4;  ///< rows of B that are merged by a heap, at most
    /// With more multiplications a row of C is merged by a heap, whatever the number of rows of B: pairs would need 32 bytes
    /// for each.
    static constexpr index max_paired_products = index{1} << 22;
    static constexpr index heap_part = 4096;  ///< multiplications that the heap gives at a time
};

/// Merges the rows of B for one row of C after the other.
class merge_workspace final : public workspace {
  public:
    merge_workspace(const product_arrays& in, const product_loops&, scratch& memory, index) : in_(in), memory_(memory) {}

    /// Begins with row i. O(row of A), and the multiplications times the logarithm of the row of A where they are merged in
    /// pairs.
    void begin(index i);
    /// The next multiplications of the row, without those that the mask keeps out; empty at the end. They are valid until the
    /// next call.
    std::span<const merged_product> next();

  private:
    /// A row of B: its next entry.
    struct cursor {
        column_index column;
        std::uint32_t left;
        row_offset right;
        row_offset end;
    };

    void merge_pairs(index lists, index products);
    void begin_heap(index lists);
    void sift_down(index at);
    std::span<merged_product> from_heap();
    std::size_t admitted(std::span<merged_product> products);

    const product_arrays& in_;
    scratch& memory_;
    index row_ = 0;
    std::span<merged_product> merged_;  ///< what next() has not given out yet, where pairs were merged
    cursor* heap_ = nullptr;            ///< the cursor of the least column is first
    index heap_size_ = 0;
    row_offset mask_at_ = 0;            ///< entries of the mask before it have smaller columns
};

}  // namespace graphblas_gpu::host
