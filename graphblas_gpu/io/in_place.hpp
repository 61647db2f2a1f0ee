// Shares of files, for programs whose processes each make their own part of a matrix.
#pragma once

#include <graphblas_gpu/base/types.hpp>
#include <graphblas_gpu/io/binary.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace graphblas_gpu::io {

/// Entries of a matrix as lists; values are bytes.
struct share_of_entries {
    std::vector<index> rows, columns;
    buffer<std::byte> values;
};

/// The entries with the numbers [first, last) of a binary file, row by row, of which no more than these and the offsets of
/// their rows is read; their values only if `with_values`. The checksums of the arrays, which are those of whole arrays, are
/// not compared. Throws io_error, also for a file that is packed or a pipe; index_out_of_bounds if there are no such entries.
share_of_entries read_binary_share(const std::string& path, index first, index last, bool with_values);

/// Of the entries that a text lists those whose lines begin in the `part`-th of `parts` equal parts of its bytes, in their
/// order and with their mirror images; `announced` is set to the number of entries that the whole file announces. Rows and
/// columns are as many as this part needs; the whole has the most of any part. Nothing is returned for a file, or options, that
/// need one reader: packed files, pipes, edge lists with names, quotes or two sides, ids that are no positions, arrays, and
/// formats other than edge lists and Matrix Market; the answer is the same for all parts. Throws as read_coordinates.
std::optional<coordinates> read_text_share(const context& ctx, const std::string& path, const read_options& options, int part,
                                           int parts, std::optional<std::uint64_t>& announced);

}  // namespace graphblas_gpu::io
