// Files of matrices whose type is known at run time.
#pragma once

#include <graphblas_gpu/any_matrix.hpp>
#include <graphblas_gpu/io/read.hpp>

#include <string>

namespace graphblas_gpu {

/// Reads a file of any format, with values of the type that the file declares; otherwise integers are int64 and other numbers
/// double. A file without values gives structure alone. Options, report and errors as read_matrix.
any_matrix read_any_matrix(const context& ctx, const std::string& path, const read_options& options = {},
                           read_report* report = nullptr);
/// Writes the matrix in the format of the file's name, as write_matrix on matrix<T>. Throws domain_mismatch for values that are
/// not of a built-in type, and what write_matrix throws.
void write_matrix(const context& ctx, const std::string& path, const any_matrix& a);

}  // namespace graphblas_gpu
