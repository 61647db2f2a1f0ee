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

/// The formats of files; docs/file-formats.md describes them. `automatic` determines the format from the beginning of the file,
/// then from its name.
enum class file_format {
    automatic,
    matrix_market,
    edge_list,
    binary,
    metis,
    dimacs,
    pajek,
    gml,
    adjacency,
    gap,
    graphml,
    node_link_json,
    npz
};

/// The names of the formats, as --format has them: "auto", "mtx", "edges", ...
const char* to_string(file_format format) noexcept;
/// All formats.
std::vector<file_format> file_formats();
/// The format of that name. Throws invalid_value with a list of all names.
file_format file_format_from_string(std::string_view name);

/// The options of read_coordinates and read_matrix.
struct read_options {
    bool one_based = false;        ///< the ids of an edge list count from 1 (those of a Matrix Market file always do)
    bool symmetric = false;        ///< coordinates::symmetrise(duplicates) is applied after self loops have been dropped
    bool drop_self_loops = false;  ///< coordinates::drop_self_loops() is applied
    vertex_ids ids = vertex_ids::positions;            ///< which vertices an edge list has; for the other formats not relabel
    weight_column weights = weight_column::automatic;  ///< for the other formats: the values of the entries
    /// For read_matrix, and for `symmetric`; otherwise read_coordinates returns all entries that the file lists.
    duplicate_policy duplicates = duplicate_policy::last;
    progress_counters* progress = nullptr;             ///< counts bytes of the file as stored
    file_format format = file_format::automatic;
    std::string member = {};  ///< the path of the graph in an archive; needed if several members may be the graph
    // These are for edge lists only, as in edge_list_options.
    bool named = false;
    std::vector<table_column> columns = {};
    char separator = '\0';
    header_line header = header_line::automatic;
    index vertices = 0;
    std::string vertex_list = {};
    vertex_sides sides = vertex_sides::automatic;
    std::string comment = {};
};

/// Reads the file, which may be a pipe; "-" is standard input. A text is never in memory as a whole: a file may be larger than
/// memory as long as its entries fit.
///
/// With file_format::automatic the first 64 KiB tell the format of most files. A file whose name ends like those of a format
/// must be of that format, with or without a further ending such as ".gz"; any other file is an edge list. Files of many
/// formats that are not read are recognised and refused, with what to do.
///
/// The result, or the error, is the same for any number of threads; the error names the first wrong line of a text.
///
/// Throws io_error with file and line for errors in the file; invalid_value for options that contradict the file or each other
/// (options of edge lists for another format); dimension_mismatch if a matrix that is to be made symmetric is not square;
/// out_of_memory.
coordinates read_coordinates(const context& ctx, const std::string& path, const read_options& options = {});

/// The same without a context: the calling thread does all work.
coordinates read_coordinates(const std::string& path, const read_options& options = {});

/// Reads the rest of a stream, to its end; `name` is its name in messages, and its ending is used like that of a path.
coordinates read_coordinates(const context& ctx, std::istream& stream, const read_options& options = {},
                             const std::string& name = "stream");

}  // namespace graphblas_gpu
