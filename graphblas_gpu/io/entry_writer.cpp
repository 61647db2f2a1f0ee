// Idea: the first lines of the two formats, and the writing of lists of entries; see entry_writer.hpp.
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/io/edge_list.hpp>
#include <graphblas_gpu/io/entry_writer.hpp>
#include <graphblas_gpu/io/matrix_market.hpp>
#include <graphblas_gpu/io/matrix_market_header.hpp>

#include <fmt/format.h>

#include <charconv>
#include <type_traits>
#include <variant>

namespace graphblas_gpu::io {
namespace {

market::field field_of(const coordinates& entries) noexcept {
    return entries.is_pattern() ? market::field::pattern : entries.is_integer() ? market::field::integer : market::field::real;
}

/// The declared type, unless the values have another one: a caller may have changed them.
type_code type_to_declare(const coordinates& entries) {
    if (entries.is_pattern()) return entries.declared_type;
    if (std::holds_alternative<std::vector<std::uint64_t>>(entries.values)) return type_code::uint64;
    const bool is_theirs =
        market::field_of(entries.declared_type) == field_of(entries) && entries.declared_type != type_code::uint64;
    return is_theirs ? entries.declared_type : type_code::none;
}

}  // namespace

entry_writer entry_writer::matrix_market(const std::string& path, market::field kind, type_code type, bool symmetric,
                                         index nrows, index ncols, index nvals) {
    const std::string heading =
        fmt::format("%%MatrixMarket matrix coordinate {} {}\n{}{} {} {}\n", market::name_of(kind),
                    symmetric ? "symmetric" : "general", market::type_line_of(type, kind), nrows, ncols, nvals);
    return {path, heading, ' ', 1};
}

entry_writer entry_writer::edge_list(const std::string& path, bool one_based, index nrows, index ncols, index nvals) {
    if (nrows != ncols)
        throw dimension_mismatch(fmt::format("write_edge_list: the matrix is {}x{}, which is not square", nrows, ncols));
    const std::uint64_t first = one_based ? 1 : 0;
    return {path, fmt::format("# {} vertices from {}, {} edges\n", nrows, first, nvals), '\t', first};
}

std::optional<std::uint64_t> promised_edges(std::string_view first_line) noexcept {
    bool as_written = true;
    const auto take_text = [&](std::string_view text) {
        as_written = as_written && first_line.starts_with(text);
        if (as_written) first_line.remove_prefix(text.size());
    };
    const auto take_number = [&] {
        std::uint64_t number = 0;
        const char* const end = first_line.data() + first_line.size();
        const auto [stop, status] = std::from_chars(first_line.data(), end, number);
        as_written = as_written && status == std::errc();
        first_line.remove_prefix(static_cast<std::size_t>(stop - first_line.data()));
        return number;
    };
    take_text("# ");
    take_number();
    take_text(" vertices from ");
    take_number();
    take_text(", ");
    const std::uint64_t edges = take_number();
    take_text(" edges");
    const bool ends = first_line.find_first_not_of(" \t\r") == std::string_view::npos;
    return as_written && ends ? std::optional(edges) : std::nullopt;
}

entry_writer entry_writer::edge_list(const std::string& path, const edge_list_format& format, const coordinates& entries) {
    return edge_list(path, format.one_based, entries.nrows, entries.ncols, entries.size());
}

entry_writer entry_writer::matrix_market(const std::string& path, const coordinates& entries) {
    return matrix_market(path, field_of(entries), type_to_declare(entries), false, entries.nrows, entries.ncols,
                         entries.size());
}

void entry_writer::write(host::team* team, const coordinates& all) {
    const bool singles = all.is_real() && all.declared_type == type_code::float32;  // as short as a float can be
    std::visit(
        [&]<class Values>(const Values& values) {
            write(team, all.rows.size(), [&](std::size_t first, std::size_t last, entry_lines& to) {
                for (std::size_t p = first; p < last; ++p) {
                    if constexpr (std::is_same_v<Values, std::monostate>)
                        to.add(all.rows[p], all.columns[p]);
                    else if (singles)
                        to.add(all.rows[p], all.columns[p], static_cast<float>(values[p]));
                    else
                        to.add(all.rows[p], all.columns[p], values[p]);
                }
            });
        },
        all.values);
}

}  // namespace graphblas_gpu::io

namespace graphblas_gpu {

void write_matrix_market(const std::string& path, const coordinates& entries) {
    io::entry_writer::matrix_market(path, entries).write(nullptr, entries);
}

void write_matrix_market(const context& ctx, const std::string& path, const coordinates& entries) {
    io::entry_writer::matrix_market(path, entries).write(&ctx.team(), entries);
}

void write_edge_list(const std::string& path, const coordinates& entries, const edge_list_format& format) {
    io::entry_writer::edge_list(path, format, entries).write(nullptr, entries);
}

void write_edge_list(const context& ctx, const std::string& path, const coordinates& entries, const edge_list_format& format) {
    io::entry_writer::edge_list(path, format, entries).write(&ctx.team(), entries);
}

}  // namespace graphblas_gpu
