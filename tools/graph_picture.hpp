// Idea: what a picture and a report of a graph share: from a graph that was read to the numbers that panels show.
#pragma once

#include "graph_command.hpp"
#include "picture/graph_panels.hpp"

#include <string>
#include <vector>

namespace grb {

/// The vertex that --source names, or the one with the most outgoing edges; nothing for a graph without vertices and a command
/// line without --source.
std::optional<gb::index> source_of(const graph_file& file, const gb::matrix<void>& graph, const std::string& option,
                                   const file_options& options);

/// Counts what the panels show. Throws what the algorithms throw.
picture::graph_counts count_for(const std::vector<picture::panel>& panels, const gb::context& ctx, const graph_file& file,
                                const gb::matrix<void>& graph, std::optional<gb::index> source);

}  // namespace grb
