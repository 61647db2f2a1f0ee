// Needs: matrix.hpp.
// Idea: the rows of a matrix go straight to the file, without a list of entries in between. Every function has a twin
// without a context, by the calling thread alone; the bytes are the same. A path that ends in ".gz" is compressed, "-"
// is standard output. A file is replaced when the new one is complete, or stays as it was (output_file.hpp). The formats
// are described in docs/file-formats.md.
#pragma once

#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/formats/type_code.hpp>
#include <graphblas_gpu/formats/untyped_csr.hpp>
#include <graphblas_gpu/io/binary.hpp>
#include <graphblas_gpu/io/edge_list.hpp>
#include <graphblas_gpu/io/matrix_market.hpp>
#include <graphblas_gpu/io/read.hpp>
#include <graphblas_gpu/matrix.hpp>

#include <string>

namespace graphblas_gpu {

/// How a Matrix Market file is written.
struct matrix_market_format {
    bool symmetric = false;  ///< only the lower triangle is written; the matrix has to be symmetric
};

namespace io {

/// Rows with values of the type, or without values. `symmetric`: only the lower triangle is written, the matrix is symmetric.
void write_matrix_market(host::team* team, const std::string& path, const formats::untyped_view& a, type_code type, bool symmetric);
void write_edge_list(host::team* team, const std::string& path, const formats::untyped_view& a, type_code type, bool one_based);

template <writable T>
void write_matrix_market(host::team* team, const std::string& path, const matrix<T>& a, const matrix_market_format& format) {
    if (format.symmetric && !a.is_symmetric())
        throw invalid_value("write_matrix_market: to be written as symmetric, but the matrix is not symmetric");
    write_matrix_market(team, path, formats::untyped(a.storage().view()), formats::code_of<T>(), format.symmetric);
}

template <writable T>
void write_edge_list(host::team* team, const std::string& path, const matrix<T>& a, const edge_list_format& format) {
    write_edge_list(team, path, formats::untyped(a.storage().view()), formats::code_of<T>(), format.one_based);
}

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
