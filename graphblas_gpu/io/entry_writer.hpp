// Idea: Matrix Market files and edge lists differ in their first lines, in the separator and in the first index. Otherwise both
// have a line for every entry of a list of coordinates or of a matrix. Runs of entries are converted to text in parallel.
#pragma once

#include <graphblas_gpu/formats/coordinates.hpp>
#include <graphblas_gpu/formats/type_code.hpp>
#include <graphblas_gpu/host/team.hpp>
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

/// The lines of entries, in one of the two formats.
class entry_lines {
  public:
    entry_lines(std::string& text, char separator, std::uint64_t first) : text_(text), separator_(separator), first_(first) {}

    /// Real values are written in a form that cannot be read as an integer: in an edge list nothing else shows that they are
    /// reals.
    template <class... Value>
    void add(column_index row, column_index column, Value... value) {
        append_number(text_, row + first_);
        text_ += separator_;
        append_number(text_, column + first_);
        ((text_ += separator_, append_number_of_its_kind(text_, value)), ...);
        text_ += '\n';
    }

  private:
    std::string& text_;
    char separator_;
    std::uint64_t first_;
};

/// The number of edges in the first line of an edge list, if it is a line that entry_writer::edge_list() writes.
std::optional<std::uint64_t> promised_edges(std::string_view first_line) noexcept;

class entry_writer {
  public:
    /// `type` is the type of the values; a line declares it if the field of the banner does not determine it.
    static entry_writer matrix_market(const std::string& path, market::field kind, type_code type, bool symmetric, index nrows,
                                      index ncols, index nvals);
    /// The same for a list of entries, as a general matrix.
    static entry_writer matrix_market(const std::string& path, const coordinates& entries);
    /// Throws dimension_mismatch unless the matrix is square.
    static entry_writer edge_list(const std::string& path, bool one_based, index nrows, index ncols, index nvals);
    static entry_writer edge_list(const std::string& path, const edge_list_format& format, const coordinates& entries);

    /// Writes entries 0 .. count - 1: lines(first, last, entry_lines&) adds the lines of entries first .. last - 1; calls for
    /// different runs happen at the same time. Then closes the file.
    template <class Lines>
    void write(host::team* team, std::size_t count, Lines&& lines) {
        constexpr std::size_t run = std::size_t{1} << 15;
        out_.write_pieces(team, (count + run - 1) / run, [&](std::uint64_t k, std::string& text) {
            const std::size_t first = static_cast<std::size_t>(k) * run;
            entry_lines to(text, separator_, first_);
            lines(first, std::min(first + run, count), to);
        });
        out_.close();
    }

    /// Writes all entries in their order. Then closes the file.
    void write(host::team* team, const coordinates& all);

  private:
    entry_writer(const std::string& path, const std::string& heading, char separator, std::uint64_t first)
        : out_(path), separator_(separator), first_(first) {
        out_.write(heading);
    }

    output out_;
    char separator_;
    std::uint64_t first_;
};

}  // namespace graphblas_gpu::io
