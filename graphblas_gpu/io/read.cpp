// Needs: the readers of the two formats.
// Idea: load, tell the format, parse, clean up; see read.hpp.
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/io/matrix_market.hpp>
#include <graphblas_gpu/io/read.hpp>
#include <graphblas_gpu/io/text_file.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace graphblas_gpu {
namespace {

bool ends_with_in_any_case(const std::string& path, std::string_view lower_case_ending) {
    if (path.size() < lower_case_ending.size()) return false;
    return std::equal(
        lower_case_ending.begin(), lower_case_ending.end(), path.end() - lower_case_ending.size(),
        [](char wanted, char c) { return c == wanted || (c >= 'A' && c <= 'Z' && c - 'A' + 'a' == wanted); });
}

bool is_matrix_market(const std::string& path, std::string_view text, const read_options& options) {
    const bool banner = has_matrix_market_banner(text);
    switch (options.format) {
        case file_format::matrix_market:
            return true;
        case file_format::edge_list:
            // Its banner would pass for a comment and its sizes for an edge.
            if (banner) throw io_error(io::input_name(path), 1, "this is a Matrix Market file, not an edge list");
            return false;
        case file_format::automatic:
            break;
    }
    return banner || ends_with_in_any_case(path, ".mtx") || ends_with_in_any_case(path, ".mtx.gz");
}

void apply_weight_option(const std::string& name, weight_column wanted, coordinates& entries) {
    if (entries.is_pattern() && wanted == weight_column::required)
        throw io_error(name, 1, "weights are required, but the matrix is a pattern");
    if (entries.is_pattern() || wanted != weight_column::none) return;
    entries.values = std::monostate{};
    entries.report.weights_ignored = true;
}

// The text is gone when this returns: making the entries symmetric is the moment of the largest need.
coordinates load_and_parse(const std::string& path, const read_options& options) {
    const std::string name = io::input_name(path);
    const std::string text = io::load_text(path, options.progress);
    if (!is_matrix_market(path, text, options)) {
        const edge_list_options edge_options{.one_based = options.one_based,
                                             .relabel = options.relabel,
                                             .weights = options.weights,
                                             .progress = options.progress};
        return parse_edge_list(text, name, edge_options);
    }
    if (options.relabel)
        throw invalid_value(
            fmt::format("{}: relabel is for edge lists; the indices of a Matrix Market file are positions", name));
    coordinates entries = parse_matrix_market(text, name, options.progress);
    apply_weight_option(name, options.weights, entries);
    return entries;
}

}  // namespace

coordinates read_coordinates(const std::string& path, const read_options& options) {
    coordinates entries = load_and_parse(path, options);
    if (options.drop_self_loops) entries.drop_self_loops();
    if (options.symmetric) entries.symmetrise();
    return entries;
}

}  // namespace graphblas_gpu
