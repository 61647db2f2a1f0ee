// Idea: every line is an edge: two vertex ids and optionally a weight, as SNAP, KONECT, spreadsheets and scripts write them.
// The first edge determines the number of columns of all lines, so that a damaged line is found.
#pragma once

#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/formats/coordinates.hpp>
#include <graphblas_gpu/progress.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace graphblas_gpu {

/// How the third column is treated.
enum class weight_column {
    automatic,  ///< the weights if the file has them
    none,       ///< structure only; a third column is ignored, and report.weights_ignored is set if there is one
    required,   ///< an error if there are no weights
};

/// Which vertices a graph has.
enum class vertex_ids {
    positions,  ///< all numbers up to the largest id
    relabel,    ///< the ids that occur, any 64-bit numbers, renamed to 0 .. n-1 in ascending order
    /// As `positions` if all numbers up to the largest id occur, or if the file or `vertices` tells how many vertices there are
    /// and the ids are from 0 to one less; otherwise as `relabel`, which a note says.
    automatic,
};

/// Whether sources and targets are the same vertices, or two sets as in a bipartite graph.
enum class vertex_sides {
    automatic,  ///< two if a comment before the first edge says so, as KONECT's "% bip"; a note says it
    one,
    two,
};

/// A separator of two characters, "::".
inline constexpr char double_colon = '\x1f';

/// Whether the first line that is not a comment names the columns.
enum class header_line {
    automatic,  ///< decided by the contents of the line; a note of the report says how
    absent,
    present,
};

/// A column of a table: its number, from 1, or its name in the header, where upper and lower case are alike.
using table_column = std::variant<int, std::string>;

/// The options of parse_edge_list. Messages name them as grb spells them: --one-based is one_based.
struct edge_list_options {
    bool one_based = false;  ///< ids count from 1; 0 is an error
    vertex_ids ids = vertex_ids::positions;
    weight_column weights = weight_column::automatic;
    progress_counters* progress = nullptr;
    bool named = false;  ///< ids are words, and vertices are numbered in the order in which they appear; not with `ids`
    /// The source, target and optionally weight column; empty: those that a header names, or else the file's only two or three
    /// columns. With a name, the first line, or the last comment before it, has to have that name.
    std::vector<table_column> columns = {};
    /// Separates columns; ' ' is any number of blanks and tabs, double_colon is "::", '\0' finds the separator from the file.
    char separator = '\0';
    header_line header = header_line::automatic;
    index vertices = 0;  ///< the number of vertices if the file's comments do not tell it; not with relabel or named
    /// A file of ids, one a line, which are vertices too; of names with `named`. Comments and blank lines are skipped.
    std::string vertex_list = {};
    vertex_sides sides = vertex_sides::automatic;
    /// What begins a comment line, such as "//"; "none": there are no comments; empty: '#' and '%'.
    std::string comment = {};
};

/// Reads an edge list; `file` is its name in messages. Throws io_error with file and line for every line that is not an edge;
/// for a file without edges, because it is more likely a wrong file than an empty graph, unless it begins with the comment of
/// write_edge_list; and for a file with that comment which has fewer or more edges than the comment promises. Throws
/// invalid_value for options that contradict each other.
///
/// Plain files: columns are separated by blanks, tabs or commas, in any mixture and number. A file is read field by field if
/// its first lines have a semicolon, a bar or a quote, or if a separator, columns or names are asked for: then one separator
/// separates two fields, and a field may be in quotes. docs/file-formats.md has the rules. In both kinds of files, lines that
/// begin with # or % are comments, and a note counts those behind the first edge; a first line that names the columns is
/// skipped.
///
/// Either all lines have two columns or all have three, unless `columns` names the columns to read. Weights are integers if all
/// of them are (an integer that does not fit 64 bits is an error), otherwise doubles; report.weight_column tells the column. In
/// place of a third column an edge may have attributes as NetworkX writes them, "{'weight': 4}", of which the weight is read.
///
/// Of a bipartite graph the matrix has a row for each source and a column for each target; report.has_two_sides is set.
/// Otherwise the matrix is square. With vertex_ids::positions its side is the largest id + 1, or the number of vertices that
/// `vertices` or a comment before the first edge tells ("# Nodes: 900", "# 900 vertices from 0, 1000 edges", KONECT's "% 1000
/// 900 900") if that is more. Ids that do not fit a column_index are an error. With `relabel` report.original_ids has, for each
/// vertex, its id in the file, and so it has with `automatic` where vertices are renamed. With `named`, report.names has the
/// name of each vertex. report.notes has a note if numbers up to the largest id are on no line, or if the vertices are not as
/// many as a comment declares. Throws io_error if they are not as many as `vertices`.
coordinates parse_edge_list(std::string_view text, const std::string& file, const edge_list_options& options = {});

/// How an edge list is written.
struct edge_list_format {
    bool one_based = false;
    /// What the vertices are called in place of their numbers: a name or an id for each of them. At most one of the lists has
    /// elements.
    /// @{
    std::span<const std::string> names = {};
    std::span<const std::uint64_t> ids = {};
    /// @}
};

/// Writes the entries of a square matrix (dimension_mismatch otherwise), one per line in their order. Reading the file gives
/// the same matrix and kind of values; if the vertices have names or ids, with the options `named` or `relabel`. Names are in
/// quotes where necessary. Throws invalid_value for names or ids that are not one for each vertex; io_error. Paths and threads
/// as in write_matrix_market.
///
/// A file whose name ends in ".csv" has commas, below a line that names the columns. All others have tabs, below a comment with
/// the numbers of vertices and edges. If the last vertices have no edges, nothing in a .csv tells that they exist.
void write_edge_list(const context& ctx, const std::string& path, const coordinates& entries,
                     const edge_list_format& format = {});
/// The same by the calling thread alone.
void write_edge_list(const std::string& path, const coordinates& entries, const edge_list_format& format = {});

}  // namespace graphblas_gpu
