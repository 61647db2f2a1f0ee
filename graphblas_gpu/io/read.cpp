// Idea: opens the file, finds its format, parses it, and applies the changes of the options; see read.hpp.
#include <graphblas_gpu/base/within_memory.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/io/binary.hpp>
#include <graphblas_gpu/io/formats/format_table.hpp>
#include <graphblas_gpu/io/formats/readers.hpp>
#include <graphblas_gpu/io/input.hpp>
#include <graphblas_gpu/io/read_matrix.hpp>
#include <graphblas_gpu/io/reading.hpp>
#include <graphblas_gpu/io/text_decoder.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

namespace graphblas_gpu {
namespace {

void apply_weight_option(const std::string& name, weight_column wanted, coordinates& entries) {
    if (entries.is_pattern() && wanted == weight_column::required)
        throw io_error(name, 1, "weights are required, but the matrix is a pattern; without --weights column it has none");
    if (wanted == weight_column::none) entries.declared_type = type_code::none;
    if (entries.is_pattern() || wanted != weight_column::none) return;
    entries.values = std::monostate{};
    entries.report.weights_ignored = true;
}

}  // namespace

coordinates io::read_format(input& from, file_format format, const reading& how, const read_options& options) {
    const format_entry& entry = entry_of(format);
    if (format != file_format::edge_list) refuse_edge_list_options(from.name(), format, options);
    if (entry.read == nullptr)
        throw io_error(from.name(), 0, fmt::format("this is {}, which this build of graphblas_gpu cannot read", entry.title));
    coordinates entries = entry.read(from, how, options);
    // The other two readers look at this option themselves.
    if (format != file_format::edge_list && format != file_format::binary)
        apply_weight_option(from.name(), options.weights, entries);
    return entries;
}

file_format io::format_of(input& from, file_format wanted) {
    if (has_wide_byte_order_mark(from.peek(4))) from.read_as_text();
    std::string_view head = from.peek(bytes_that_tell_formats);
    std::string other_lines;  // those of a text whose lines end in CR alone
    if (head.find('\n') == std::string_view::npos && head.find('\r') != std::string_view::npos) {
        other_lines = head;
        std::replace(other_lines.begin(), other_lines.end(), '\r', '\n');
        head = other_lines;
    }
    for (const format_entry& entry : all_formats()) {
        if (entry.begins == nullptr || !entry.begins(head)) continue;
        if (wanted == file_format::automatic || wanted == entry.format) return entry.format;
        // Read as another format, the file would be refused for a reason that does not help, or would be another graph.
        throw io_error(from.name(), entry.is_text ? 1 : 0,
                       fmt::format("this is {}, not {}", entry.title, entry_of(wanted).title));
    }
    if (wanted == file_format::automatic) {
        refuse_foreign_content(from, head);
        for (const format_entry& entry : all_formats())
            if (has_suffix(from.name(), entry.suffixes)) wanted = entry.format;
    }
    if (wanted == file_format::automatic) {
        refuse_foreign_name(from);
        wanted = looks_like_metis(head) ? file_format::metis : file_format::edge_list;
    }
    if (entry_of(wanted).is_text) {
        from.read_as_text();
        refuse_binary_content(from, from.peek(bytes_that_tell_formats));
    }
    return wanted;
}

void io::refuse_edge_list_options(const std::string& name, file_format format, const read_options& options) {
    const char* const option = options.ids == vertex_ids::relabel                      ? "--relabel (--ids relabel)"
                               : options.named                                         ? "--named"
                               : !options.columns.empty()                              ? "--columns"
                               : options.separator != '\0'                             ? "--separator"
                               : options.header != header_line::automatic              ? "--header"
                               : options.vertices != 0 || !options.vertex_list.empty() ? "--vertices"
                               : options.sides == vertex_sides::two                    ? "--bipartite"
                               : options.sides == vertex_sides::one                    ? "--unipartite"
                               : !options.comment.empty()                              ? "--comment"
                                                                                       : nullptr;
    if (option == nullptr) return;
    constexpr file_format formats_with_names[] = {file_format::pajek, file_format::gml, file_format::adjacency,
                                                  file_format::graphml, file_format::node_link_json};
    const bool has_names =
        std::find(std::begin(formats_with_names), std::end(formats_with_names), format) != std::end(formats_with_names);
    throw invalid_value(fmt::format("{}: {} is for edge lists; {}", name, option,
                                    has_names ? fmt::format("this file, {}, names its vertices itself", entry_of(format).title)
                                              : "the indices of other files are positions"));
}

coordinates io::read_file(input& from, host::team* team, const read_options& options) {
    const file_format format = format_of(from, options.format);
    coordinates entries = read_format(from, format, {.team = team, .progress = options.progress}, options);
    if (options.drop_self_loops) entries.drop_self_loops();
    if (options.symmetric) entries.symmetrise(options.duplicates);
    return entries;
}

io::file_content io::read_content(const context& ctx, input& from, read_options options) {
    options.format = format_of(from, options.format);
    if (options.format != file_format::binary || options.symmetric || options.drop_self_loops)
        return read_file(from, &ctx.team(), options);
    refuse_edge_list_options(from.name(), options.format, options);
    return read_binary(from, {.team = &ctx.team(), .progress = options.progress}, options.weights);
}

coordinates read_coordinates(const context& ctx, const std::string& path, const read_options& options) {
    return base::library_call("read_coordinates", [&] {
        const base::named_operation running(base::unnamed_operation, ctx.host_memory_limit(), &ctx.cancellation());
        const running_call call(ctx);
        io::input from(path, io::member_path{options.member});
        return io::read_file(from, &ctx.team(), options);
    });
}

coordinates read_coordinates(const std::string& path, const read_options& options) {
    return base::library_call("read_coordinates", [&] {
        io::input from(path, io::member_path{options.member});
        return io::read_file(from, nullptr, options);
    });
}

coordinates read_coordinates(const context& ctx, std::istream& stream, const read_options& options, const std::string& name) {
    return base::library_call("read_coordinates", [&] {
        const base::named_operation running(base::unnamed_operation, ctx.host_memory_limit(), &ctx.cancellation());
        const running_call call(ctx);
        io::input from(stream, name, io::member_path{options.member});
        return io::read_file(from, &ctx.team(), options);
    });
}

}  // namespace graphblas_gpu
