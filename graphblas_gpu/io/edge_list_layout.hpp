// Idea: the first lines determine how an edge list is read: field by field or as plain words, with which separator, and whether
// the first line names the columns. A fixed number of bytes is read for this, so that the result does not depend on the size of
// blocks.
#pragma once

#include <graphblas_gpu/io/edge_list.hpp>
#include <graphblas_gpu/io/input.hpp>
#include <graphblas_gpu/io/text_scanner.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace graphblas_gpu::io {

struct edge_list_layout {
    bool by_fields = false;  ///< whether field_edges.hpp reads the file, otherwise plain_edges.hpp does
    char separator = ' ';    ///< separates fields
    bool has_header = false;
    std::int64_t breaks_in_header = 0;  ///< the number of ends of lines in quotes
    std::string first_edge = {};        ///< the line of the first edge if it has ends of lines in quotes, otherwise empty
    bool is_header_certain = false;     ///< the options say that there is a header
    bool could_have_header = false;     ///< the first edge could as well name the columns: all of its words could be names
    bool has_index = false;             ///< the header tells no ends of edges, and the first column counts the lines
    bool says_undirected = false;       ///< the column Type of the header says that the edges are undirected
    bool has_attributes = false;        ///< attributes in braces follow the ends of some edges
    std::vector<int> columns = {};  ///< those of the options, otherwise those that the header names; empty: the first ones
    std::vector<std::string> names = {};  ///< those of the columns in the header, or in a comment; empty: there are none
};

/// Throws io_error for names of columns that the file does not have, invalid_value for a column that the options name twice.
edge_list_layout layout_of(input& from, const edge_list_options& options);

/// The characters that separate words, and what begins a comment. It refers to `options`.
line_syntax syntax_of(const edge_list_options& options, bool by_fields) noexcept;

/// Throws invalid_value, which names the file, for options that contradict each other or cannot be satisfied.
void check_options(const std::string& file, const edge_list_options& options);

}  // namespace graphblas_gpu::io
