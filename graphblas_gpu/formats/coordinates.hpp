// The entries of a file or a generator before they become a matrix: in any order, with duplicates.
//
// Idea: three parallel arrays and a report. Every change by a reader or by a clean-up step is counted in the report, so that a
// program can tell its user how the matrix differs from the file.
#pragma once

#include <graphblas_gpu/duplicate_policy.hpp>
#include <graphblas_gpu/formats/type_code.hpp>
#include <graphblas_gpu/formats/types.hpp>

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace graphblas_gpu {

/// What a reader found and what was changed. Every change is counted here.
struct read_report {
    std::string format;                       ///< such as "Matrix Market coordinate integer symmetric" or "edge list"
    index entries_in_file = 0;                ///< entries as written in the file
    index mirrored = 0;                       ///< entries added by mirroring (symmetric files, or on request)
    bool symmetric_by_format = false;         ///< the file says that it is symmetric, and was mirrored for that
    index conflicting_directions = 0;         ///< pairs {i, j} for which symmetrise() changed the value of a direction in the file
    index self_loops_dropped = 0;             ///< diagonal entries removed on request
    index duplicates_merged = 0;              ///< entries at the position of an earlier entry
    bool weights_ignored = false;             ///< the file has a value column that the caller did not ask for
    std::vector<std::uint64_t> original_ids;  ///< after relabelling the id of each vertex in the file; empty otherwise
    std::vector<std::string> names;           ///< the name of each vertex if ids are names; empty otherwise
    std::vector<std::string> notes;           ///< further remarks for the user, one sentence each

    /// One clause per change, such as "mirrored 4 entries, merged 2 duplicates"; empty if nothing was changed.
    std::string changes() const;
};

/// A matrix as unordered entries: values are absent (pattern), 64-bit integers or doubles. Integers are signed, unless the file
/// declares that they are uint64.
struct coordinates {
    index nrows = 0;
    index ncols = 0;
    std::vector<column_index> rows;
    std::vector<column_index> columns;
    std::variant<std::monostate, std::vector<std::int64_t>, std::vector<double>, std::vector<std::uint64_t>> values;
    read_report report;
    /// The type that the file declares for the values, or for the ones of a pattern; none if it declares none, or if the values
    /// are not those of the file.
    type_code declared_type = type_code::none;

    index size() const noexcept { return static_cast<index>(rows.size()); }
    bool is_pattern() const noexcept { return std::holds_alternative<std::monostate>(values); }
    bool is_integer() const noexcept {
        return std::holds_alternative<std::vector<std::int64_t>>(values) ||
               std::holds_alternative<std::vector<std::uint64_t>>(values);
    }
    bool is_real() const noexcept { return std::holds_alternative<std::vector<double>>(values); }

    /// Throws dimension_mismatch if the lists differ in length, invalid_value if a side is negative or above max_side,
    /// and index_out_of_bounds naming the first entry that lies outside. For entries of unknown origin. O(n).
    void check() const;

    /// Makes the entries symmetric, as the edges of an undirected graph are: all entries at (i, j) and (j, i) are parallel
    /// edges of one edge {i, j}. They are joined by `duplicates`, in the order of the list and as the type that the list
    /// has, and both directions hold the result, each of them once. The diagonal is left as it is, repeated entries included.
    ///
    /// Of a file that is symmetric by its format the two directions are one entry and its mirror image, so that `sum` does not
    /// count them twice.
    ///
    /// Counted are: in report.mirrored, directions that had no entry; in report.duplicates_merged, entries beyond the first
    /// of a direction; in report.conflicting_directions, pairs with both directions of which one has another value now.
    ///
    /// Throws dimension_mismatch unless square; invalid_value if duplicates are refused and there are some; out_of_memory.
    /// Nothing is changed then. O(n log n).
    void symmetrise(duplicate_policy duplicates = duplicate_policy::last);

    /// Is there an entry (i, j) whose opposite (j, i) is an entry, too, i and j being different? Throws out_of_memory.
    /// O(n) where many are, or where all entries lie on one side of the diagonal; O(n log n) at most.
    bool has_opposite_entries() const;

    /// Removes the diagonal; counts in report.self_loops_dropped. O(n).
    void drop_self_loops();
};

}  // namespace graphblas_gpu
