// Idea: the two parsers of edge lists (plain_edges.hpp, field_edges.hpp) share the edges of a block, the reading of a word as
// an id or a weight, and the collection of the edges of all blocks. Weights are integers; at the first weight that is not an
// integer all of them become doubles.
#pragma once

#include <graphblas_gpu/base/memory_budget.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/formats/coordinates.hpp>
#include <graphblas_gpu/host/threads/team.hpp>
#include <graphblas_gpu/io/reading.hpp>
#include <graphblas_gpu/io/text_blocks.hpp>
#include <graphblas_gpu/io/text_scanner.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace graphblas_gpu::io {

/// The layout of all edges, as given by the first edge.
struct columns_of_file {
    std::int64_t first_line = 0;
    bool weighted = false;
    bool weights_wanted = false;
    bool has_attributes = false;  ///< weights are among attributes in braces
};

/// The edges of a block. The weights are integers, or reals if at least one is not an integer.
template <class Id>
struct edge_block {
    using id = Id;
    growing<Id> sources;
    growing<Id> targets;
    growing<std::int64_t> integers;
    growing<double> reals;
    bool has_reals = false;
    std::size_t edges = 0;
    std::int64_t lines = 0;
    noted_lines comments;
    noted_lines decimal_commas;  ///< weights such as 3,5
    noted_lines broken_lines;    ///< lines with ends of lines in quotes
    open_line open;

    void clear() {
        has_reals = false;
        edges = 0;
        lines = 0;
        comments = {};
        decimal_commas = {};
        broken_lines = {};
        open = {};
    }

    /// Makes room for all edges that a text of `bytes` bytes can have.
    void make_room(std::size_t bytes, bool with_weights) {
        const std::size_t most = bytes / 4 + 1;  // "1 2" and the end of the line
        sources.make_room(most);
        targets.make_room(most);
        if (!with_weights) return;
        integers.make_room(most);
        reals.make_room(most);
    }
};

template <class Id>
void put_integer(edge_block<Id>& out, std::int64_t weight) {
    if (out.has_reals) out.reals[out.edges] = static_cast<double>(weight);
    else out.integers[out.edges] = weight;
}

template <class Id>
void put_real(edge_block<Id>& out, double weight) {
    if (!out.has_reals) {
        std::copy(out.integers.begin(), out.integers.begin() + out.edges, out.reals.begin());
        out.has_reals = true;
    }
    out.reals[out.edges] = weight;
}

// Functions for words. They throw a line_error for a wrong word.

/// The value of a weight: an integer, or a real number.
struct weight_of_edge {
    bool is_integer = true;
    std::int64_t integer = 0;
    double real = 0;
};
weight_of_edge parse_weight(std::int64_t line, std::string_view word);

/// Whether the word is a number with a decimal comma, such as -3,5 or 1,2e5.
bool has_decimal_comma(std::string_view word) noexcept;

// A word that is written as an integer is read as an integer even if other weights are reals: so -0 is 0 in every file.
template <class Id>
void read_weight(std::int64_t line, std::string_view word, edge_block<Id>& out, bool takes_comma = false) {
    std::string with_point;
    if (takes_comma && has_decimal_comma(word)) {
        out.decimal_commas.add(line, word);
        with_point = word;
        with_point[word.find(',')] = '.';
        word = with_point;
    }
    const weight_of_edge weight = parse_weight(line, word);
    if (weight.is_integer) put_integer(out, weight.integer);
    else put_real(out, weight.real);
}

/// A whole number that fits 64 bits, but is beyond the largest position.
class large_id : public line_error {
  public:
    using line_error::line_error;
};

[[noreturn]] void refuse_id(std::int64_t line, std::string_view word, number_status status, bool one_based);

/// The id of a word, which has been read as a number with this status. Id is column_index, counted from 0, or std::uint64_t, as
/// in the file, if relabelling follows.
template <class Id>
Id judged_id(std::int64_t line, std::string_view word, number_status status, std::uint64_t id, bool one_based) {
    if (status != number_status::fine || (one_based && id == 0)) refuse_id(line, word, status, one_based);
    if constexpr (std::is_same_v<Id, std::uint64_t>) {
        return id;
    } else {
        const std::uint64_t position = id - static_cast<std::uint64_t>(one_based);
        if (position >= std::uint64_t{max_side}) refuse_id(line, word, number_status::out_of_range, one_based);
        return static_cast<column_index>(position);
    }
}

/// A line has a third column although the first edge has none, or has none although the first edge has one. `weight` is the
/// third column.
[[noreturn]] void refuse_number_of_columns(std::int64_t line, std::string_view weight, const columns_of_file& columns);
[[noreturn]] void refuse_fourth_column(std::int64_t line, std::string_view word);
[[noreturn]] void refuse_missing_weights(std::int64_t line);

/// Throws line_error if the third column of an edge whose weight is not wanted is a word, as the second end of "A pp B" is.
/// Attributes in braces are accepted.
void refuse_word_for_weight(std::int64_t line, std::string_view word);

/// Whether a word that begins so is taken for a number without a further look, which would make files with weights that nobody
/// wants slower. Words of the first edge are looked at as a whole.
inline bool begins_like_a_number(char c) noexcept { return c >= '0' ? c <= '9' : c == '-' || c == '+' || c == '.'; }

/// As refuse_word_for_weight, for the edges after the first one.
inline void check_unused_weight(std::int64_t line, std::string_view word) {
    if (!word.empty() && !begins_like_a_number(word.front())) refuse_word_for_weight(line, word);
}

template <class Id>
struct endpoint_lists {
    std::vector<Id> sources;
    std::vector<Id> targets;
};

/// The ends of all edges in the order of the file: as positions, or as the ids of the file if one of them is no position.
struct edge_ends {
    endpoint_lists<column_index> positions;
    endpoint_lists<std::uint64_t> ids;
    bool are_ids = false;
};

/// The edges of a block whose ids may be any numbers. They are read as positions, which most files have; a block with an id
/// beyond the largest position is read once more.
struct any_edge_block {
    edge_block<column_index> positions;
    edge_block<std::uint64_t> ids;
    bool has_ids = false;
    std::int64_t lines = 0;
    open_line open;

    void clear() {
        positions.clear();
        ids.clear();
        has_ids = false;
        lines = 0;
        open = {};
    }
};

template <class OfPositions, class OfIds>
void parse_any(const text_block& block, any_edge_block& out, const OfPositions& of_positions, const OfIds& of_ids) {
    try {
        of_positions(block, out.positions);
        out.lines = out.positions.lines;
        out.open = out.positions.open;
    } catch (const large_id&) {
        out.has_ids = true;
        of_ids(block, out.ids);
        out.lines = out.ids.lines;
        out.open = out.ids.open;
    }
}

/// Collects the edges of all blocks in the order of the file.
class edge_collector {
  public:
    edge_collector(const columns_of_file& columns, bool one_based, std::optional<std::uint64_t> bytes)
        : columns_(columns), first_id_(one_based ? 1 : 0), bytes_(bytes.value_or(0)), lines_(columns.first_line - 1) {}

    template <class Id>
    void add(const text_block& block, const edge_block<Id>& read) {
        constexpr bool are_ids = std::is_same_v<Id, std::uint64_t>;
        if (are_ids && !all_.are_ids) take_ids();
        comments_.add(read.comments, lines_);
        decimal_commas_.add(read.decimal_commas, lines_);
        broken_lines_.add(read.broken_lines, lines_);
        lines_ += read.lines;
        if (size() == 0 && read.edges > 0) reserve(block, read.edges);
        if (all_.are_ids) {
            append_ids(all_.ids.sources, read.sources.begin(), read.edges, are_ids ? 0 : first_id_);
            append_ids(all_.ids.targets, read.targets.begin(), read.edges, are_ids ? 0 : first_id_);
        } else if constexpr (!are_ids) {
            append(all_.positions.sources, read.sources, read.edges);
            append(all_.positions.targets, read.targets, read.edges);
        }
        if (!columns_.weights_wanted) return;
        if (read.has_reals && reals_.empty()) {
            base::make_room(reals_, integers_.capacity());
            reals_.assign(integers_.begin(), integers_.end());
            base::release(integers_);
            has_reals_ = true;
        }
        if (has_reals_ && read.has_reals) append(reals_, read.reals, read.edges);
        else if (has_reals_) append(reals_, read.integers, read.edges);
        else append(integers_, read.integers, read.edges);
    }

    void add(const text_block& block, const any_edge_block& read) {
        if (read.has_ids) add(block, read.ids);
        else add(block, read.positions);
    }

    const noted_lines& comments() const noexcept { return comments_; }
    const noted_lines& decimal_commas() const noexcept { return decimal_commas_; }
    const noted_lines& broken_lines() const noexcept { return broken_lines_; }

    edge_ends finish(coordinates& result) {
        result.report.entries_in_file = static_cast<index>(size());
        result.report.weights_ignored = columns_.weighted && !columns_.weights_wanted;
        if (columns_.weights_wanted) {
            if (has_reals_) result.values = std::move(reals_);
            else result.values = std::move(integers_);
        }
        result.report.format = !columns_.weights_wanted ? "edge list"
                               : result.is_integer()    ? "edge list with integer weights"
                                                        : "edge list with real weights";
        return std::move(all_);
    }

  private:
    template <class To, class From>
    static void append(std::vector<To>& to, const growing<From>& from, std::size_t size) {
        base::make_room(to, size);
        to.insert(to.end(), from.begin(), from.begin() + size);
    }

    template <class Id>
    static void append_ids(std::vector<std::uint64_t>& to, const Id* from, std::size_t size, std::uint64_t shift) {
        const std::size_t before = to.size();
        base::make_room(to, size);
        to.insert(to.end(), from, from + size);
        if (shift > 0)
            for (std::size_t k = before; k < to.size(); ++k) to[k] += shift;
    }

    /// The edges so far get ids for positions.
    void take_ids() {
        endpoint_lists<column_index> positions = std::exchange(all_.positions, {});
        base::make_room(all_.ids.sources, positions.sources.capacity());
        base::make_room(all_.ids.targets, positions.targets.capacity());
        append_ids(all_.ids.sources, positions.sources.data(), positions.sources.size(), first_id_);
        append_ids(all_.ids.targets, positions.targets.data(), positions.targets.size(), first_id_);
        base::release(positions.sources);
        base::release(positions.targets);
        all_.are_ids = true;
    }

    std::size_t size() const noexcept { return all_.are_ids ? all_.ids.sources.size() : all_.positions.sources.size(); }

    // The first block shows how long a line is. A little more than expected is reserved, because memory that is not written to
    // costs nothing but budget. This is only a guess, so a failure is ignored.
    void reserve(const text_block& block, std::size_t edges) {
        const double bytes_of_edge = static_cast<double>(block.text().size()) / static_cast<double>(edges);
        const double expected = 1.02 * static_cast<double>(bytes_) / bytes_of_edge;
        const auto size = static_cast<std::size_t>(std::max(expected, static_cast<double>(edges)));
        try {
            if (all_.are_ids) {
                base::make_room(all_.ids.sources, size);
                base::make_room(all_.ids.targets, size);
            } else {
                base::make_room(all_.positions.sources, size);
                base::make_room(all_.positions.targets, size);
            }
            if (columns_.weights_wanted) base::make_room(integers_, size);
        } catch (const out_of_memory&) {
        } catch (const std::bad_alloc&) {
        }
    }

    const columns_of_file& columns_;
    std::uint64_t first_id_;
    std::uint64_t bytes_;  // of the text, 0 if not known
    std::int64_t lines_;
    noted_lines comments_;
    noted_lines decimal_commas_;
    noted_lines broken_lines_;
    edge_ends all_;
    std::vector<std::int64_t> integers_;
    std::vector<double> reals_;
    bool has_reals_ = false;
};

}  // namespace graphblas_gpu::io
