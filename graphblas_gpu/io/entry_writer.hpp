// Needs: text_file for the file.
// Idea: Matrix Market files and edge lists differ in their first lines, the separator and the first index; the rest is
// one line per entry, whether the entries come from coordinates or from a matrix.
#pragma once

#include <graphblas_gpu/formats/coordinates.hpp>
#include <graphblas_gpu/io/text_file.hpp>

#include <cstdint>
#include <string>

namespace graphblas_gpu::io {

enum class value_kind { pattern, integer, real };

value_kind value_kind_of(const coordinates& entries) noexcept;

class entry_writer {
  public:
    static entry_writer matrix_market(const std::string& path, value_kind kind, index nrows, index ncols, index nvals);
    /// Throws dimension_mismatch unless the matrix is square.
    static entry_writer edge_list(const std::string& path, bool one_based, index nrows, index ncols, index nvals);

    /// Real values are written so that they cannot be taken for integers: an edge list has no other way to say it.
    template <class... Value>
    void entry(column_index row, column_index column, Value... value) {
        out_.number(row + first_);
        out_.character(separator_);
        out_.number(column + first_);
        ((out_.character(separator_), out_.number_of_its_kind(value)), ...);
        out_.character('\n');
    }

    /// All of them, in the order they have.
    void entries(const coordinates& all);

    void close() { out_.close(); }

  private:
    entry_writer(const std::string& path, const std::string& heading, char separator, std::uint64_t first)
        : out_(path), separator_(separator), first_(first) {
        out_.text(heading);
    }

    text_writer out_;
    char separator_;
    std::uint64_t first_;
};

}  // namespace graphblas_gpu::io
