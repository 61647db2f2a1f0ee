// Idea: the readers of the formats that have no header of their own, for the table of formats. Each throws io_error with file
// and line for what is wrong in the file, and out_of_memory. The result and the error do not depend on reading::team and
// reading::block_size.
#pragma once

#include <graphblas_gpu/formats/coordinates.hpp>
#include <graphblas_gpu/io/input.hpp>
#include <graphblas_gpu/io/read.hpp>
#include <graphblas_gpu/io/reading.hpp>

#include <string>
#include <string_view>

namespace graphblas_gpu::io {

/// A graph of METIS, undirected: both directions are entries. The weights of vertices are left aside, with a note.
coordinates read_metis(input& from, const reading& how, const read_options& options);
/// Whether the text has the shape of a METIS file and cannot be an edge list. It is not certain.
bool looks_like_metis(std::string_view head);

/// The formats of the DIMACS challenges: shortest paths (directed, with lengths), flows, and undirected graphs.
coordinates read_dimacs(input& from, const reading& how, const read_options& options);
bool begins_dimacs(std::string_view head);

/// A network of Pajek, with labels as names; arcs are directed, edges are mirrored.
coordinates read_pajek(input& from, const reading& how, const read_options& options);
bool begins_pajek(std::string_view head);

/// A graph in the Graph Modelling Language, with labels as names if all differ.
coordinates read_gml(input& from, const reading& how, const read_options& options);
bool begins_gml(std::string_view head);

/// Lines of a vertex and the vertices that edges lead to from it; ids are numbers or names.
coordinates read_adjacency(input& from, const reading& how, const read_options& options);
/// Whether the first line begins with a number and a colon; without colons it cannot be told from an edge list.
bool begins_adjacency(std::string_view head);

/// A serialised graph of the GAP benchmark suite.
coordinates read_gap(input& from, const reading& how, const read_options& options);

/// GraphML, by expat; the weight is the attribute of edges that is called so, or their only numeric one.
coordinates read_graphml(input& from, const reading& how, const read_options& options);

/// Node-link data of NetworkX and D3, the JSON Graph Format, and Cytoscape's JSON, by nlohmann-json; weights as in GraphML.
coordinates read_node_link_json(input& from, const reading& how, const read_options& options);

/// A matrix of scipy.sparse.save_npz: CSR, CSC or COO. declared_type is the type of its values.
coordinates read_npz(input& from, const reading& how, const read_options& options);

/// The files beside an edge list NAME.e of LDBC Graphalytics.
struct graphalytics_files {
    std::string vertices;     ///< NAME.v, a list of all vertices; empty if there is none
    bool undirected = false;  ///< NAME.properties says that edges are undirected; then the list has each edge once
};
/// Nothing for files with other names, and without a file NAME.v. Throws io_error if NAME.properties cannot be read.
graphalytics_files files_of_graphalytics(const std::string& edges);

}  // namespace graphblas_gpu::io
