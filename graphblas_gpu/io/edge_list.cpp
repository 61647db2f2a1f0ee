// Idea: the first lines tell the layout of the file, and the first edge the number of columns. Blocks of lines are parsed in
// parallel, and their edges are appended to the result in the order of the file. See edge_list.hpp.
#include <graphblas_gpu/base/within_memory.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/io/edge_list.hpp>
#include <graphblas_gpu/io/edge_list_comments.hpp>
#include <graphblas_gpu/io/edge_list_edges.hpp>
#include <graphblas_gpu/io/edge_list_header.hpp>
#include <graphblas_gpu/io/edge_list_layout.hpp>
#include <graphblas_gpu/io/edge_list_vertices.hpp>
#include <graphblas_gpu/io/entry_writer.hpp>
#include <graphblas_gpu/io/field_edges.hpp>
#include <graphblas_gpu/io/line_fields.hpp>
#include <graphblas_gpu/io/plain_edges.hpp>
#include <graphblas_gpu/io/reading.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace graphblas_gpu {
namespace {

using io::text_scanner;

/// Notes that the line of the scanner is a header. Throws line_error for one that leaves open which columns are the ends of
/// edges.
void note_header(text_scanner& scanner, const edge_list_options& options, const io::edge_list_layout& layout,
                 read_report& report) {
    if (layout.has_index) {
        const std::string name = io::simplified(layout.names[0]);
        for (const char* const of_index :
             {"", "id", "index", "idx", "key", "line", "no", "nr", "num", "row", "rowid", "edge", "edgeid", "eid"})
            if (name == of_index || name.starts_with("unnamed"))
                scanner.fail(
                    fmt::format("the header does not say which columns are the source and the target of an edge, and the "
                                "first column only counts the lines: {}; --columns says which, such as --columns 2,3",
                                io::quoted(scanner.rest_of_line())));
        report.add_note("index_suspected",
                        fmt::format("the first column, {}, counts the lines, and was taken for the sources of edges; --columns "
                                    "2,3 reads the two columns behind it",
                                    io::quoted(layout.names[0])));
    }
    if (options.columns.empty() && !layout.columns.empty())
        report.add_note("columns_by_name",
                        fmt::format("the columns {} are read, which line {} names: {}; --columns says others",
                                    fmt::join(layout.columns, ","), scanner.line(), io::quoted(scanner.rest_of_line())));
    else if (!layout.is_header_certain)
        report.add_note("header_skipped",
                        fmt::format("line {} was taken for a header and skipped: {}; --header no takes it for an edge",
                                    scanner.line(), io::quoted(scanner.rest_of_line())));
}

/// Notes a first line that shares no name with another line, because it may name the columns.
void note_suspected_header(const io::edge_ends& ends, bool has_two_sides, std::int64_t line, const std::string& text,
                           read_report& report) {
    const auto& [sources, targets] = ends.positions;
    const column_index source = sources[0], target = targets[0];
    if (sources.size() < 2 || (source == target && !has_two_sides)) return;
    for (std::size_t e = 1; e < sources.size(); ++e) {
        if (sources[e] == source || targets[e] == target) return;
        if (!has_two_sides && (sources[e] == target || targets[e] == source)) return;
    }
    report.add_note(
        "header_suspected",
        fmt::format("no other line has a name of line {}, {}, which was taken for an edge; --header yes takes it for "
                    "the names of the columns",
                    line, io::quoted(text)));
}

/// What the weights of the edges are read from.
std::string weight_column_of(const io::edge_list_layout& layout) {
    if (layout.has_attributes) return "attribute weight";
    const int number = layout.columns.empty() ? 3 : layout.columns[2];
    const auto at = static_cast<std::size_t>(number - 1);
    const std::string name = at < layout.names.size() && !layout.names[at].empty() ? " (" + layout.names[at] + ")" : "";
    return fmt::format("column {}{}", number, name);
}

/// The names of a file in the order in which they appear. Those of targets have a table of their own if there are two sides.
struct names_of_file {
    io::name_table sources;
    io::name_table targets;
};

/// Replaces the numbers of the names in a block by the numbers of these names in the file.
void number_names(io::named_edge_block& read, names_of_file& all, bool has_two_sides, const std::string& file) {
    constexpr column_index not_known = max_side;
    std::vector<column_index> numbers[2];
    for (auto& side : numbers) side.resize(read.names.size(), not_known);
    const auto replace = [&](column_index& name, int side) {
        column_index& number = numbers[has_two_sides ? side : 0][name];
        if (number == not_known) {
            io::name_table& table = has_two_sides && side == 1 ? all.targets : all.sources;
            if (table.size() >= std::size_t{max_side})
                throw io_error(file, 0, fmt::format("more than {} vertices, the most possible", max_side));
            number = table.number_of(read.names[name]);
        }
        name = number;
    };
    for (std::size_t e = 0; e < read.edges; ++e) {
        replace(read.sources[e], 0);
        replace(read.targets[e], 1);
    }
}

/// Goes to the first line that is neither blank nor a comment, and reads the comments before it, which are counted. Returns
/// false if there is none. A comment that could be an edge of names, such as "#tag\tother", is added to `doubtful`.
bool go_to_first_edge(text_scanner& scanner, const io::line_syntax& syntax, io::comment_facts& comments, io::noted_lines& all,
                      std::vector<std::pair<std::int64_t, std::string>>& doubtful) {
    constexpr std::size_t max_doubtful = 1000;
    while (scanner.next_physical_line()) {
        const std::string_view line = scanner.rest_of_line();
        if (line.empty()) continue;
        if (!syntax.is_comment(line)) return true;
        all.add(scanner.line(), line);
        io::read_comment(line, scanner.line(), comments);
        if (line.size() > 1 && std::string_view(" \t#%").find(line[1]) == std::string_view::npos &&
            doubtful.size() < max_doubtful)
            doubtful.emplace_back(scanner.line(), std::string(line));
    }
    return false;
}

std::size_t count_fields(std::string_view line, char separator) {
    std::size_t count = 0;
    std::string_view field;
    std::string storage;
    try {
        for (io::line_fields fields(line, separator, 1); fields.next(field, storage);) ++count;
    } catch (const io::line_error&) {
        return 0;
    }
    return count;
}

/// Notes lines that are no edges only because of how they begin.
void note_comments(const io::noted_lines& lines, const edge_list_options& options, read_report& report) {
    if (lines.count == 0 || !options.comment.empty()) return;
    report.add_note("comments_skipped",
                    fmt::format("{} {} skipped because {} with # or %: line {}, {}; --comment none takes {} for {}",
                                lines.count, lines.count == 1 ? "line was" : "lines were",
                                lines.count == 1 ? "it begins" : "they begin", lines.first_line, io::quoted(lines.first),
                                lines.count == 1 ? "it" : "them", lines.count == 1 ? "an edge" : "edges"));
}

void note_broken_lines(const io::noted_lines& lines, read_report& report) {
    if (lines.count == 0) return;
    report.add_note("line_breaks_in_quotes",
                    fmt::format("{} {} on behind an end of line, because a quote is open there: line {}, {}", lines.count,
                                lines.count == 1 ? "line goes" : "lines go", lines.first_line, io::quoted(lines.first)));
}

void note_decimal_commas(const io::noted_lines& weights, read_report& report) {
    if (weights.count == 0) return;
    std::string with_point = weights.first;
    with_point[with_point.find(',')] = '.';
    report.add_note("decimal_commas", fmt::format("{} {} a decimal comma: {} in line {} was read as {}", weights.count,
                                                  weights.count == 1 ? "weight has" : "weights have", io::quoted(weights.first),
                                                  weights.first_line, with_point));
}

bool has_two_sides(const edge_list_options& options, const io::comment_facts& comments) {
    return options.sides == vertex_sides::two ||
           (options.sides == vertex_sides::automatic && comments.kind == declared_edges::bipartite);
}

/// Compares the promised number of edges with the number found. A file that ends too early is a smaller graph, and nothing else
/// in it would show that.
void check_promise(const std::string& file, std::optional<std::uint64_t> promised, index found) {
    if (!promised || *promised == static_cast<std::uint64_t>(found)) return;
    throw io_error(
        file, 1,
        fmt::format("the header promises {} edges, {} follow: the file is {}", *promised, found,
                    *promised > static_cast<std::uint64_t>(found) ? "incomplete"
                                                                  : "not as it was written; correct the header, or delete it"));
}

template <class Block>
io::edge_ends read_edges(io::input& from, const edge_list_options& options, const io::reading& how, coordinates& result,
                         io::comment_facts& comments, names_of_file& names) {
    constexpr bool named = std::is_same_v<Block, io::named_edge_block>;
    constexpr bool any_ids = std::is_same_v<Block, io::any_edge_block>;
    using io::edge_block;
    const io::edge_list_layout layout = io::layout_of(from, options);
    io::line_blocks blocks(from, how.progress, how.block_size);
    const std::optional<std::uint64_t> bytes = blocks.bytes_left();
    const io::line_syntax syntax = io::syntax_of(options, layout.by_fields);
    text_scanner scanner(syntax, blocks);
    io::noted_lines first_comments, skipped;
    std::vector<std::pair<std::int64_t, std::string>> doubtful;
    io::columns_of_file columns;
    std::string first_line;
    try {
        bool found = go_to_first_edge(scanner, syntax, comments, first_comments, doubtful);
        if (found && layout.has_header) {
            note_header(scanner, options, layout, result.report);
            for (std::int64_t k = 0; k < layout.breaks_in_header; ++k) scanner.next_physical_line();
            found = scanner.next_line();
        }
        if (!found) {
            check_promise(from.name(), comments.promised_edges, 0);
            const auto& [vertices, edges] = std::pair(comments.vertices, comments.edges);
            if (comments.promised_edges || options.vertices > 0 || (vertices && edges && edges->number == 0))
                return io::edge_collector(columns, options.one_based, bytes).finish(result);
            if (vertices)
                throw io_error(from.name(), 0,
                               fmt::format("holds no edges, although line {} declares {}; --vertices {} makes a graph without "
                                           "edges",
                                           vertices->line,
                                           edges ? fmt::format("{} of them", edges->number)
                                                 : fmt::format("{} vertices", vertices->number),
                                           vertices->number));
            if (first_comments.count == 0 || !options.comment.empty()) throw io_error(from.name(), 0, "holds no edges");
            throw io_error(from.name(), 0,
                           "holds no edges: its lines begin with # or %, which makes comments of them; --comment none takes "
                           "them for edges");
        }
        const std::string_view first_edge = layout.first_edge.empty() ? scanner.rest_of_line() : layout.first_edge;
        if (named) {
            const std::size_t wanted = count_fields(first_edge, layout.separator);
            for (const auto& [line, text] : doubtful)
                if (count_fields(text, layout.separator) == wanted) skipped.add(line, text);
        }
        first_line = first_edge;
        if (layout.by_fields) columns = io::first_field_edge(first_edge, scanner.line(), options, layout);
        else if constexpr (any_ids) columns = io::first_plain_edge<std::uint64_t>(scanner, options);
        else if constexpr (!named) columns = io::first_plain_edge<column_index>(scanner, options);
    } catch (const io::line_error& e) {
        throw io_error(from.name(), e.line(), e.what());
    }
    io::text_block first_block = scanner.take_block_from_line();
    if (how.share != nullptr) {
        // Quotes may hide where a line begins, and names are numbered from the beginning of the file on.
        if (layout.by_fields || named || any_ids || has_two_sides(options, comments)) throw io::no_shares{};
        how.share->announced = std::exchange(comments.promised_edges, std::nullopt);
        blocks.go_to_share(first_block, *how.share);
    }
    const std::int64_t lines_before = how.share == nullptr ? columns.first_line - 1 : 0;
    io::edge_collector collect(columns, options.one_based, bytes);
    const auto accept = [&](const io::text_block& block, Block& read, const io::line_error* error) {
        if (error != nullptr) return;
        if constexpr (named) number_names(read, names, has_two_sides(options, comments), from.name());
        collect.add(block, read);
    };
    const auto parse_with = [&](const auto& parser) {
        io::for_blocks<Block>(how.team, blocks, std::move(first_block), lines_before, parser, accept);
    };
    const auto parse_any_with = [&](const auto& of_positions, const auto& of_ids) {
        parse_with(
            [&](const io::text_block& block, io::any_edge_block& out) { io::parse_any(block, out, of_positions, of_ids); });
    };
    const bool one_based = options.one_based;
    if constexpr (!any_ids) {
        if (layout.by_fields) parse_with(io::field_edge_parser<Block>(syntax, columns, options, layout));
        else if constexpr (!named) parse_with(io::plain_edge_parser<column_index>(syntax, columns, one_based));
    } else if (layout.by_fields) {
        parse_any_with(io::field_edge_parser<edge_block<column_index>>(syntax, columns, options, layout),
                       io::field_edge_parser<edge_block<std::uint64_t>>(syntax, columns, options, layout));
    } else {
        parse_any_with(io::plain_edge_parser<column_index>(syntax, columns, one_based),
                       io::plain_edge_parser<std::uint64_t>(syntax, columns, one_based));
    }
    skipped.add(collect.comments(), 0);
    note_comments(skipped, options, result.report);
    note_decimal_commas(collect.decimal_commas(), result.report);
    note_broken_lines(collect.broken_lines(), result.report);
    if (layout.says_undirected && comments.kind == declared_edges::nothing) {
        comments.kind = declared_edges::undirected;
        comments.kind_line = columns.first_line;
    }
    result.report.declared = comments.kind;
    result.report.declared_line = comments.kind_line;
    if (columns.weights_wanted) result.report.weight_column = weight_column_of(layout);
    io::edge_ends all = collect.finish(result);
    if (named && layout.could_have_header)
        note_suspected_header(all, has_two_sides(options, comments), columns.first_line, first_line, result.report);
    check_promise(from.name(), comments.promised_edges, result.report.entries_in_file);
    return all;
}

coordinates read(io::input& from, const edge_list_options& options, const io::reading& how) {
    coordinates result;
    io::comment_facts comments;
    names_of_file names;
    const auto read_as = [&]<class Block>(std::type_identity<Block>) {
        return read_edges<Block>(from, options, how, result, comments, names);
    };
    const io::vertex_question about{from.name(), options, comments, how.team};
    io::edge_ends ends = options.named                          ? read_as(std::type_identity<io::named_edge_block>())
                         : options.ids == vertex_ids::positions ? read_as(std::type_identity<io::edge_block<column_index>>())
                                                                : read_as(std::type_identity<io::any_edge_block>());
    if (has_two_sides(options, comments)) {
        if (options.vertices > 0 || !options.vertex_list.empty())
            throw invalid_value(
                fmt::format("{}: --vertices names the vertices of one set, but line {} says that the graph is "
                            "bipartite",
                            from.name(), comments.kind_line));
        if (options.named) io::name_two_sides(std::move(ends), names.sources, names.targets, result);
        else io::number_two_sides(about, std::move(ends), result);
    } else if (options.named) {
        io::name_vertices(about, std::move(ends), names.sources, result);
    } else {
        io::number_vertices(about, std::move(ends), result);
    }
    return result;
}

}  // namespace

coordinates io::read_edge_list(input& from, const edge_list_options& options, const reading& how) {
    check_options(from.name(), options);
    from.read_as_text();
    return base::within_memory(from.name() + ": the list of its edges", [&] { return read(from, options, how); });
}

coordinates parse_edge_list(std::string_view text, const std::string& file, const edge_list_options& options) {
    return base::library_call("parse_edge_list", [&] {
        io::input from(text, file);
        return io::read_edge_list(from, options, {.progress = options.progress});
    });
}

}  // namespace graphblas_gpu
