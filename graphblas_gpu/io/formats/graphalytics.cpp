// Graphs of LDBC Graphalytics: an edge list NAME.e, beside it a list of all vertices NAME.v and perhaps NAME.properties.
//
// Idea: the edges are read as any edge list, with the options that the files beside it stand for: vertices without edges are in
// NAME.v, and whether edges are directed is in NAME.properties. An undirected graph lists each edge once.
// Source: A. Iosup et al., The LDBC Graphalytics Benchmark, v1.0.5 (2023), section 2.2.3 (EVL format).
#include <graphblas_gpu/io/formats/readers.hpp>
#include <graphblas_gpu/io/text_scanner.hpp>

#include <filesystem>
#include <string>
#include <system_error>

namespace graphblas_gpu::io {
namespace {

constexpr line_syntax properties_syntax("=:", "#!");

/// Whether a line such as "graph.example.directed = false" says that edges are undirected.
bool says_undirected(const std::string& path) {
    input from(path);
    line_blocks blocks(from, nullptr);
    text_scanner scanner(properties_syntax, blocks);
    while (scanner.next_line()) {
        const std::string key = lower_case(scanner.next_word());
        if (key.starts_with("graph.") && key.ends_with(".directed")) return lower_case(scanner.next_word()) == "false";
    }
    return false;
}

}  // namespace

graphalytics_files files_of_graphalytics(const std::string& edges) {
    graphalytics_files beside;
    const std::filesystem::path path(edges);
    if (path.extension() != ".e") return beside;
    const auto with = [&](const char* suffix) {
        const std::string name = std::filesystem::path(path).replace_extension(suffix).string();
        std::error_code ignored;
        return std::filesystem::is_regular_file(name, ignored) ? name : std::string();
    };
    beside.vertices = with(".v");
    if (beside.vertices.empty()) return beside;
    const std::string properties = with(".properties");
    beside.undirected = !properties.empty() && says_undirected(properties);
    return beside;
}

}  // namespace graphblas_gpu::io
