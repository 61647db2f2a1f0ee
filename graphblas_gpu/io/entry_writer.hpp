// Idea: Matrix Market files and edge lists differ in their first lines, in the separator and in the first index. Otherwise both
// have a line for every entry of a list of coordinates or of a matrix. Runs of entries are converted to text in parallel.
#pragma once

#include <graphblas_gpu/base/type_code.hpp>
#include <graphblas_gpu/formats/coordinates.hpp>
#include <graphblas_gpu/formats/untyped_csr.hpp>
#include <graphblas_gpu/host/threads/team.hpp>
#include <graphblas_gpu/io/edge_list.hpp>
#include <graphblas_gpu/io/matrix_market_header.hpp>
#include <graphblas_gpu/io/output.hpp>
#include <graphblas_gpu/io/text_format.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace graphblas_gpu::io {

/// How the lines of entries are written.
struct entry_line_format {
    char separator;
    edge_list_format vertices = {};  ///< a Matrix Market file counts from 1

    bool has_labels() const { return !vertices.names.empty() || !vertices.ids.empty(); }
};

/// The lines of entries, in one of the two formats.
class entry_lines {
  public:
    entry_lines(std::string& text, const entry_line_format& format)
        : text_(text), format_(format), first_(format.vertices.one_based ? 1 : 0), has_labels_(format.has_labels()) {}

    /// Real values are written in a form that cannot be read as an integer: in an edge list nothing else shows that they are
    /// reals.
    template <class... Value>
    void add(column_index row, column_index column, Value... value) {
        add_vertex(row);
        text_ += format_.separator;
        add_vertex(column);
        ((text_ += format_.separator, append_number_of_its_kind(text_, value)), ...);
        text_ += '\n';
    }

  private:
    void add_vertex(column_index v) {
        if (!has_labels_) return append_number(text_, v + first_);
        const edge_list_format& vertices = format_.vertices;
        if (vertices.names.empty()) append_number(text_, vertices.ids[v]);
        else append_word(text_, vertices.names[v], format_.separator);
    }

    std::string& text_;
    const entry_line_format& format_;
    std::uint64_t first_;
    bool has_labels_;
};

/// Entries are converted to text in runs of so many.
inline constexpr std::size_t entries_of_run = std::size_t{1} << 15;
constexpr std::size_t runs_of(std::size_t count) { return (count + entries_of_run - 1) / entries_of_run; }

/// The number of edges in the first line of an edge list, if it is a line that entry_writer::edge_list() writes.
std::optional<std::uint64_t> promised_edges(std::string_view first_line) noexcept;

/// The lines before the entries, and how the lines of these are written.
struct text_layout {
    std::string heading;
    entry_line_format lines;
};
/// Of a Matrix Market file: a line declares the type of the values if the field of the banner does not determine it.
text_layout market_layout(market::field kind, type_code type, bool symmetric, index nrows, index ncols, index nvals);
/// Of an edge list under this name: `type` is none for edges without values. Throws dimension_mismatch unless the matrix is
/// square, invalid_value unless names or ids are one for each vertex.
text_layout edge_list_layout_of(const std::string& path, const edge_list_format& format, type_code type, index nrows,
                                index ncols, index nvals);

/// Adds the lines of the entries [first, last) of rows that are counted from first_row on, or of those of the lower triangle
/// only. Values have the type, or there are none.
void add_lines(entry_lines& to, const formats::untyped_view& a, type_code type, index first_row, bool lower_triangle,
               std::size_t first, std::size_t last);

class entry_writer {
  public:
    entry_writer(const std::string& path, const text_layout& layout) : out_(path), format_(layout.lines) {
        out_.write(layout.heading);
    }
    /// For a list of entries, as a general matrix.
    static entry_writer matrix_market(const std::string& path, const coordinates& entries);
    static entry_writer edge_list(const std::string& path, const edge_list_format& format, const coordinates& entries);

    /// Writes entries 0 .. count - 1: lines(first, last, entry_lines&) adds the lines of entries first .. last - 1; calls for
    /// different runs happen at the same time. Then closes the file.
    template <class Lines>
    void write(host::team* team, std::size_t count, Lines&& lines) {
        out_.write_pieces(team, runs_of(count), [&](std::uint64_t k, std::string& text) {
            const std::size_t first = static_cast<std::size_t>(k) * entries_of_run;
            entry_lines to(text, format_);
            lines(first, std::min(first + entries_of_run, count), to);
        });
        out_.close();
    }

    /// Writes all entries in their order. Then closes the file.
    void write(host::team* team, const coordinates& all);

  private:
    output out_;
    entry_line_format format_;
};

}  // namespace graphblas_gpu::io
