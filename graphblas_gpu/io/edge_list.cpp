// Idea: the first lines tell the layout of the file, and the first edge the number of columns. Blocks of lines are parsed in
// parallel, and their edges are appended to the result in the order of the file. See edge_list.hpp.
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/formats/within_memory.hpp>
#include <graphblas_gpu/io/edge_list.hpp>
#include <graphblas_gpu/io/edge_list_comments.hpp>
#include <graphblas_gpu/io/edge_list_edges.hpp>
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

// The scanner finds the lines of files that are read field by field; blanks and tabs before the first word are ignored.
constexpr io::line_syntax field_syntax("", "#%");

void skip_header(text_scanner& scanner, const edge_list_options& options, coordinates& result) {
    if (options.header == header_line::automatic)
        result.report.add_note("header_skipped",
                               fmt::format("line {} was taken for a header and skipped: {}; --header no takes it for an edge",
                                           scanner.line(), io::quoted(scanner.rest_of_line())));
}

/// Replaces the numbers of the names in a block by the numbers of these names in the file.
void number_names(io::named_edge_block& read, io::name_table& all, const std::string& file) {
    std::vector<column_index> number_of(read.names.size());
    for (std::size_t k = 0; k < number_of.size(); ++k) {
        if (all.size() >= std::size_t{max_side})
            throw io_error(file, 0, fmt::format("more than {} vertices, the most possible", max_side));
        number_of[k] = all.number_of(read.names[k]);
    }
    for (std::size_t e = 0; e < read.edges; ++e) {
        read.sources[e] = number_of[read.sources[e]];
        read.targets[e] = number_of[read.targets[e]];
    }
}

/// Goes to the first line that is neither blank nor a comment, and reads the comments before it. Returns false if there is
/// none.
bool go_to_first_edge(text_scanner& scanner, io::comment_facts& comments) {
    while (scanner.next_physical_line()) {
        const std::string_view line = scanner.rest_of_line();
        if (line.empty()) continue;
        if (!io::is_blank_or_comment(line)) return true;
        io::read_comment(line, scanner.line(), comments);
    }
    return false;
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
                         io::comment_facts& comments, io::name_table& names) {
    constexpr bool named = std::is_same_v<Block, io::named_edge_block>;
    constexpr bool any_ids = std::is_same_v<Block, io::any_edge_block>;
    using io::edge_block;
    const io::edge_list_layout layout = io::layout_of(from, options);
    io::line_blocks blocks(from, how.progress, how.block_size);
    const std::optional<std::uint64_t> bytes = blocks.bytes_left();
    text_scanner scanner(layout.by_fields ? field_syntax : io::plain_syntax, blocks);
    io::columns_of_file columns;
    try {
        bool found = go_to_first_edge(scanner, comments);
        if (found && layout.has_header) {
            skip_header(scanner, options, result);
            found = scanner.next_line();
        }
        if (!found) {
            check_promise(from.name(), comments.promised_edges, 0);
            if (comments.promised_edges) return io::edge_collector(columns, options.one_based, bytes).finish(result);
            throw io_error(from.name(), 0, "holds no edges");
        }
        if (layout.by_fields) columns = io::first_field_edge(scanner.rest_of_line(), scanner.line(), options, layout.separator);
        else if constexpr (any_ids) columns = io::first_plain_edge<std::uint64_t>(scanner, options);
        else if constexpr (!named) columns = io::first_plain_edge<column_index>(scanner, options);
    } catch (const io::line_error& e) {
        throw io_error(from.name(), e.line(), e.what());
    }
    io::edge_collector collect(columns, options.one_based, bytes);
    const auto accept = [&](const io::text_block& block, Block& read, const io::line_error* error) {
        if (error != nullptr) return;
        if constexpr (named) number_names(read, names, from.name());
        collect.add(block, read);
    };
    const auto parse_with = [&](const auto& parser) {
        io::for_blocks<Block>(how.team, blocks, scanner.take_block_from_line(), columns.first_line - 1, parser, accept);
    };
    const auto parse_any_with = [&](const auto& of_positions, const auto& of_ids) {
        parse_with(
            [&](const io::text_block& block, io::any_edge_block& out) { io::parse_any(block, out, of_positions, of_ids); });
    };
    const char s = layout.separator;
    const bool one_based = options.one_based;
    if constexpr (!any_ids) {
        if (layout.by_fields) parse_with(io::field_edge_parser<Block>(columns, options, s));
        else if constexpr (!named) parse_with(io::plain_edge_parser<column_index>(columns, one_based));
    } else if (layout.by_fields) {
        parse_any_with(io::field_edge_parser<edge_block<column_index>>(columns, options, s),
                       io::field_edge_parser<edge_block<std::uint64_t>>(columns, options, s));
    } else {
        parse_any_with(io::plain_edge_parser<column_index>(columns, one_based),
                       io::plain_edge_parser<std::uint64_t>(columns, one_based));
    }
    io::edge_ends all = collect.finish(result);
    check_promise(from.name(), comments.promised_edges, result.report.entries_in_file);
    return all;
}

coordinates read(io::input& from, const edge_list_options& options, const io::reading& how) {
    coordinates result;
    io::comment_facts comments;
    io::name_table names;
    const auto read_as = [&]<class Block>(std::type_identity<Block>) {
        return read_edges<Block>(from, options, how, result, comments, names);
    };
    const io::vertex_question about{from.name(), options, comments, how.team};
    if (options.named) io::name_vertices(about, read_as(std::type_identity<io::named_edge_block>()), names, result);
    else if (options.ids == vertex_ids::positions)
        io::number_vertices(about, read_as(std::type_identity<io::edge_block<column_index>>()), result);
    else io::number_vertices(about, read_as(std::type_identity<io::any_edge_block>()), result);
    return result;
}

}  // namespace

coordinates io::read_edge_list(input& from, const edge_list_options& options, const reading& how) {
    check_options(from.name(), options);
    from.read_as_text();
    return formats::within_memory(from.name() + ": the list of its edges", [&] { return read(from, options, how); });
}

coordinates parse_edge_list(std::string_view text, const std::string& file, const edge_list_options& options) {
    io::input from(text, file);
    return io::read_edge_list(from, options, {.progress = options.progress});
}

}  // namespace graphblas_gpu
