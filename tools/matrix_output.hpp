// Idea: information that the format of a matrix file cannot hold is written to a second file, or reported in a note.
#pragma once

#include "command.hpp"
#include "table_output.hpp"
#include <graphblas_gpu/io/any_matrix.hpp>
#include <graphblas_gpu/io/output_file.hpp>
#include <graphblas_gpu/io/write_matrix.hpp>
#include <graphblas_gpu/matrix.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

namespace grb {

/// The values of a matrix, whose type is T.
template <class T>
std::span<const T> values_of(const gb::any_matrix& a) {
    const gb::formats::untyped_view rows = a.rows();
    return {reinterpret_cast<const T*>(rows.values), static_cast<std::size_t>(rows.nvals())};
}

/// Writes a line "vertex id" for every vertex number of the output, below a line that names the columns: the id is the name of
/// the vertex in the file. order[v] is the position of vertex v in the file; without an order it is v. Of a bipartite graph the
/// rows come first, and the columns count anew.
inline void write_ids(const std::string& path, const graph_file& file, const std::vector<gb::index>& order = {}) {
    table_writer out(path, file, "vertex\tid");
    for (gb::index k = 0; k < file.vertices(); ++k) {
        const gb::index first = k < file.nrows() ? 0 : file.nrows(), v = k - first;
        out.line(v + file.first_number(), vertex{first + (order.empty() ? v : order[static_cast<std::size_t>(v)])});
    }
    out.close();
}

/// Writes the matrix in the format of the file's name, if there is one. The vertices of an edge list count from 1 if those of
/// the input do.
template <class Matrix>
void write_matrix(const gb::context& ctx, const std::string& path, const Matrix& a, const file_options& input) {
    if (path.empty()) return;
    const progress_bar bar("writing " + path);
    if (matrix_format_of(path) == gb::file_format::edge_list) gb::write_edge_list(ctx, path, a, {.one_based = input.one_based});
    else
        gb::write_matrix(ctx, path, a);
}

/// Whether nothing in the file tells how many vertices there are: an edge list has a comment for that, and a .csv has none.
inline bool loses_vertices(gb::file_format format, const std::string& path) {
    return format == gb::file_format::edge_list && gb::io::separator_of_name(path) == ',';
}

/// Notes the vertices after the last one with an edge, which is number known - 1.
inline void note_lost_vertices(answer& to, gb::index known, gb::index nrows) {
    if (known < nrows)
        to.note("vertices_lost",
                fmt::format("the last {} of {} vertices have no edge, and a .csv cannot name them; the other formats can",
                            nrows - known, nrows));
}

inline void note_lost_vertices(answer& to, const gb::structure_view& a) {
    gb::index known = 0;
    for (gb::index i = 0; i < a.nrows; ++i)
        if (a.row_size(i) > 0) known = i + 1;
    for (gb::row_offset p = 0; p < a.nvals(); ++p) known = std::max<gb::index>(known, gb::index{a.columns[p]} + 1);
    note_lost_vertices(to, known, a.nrows);
}

}  // namespace grb
