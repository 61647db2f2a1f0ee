// The entries of a file or a generator before they become a matrix: in any order, with duplicates.
//
// Idea: three parallel arrays and a report. Every change by a reader or by a clean-up step is counted in the report, so that a
// program can tell its user how the matrix differs from the file.
#pragma once

#include <graphblas_gpu/base/type_code.hpp>
#include <graphblas_gpu/base/types.hpp>
#include <graphblas_gpu/duplicate_policy.hpp>

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace graphblas_gpu {

/// A remark for the user: a sentence, and a code that stays the same if the sentence is worded anew.
struct read_note {
    std::string code;  ///< a word in snake_case, such as "header_skipped"
    std::string text;  ///< one sentence

    bool operator==(const read_note&) const = default;
};

/// What a comment of a file says about the edges.
enum class declared_edges { nothing, directed, undirected, bipartite };

/// What a reader found and what was changed. Every change is counted here.
struct read_report {
    std::string format;                       ///< such as "Matrix Market coordinate integer symmetric" or "edge list"
    index entries_in_file = 0;                ///< entries as written in the file
    index mirrored = 0;                       ///< entries added by mirroring (symmetric files, or on request)
    bool symmetric_by_format = false;         ///< the file says that it is symmetric, and was mirrored for that
    index conflicting_directions = 0;         ///< pairs {i, j} for which symmetrise() changed a value that the file has
    index self_loops_dropped = 0;             ///< diagonal entries removed on request
    index duplicates_merged = 0;              ///< entries at the position of an earlier entry
    bool weights_ignored = false;             ///< the file has a value column that the caller did not ask for
    std::string weight_column;  ///< of an edge list: what was read as weights, "column 3 (length)"; empty: nothing
    std::vector<std::uint64_t> original_ids;  ///< after relabelling the id of each vertex in the file; empty otherwise
    std::vector<std::string> names;           ///< the name of each vertex if ids are names; empty otherwise
    declared_edges declared = declared_edges::nothing;
    std::int64_t declared_line = 0;  ///< the line of that comment
    /// Whether sources and targets are two sets of vertices, rows and columns of the matrix. original_ids and names then have
    /// those of the rows, followed by those of the columns.
    bool has_two_sides = false;
    std::vector<read_note> notes;             ///< further remarks for the user

    /// One clause per change, such as "mirrored 4 entries, merged 2 duplicates"; empty if nothing was changed.
    std::string changes() const;

    void add_note(std::string code, std::string text) { notes.push_back({std::move(code), std::move(text)}); }
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
    /// The type that the file declares for the values, or for the values 1 of a pattern. It is none if the file declares no
    /// type, or if the values are not those of the file.
    type_code declared_type = type_code::none;

    index size() const noexcept { return static_cast<index>(rows.size()); }
    bool is_pattern() const noexcept { return std::holds_alternative<std::monostate>(values); }
    bool is_integer() const noexcept {
        return std::holds_alternative<std::vector<std::int64_t>>(values) ||
               std::holds_alternative<std::vector<std::uint64_t>>(values);
    }
    bool is_real() const noexcept { return std::holds_alternative<std::vector<double>>(values); }

    /// For entries of unknown origin: throws dimension_mismatch if the lists differ in length, invalid_value if a side is
    /// negative or above max_side, and index_out_of_bounds, which names the first entry that is outside the shape. O(n).
    void check() const;

    /// Makes the entries symmetric, like the edges of an undirected graph: all entries at (i, j) and (j, i) are parallel edges
    /// of one edge {i, j}. They are joined by `duplicates`, in the order of the list and in the type of the list, and both
    /// directions get the result as a single entry. The diagonal is left as it is, repeated entries included.
    ///
    /// In a file that is symmetric by its format, the two directions of an edge are one entry and its mirror image, and `sum`
    /// does not count them twice.
    ///
    /// report.mirrored counts the directions that had no entry; report.duplicates_merged counts the entries after the first one
    /// of a direction; report.conflicting_directions counts the pairs with both directions of which one has another value now.
    ///
    /// Throws dimension_mismatch unless square; invalid_value if duplicates are refused and there are some; out_of_memory.
    /// Nothing is changed then. O(n log n).
    void symmetrise(duplicate_policy duplicates = duplicate_policy::last);

    /// Whether there are entries (i, j) and (j, i) for some i and j that differ. Throws out_of_memory. O(n) if there are many
    /// such pairs, or if all entries are on one side of the diagonal; O(n log n) at most.
    bool has_opposite_entries() const;

    /// Removes the diagonal entries and counts them in report.self_loops_dropped. O(n).
    void drop_self_loops();
};

}  // namespace graphblas_gpu
