// Entries as a file or a generator gives them: in any order, with duplicates, before they become a matrix.
//
// Idea: three parallel arrays and a report. What a reader or a clean-up step changes is counted in the report, so that
// whoever shows the matrix to a user can say what became of the file.
#pragma once

#include <graphblas_gpu/formats/type_code.hpp>
#include <graphblas_gpu/formats/types.hpp>

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace graphblas_gpu {

/// What a reader found and what it changed; nothing is changed that is not counted here.
struct read_report {
    std::string format;                       ///< such as "Matrix Market coordinate integer symmetric" or "edge list"
    index entries_in_file = 0;                ///< entries as written in the file
    index mirrored = 0;                       ///< entries added by mirroring (symmetric files, or on request)
    index conflicting_directions = 0;         ///< pairs {i, j} whose two directions disagreed; the first listed held
    index self_loops_dropped = 0;             ///< diagonal entries removed on request
    index duplicates_merged = 0;              ///< entries that fell on a position already taken
    bool weights_ignored = false;             ///< the file had a value column that the caller did not want
    std::vector<std::uint64_t> original_ids;  ///< after relabelling: the file's id of each vertex; empty otherwise
    std::vector<std::string> names;           ///< where ids are names: that of each vertex; empty otherwise
    std::vector<std::string> notes;           ///< what else a user may want to know, one sentence each

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

    /// Makes the entries symmetric: where only one of (i, j) and (j, i) is listed, the other is added with its value.
    /// Where both are listed, the direction that comes first in the list decides and the other takes over its value;
    /// if that changed a value, report.conflicting_directions counts the pair. So a file that lists both directions
    /// alike stays as it is.
    ///
    /// Duplicates are kept, in their order, and the same for both directions: the matrix is symmetric whichever way
    /// they are combined later. Where the deciding direction is listed fewer times than the other, the surplus is
    /// removed and counted in report.duplicates_merged; added entries are counted in report.mirrored.
    ///
    /// Square only (dimension_mismatch). O(n log n). If memory runs out (out_of_memory), nothing is changed.
    void symmetrise();

    /// Removes the diagonal; counts in report.self_loops_dropped. O(n).
    void drop_self_loops();
};

}  // namespace graphblas_gpu
