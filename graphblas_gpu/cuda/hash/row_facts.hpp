// The rows of a panel sorted into classes.
//
// Idea: a thread looks at the number of multiplications of a row, and at its size if that is known. Only if the class depends
// on it, parts of warps also find the range of columns that the row can have, from the first and last entries of rows of B,
// which are listed before. Within a class, rows are grouped by their work, the most work first. One array of counts is copied
// to the host.
#pragma once

#include <graphblas_gpu/cuda/hash/binning.hpp>
#include <graphblas_gpu/cuda/hash/work_levels.hpp>
#include <graphblas_gpu/cuda/product/types.hpp>

#include <array>

namespace graphblas_gpu::cuda::hashing {

/// The columns that a row can have: low .. low + width - 1.
struct column_span {
    column_index low;
    column_index width;
};

/// Rows of one class that are launched together.
struct row_group {
    const std::uint32_t* rows = nullptr;  ///< null: all rows of the panel
    index count = 0;
    int level = work_levels - 1;  ///< of the work of these rows; meaningful only if `few` is true
    bool few = false;
};

/// A group is a class and a level of work, in one number.
inline constexpr int most_groups = binning::most_classes * work_levels;

/// Rows of the panel by class.
struct row_classes {
    array<std::uint32_t> rows;  ///< all rows, grouped by class and work; empty if one group holds them all
    array<column_span> spans;   ///< for each row of the panel; written only for rows of class windows_from or above
    std::array<index, most_groups + 1> starts{};

    index count(int c) const { return starts[(c + 1) * work_levels] - starts[c * work_levels]; }
    const column_span* all_spans() const { return spans.data(); }
    /// The rows of a class; null: all rows of the panel.
    const std::uint32_t* of(int c) const { return rows.empty() ? nullptr : rows.data() + starts[c * work_levels]; }
    /// The rows of a class as they are launched: one group, or, if the class has few rows, one for each level of work (may be
    /// empty).
    std::array<row_group, work_levels> groups(int c, int multiprocessors) const;
};

/// Writes 0 to the sizes of rows that have no entries; the sizes of all other rows are not written. Memory: 13 bytes a row, and
/// 8 bytes a row of B while this runs. Waits once, unless the least and the most multiplications of a row show that all rows
/// are in one class.
row_classes classify(const engine_ptr& e, const product_rows& in, const binning::symbolic_rule& rule, row_offset* sizes);
/// The same for the numeric phase, from the offsets of the product's rows, the longest of which has most_nvals entries.
/// `structure_known`: tables need no room for the columns that a complemented mask removes.
row_classes classify(const engine_ptr& e, const product_rows& in, const binning::numeric_rule& rule,
                     const row_offset* offsets, row_offset most_nvals, bool structure_known);

}  // namespace graphblas_gpu::cuda::hashing
