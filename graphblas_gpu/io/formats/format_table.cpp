// Idea: see format_table.hpp. Each format has its reader in a source of its own; a new one takes a line here.
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/io/binary.hpp>
#include <graphblas_gpu/io/formats/format_table.hpp>
#include <graphblas_gpu/io/formats/readers.hpp>
#include <graphblas_gpu/io/matrix_market.hpp>
#include <graphblas_gpu/io/text_scanner.hpp>
#include <graphblas_gpu/io/unpack/archive.hpp>
#include <graphblas_gpu/named_value.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace graphblas_gpu {
namespace io {
namespace {

coordinates read_listed_edges(input& from, const reading& how, const read_options& options) {
    const graphalytics_files beside = files_of_graphalytics(from.name());
    const bool takes_vertices = options.vertex_list.empty() && options.vertices == 0 && !beside.vertices.empty();
    coordinates entries = read_edge_list(from,
                                         {.one_based = options.one_based,
                                          .ids = options.ids,
                                          .weights = options.weights,
                                          .named = options.named,
                                          .columns = options.columns,
                                          .separator = options.separator,
                                          .header = options.header,
                                          .vertices = options.vertices,
                                          .vertex_list = takes_vertices ? beside.vertices : options.vertex_list,
                                          .sides = options.sides,
                                          .comment = options.comment},
                                         how);
    if (takes_vertices)
        entries.report.add_note("vertices_from_file", fmt::format("the vertices are those of the file {}", beside.vertices));
    if (beside.undirected) {
        entries.symmetrise(options.duplicates);
        entries.report.symmetric_by_format = true;
    }
    return entries;
}

coordinates read_market(input& from, const reading& how, const read_options& options) {
    return read_matrix_market(from, how, options.weights);
}

coordinates read_stored_matrix(input& from, const reading& how, const read_options& options) {
    return to_coordinates(read_binary(from, how, options.weights), from.name());
}

bool begins_graphml(std::string_view head) {
    return without_byte_order_mark(head).starts_with('<') && head.find("<graphml") != std::string_view::npos;
}

bool begins_node_link_json(std::string_view head) {
    head = without_byte_order_mark(head);
    const std::size_t first = head.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos || head[first] != '{') return false;
    const auto has = [&](std::string_view key) { return head.find(key) != std::string_view::npos; };
    return has("\"nodes\"") || has("\"links\"") || has("\"edges\"") || has("\"elements\"");
}

// The edge list comes last: it is the format of a file of which nothing else is known.
constexpr format_entry read_formats[] = {
    {file_format::binary, "binary", "a binary file", ".gbm", false, has_binary_magic, read_stored_matrix},
    {file_format::matrix_market, "mtx", "a Matrix Market file", ".mtx", true, has_matrix_market_banner, read_market},
    {file_format::metis, "metis", "a METIS graph", ".graph .metis", true, nullptr, read_metis},
    {file_format::dimacs, "dimacs", "a DIMACS file", ".gr .col .clq .co", true, begins_dimacs, read_dimacs},
    {file_format::pajek, "pajek", "a Pajek network", ".net .paj", true, begins_pajek, read_pajek},
    {file_format::gml, "gml", "a GML file", ".gml", true, begins_gml, read_gml},
    {file_format::adjacency, "adjacency", "adjacency lists", ".adjlist .adj", true, begins_adjacency, read_adjacency},
    {file_format::gap, "gap", "a graph of the GAP benchmark suite", ".sg .wsg", false, nullptr, read_gap},
    {file_format::graphml, "graphml", "a GraphML file", ".graphml", true, begins_graphml, read_graphml},
    {file_format::node_link_json, "json", "a node-link JSON file", ".json", true, begins_node_link_json, read_node_link_json},
    {file_format::npz, "npz", "a sparse matrix of SciPy", ".npz", false, is_npz, read_npz},
    {file_format::edge_list, "edges", "an edge list", "", true, nullptr, read_listed_edges},
};

}  // namespace

std::span<const format_entry> all_formats() noexcept { return read_formats; }

const format_entry& entry_of(file_format format) {
    return *std::find_if(std::begin(read_formats), std::end(read_formats),
                         [&](const format_entry& e) { return e.format == format; });
}

}  // namespace io

const char* to_string(file_format format) noexcept {
    return format == file_format::automatic ? "auto" : io::entry_of(format).name;
}

std::vector<file_format> file_formats() {
    std::vector<file_format> all{file_format::automatic};
    for (const io::format_entry& entry : io::all_formats()) all.push_back(entry.format);
    return all;
}

file_format file_format_from_string(std::string_view name) {
    return detail::value_named(name, "no format of files", file_formats());
}

}  // namespace graphblas_gpu
