// What the names of columns mean in tables of edges.
//
// Idea: programs write a few dozen names for the ends of an edge and for its weight; capitals, underscores and other marks in
// them do not matter.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace graphblas_gpu::io {

/// The word in lower case without other characters than letters and digits: "From_Node" and "fromnode" become the same.
std::string simplified(const std::string& word);

/// Whether the simplified words are names for the two ends of an edge.
bool names_ends_of_edges(const std::string& first, const std::string& second);

/// The first two names of columns for a table of edges between vertices of these names: "source,target" unless a vertex is
/// called so, in which case the line could be read as an edge. Empty if vertices have all names that are known.
std::string heading_for(std::span<const std::string> vertices);

/// The numbers of the columns that the words of a header call source, target and perhaps weight; empty if there are none.
std::vector<int> columns_of_header(const std::vector<std::string>& words);

/// Whether a column of this name has no lengths or weights, although it has numbers.
bool names_no_weight(const std::string& word);

}  // namespace graphblas_gpu::io
