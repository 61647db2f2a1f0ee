// The rows of a panel sorted into classes.
//
// Idea: a thread looks at a row: its multiplications, and its size if that is known. Only where it would change the
// class, parts of warps find the range of the columns that the row meets (first and last entries of rows of B, listed
// before). Within a class rows are in groups by their work, most first. One set of counts comes back to the host.
#pragma once

#include <graphblas_gpu/cuda/hash/binning.hpp>
#include <graphblas_gpu/cuda/hash/work_levels.hpp>
#include <graphblas_gpu/cuda/product/types.hpp>

#include <array>

namespace graphblas_gpu::cuda::hashing {

/// The columns that a row may have: low .. low + width - 1.
struct column_span {
    column_index low;
    column_index width;
};

/// Rows of one class that are launched together.
struct row_group {
    const std::uint32_t* rows = nullptr;  ///< null: all rows of the panel
    index count = 0;
    int level = work_levels - 1;  ///< of their work; says something where they are few
    bool few = false;
};

/// Classes and levels of work in one number.
inline constexpr int most_groups = binning::most_classes * work_levels;

/// Rows of the panel by class.
struct row_classes {
    array<std::uint32_t> rows;  ///< all rows, grouped by class and work; empty if one group holds them all
    array<column_span> spans;   ///< of each row of the panel, if one is in a window; written for those only
    std::array<index, most_groups + 1> starts{};

    index count(int c) const { return starts[(c + 1) * work_levels] - starts[c * work_levels]; }
    const column_span* all_spans() const { return spans.data(); }
    /// The rows of a class; null: all rows of the panel.
    const std::uint32_t* of(int c) const { return rows.empty() ? nullptr : rows.data() + starts[c * work_levels]; }
    /// The rows of a class as they are launched, some groups perhaps empty: by levels of work where they are few.
    std::array<row_group, work_levels> groups(int c, int multiprocessors) const;
};

/// Sizes of rows that have no entries are written (0), those of others are left alone. Memory: 13 bytes a row, and 8 a
/// row of B while it runs. Waits once, unless all rows have so few multiplications, and so alike, that they are in one
/// class.
row_classes classify(const engine_ptr& e, const product_rows& in, const binning::symbolic_rule& rule,
                     row_offset* sizes);
/// Likewise from the offsets of the rows of the product, the longest of which has most_nvals entries.
/// `structure_known`: the table need not hold what a mask takes out.
row_classes classify(const engine_ptr& e, const product_rows& in, const binning::numeric_rule& rule,
                     const row_offset* offsets, row_offset most_nvals, bool structure_known);

}  // namespace graphblas_gpu::cuda::hashing
