// Needs: matrix.hpp.
// Idea: the rows of a matrix go straight to the file, without a list of entries in between. Every function has a twin
// without a context, by the calling thread alone; the bytes are the same. A path that ends in ".gz" is compressed, "-"
// is standard output. A file is replaced when the new one is complete, or stays as it was (output_file.hpp). The formats
// are described in docs/file-formats.md.
#pragma once

#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/formats/built_in_types.hpp>
#include <graphblas_gpu/io/binary.hpp>
#include <graphblas_gpu/io/edge_list.hpp>
#include <graphblas_gpu/io/entry_writer.hpp>
#include <graphblas_gpu/io/matrix_market.hpp>
#include <graphblas_gpu/io/read.hpp>
#include <graphblas_gpu/matrix.hpp>
#include <semirings/types.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>

namespace graphblas_gpu {

/// How a Matrix Market file is written.
struct matrix_market_format {
    bool symmetric = false;  ///< only the lower triangle is written; the matrix has to be symmetric
};

namespace io {

template <writable T>
constexpr value_kind value_kind_of_type() {
    if constexpr (std::is_void_v<T>)
        return value_kind::pattern;
    else
        return std::floating_point<T> ? value_kind::real : value_kind::integer;
}

/// Writes the entries, or those of the lower triangle. Runs are cut among all entries, so that they do not depend on that.
template <writable T>
void write_rows(host::team* team, entry_writer& out, const matrix<T>& a, bool lower_triangle = false) {
    const auto offsets = a.row_offsets();
    const auto columns = a.columns();
    [[maybe_unused]] const auto values = a.values();
    out.write(team, columns.size(), [&](std::size_t first, std::size_t last, entry_lines& to) {
        auto i = static_cast<std::size_t>(
            std::upper_bound(offsets.begin(), offsets.end(), static_cast<row_offset>(first)) - offsets.begin() - 1);
        for (std::size_t p = first; p < last; ++p) {
            while (static_cast<std::size_t>(offsets[i + 1]) <= p) ++i;
            const auto row = static_cast<column_index>(i);
            if (lower_triangle && columns[p] > row) continue;
            if constexpr (std::is_void_v<T>)
                to.add(row, columns[p]);
            else
                to.add(row, columns[p], values[p]);
        }
    });
}

template <writable T>
void write_matrix_market(host::team* team, const std::string& path, const matrix<T>& a,
                         const matrix_market_format& format) {
    if (!format.symmetric) {
        auto out = entry_writer::matrix_market(path, value_kind_of_type<T>(), formats::code_of<T>(), false, a.nrows(), a.ncols(),
                                               a.nvals());
        write_rows(team, out, a);
        return;
    }
    if (!a.is_symmetric())
        throw invalid_value("write_matrix_market: to be written as symmetric, but the matrix is not symmetric");
    index diagonal = 0;
    for (index i = 0; i < a.nrows(); ++i) diagonal += a.has_element(i, i);
    const index written = diagonal + (a.nvals() - diagonal) / 2;
    auto out = entry_writer::matrix_market(path, value_kind_of_type<T>(), formats::code_of<T>(), true, a.nrows(), a.ncols(), written);
    write_rows(team, out, a, true);
}

template <writable T>
void write_edge_list(host::team* team, const std::string& path, const matrix<T>& a, const edge_list_format& format) {
    auto out = entry_writer::edge_list(path, format.one_based, a.nrows(), a.ncols(), a.nvals());
    write_rows(team, out, a);
}

// Compiled into the library (io/matrices.cpp).
#define GB_DECLARE(T)                                                                                                        \
    extern template void write_matrix_market<T>(host::team*, const std::string&, const matrix<T>&, const matrix_market_format&); \
    extern template void write_edge_list<T>(host::team*, const std::string&, const matrix<T>&, const edge_list_format&);
GB_FOR_EACH_BUILT_IN_TYPE(GB_DECLARE)
#undef GB_DECLARE

}  // namespace io

/// Writes a coordinate matrix, row by row; bool as integers 0 and 1. Values read back as they were. A line declares their type
/// unless it is int64, double or none, which the banner tells. Throws io_error; invalid_value if it is to be written as
/// symmetric and is not.
template <writable T>
void write_matrix_market(const context& ctx, const std::string& path, const matrix<T>& a,
                         const matrix_market_format& format = {}) {
    io::write_matrix_market(&ctx.team(), path, a, format);
}
/// The same by the calling thread alone.
template <writable T>
void write_matrix_market(const std::string& path, const matrix<T>& a, const matrix_market_format& format = {}) {
    io::write_matrix_market(nullptr, path, a, format);
}

/// Writes an edge list, row by row, as for coordinates.
template <writable T>
void write_edge_list(const context& ctx, const std::string& path, const matrix<T>& a,
                     const edge_list_format& format = {}) {
    io::write_edge_list(&ctx.team(), path, a, format);
}
/// The same by the calling thread alone.
template <writable T>
void write_edge_list(const std::string& path, const matrix<T>& a, const edge_list_format& format = {}) {
    io::write_edge_list(nullptr, path, a, format);
}

/// Writes the matrix in the format that the name asks for. Throws what the writer of that throws.
template <writable T>
void write_matrix(const context& ctx, const std::string& path, const matrix<T>& a) {
    switch (format_of_name(path)) {
        case file_format::binary:
            return write_binary(ctx, path, a);
        case file_format::edge_list:
            return write_edge_list(ctx, path, a);
        case file_format::matrix_market:
        case file_format::automatic:
            return write_matrix_market(ctx, path, a);
    }
}

}  // namespace graphblas_gpu
