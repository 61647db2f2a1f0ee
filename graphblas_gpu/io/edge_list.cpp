// Idea: the first lines tell the layout of the file, and the first edge the number of columns. Blocks of lines are parsed in
// parallel, and their edges are appended to the result in the order of the file. See edge_list.hpp.
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/formats/within_memory.hpp>
#include <graphblas_gpu/io/edge_list.hpp>
#include <graphblas_gpu/io/edge_list_comments.hpp>
#include <graphblas_gpu/io/edge_list_edges.hpp>
#include <graphblas_gpu/io/edge_list_layout.hpp>
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
io::endpoint_lists<typename Block::id> read_edges(io::input& from, const edge_list_options& options, const io::reading& how,
                                                  coordinates& result, io::name_table& names) {
    using id = typename Block::id;
    constexpr bool named = std::is_same_v<Block, io::named_edge_block>;
    const io::edge_list_layout layout = io::layout_of(from, options);
    io::line_blocks blocks(from, how.progress, how.block_size);
    const std::optional<std::uint64_t> bytes = blocks.bytes_left();
    text_scanner scanner(layout.by_fields ? field_syntax : io::plain_syntax, blocks);
    io::columns_of_file columns;
    io::comment_facts comments;
    try {
        bool found = go_to_first_edge(scanner, comments);
        if (found && layout.has_header) {
            skip_header(scanner, options, result);
            found = scanner.next_line();
        }
        if (!found) {
            check_promise(from.name(), comments.promised_edges, 0);
            throw io_error(from.name(), 0, "holds no edges");
        }
        if (layout.by_fields) columns = io::first_field_edge(scanner.rest_of_line(), scanner.line(), options, layout.separator);
        else if constexpr (!named) columns = io::first_plain_edge<id>(scanner, options);
    } catch (const io::line_error& e) {
        throw io_error(from.name(), e.line(), e.what());
    }
    io::edge_collector<id> collect(columns, bytes);
    const auto accept = [&](const io::text_block& block, Block& read, const io::line_error* error) {
        if constexpr (named) {
            if (error == nullptr) number_names(read, names, from.name());
        }
        collect(block, read, error);
    };
    const auto parse_with = [&](const auto& parser) {
        io::for_blocks<Block>(how.team, blocks, scanner.take_block_from_line(), columns.first_line - 1, parser, accept);
    };
    if (layout.by_fields) parse_with(io::field_edge_parser<Block>(columns, options, layout.separator));
    else if constexpr (!named) parse_with(io::plain_edge_parser<id>(columns, options.one_based));
    io::endpoint_lists<id> all = collect.finish(result);
    check_promise(from.name(), comments.promised_edges, result.report.entries_in_file);
    return all;
}

void note_sparse_ids(coordinates& result) {
    constexpr index side_per_edge = 64;
    constexpr index side_nobody_minds = 1'000'000;
    if (result.nrows <= side_per_edge * result.size() + side_nobody_minds) return;
    result.report.add_note(
        "sparse_ids",
        fmt::format("the largest vertex id makes a side of {} for {} edges; --relabel would make the matrix smaller",
                    result.nrows, result.size()));
}

column_index largest_of(const std::vector<column_index>& ids) {
    column_index largest = 0;
    for (const column_index id : ids) largest = std::max(largest, id);
    return largest;
}

void keep_names(const io::name_table& names, coordinates& result) {
    result.report.names.reserve(names.size());
    for (std::size_t k = 0; k < names.size(); ++k) result.report.names.emplace_back(names[k]);
    result.report.add_note("ids_are_names", fmt::format("ids are names: {} {} numbered in order of appearance", names.size(),
                                                        names.size() == 1 ? "vertex was" : "vertices were"));
}

coordinates read(io::input& from, const edge_list_options& options, const io::reading& how) {
    coordinates result;
    io::name_table names;
    if (options.relabel) {
        io::relabel(from.name(), read_edges<io::edge_block<std::uint64_t>>(from, options, how, result, names), how.team,
                    result);
        return result;
    }
    io::endpoint_lists<column_index> edges = options.named
                                                 ? read_edges<io::named_edge_block>(from, options, how, result, names)
                                                 : read_edges<io::edge_block<column_index>>(from, options, how, result, names);
    result.nrows = index{std::max(largest_of(edges.sources), largest_of(edges.targets))} + 1;
    result.ncols = result.nrows;
    result.rows = std::move(edges.sources);
    result.columns = std::move(edges.targets);
    if (options.named) keep_names(names, result);
    note_sparse_ids(result);
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
