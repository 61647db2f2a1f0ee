// Idea: four pictures of a graph, each a panel with a title, a line of numbers and axes; a sheet has some of them below the
// name of the graph.
#pragma once

#include "drawing.hpp"
#include "graph_counts.hpp"
#include <graphblas_gpu/context.hpp>

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace grb::picture {

enum class panel { density, degrees, components, levels };
inline constexpr panel all_panels[] = {panel::density, panel::degrees, panel::components, panel::levels};

/// The names that the command line has for them.
const std::vector<std::pair<std::string, panel>>& panel_names();

/// What the panels of a graph show. The fields of other panels stay empty.
struct graph_counts {
    std::string name;  ///< of the graph
    gb::index vertices = 0;
    gb::index columns = 0;  ///< as many, unless the density alone is drawn
    gb::index entries = 0;
    bool is_symmetric = false;

    block_counts blocks;
    int first_number = 0;  ///< what the ticks of rows and columns count from

    histogram degrees;     ///< of the rows
    histogram in_degrees;  ///< of the columns; empty for a symmetric matrix, as for strong components

    histogram components;
    histogram strong_components;

    std::string source;  ///< the name of the vertex that the search began at
    std::vector<std::int64_t> levels;
};

/// Counts what the panels show; but for the density the matrix must be square. `source` is the vertex to search from; without
/// it there are no levels. Throws what the algorithms throw.
void count(graph_counts& to, const gb::context& ctx, const gb::matrix<void>& graph, const std::vector<panel>& panels,
           std::optional<gb::index> source);

/// "34 vertices, 156 entries, symmetric".
std::string size_in_words(const graph_counts& g);

/// A panel by itself, whose description says what it shows.
drawing draw_panel(panel which, const graph_counts& counts);

/// Panels below the name and the size of the graph, two beside each other.
drawing draw_sheet(const std::vector<panel>& panels, const graph_counts& counts);

}  // namespace grb::picture
