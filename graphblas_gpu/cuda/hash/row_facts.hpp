// The rows of a panel sorted into classes.
//
// Idea: a thread looks at a row: its multiplications, and its size if that is known. Only where it would change the class,
// the warp finds the range of the columns that the row meets (first and last entries of rows of B). One set of counts comes
// back to the host.
#pragma once

#include <array>

#include <graphblas_gpu/cuda/hash/binning.hpp>
#include <graphblas_gpu/cuda/product_types.hpp>

namespace graphblas_gpu::cuda::hashing {

/// The columns that a row may have: low .. low + width - 1.
struct column_span {
    column_index low;
    column_index width;
};

/// Rows of the panel by class.
struct row_classes {
    array<std::uint32_t> rows;  ///< all rows, grouped by class; empty if one class holds them all
    array<column_span> spans;   ///< of each row of the panel; written for rows of windows only
    std::array<index, binning::most_classes + 1> starts{};

    index count(int c) const { return starts[c + 1] - starts[c]; }
    const column_span* all_spans() const { return spans.data(); }
    /// The rows of a class; null: all rows of the panel.
    const std::uint32_t* of(int c) const { return rows.empty() ? nullptr : rows.data() + starts[c]; }
};

/// Sizes of rows that have no entries are written (0), those of others are left alone. Waits once.
row_classes classify(const engine_ptr& e, const product_rows& in, const binning::symbolic_rule& rule, row_offset* sizes);
/// Likewise from the offsets of the rows of the product. `structure_known`: the table need not hold what a mask takes out.
row_classes classify(const engine_ptr& e, const product_rows& in, const binning::numeric_rule& rule,
                     const row_offset* offsets, bool structure_known);

}  // namespace graphblas_gpu::cuda::hashing
