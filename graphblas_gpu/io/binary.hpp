// Idea: a file has a header and the three arrays of compressed sparse rows as they are in memory, each with a checksum. So
// reading a file is copying, on all threads. Nothing in the file is trusted: sizes are compared with the size of the file
// before memory is allocated, and the arrays are checked to form a matrix. docs/file-formats.md has the layout.
#pragma once

#include <graphblas_gpu/base/buffer.hpp>
#include <graphblas_gpu/base/type_code.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/formats/coordinates.hpp>
#include <graphblas_gpu/formats/untyped_csr.hpp>
#include <graphblas_gpu/host/threads/team.hpp>
#include <graphblas_gpu/io/input.hpp>
#include <graphblas_gpu/io/read.hpp>
#include <graphblas_gpu/io/reading.hpp>
#include <graphblas_gpu/matrix.hpp>
#include <semirings/types.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace graphblas_gpu {

/// The types whose values a file can hold; void stands for no values.
template <class T>
concept writable = scalar<T> || std::is_void_v<T>;

/// The header of a binary file.
struct binary_file_info {
    index nrows = 0;
    index ncols = 0;
    index nvals = 0;
    type_code type = type_code::none;
    std::uint32_t version = 0;
    std::uint64_t bytes = 0;  ///< the size of the whole file, unpacked
};

/// Whether the bytes are the beginning of a binary file. Eight bytes are enough to decide.
bool has_binary_magic(std::string_view bytes) noexcept;

/// Reads and checks the header, and the size of the file if that is known. Throws io_error. O(1).
binary_file_info read_binary_info(const std::string& path);

namespace io {

/// A matrix as it is in a binary file, with values of one type or without values.
struct stored_matrix : formats::untyped_csr {
    type_code type = type_code::none;
    read_report report = {};
};

/// Reads a binary file and checks that the arrays form a matrix; `weights` says whether values are required or left out. Throws
/// io_error, which names the array and its error, and out_of_memory.
stored_matrix read_binary(input& from, const reading& how, weight_column weights = weight_column::automatic);

/// The entries, row by row. Values become 64-bit integers or doubles; their type becomes the declared type. `name` is the name
/// of the file in messages.
coordinates to_coordinates(stored_matrix&& stored, const std::string& name);

/// Writes a matrix with or without values. If there is a team, all its threads write.
void write_binary(host::team* team, const std::string& path, const formats::untyped_view& a, type_code type);

}  // namespace io

/// Writes the matrix in the binary format; the same matrix always gives the same bytes. The file takes 8 bytes for each row,
/// and 4 bytes and the value for each entry. A path that ends in ".gz" is compressed, "-" is standard output. read_matrix() and
/// read_coordinates() read the file on machines of the same byte order. Throws io_error.
template <writable T>
void write_binary(const context& ctx, const std::string& path, const matrix<T>& a) {
    const running_call call(ctx);
    io::write_binary(&ctx.team(), path, formats::untyped(a.rows()), base::code_of<T>());
}

/// The same by the calling thread alone.
template <writable T>
void write_binary(const std::string& path, const matrix<T>& a) {
    io::write_binary(nullptr, path, formats::untyped(a.rows()), base::code_of<T>());
}

}  // namespace graphblas_gpu
