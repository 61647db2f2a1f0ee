// Needs: an input, and what the user said about it.
// Idea: read.hpp and read_matrix.hpp share the detection of the format of a file and the reading of its entries.
#pragma once

#include <graphblas_gpu/formats/coordinates.hpp>
#include <graphblas_gpu/host/team.hpp>
#include <graphblas_gpu/io/input.hpp>
#include <graphblas_gpu/io/read.hpp>

#include <string>

namespace graphblas_gpu::io {

/// The format of the file, never `automatic`: by its first bytes, then by its name. Throws io_error if it is not the wanted
/// format.
file_format format_of(input& from, file_format wanted);

/// Throws invalid_value if an option is set that only edge lists have.
void refuse_edge_list_options(const std::string& name, const read_options& options);

/// Like read_coordinates().
coordinates read_file(input& from, host::team* team, const read_options& options);

}  // namespace graphblas_gpu::io
