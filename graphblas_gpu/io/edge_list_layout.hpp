// Needs: the first bytes of a file.
// Idea: what the first lines say about how an edge list is to be read: field by field or as plain words, by which
// separator, and whether the first line names the columns. Only a fixed number of bytes is looked at, so that the outcome
// does not depend on the blocks in which the file is read.
#pragma once

#include <graphblas_gpu/io/edge_list.hpp>
#include <graphblas_gpu/io/input.hpp>

namespace graphblas_gpu::io {

struct edge_list_layout {
    bool by_fields = false;  ///< field_edges.hpp reads it, otherwise plain_edges.hpp
    char separator = ' ';    ///< of fields
    bool has_header = false;
};

edge_list_layout layout_of(input& from, const edge_list_options& options);

/// Throws invalid_value, naming the file, for options that contradict each other or ask for what cannot be.
void check_options(const std::string& file, const edge_list_options& options);

}  // namespace graphblas_gpu::io
