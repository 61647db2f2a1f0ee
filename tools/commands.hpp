// Idea: each function declares a subcommand: its options and the function to run. Commands that are alike share a source.
#pragma once

#include <vector>

namespace grb {

class command_line;

using command_declaration = void(command_line& line);
command_declaration add_info, add_triangle_count, add_bfs, add_connected_components, add_shortest_paths, add_page_rank,
    add_local_clustering_coefficient, add_k_core, add_k_truss, add_jaccard_similarity, add_betweenness_centrality,
    add_closeness, add_label_propagation, add_louvain, add_markov_clustering, add_maximal_independent_set,
    add_minimum_spanning_forest, add_mxm, add_spamm, add_strongly_connected_components, add_convert, add_order, add_picture,
    add_report, add_generate, add_bench, add_cache, add_completion;

/// The commands under one heading of `grb --help`.
struct command_group {
    const char* heading;
    std::vector<command_declaration*> commands;
};

/// All commands, in the order of --help. The script of `completion` has all that have been declared when it runs.
inline std::vector<command_group> command_groups() {
    return {
        {"Files", {add_info, add_picture, add_report, add_convert, add_order, add_generate}},
        {"Searches and paths", {add_bfs, add_shortest_paths}},
        {"Components and trees", {add_connected_components, add_strongly_connected_components, add_minimum_spanning_forest}},
        {"Numbers of vertices",
         {add_page_rank, add_betweenness_centrality, add_closeness, add_local_clustering_coefficient, add_k_core}},
        {"Triangles and edges", {add_triangle_count, add_k_truss, add_jaccard_similarity}},
        {"Groups of vertices", {add_label_propagation, add_louvain, add_markov_clustering, add_maximal_independent_set}},
        {"Products of matrices", {add_mxm, add_spamm}},
        {"This tool and this machine", {add_bench, add_cache, add_completion}}};
}

}  // namespace grb
