// Idea: opens the file, finds its format, parses it, and applies the changes of the options; see read.hpp.
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/io/binary.hpp>
#include <graphblas_gpu/io/input.hpp>
#include <graphblas_gpu/io/matrix_market.hpp>
#include <graphblas_gpu/io/read_matrix.hpp>
#include <graphblas_gpu/io/reading.hpp>
#include <graphblas_gpu/io/text_decoder.hpp>
#include <graphblas_gpu/io/text_scanner.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace graphblas_gpu {
namespace {

bool ends_with_in_any_case(std::string_view name, std::string_view lower_case_ending) {
    return name.size() >= lower_case_ending.size() &&
           io::lower_case(name.substr(name.size() - lower_case_ending.size())) == lower_case_ending;
}

void apply_weight_option(const std::string& name, weight_column wanted, coordinates& entries) {
    if (entries.is_pattern() && wanted == weight_column::required)
        throw io_error(name, 1, "weights are required, but the matrix is a pattern");
    if (wanted == weight_column::none) entries.declared_type = type_code::none;
    if (entries.is_pattern() || wanted != weight_column::none) return;
    entries.values = std::monostate{};
    entries.report.weights_ignored = true;
}

coordinates parse(io::input& from, file_format format, host::team* team, const read_options& options) {
    const io::reading how{.team = team, .progress = options.progress};
    if (format == file_format::edge_list) {
        const edge_list_options edge_options{.one_based = options.one_based,
                                             .relabel = options.relabel,
                                             .weights = options.weights,
                                             .named = options.named,
                                             .columns = options.columns,
                                             .separator = options.separator,
                                             .header = options.header};
        return io::read_edge_list(from, edge_options, how);
    }
    io::refuse_edge_list_options(from.name(), options);
    if (format == file_format::binary) return io::to_coordinates(io::read_binary(from, how, options.weights), from.name());
    coordinates entries = io::read_matrix_market(from, how);
    apply_weight_option(from.name(), options.weights, entries);
    return entries;
}

}  // namespace

file_format format_of_name(std::string_view path) noexcept {
    if (ends_with_in_any_case(path, ".gz")) path.remove_suffix(3);
    if (ends_with_in_any_case(path, ".gbm")) return file_format::binary;
    for (const char* const ending : {".tsv", ".txt", ".csv", ".el"})
        if (ends_with_in_any_case(path, ending)) return file_format::edge_list;
    return file_format::matrix_market;
}

file_format io::format_of(input& from, file_format wanted) {
    constexpr std::size_t enough = 32;
    if (has_wide_byte_order_mark(from.peek(enough))) from.read_as_text();
    const std::string_view start = from.peek(enough);
    const bool banner = has_matrix_market_banner(start), magic = has_binary_magic(start);
    const auto refuse = [&](std::int64_t line, const char* reason) { throw io_error(from.name(), line, reason); };
    switch (wanted) {
        case file_format::automatic:
            break;
        case file_format::edge_list:
            // A banner would be read as a comment, and the sizes below it as an edge.
            if (banner) refuse(1, "this is a Matrix Market file, not an edge list");
            if (magic) refuse(0, "this is a binary file, not an edge list");
            return wanted;
        case file_format::matrix_market:
            if (magic) refuse(0, "this is a binary file, not a Matrix Market file");
            return wanted;
        case file_format::binary: return wanted;
    }
    if (magic) return file_format::binary;
    if (banner) return file_format::matrix_market;
    std::string_view name = from.name();
    for (const std::string_view packed : {".gz", ".bz2", ".xz", ".zst"}) {
        if (!ends_with_in_any_case(name, packed)) continue;
        name.remove_suffix(packed.size());
        break;
    }
    if (ends_with_in_any_case(name, ".mtx")) return file_format::matrix_market;
    if (ends_with_in_any_case(name, ".gbm")) return file_format::binary;
    return file_format::edge_list;
}

void io::refuse_edge_list_options(const std::string& name, const read_options& options) {
    const char* const option = options.relabel                             ? "--relabel"
                               : options.named                             ? "--named"
                               : !options.columns.empty()                  ? "--columns"
                               : options.separator != '\0'                 ? "--separator"
                               : options.header != header_line::automatic ? "--header"
                                                                           : nullptr;
    if (option == nullptr) return;
    throw invalid_value(fmt::format("{}: {} is for edge lists; the indices of other files are positions", name, option));
}

coordinates io::read_file(input& from, host::team* team, const read_options& options) {
    coordinates entries = parse(from, format_of(from, options.format), team, options);
    if (options.drop_self_loops) entries.drop_self_loops();
    if (options.symmetric) entries.symmetrise(options.duplicates);
    return entries;
}

io::file_content io::read_content(const context& ctx, input& from, read_options options) {
    options.format = format_of(from, options.format);
    if (options.format != file_format::binary || options.symmetric || options.drop_self_loops)
        return read_file(from, &ctx.team(), options);
    refuse_edge_list_options(from.name(), options);
    return read_binary(from, {.team = &ctx.team(), .progress = options.progress}, options.weights);
}

coordinates read_coordinates(const context& ctx, const std::string& path, const read_options& options) {
    io::input from(path);
    return io::read_file(from, &ctx.team(), options);
}

coordinates read_coordinates(const std::string& path, const read_options& options) {
    io::input from(path);
    return io::read_file(from, nullptr, options);
}

coordinates read_coordinates(const context& ctx, std::istream& stream, const read_options& options, const std::string& name) {
    io::input from(stream, name);
    return io::read_file(from, &ctx.team(), options);
}

}  // namespace graphblas_gpu
