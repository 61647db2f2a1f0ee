// Idea: see edge_list_vertices.hpp. Ids up to a moderate side are bits of a set, all others a sorted list (id_sets.hpp).
#include <graphblas_gpu/base/radix_sort.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/io/edge_list_vertices.hpp>
#include <graphblas_gpu/io/id_sets.hpp>
#include <graphblas_gpu/io/input.hpp>
#include <graphblas_gpu/io/line_fields.hpp>
#include <graphblas_gpu/io/text_blocks.hpp>
#include <graphblas_gpu/io/text_scanner.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace graphblas_gpu::io {
namespace {

/// Numbers ids that are far apart.
void relabel(const vertex_question& about, const endpoint_lists<std::uint64_t>& read, const id_list& further,
             coordinates& result) {
    id_list all(read.sources);
    all.insert(all.end(), read.targets.begin(), read.targets.end());
    all.insert(all.end(), further.begin(), further.end());
    base::radix_sort(all, [](std::uint64_t id) { return id; });
    all.erase(std::unique(all.begin(), all.end()), all.end());
    all.shrink_to_fit();
    if (all.size() > std::size_t{max_side})
        throw io_error(about.file, 0, fmt::format("{} vertices, more than the {} possible", all.size(), max_side));

    const id_ranks ranks(all);
    const auto renamed = [&](const id_list& endpoints) {
        constexpr std::int64_t work_of_one = 20;
        position_list numbers(endpoints.size());
        for_all(about.team, endpoints.size(), work_of_one, [&](std::size_t first, std::size_t last) {
            for (std::size_t k = first; k < last; ++k) numbers[k] = ranks(endpoints[k]);
        });
        return numbers;
    };
    result.rows = renamed(read.sources);
    result.columns = renamed(read.targets);
    result.nrows = result.ncols = static_cast<index>(all.size());
    result.report.original_ids = std::move(all);
}

// ---- vertices that the caller names ----

/// Calls f(line, number of the line) for the lines of a list of vertices that are neither blank nor comments. A line that begins
/// with a quote is a name in quotes, without them.
template <class F>
void for_listed_vertices(const std::string& path, F&& f) {
    constexpr line_syntax syntax("", "#%");
    input from(path);
    from.read_as_text();
    std::string all;
    std::array<char, 65536> block;
    for (std::size_t n = 0; (n = from.read(block.data(), block.size())) > 0;) all.append(block.data(), n);
    const std::string_view text = without_byte_order_mark(all);
    text_scanner scanner(syntax, text);
    try {
        while (scanner.next_line()) {
            std::string_view line = scanner.rest_of_line();
            line = line.substr(0, line.find_last_not_of(" \t\r\v\f") + 1);
            std::string storage;
            const std::int64_t number = scanner.line();
            const bool is_quoted = line.starts_with('"');
            if (is_quoted) {
                const char* const begin = line.data();
                line_fields name(line, '\n', number, text.data() + text.size());
                name.next(line, storage);
                // The name may have ends of lines in it.
                if (const auto end = static_cast<std::size_t>(name.end() - text.data()); end >= scanner.position())
                    scanner.move_to(std::min(end + 1, text.size()), number + std::count(begin, name.end(), '\n'));
            }
            f(line, number, is_quoted);
        }
    } catch (const line_error& e) {
        throw io_error(from.name(), e.line(), e.what());
    }
}

id_list listed_ids(const edge_list_options& options) {
    id_list listed;
    if (options.vertex_list.empty()) return listed;
    for_listed_vertices(options.vertex_list, [&](std::string_view line, std::int64_t number, bool) {
        std::uint64_t id = 0;
        const number_status status = parse_integer(line, id);
        if (status != number_status::fine || (options.one_based && id == 0))
            throw line_error(number, fmt::format("{} is not a vertex id (a whole number from {}); --vertices names a file with "
                                                 "one id a line, and --named takes ids for names",
                                                 io::quoted(line), options.one_based ? 1 : 0));
        listed.push_back(id);
    });
    return listed;
}

// ---- which numbers are vertices ----

const char* is_or_are(std::uint64_t count) { return count == 1 ? "is" : "are"; }

/// The number of ids in the list that are no end of an edge.
std::uint64_t count_of_others(id_list listed, const endpoint_lists<std::uint64_t>& ends) {
    std::sort(listed.begin(), listed.end());
    listed.erase(std::unique(listed.begin(), listed.end()), listed.end());
    std::vector<bool> is_end(listed.size());
    for (const id_list* const side : {&ends.sources, &ends.targets})
        for (const std::uint64_t id : *side)
            if (const auto at = std::lower_bound(listed.begin(), listed.end(), id); at != listed.end() && *at == id)
                is_end[static_cast<std::size_t>(at - listed.begin())] = true;
    return static_cast<std::uint64_t>(std::count(is_end.begin(), is_end.end(), false));
}

void note_added(const vertex_question& about, std::uint64_t count, coordinates& result) {
    if (count > 0)
        result.report.add_note("vertices_added",
                               fmt::format("{} added {} that {} on no line", about.options.vertex_list,
                                           count == 1 ? "1 vertex" : fmt::format("{} vertices", count), is_or_are(count)));
}

/// The number of vertices that an option or a comment tells.
struct told_number {
    std::uint64_t number;
    std::int64_t line;  ///< of the comment; 0: the option tells it
};

class numbering {
  public:
    numbering(const vertex_question& about, coordinates& result)
        : about_(about), result_(result), rule_(about.options.ids), first_(about.options.one_based ? 1 : 0) {
        const auto& declared = about.comments.vertices;
        if (about.options.vertices > 0) told_ = {static_cast<std::uint64_t>(about.options.vertices), 0};
        else if (declared && declared->number > 0) told_ = {declared->number, declared->line};
        // Isolated vertices cost memory, and a comment that declares so many of them is more likely wrong.
        could_be_isolated_ = told_ && (is_certain() || told_->number <= reasonable_side());
    }

    void number(endpoint_lists<column_index> ends) {
        const id_list further = listed_ids(about_.options);
        if (ends.sources.empty() && further.empty()) return keep(std::move(ends), told_ ? told_->number : 0);
        std::uint64_t largest = std::max(largest_of(about_.team, ends.sources), largest_of(about_.team, ends.targets));
        for (const std::uint64_t id : further) largest = std::max(largest, id - first_);
        if (rule_ == vertex_ids::positions && largest >= std::uint64_t{max_side})
            throw io_error(
                about_.options.vertex_list, 0,
                fmt::format("vertex id {} is beyond the largest one possible, {}", largest + first_, max_side - 1 + first_));
        const std::uint64_t side = largest + 1;
        if (largest >= reasonable_side()) {
            if (rule_ != vertex_ids::positions) return number_far_apart(with_ids(ends), further);
            keep(std::move(ends), side_of(side));
            return result_.report.add_note("sparse_ids",
                                           fmt::format("the largest vertex id makes a side of {} for {} edges; --ids relabel "
                                                       "would make the matrix smaller",
                                                       result_.nrows, result_.size()));
        }
        number_set known(static_cast<index>(side));
        known.add(about_.team, ends.sources);
        known.add(about_.team, ends.targets);
        if (!further.empty()) {
            const index on_lines = known.size();
            for (const std::uint64_t id : further) known.add(static_cast<column_index>(id - first_));
            note_added(about_, static_cast<std::uint64_t>(known.size() - on_lines), result_);
        }
        number_near(std::move(ends), known, side);
    }

    void number(const endpoint_lists<std::uint64_t>& ends) { number_far_apart(ends, listed_ids(about_.options)); }

  private:
    /// Whether the number of vertices is told by the option, or by a file that write_edge_list wrote.
    bool is_certain() const { return told_->line == 0 || about_.comments.promised_edges.has_value(); }

    /// The largest side for which a set of bits costs no more than the edges do.
    std::uint64_t reasonable_side() const {
        constexpr index side_per_edge = 64, side_nobody_minds = 1'000'000;
        return static_cast<std::uint64_t>(side_per_edge * result_.report.entries_in_file + side_nobody_minds);
    }

    void number_near(endpoint_lists<column_index> ends, number_set& known, std::uint64_t side) {
        const auto count = static_cast<std::uint64_t>(known.size());
        const std::uint64_t largest = side - 1 + first_;
        if (rule_ == vertex_ids::relabel) return renumber(std::move(ends), known);
        // Ids are from 1 in files of KONECT. With other ids from 1 the largest one is the number of vertices.
        const bool is_from_1 = about_.comments.vertices && about_.comments.vertices->is_from_1;
        if (could_be_isolated_ && rule_ != vertex_ids::positions && first_ == 0 && !known.has(0) &&
            (largest == told_->number || (largest < told_->number && is_from_1))) {
            note_isolated(told_->number - count);
            number_set all(static_cast<index>(told_->number + 1));
            all.add_all_from_1();
            return renumber(std::move(ends), all);
        }
        if (could_be_isolated_ && side <= told_->number) {
            note_isolated(told_->number - count);
            return keep(std::move(ends), told_->number);
        }
        if (rule_ == vertex_ids::positions) {
            keep(std::move(ends), side_of(side));
            return note_missing(side - count, !known.has(0));
        }
        compare_told(count, largest);
        if (count == side) return keep(std::move(ends), side);
        renumber(std::move(ends), known);
        note_relabelled(count, side - count, largest, !known.has(0));
    }

    void number_far_apart(const endpoint_lists<std::uint64_t>& ends, const id_list& further) {
        relabel(about_, ends, further, result_);
        if (!further.empty()) note_added(about_, count_of_others(further, ends), result_);
        if (rule_ == vertex_ids::relabel) return;
        const auto count = static_cast<std::uint64_t>(result_.nrows);
        const std::uint64_t largest = result_.report.original_ids.back();
        compare_told(count, largest);
        note_relabelled(count, largest - first_ + 1 - count, largest, false);
    }

    endpoint_lists<std::uint64_t> with_ids(const endpoint_lists<column_index>& ends) const {
        const auto shifted = [&](const position_list& numbers) {
            id_list all(numbers.begin(), numbers.end());
            for (std::uint64_t& id : all) id += first_;
            return all;
        };
        return {shifted(ends.sources), shifted(ends.targets)};
    }

    /// The side of a matrix whose positions are ids. Throws io_error if there are more than the option says.
    std::uint64_t side_of(std::uint64_t side) const {
        if (told_ && told_->line == 0 && side > told_->number)
            throw io_error(about_.file, 0,
                           fmt::format("vertex id {} is beyond the last of the {} vertices of --vertices, {}",
                                       side - 1 + first_, told_->number, told_->number - 1 + first_));
        return side;
    }

    void keep(endpoint_lists<column_index> ends, std::uint64_t side) {
        result_.nrows = result_.ncols = static_cast<index>(side);
        result_.rows = std::move(ends.sources);
        result_.columns = std::move(ends.targets);
    }

    void renumber(endpoint_lists<column_index> ends, const number_set& known) {
        known.renumber(about_.team, ends.sources);
        known.renumber(about_.team, ends.targets);
        keep(std::move(ends), static_cast<std::uint64_t>(known.size()));
        result_.report.original_ids = known.list(first_);
    }

    // ---- what the user should know ----

    /// Throws io_error or adds a note if there are not as many ids as were told.
    void compare_told(std::uint64_t count, std::uint64_t largest) {
        if (!told_ || count == told_->number) return;
        if (told_->line == 0)
            throw io_error(about_.file, 0,
                           fmt::format("--vertices says that there are {} vertices, but {} ids occur, up to {}", told_->number,
                                       count, largest));
        result_.report.add_note(
            "vertices_declared",
            fmt::format("line {} declares {} vertices, but {} ids occur, up to {}; --vertices says how many there are",
                        told_->line, told_->number, count, largest));
    }

    void note_isolated(std::uint64_t count) {
        if (count == 0 || told_->line == 0 || (is_certain() && rule_ == vertex_ids::positions)) return;
        result_.report.add_note("isolated_vertices",
                                fmt::format("{} of the {} vertices that line {} declares {} on no line; --ids relabel leaves "
                                            "them out",
                                            count, told_->number, told_->line, is_or_are(count)));
    }

    void note_missing(std::uint64_t count, bool zero_is_missing) {
        if (count == 0) return;
        if (count == 1 && zero_is_missing && first_ == 0)
            result_.report.add_note("ids_on_no_line", "vertex 0 is on no line; --one-based counts ids from 1");
        else
            result_.report.add_note(
                "ids_on_no_line",
                fmt::format("{} of the {} vertices {} on no line{}; --ids relabel leaves them out", count, result_.nrows,
                            is_or_are(count),
                            zero_is_missing && first_ == 0 ? ", vertex 0 among them; --one-based counts ids from 1" : ""));
    }

    void note_relabelled(std::uint64_t count, std::uint64_t missing, std::uint64_t largest, bool zero_is_missing) {
        if (missing == 1 && zero_is_missing && first_ == 0)
            return result_.report.add_note("ids_relabelled",
                                           "ids count from 1: there is no vertex 0; --ids positions makes one");
        const bool could_be_positions = largest - first_ < std::uint64_t{max_side};
        result_.report.add_note(
            "ids_relabelled",
            fmt::format("the graph has {} vertices, the ids that occur; {} of the numbers from {} to {} {} on no line{}", count,
                        missing, first_, largest, is_or_are(missing),
                        could_be_positions ? "; --ids positions makes vertices of them" : ""));
    }

    const vertex_question& about_;
    coordinates& result_;
    vertex_ids rule_;
    std::uint64_t first_;  ///< the id at position 0
    std::optional<told_number> told_;
    bool could_be_isolated_ = false;  ///< whether vertices that are on no line make up for the number that was told
};

}  // namespace

void number_vertices(const vertex_question& about, edge_ends ends, coordinates& result) {
    numbering to(about, result);
    if (ends.are_ids) to.number(ends.ids);
    else to.number(std::move(ends.positions));
}

void number_two_sides(const vertex_question& about, edge_ends ends, coordinates& result) {
    coordinates sides[2];
    comment_facts comments[2] = {about.comments, about.comments};
    comments[0].vertices = about.comments.sources;
    comments[1].vertices = about.comments.targets;
    for (const int s : {0, 1}) {
        edge_ends side;
        side.are_ids = ends.are_ids;
        side.positions.sources = std::move(s == 0 ? ends.positions.sources : ends.positions.targets);
        side.ids.sources = std::move(s == 0 ? ends.ids.sources : ends.ids.targets);
        sides[s].report.entries_in_file = result.report.entries_in_file;
        number_vertices({about.file, about.options, comments[s], about.team}, std::move(side), sides[s]);
    }
    result.rows = std::move(sides[0].rows);
    result.columns = std::move(sides[1].rows);
    result.nrows = sides[0].nrows;
    result.ncols = sides[1].nrows;
    result.report.has_two_sides = true;
    for (const int s : {0, 1})
        for (const read_note& n : sides[s].report.notes)
            result.report.add_note(n.code, (s == 0 ? "sources: " : "targets: ") + n.text);
    if (sides[0].report.original_ids.empty() && sides[1].report.original_ids.empty()) return;
    for (coordinates& side : sides) {
        id_list& of_side = side.report.original_ids;
        if (of_side.empty()) {
            of_side.resize(static_cast<std::size_t>(side.nrows));
            std::iota(of_side.begin(), of_side.end(), std::uint64_t{about.options.one_based});
        }
        result.report.original_ids.insert(result.report.original_ids.end(), of_side.begin(), of_side.end());
    }
}

void name_two_sides(edge_ends ends, const name_table& sources, const name_table& targets, coordinates& result) {
    result.rows = std::move(ends.positions.sources);
    result.columns = std::move(ends.positions.targets);
    result.nrows = static_cast<index>(sources.size());
    result.ncols = static_cast<index>(targets.size());
    result.report.has_two_sides = true;
    for (const name_table* const side : {&sources, &targets})
        for (std::size_t k = 0; k < side->size(); ++k) result.report.names.emplace_back((*side)[k]);
    result.report.add_note("ids_are_names", fmt::format("ids are names: {} sources and {} targets were numbered in order of "
                                                        "appearance",
                                                        sources.size(), targets.size()));
}

/// Throws line_error for a line that begins with a vertex and goes on with other columns. A name with a comma that is a vertex
/// itself is fine.
static void refuse_line_of_table(std::string_view line, const name_table& names, const std::string& file, std::int64_t number) {
    const std::size_t end = line.find_first_of("\t,;|");
    if (end == std::string_view::npos) return;
    if (names.has(line) || !names.has(line.substr(0, end))) return;
    throw line_error(number, fmt::format("{} has several columns, and {} has a vertex {}; a file of --vertices has one name a "
                                         "line, in quotes if it begins like another one",
                                         quoted(line), file, quoted(line.substr(0, end))));
}

void name_vertices(const vertex_question& about, edge_ends ends, name_table& names, coordinates& result) {
    const std::size_t on_lines = names.size();
    if (const std::string& list = about.options.vertex_list; !list.empty())
        for_listed_vertices(list, [&](std::string_view name, std::int64_t line, bool is_quoted) {
            if (names.size() >= std::size_t{max_side})
                throw line_error(line, fmt::format("more than {} vertices, the most possible", max_side));
            if (!is_quoted) refuse_line_of_table(name, names, about.file, line);
            (void)names.number_of(name);
        });
    result.nrows = result.ncols = static_cast<index>(names.size());
    result.rows = std::move(ends.positions.sources);
    result.columns = std::move(ends.positions.targets);
    base::make_room(result.report.names, names.size());
    for (std::size_t k = 0; k < names.size(); ++k) result.report.names.emplace_back(names[k]);
    note_added(about, names.size() - on_lines, result);
    result.report.add_note("ids_are_names", fmt::format("ids are names: {} {} numbered in order of appearance", on_lines,
                                                        on_lines == 1 ? "vertex was" : "vertices were"));
    const auto& declared = about.comments.vertices;
    if (declared && declared->number != names.size())
        result.report.add_note("vertices_declared", fmt::format("line {} declares {} vertices, but {} names occur; --vertices "
                                                                "FILE names those that are on no line",
                                                                declared->line, declared->number, names.size()));
}

}  // namespace graphblas_gpu::io
