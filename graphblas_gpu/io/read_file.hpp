// Needs: an input, and what the user said about it.
// Idea: read.hpp and read_matrix.hpp share the detection of the format of a file and the reading of what it holds. A text lists
// entries; a binary file has the rows of a matrix, and stays one unless entries have to be added or left out.
#pragma once

#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/formats/coordinates.hpp>
#include <graphblas_gpu/host/team.hpp>
#include <graphblas_gpu/io/binary.hpp>
#include <graphblas_gpu/io/input.hpp>
#include <graphblas_gpu/io/read.hpp>

#include <string>
#include <variant>

namespace graphblas_gpu::io {

/// The format of the file, never `automatic`: by its first bytes, then by its name. Throws io_error if it is not the wanted
/// format.
file_format format_of(input& from, file_format wanted);

/// Throws invalid_value if an option is set that only edge lists have.
void refuse_edge_list_options(const std::string& name, const read_options& options);

/// Like read_coordinates().
coordinates read_file(input& from, host::team* team, const read_options& options);

/// What a file holds: the entries that a text lists, or the matrix of a binary file.
using file_content = std::variant<coordinates, stored_matrix>;

/// Reads any file. A binary file comes as entries if the options ask for symmetry or drop self loops.
file_content read_content(const context& ctx, input& from, read_options options);

}  // namespace graphblas_gpu::io
