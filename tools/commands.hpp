// Idea: each function declares a subcommand: its options and the function to run. Commands that are alike share a source.
#pragma once

namespace grb {

class command_line;

void add_info(command_line& line);
void add_triangle_count(command_line& line);
void add_bfs(command_line& line);
void add_connected_components(command_line& line);
void add_shortest_paths(command_line& line);
void add_page_rank(command_line& line);
void add_local_clustering_coefficient(command_line& line);
void add_k_core(command_line& line);
void add_k_truss(command_line& line);
void add_jaccard_similarity(command_line& line);
void add_betweenness_centrality(command_line& line);
void add_label_propagation(command_line& line);
void add_markov_clustering(command_line& line);
void add_maximal_independent_set(command_line& line);
void add_minimum_spanning_forest(command_line& line);
void add_mxm(command_line& line);
void add_spamm(command_line& line);
void add_strongly_connected_components(command_line& line);
void add_verify(command_line& line);
void add_convert(command_line& line);
void add_order(command_line& line);
void add_generate(command_line& line);
void add_bench(command_line& line);
void add_cache(command_line& line);
/// Its script has all commands that have been declared when it runs.
void add_completion(command_line& line);

}  // namespace grb
