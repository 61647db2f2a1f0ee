// Idea: the vertices of an edge list are all numbers up to the largest id, or the ids that occur on its lines, as
// edge_list_options::ids says. A set of bits shows which numbers are on no line; a comment or an option that tells the number
// of vertices decides whether these numbers are vertices nevertheless.
#pragma once

#include <graphblas_gpu/formats/coordinates.hpp>
#include <graphblas_gpu/host/threads/team.hpp>
#include <graphblas_gpu/io/edge_list.hpp>
#include <graphblas_gpu/io/edge_list_comments.hpp>
#include <graphblas_gpu/io/edge_list_edges.hpp>
#include <graphblas_gpu/io/name_table.hpp>

#include <string>

namespace graphblas_gpu::io {

/// What decides which vertices there are, apart from the edges.
struct vertex_question {
    const std::string& file;  ///< its name in messages
    const edge_list_options& options;
    const comment_facts& comments;
    host::team* team;
};

/// Writes the edges and the shape to the result, and to its report the ids of vertices that get other numbers, and the notes.
/// Throws io_error with the name of the file if there are too many vertices, or others than the options say.
void number_vertices(const vertex_question& about, edge_ends ends, coordinates& result);

/// The same for a bipartite graph: a row for each source and a column for each target. If one side gets ids, both do.
void number_two_sides(const vertex_question& about, edge_ends ends, coordinates& result);

/// The same for ids that are names, numbered as in one table for each side.
void name_two_sides(edge_ends ends, const name_table& sources, const name_table& targets, coordinates& result);

/// The same for ids that are names, numbered as in the table.
void name_vertices(const vertex_question& about, edge_ends ends, name_table& names, coordinates& result);

}  // namespace graphblas_gpu::io
