// The symbolic phase for a B with wide rows: the rows of the product as bits, a block of rows at a time.
//
// Idea: every row of a block is an array with one bit a column. The narrow rows of B are OR-ed into it as pairs of a word
// number and a word. The wide rows are OR-ed panel by panel: a panel of all wide rows is read for every row of the block
// before the next one, so that it stays in a cache. A block takes at most 4 MiB of scratch, or one row.
#pragma once

#include <graphblas_gpu/host/product/symbolic.hpp>

namespace graphblas_gpu::host {

class block_union {
  public:
    /// B must have wide rows.
    block_union(scratch& memory, structure_view a, const symbolic_operand& b, const mask_rows& mask)
        : memory_(memory), a_(a), b_(b), mask_(mask) {}

    /// The number of rows that a block can have.
    static index rows_of_block(const symbolic_operand& b);

    /// Forms rows [first, last) of the product, at most rows_of_block(b). Columns that the mask does not admit are left out.
    void form(index first, index last);

    /// The number of entries of row r of the block.
    index count(index r) const;
    /// Writes the columns of row r of the block, ascending; returns their number.
    index emit(index r, column_index* columns) const;

  private:
    index words() const { return b_.wide().panels * wide_rows::panel_words; }
    base::word* row(index r) const { return words_ + r * words(); }
    void apply_mask(index i, base::word* row) const;

    scratch& memory_;
    structure_view a_;
    const symbolic_operand& b_;
    const mask_rows& mask_;
    base::word* words_ = nullptr;
};

/// body(block, first, last, member) for blocks of rows [first, last) that cover all rows.
void for_each_block(team& team, structure_view a, const symbolic_operand& b, const mask_rows& mask,
                    base::function_ref<void(const block_union&, index, index, int)> body);

/// The structure of the product, in one pass: a block counts its entries before it writes them, so that it can write them to
/// where they belong. `most` bounds the entries of the product.
csr<void> block_structure(team& team, structure_view a, const symbolic_operand& b, const mask_rows& mask, index most);

}  // namespace graphblas_gpu::host
