// Needs: edges with the ids of the file.
// Idea: ids that are any numbers become positions.
#pragma once

#include <graphblas_gpu/formats/coordinates.hpp>
#include <graphblas_gpu/host/team.hpp>
#include <graphblas_gpu/io/edge_list_edges.hpp>

#include <cstdint>
#include <string>

namespace graphblas_gpu::io {

/// Puts the edges into the result, the ids renamed to 0 .. n-1 in ascending order, and the ids into its report. Throws
/// io_error naming the file if there are too many.
void relabel(const std::string& file, const endpoint_lists<std::uint64_t>& read, host::team* team, coordinates& result);

}  // namespace graphblas_gpu::io
