// Idea: the rows of a matrix are written directly to the file, without a list of entries in between. For every function there
// is one without a context, in which the calling thread does all work; the bytes are the same. A path that ends in ".gz" is
// compressed, "-" is standard output. An old file is replaced when the new file is complete, or stays unchanged
// (output_file.hpp). docs/file-formats.md describes the formats.
#pragma once

#include <graphblas_gpu/base/type_code.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/formats/untyped_csr.hpp>
#include <graphblas_gpu/io/binary.hpp>
#include <graphblas_gpu/io/edge_list.hpp>
#include <graphblas_gpu/io/matrix_market.hpp>
#include <graphblas_gpu/io/read.hpp>
#include <graphblas_gpu/matrix.hpp>

#include <string>
#include <string_view>

namespace graphblas_gpu {

/// How a Matrix Market file is written.
struct matrix_market_format {
    bool symmetric = false;  ///< only the lower triangle is written; the matrix must be symmetric
};

namespace io {

/// Writes rows with values of the type, or without values. `symmetric`: the matrix is symmetric and only the lower triangle is
/// written.
void write_matrix_market(host::team* team, const std::string& path, const formats::untyped_view& a, type_code type,
                         bool symmetric);
void write_edge_list(host::team* team, const std::string& path, const formats::untyped_view& a, type_code type,
                     const edge_list_format& format);

template <writable T>
void write_matrix_market(host::team* team, const std::string& path, const matrix<T>& a, const matrix_market_format& format) {
    if (format.symmetric && !a.is_symmetric())
        throw invalid_value("write_matrix_market: to be written as symmetric, but the matrix is not symmetric");
    write_matrix_market(team, path, formats::untyped(a.rows()), base::code_of<T>(), format.symmetric);
}

template <writable T>
void write_edge_list(host::team* team, const std::string& path, const matrix<T>& a, const edge_list_format& format) {
    write_edge_list(team, path, formats::untyped(a.rows()), base::code_of<T>(), format);
}

}  // namespace io

/// Writes a coordinate matrix, row by row; bool as integers 0 and 1. Values read back unchanged. A line declares their type
/// unless it is int64, double or none, which follow from the banner. Throws io_error; invalid_value if format.symmetric is set
/// and the matrix is not symmetric.
template <writable T>
void write_matrix_market(const context& ctx, const std::string& path, const matrix<T>& a,
                         const matrix_market_format& format = {}) {
    const running_call call(ctx);
    io::write_matrix_market(&ctx.team(), path, a, format);
}
/// The same by the calling thread alone.
template <writable T>
void write_matrix_market(const std::string& path, const matrix<T>& a, const matrix_market_format& format = {}) {
    io::write_matrix_market(nullptr, path, a, format);
}

/// Writes an edge list, row by row, in the same format as for coordinates.
template <writable T>
void write_edge_list(const context& ctx, const std::string& path, const matrix<T>& a, const edge_list_format& format = {}) {
    const running_call call(ctx);
    io::write_edge_list(&ctx.team(), path, a, format);
}
/// The same by the calling thread alone.
template <writable T>
void write_edge_list(const std::string& path, const matrix<T>& a, const edge_list_format& format = {}) {
    io::write_edge_list(nullptr, path, a, format);
}

/// The format in which a file of this name is written: Matrix Market for ".mtx", binary for ".gbm", an edge list for ".tsv",
/// ".txt", ".el" and ".csv" (which has commas); an additional ".gz" is ignored. A name without a suffix, "-" among them, means
/// Matrix Market. Throws invalid_value with the list of these suffixes for any other: what is called graph.xml should not be a
/// Matrix Market file.
file_format format_of_name(std::string_view path);

/// Writes the matrix in the format of the file's name. Throws what format_of_name and the writer of this format throw.
template <writable T>
void write_matrix(const context& ctx, const std::string& path, const matrix<T>& a) {
    switch (format_of_name(path)) {
        case file_format::binary: return write_binary(ctx, path, a);
        case file_format::edge_list: return write_edge_list(ctx, path, a);
        default: return write_matrix_market(ctx, path, a);
    }
}

}  // namespace graphblas_gpu
