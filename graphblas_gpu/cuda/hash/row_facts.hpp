// The rows of a panel sorted into classes.
//
// Idea: a thread looks at the number of multiplications of a row, and at its size if that is known. Only if the class depends
// on it, parts of warps also find the range of columns that the row can have, from the first and last entries of rows of B,
// which are listed before. Within a class, rows are grouped by their work, the most work first. One array of counts is copied
// to the host.
#pragma once

#include <graphblas_gpu/cuda/hash/binning.hpp>
#include <graphblas_gpu/cuda/hash/work_levels.hpp>
#include <graphblas_gpu/cuda/shared/types.hpp>

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
inline constexpr int max_groups = binning::max_classes * work_levels;

/// The first group whose rows are not sorted in registers. Both phases have the same rows in each group before it.
inline constexpr int first_longer = binning::first_table * work_levels;

/// Rows of the panel by class.
struct row_classes {
    array<std::uint32_t> rows;    ///< all rows, grouped by class and work; empty if one group holds them all
    array<std::uint32_t> longer;  ///< the rows of the groups from first_longer on, if `rows` has them in another order
    array<column_span> spans;     ///< for each row of the panel; written only for rows of these groups
    bool has_ranges = false;      ///< the spans are those that the rows can have, as far as a rule asked; else all columns
    std::array<index, max_groups + 1> starts{};

    index count(int c) const { return starts[(c + 1) * work_levels] - starts[c * work_levels]; }
    const column_span* all_spans() const { return spans.data(); }
    /// The rows from the first one of a group on; null: all rows of the panel.
    const std::uint32_t* from(int group) const {
        if (group >= first_longer && !longer.empty()) return longer.data() + (starts[group] - starts[first_longer]);
        return rows.empty() ? nullptr : rows.data() + starts[group];
    }
    /// The rows of a class; null: all rows of the panel.
    const std::uint32_t* rows_of(int c) const { return from(c * work_levels); }
    /// The rows of a class as they are launched: one group, or, if the class has few rows, one for each level of work (may be
    /// empty).
    std::array<row_group, work_levels> groups(int c, int multiprocessors) const;
};

/// Writes 0 to the sizes of rows that have no entries; the sizes of all other rows are not written. Memory: 13 bytes a row, and
/// 8 bytes a row of B while this runs. Waits once for the counts, unless the least and the most multiplications of a row show
/// that all rows are in one class.
row_classes classify(const engine_ptr& e, const product_rows& in, const binning::symbolic_rule& rule, row_offset* sizes);
/// The same for the numeric phase, from the offsets of the product's rows. If out.columns_known, tables need no room for the
/// columns that a complemented mask removes. If out.classes are known, only the rows of the groups from first_longer on are
/// looked at again, and nothing is waited for if there are none.
row_classes classify(const engine_ptr& e, const product_rows& in, const binning::numeric_rule& rule, const product_output& out);

}  // namespace graphblas_gpu::cuda::hashing
