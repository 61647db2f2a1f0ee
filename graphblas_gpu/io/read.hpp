// Needs: a path to a Matrix Market file or an edge list, plain or compressed.
// Idea: one call for both formats, told apart by what the file says at its beginning; what the caller wants done to the
// entries is done in a fixed order and counted in the report. read_matrix.hpp makes matrices of the result.
#pragma once

#include <graphblas_gpu/formats/coordinates.hpp>
#include <graphblas_gpu/io/edge_list.hpp>
#include <graphblas_gpu/progress.hpp>

#include <string>

namespace graphblas_gpu {

enum class file_format { automatic, matrix_market, edge_list };

struct read_options {
    bool one_based = false;        ///< the ids of an edge list count from 1 (those of a Matrix Market file always do)
    bool symmetric = false;        ///< coordinates::symmetrise() is applied, after the self loops are gone
    bool drop_self_loops = false;  ///< coordinates::drop_self_loops() is applied
    bool relabel = false;          ///< rename arbitrary ids to 0 .. n-1; edge lists only
    weight_column weights = weight_column::automatic;  ///< for Matrix Market files: the values
    progress_counters* progress = nullptr;
    file_format format = file_format::automatic;
};

/// Reads the file; "-" is standard input.
///
/// With file_format::automatic a file that begins with the banner "%%MatrixMarket" is a Matrix Market file. So has to
/// be one whose name ends in ".mtx" or ".mtx.gz"; anything else is an edge list.
///
/// Throws io_error with file and line for what is wrong with the file; invalid_value for options that contradict it
/// (relabel for a Matrix Market file); dimension_mismatch if a matrix to be made symmetric is not square;
/// out_of_memory.
coordinates read_coordinates(const std::string& path, const read_options& options = {});

}  // namespace graphblas_gpu
