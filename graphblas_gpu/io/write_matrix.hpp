// Needs: matrix.hpp.
// Idea: the rows of a matrix go straight to the file, without a list of entries in between.
#pragma once

#include <graphblas_gpu/io/edge_list.hpp>
#include <graphblas_gpu/io/entry_writer.hpp>
#include <graphblas_gpu/matrix.hpp>
#include <semirings/types.hpp>

#include <concepts>
#include <cstddef>
#include <string>
#include <type_traits>

namespace graphblas_gpu {

/// The types whose values a text file can hold; void stands for no values.
template <class T>
concept writable = scalar<T> || std::is_void_v<T>;

namespace io {

template <writable T>
constexpr value_kind value_kind_of_type() {
    if constexpr (std::is_void_v<T>)
        return value_kind::pattern;
    else
        return std::floating_point<T> ? value_kind::real : value_kind::integer;
}

template <writable T>
void write_rows(entry_writer& out, const matrix<T>& a) {
    const auto offsets = a.row_offsets();
    const auto columns = a.columns();
    const auto values = a.values();
    std::size_t p = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(a.nrows()); ++i) {
        const auto row = static_cast<column_index>(i);
        for (; p < static_cast<std::size_t>(offsets[i + 1]); ++p) {
            if constexpr (std::is_void_v<T>)
                out.entry(row, columns[p]);
            else
                out.entry(row, columns[p], values[p]);
        }
    }
    out.close();
}

}  // namespace io

/// Writes a general coordinate matrix, row by row; bool as integers 0 and 1. Values read back as they were, except that
/// integers beyond the largest int64 are written but refused when read. Paths and errors as for coordinates.
template <writable T>
void write_matrix_market(const std::string& path, const matrix<T>& a) {
    auto out = io::entry_writer::matrix_market(path, io::value_kind_of_type<T>(), a.nrows(), a.ncols(), a.nvals());
    io::write_rows(out, a);
}

/// Writes an edge list, row by row, as for coordinates.
template <writable T>
void write_edge_list(const std::string& path, const matrix<T>& a, const edge_list_format& format = {}) {
    auto out = io::entry_writer::edge_list(path, format.one_based, a.nrows(), a.ncols(), a.nvals());
    io::write_rows(out, a);
}

}  // namespace graphblas_gpu
