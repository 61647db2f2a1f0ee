// Files of matrices whose type is known at run time.
#pragma once

#include <graphblas_gpu/any_matrix.hpp>
#include <graphblas_gpu/io/read.hpp>
#include <graphblas_gpu/io/write_matrix.hpp>

#include <string>

namespace graphblas_gpu {

/// Reads a file of any format, with values of the type that the file declares; otherwise integers are int64 and other numbers
/// double. A file without values gives structure alone. Options, report and errors as read_matrix.
any_matrix read_any_matrix(const context& ctx, const std::string& path, const read_options& options = {},
                           read_report* report = nullptr);
/// Writes the matrix in the format of the file's name, as write_matrix on matrix<T>. Throws domain_mismatch for values that are
/// not of a built-in type, and what write_matrix throws.
void write_matrix(const context& ctx, const std::string& path, const any_matrix& a);
/// Write the matrix in this format, as the functions of the same names on matrix<T>. Throw domain_mismatch for values that are
/// not of a built-in type, and what these functions throw.
/// @{
void write_matrix_market(const context& ctx, const std::string& path, const any_matrix& a,
                         const matrix_market_format& format = {});
void write_edge_list(const context& ctx, const std::string& path, const any_matrix& a, const edge_list_format& format = {});
void write_binary(const context& ctx, const std::string& path, const any_matrix& a);
/// @}

}  // namespace graphblas_gpu
