// Idea: GraphML and JSON list nodes with ids and edges with attributes, in any order. Nodes get numbers as their ids appear,
// numeric attributes of edges are collected by their names, and at the end one of them is chosen as the weight.
#pragma once

#include <graphblas_gpu/formats/coordinates.hpp>
#include <graphblas_gpu/io/edge_list_edges.hpp>
#include <graphblas_gpu/io/name_table.hpp>
#include <graphblas_gpu/io/reading.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace graphblas_gpu::io {

/// Whether an attribute of this name is the weight wherever it occurs: weight, value, length, ...
bool is_name_of_weight(std::string_view attribute);

/// The text of a file in pieces, with progress.
class text_pieces {
  public:
    text_pieces(input& from, const reading& how) : from_(from), how_(how), bytes_(std::size_t{1} << 16) {}
    /// The next piece, which is empty at the end only.
    std::string_view next();

  private:
    input& from_;
    const reading& how_;
    std::vector<char> bytes_;
};

class attributed_graph {
  public:
    /// JSON has ids that are numbers and ids that are strings, and 1 and "1" are two nodes.
    enum class id_kind : char { number = '#', string = '"' };
    enum class direction : char { as_graph, directed, undirected };

    /// The number of the node with this id, by which an edge on this line refers to it. Throws line_error if there are too
    /// many.
    column_index node(id_kind kind, std::string_view id, std::int64_t line);
    /// Declares a node. Throws line_error if there is such a node already.
    void declare(id_kind kind, std::string_view id, std::int64_t line);
    std::size_t declared_nodes() const noexcept { return order_.size(); }

    void add_edge(column_index source, column_index target, direction along = direction::as_graph);
    std::size_t edges() const noexcept { return sources_.size(); }
    /// A value of the edge that was added last. An edge without one that others have weighs 1, which a note says.
    void set_attribute(std::string_view name, const weight_of_edge& value);

    /// The graph. Nodes are numbered in the order in which they are declared, or by their ids if all of these are whole
    /// numbers. An edge along no direction of its own is directed if `is_directed`; undirected ones are followed by their
    /// mirror images. Throws line_error for an edge to a node that is not declared.
    /// Edges that refer by numbers to nodes whose ids are all strings mean positions in the list of nodes, unless
    /// `numbers_are_ids`: then 1 means "1", if there are such nodes.
    coordinates finish(bool is_directed, const char* format, weight_column weights, bool numbers_are_ids = false) &&;

  private:
    struct attribute {
        std::string name;
        std::vector<std::int64_t> integers;  // empty as soon as a value is not an integer
        std::vector<double> reals;
        std::size_t given = 0;

        std::size_t size() const noexcept { return reals.empty() ? integers.size() : reals.size(); }
        void push(const weight_of_edge& value);
    };

    column_index number_of(id_kind kind, std::string_view id, std::int64_t line);
    std::string_view id_of(column_index node) const { return ids_[node].substr(1); }
    bool is_undirected(std::size_t edge, bool is_directed) const noexcept {
        return directions_[edge] == direction::undirected || (directions_[edge] == direction::as_graph && !is_directed);
    }
    bool is_mirrored(std::size_t edge, bool is_directed) const noexcept {
        return is_undirected(edge, is_directed) && sources_[edge] != targets_[edge];
    }
    void find_undeclared(coordinates& result, bool numbers_are_ids);
    bool refer_by_text();
    bool refer_by_position();
    std::vector<column_index> name_nodes(coordinates& result) const;
    attribute* chosen_weight(coordinates& result, weight_column weights);

    name_table ids_;                        // each behind the character of its kind
    std::vector<std::int64_t> first_line_;  // of each id, as that of an edge
    std::vector<bool> is_declared_;
    std::vector<column_index> order_;  // the declared nodes
    std::vector<column_index> alias_;  // of ids that refer to another node than themselves; empty if there are none
    std::vector<column_index> sources_;
    std::vector<column_index> targets_;
    std::vector<direction> directions_;
    std::vector<attribute> attributes_;
};

}  // namespace graphblas_gpu::io
