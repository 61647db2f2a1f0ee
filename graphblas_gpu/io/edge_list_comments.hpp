// Idea: comments before the first edge often say how many vertices and edges there are: "# Nodes: 6474 Edges: 13895" (SNAP),
// "# 900 vertices from 0, 1000 edges" (this library), "% sym unweighted" and "% 78 34 34" (KONECT: edges, vertices, vertices).
// They are read word by word; a comment that is only prose says nothing.
// Source: snap.stanford.edu/data; J. Kunegis, Handbook of Network Analysis: The KONECT Project, 2017, section on file formats.
#pragma once

#include <graphblas_gpu/formats/coordinates.hpp>

#include <cstdint>
#include <optional>
#include <string_view>

namespace graphblas_gpu::io {

/// A number of a comment, and the line of that comment in the file.
struct declared_number {
    std::uint64_t number = 0;
    std::int64_t line = 0;
    bool is_from_1 = false;  ///< whether the ids are known to be 1 to `number`
};

/// What the comments before the first edge say. If several comments say something about the same thing, the first one counts.
struct comment_facts {
    std::optional<declared_number> vertices;
    std::optional<declared_number> edges;
    /// The edges of a file that write_edge_list wrote: there must be as many.
    std::optional<std::uint64_t> promised_edges;
    /// What sort of graph it is, by KONECT's first word or SNAP's "# Undirected graph", and the line that says so.
    declared_edges kind = declared_edges::nothing;
    std::int64_t kind_line = 0;
    /// The numbers of sources and targets of a bipartite graph of KONECT.
    std::optional<declared_number> sources;
    std::optional<declared_number> targets;
    std::int64_t konect_line = 0;  ///< the line of KONECT's first words ("sym", "asym", "bip"); 0: there is none
};

/// Adds what a comment says; `comment` begins with its mark. Words are understood in any case.
void read_comment(std::string_view comment, std::int64_t line, comment_facts& facts);

}  // namespace graphblas_gpu::io
