// Needs: a file in one of the three formats, plain or compressed: by path, or as a stream.
// Idea: one call reads all formats; the beginning of the file tells the format. The changes that the caller asks for are made
// in a fixed order and counted in the report. read_matrix.hpp makes matrices of the entries. docs/file-formats.md describes the
// formats.
#pragma once

#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/duplicate_policy.hpp>
#include <graphblas_gpu/formats/coordinates.hpp>
#include <graphblas_gpu/io/edge_list.hpp>
#include <graphblas_gpu/progress.hpp>

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace graphblas_gpu {

/// The formats of files; automatic: by what the file says at its beginning, then by its name.
enum class file_format { automatic, matrix_market, edge_list, binary };

/// The format that a file of this name is written in: binary for ".gbm", an edge list for ".tsv", ".txt", ".csv" or
/// ".el", Matrix Market for all others; a ".gz" behind it changes nothing.
file_format format_of_name(std::string_view path) noexcept;

/// Of read_coordinates and read_matrix.
struct read_options {
    bool one_based = false;        ///< the ids of an edge list count from 1 (those of a Matrix Market file always do)
    bool symmetric = false;        ///< coordinates::symmetrise(duplicates) is applied, after the self loops are gone
    bool drop_self_loops = false;  ///< coordinates::drop_self_loops() is applied
    bool relabel = false;          ///< rename arbitrary ids to 0 .. n-1; edge lists only
    weight_column weights = weight_column::automatic;  ///< for the other formats: the values
    /// Of read_matrix, and of `symmetric`; read_coordinates gives all entries that the file lists otherwise.
    duplicate_policy duplicates = duplicate_policy::last;
    progress_counters* progress = nullptr;             ///< counts bytes of the file as stored
    file_format format = file_format::automatic;
    // These are for edge lists only, as in edge_list_options.
    bool named = false;
    std::vector<int> columns = {};
    char separator = '\0';
    header_line header = header_line::automatic;
};

/// Reads the file, which may be a pipe; "-" is standard input. Texts are never held whole: a file may be larger than
/// memory as long as its entries fit.
///
/// With file_format::automatic a file that begins with the magic bytes of the binary format is binary and one that
/// begins with the banner "%%MatrixMarket" is a Matrix Market file. So has to be one whose name ends in ".mtx", and
/// binary has to be one whose name ends in ".gbm", with or without an ending such as ".gz" behind it; anything else is
/// an edge list.
///
/// The result, or the error, is the same for any number of threads; the first wrong line of a text is the one named.
///
/// Throws io_error with file and line for what is wrong with the file; invalid_value for options that contradict it or
/// each other (options of edge lists for a file that is none); dimension_mismatch if a matrix to be made symmetric is not
/// square; out_of_memory.
coordinates read_coordinates(const context& ctx, const std::string& path, const read_options& options = {});

/// The same without a context: everything is done by the calling thread.
coordinates read_coordinates(const std::string& path, const read_options& options = {});

/// What is left of a stream, to its end; `name` is what messages call it, and is looked at like a path.
coordinates read_coordinates(const context& ctx, std::istream& stream, const read_options& options = {},
                             const std::string& name = "stream");

}  // namespace graphblas_gpu
