// A new file that several processes write, each a part of it.
//
// Idea: one process begins the file (output_file.hpp) and commits it when all others have written their parts under its
// temporary name; so the file is never half there. Where a part lies follows from the numbers of rows and entries before it, or
// from the lengths of all texts before it.
#pragma once

#include <graphblas_gpu/base/type_code.hpp>
#include <graphblas_gpu/formats/untyped_csr.hpp>
#include <graphblas_gpu/host/threads/team.hpp>
#include <graphblas_gpu/io/entry_writer.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace graphblas_gpu::io {

/// A file that exists and is written at any place.
class part_of_file {
  public:
    /// `name` is the name of the file in messages. Throws io_error, as all functions do.
    part_of_file(const std::string& path, std::string name);
    ~part_of_file();
    part_of_file(const part_of_file&) = delete;
    part_of_file& operator=(const part_of_file&) = delete;

    void write_at(std::uint64_t offset, const void* bytes, std::size_t size) const;
    void read_at(std::uint64_t offset, void* bytes, std::size_t size) const;
    /// Makes the file so long; what nobody has written is zero.
    void set_size(std::uint64_t bytes) const;
    /// Brings what was written to the disk, where other machines see it.
    void sync() const;

  private:
    [[noreturn]] void fail(int error_number) const;
    std::string name_;
    int descriptor_;
};

/// Consecutive rows of a matrix, and what lies before them.
struct rows_of_file {
    formats::untyped_view rows;
    type_code type = type_code::none;
    index first_row = 0, first_entry = 0;
    index nrows = 0, ncols = 0, nvals = 0;  ///< of the whole matrix
};

/// The arrays of a binary file: writes those of these rows, which all parts do; then gives the hashes of the blocks of all
/// arrays that are in the `part`-th of equal parts of these blocks; then one process writes the header, with all hashes in
/// order.
/// @{
void write_binary_part(const part_of_file& to, const rows_of_file& part);
std::vector<std::uint64_t> hash_binary_part(const part_of_file& from, const rows_of_file& file, int part, int parts);
void write_binary_header(const part_of_file& to, const rows_of_file& file, std::span<const std::uint64_t> hashes);
/// @}

/// The lines of these rows: how many bytes they have in each run of entries; and writes them from this offset on.
/// @{
std::vector<std::uint64_t> bytes_of_lines(host::team* team, const rows_of_file& part, const entry_line_format& format);
void write_lines(host::team* team, const part_of_file& to, std::uint64_t offset, std::span<const std::uint64_t> bytes,
                 const rows_of_file& part, const entry_line_format& format);
/// @}

}  // namespace graphblas_gpu::io
