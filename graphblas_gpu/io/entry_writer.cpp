// Idea: the first lines of the two formats, and the writing of lists of entries; see entry_writer.hpp.
#include <graphblas_gpu/base/within_memory.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/io/edge_list.hpp>
#include <graphblas_gpu/io/edge_list_header.hpp>
#include <graphblas_gpu/io/entry_writer.hpp>
#include <graphblas_gpu/io/matrix_market.hpp>
#include <graphblas_gpu/io/matrix_market_header.hpp>
#include <graphblas_gpu/io/output_file.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <span>
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

/// In the first line of an edge list whose vertices have names or ids in place of numbers from 0 or 1.
constexpr const char* by_name = " by name";

}  // namespace

text_layout market_layout(market::field kind, type_code type, bool symmetric, index nrows, index ncols, index nvals) {
    return {fmt::format("%%MatrixMarket matrix coordinate {} {}\n{}{} {} {}\n", market::name_of(kind),
                        symmetric ? "symmetric" : "general", market::type_line_of(type, kind), nrows, ncols, nvals),
            {' ', {.one_based = true}}};
}

text_layout edge_list_layout_of(const std::string& path, const edge_list_format& format, type_code type, index nrows,
                                index ncols, index nvals) {
    if (nrows != ncols)
        throw dimension_mismatch(fmt::format("write_edge_list: the matrix is {}x{}, which is not square", nrows, ncols));
    for (const std::size_t labels : {format.names.size(), format.ids.size()})
        if (labels > 0 && labels != static_cast<std::size_t>(nrows))
            throw invalid_value(fmt::format("write_edge_list: {} names for {} vertices", labels, nrows));
    if (!format.names.empty() && !format.ids.empty())
        throw invalid_value("write_edge_list: vertices have either names or ids, not both");
    const char separator = separator_of_name(path);
    const entry_line_format lines{separator, format};
    if (separator == ',') {
        const std::string ends = heading_for(format.names);
        if (ends.empty())
            throw io_error(path, 0, "cannot be written: vertices have all the names that a header may have; write a .tsv");
        return {ends + (type == type_code::none ? "\n" : ",weight\n"), lines};
    }
    const char* const called = lines.has_labels() ? by_name : format.one_based ? " from 1" : " from 0";
    return {fmt::format("# {} vertices{}, {} edges\n", nrows, called, nvals), lines};
}

void add_lines(entry_lines& to, const formats::untyped_view& a, type_code type, index first_row, bool lower_triangle,
               std::size_t first, std::size_t last) {
    const std::span<const row_offset> offsets(a.offsets, static_cast<std::size_t>(a.nrows) + 1);
    const auto with_each = [&](const auto& add) {
        auto i = static_cast<std::size_t>(std::upper_bound(offsets.begin(), offsets.end(), static_cast<row_offset>(first)) -
                                          offsets.begin() - 1);
        for (std::size_t p = first; p < last; ++p) {
            while (static_cast<std::size_t>(offsets[i + 1]) <= p) ++i;
            const auto row = static_cast<column_index>(static_cast<index>(i) + first_row);
            if (!lower_triangle || a.columns[p] <= row) add(row, a.columns[p], p);
        }
    };
    if (type == type_code::none)
        return with_each([&](column_index row, column_index column, std::size_t) { to.add(row, column); });
    base::with_code(type, [&](auto identity) {
        const auto* const values = reinterpret_cast<const typename decltype(identity)::type*>(a.values);
        with_each([&](column_index row, column_index column, std::size_t p) { to.add(row, column, values[p]); });
    });
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
    take_text(" vertices");
    if (first_line.starts_with(by_name)) {
        take_text(by_name);
    } else {
        take_text(" from ");
        take_number();
    }
    take_text(", ");
    const std::uint64_t edges = take_number();
    take_text(" edges");
    const bool ends = first_line.find_first_not_of(" \t\r") == std::string_view::npos;
    return as_written && ends ? std::optional(edges) : std::nullopt;
}

entry_writer entry_writer::edge_list(const std::string& path, const edge_list_format& format, const coordinates& entries) {
    // Of the types of values, only none is another one here.
    const type_code type = entries.is_pattern() ? type_code::none : type_code::float64;
    return {path, edge_list_layout_of(path, format, type, entries.nrows, entries.ncols, entries.size())};
}

entry_writer entry_writer::matrix_market(const std::string& path, const coordinates& entries) {
    return {path,
            market_layout(field_of(entries), type_to_declare(entries), false, entries.nrows, entries.ncols, entries.size())};
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
    base::library_call("write_matrix_market", [&] { io::entry_writer::matrix_market(path, entries).write(nullptr, entries); });
}

void write_matrix_market(const context& ctx, const std::string& path, const coordinates& entries) {
    const running_call call(ctx);
    base::library_call("write_matrix_market",
                       [&] { io::entry_writer::matrix_market(path, entries).write(&ctx.team(), entries); });
}

void write_edge_list(const std::string& path, const coordinates& entries, const edge_list_format& format) {
    base::library_call("write_edge_list", [&] { io::entry_writer::edge_list(path, format, entries).write(nullptr, entries); });
}

void write_edge_list(const context& ctx, const std::string& path, const coordinates& entries, const edge_list_format& format) {
    const running_call call(ctx);
    base::library_call("write_edge_list",
                       [&] { io::entry_writer::edge_list(path, format, entries).write(&ctx.team(), entries); });
}

}  // namespace graphblas_gpu
