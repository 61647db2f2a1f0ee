// Algorithms and operations on graphs, for operations.cpp.
#include "operations.hpp"

#include <algorithms/betweenness_centrality.hpp>
#include <algorithms/bfs.hpp>
#include <algorithms/connected_components.hpp>
#include <algorithms/distance_centrality.hpp>
#include <algorithms/edge_betweenness_centrality.hpp>
#include <algorithms/jaccard_similarity.hpp>
#include <algorithms/k_core.hpp>
#include <algorithms/k_truss.hpp>
#include <algorithms/label_propagation.hpp>
#include <algorithms/local_clustering_coefficient.hpp>
#include <algorithms/louvain.hpp>
#include <algorithms/markov_clustering.hpp>
#include <algorithms/maximal_independent_set.hpp>
#include <algorithms/minimum_spanning_forest.hpp>
#include <algorithms/multi_source_shortest_path.hpp>
#include <algorithms/multigrid.hpp>
#include <algorithms/page_rank.hpp>
#include <algorithms/pair_similarity.hpp>
#include <algorithms/path_between.hpp>
#include <algorithms/spectral_centrality.hpp>
#include <algorithms/strongly_connected_components.hpp>
#include <algorithms/triangle_count.hpp>
#include <algorithms/vertex_order.hpp>
#include <graphblas_gpu/graph.hpp>

namespace failing {

const operation_list algorithms = {
    GB_OPERATION("tiling", out.number = static_cast<double>(gb::tiling(ctx, in.a).tiles)),
    GB_OPERATION("triu_by_degree", out.structure = gb::triu_by_degree(ctx, in.graph)),
    GB_OPERATION("tril_by_degree", out.structure = gb::tril_by_degree(ctx, in.graph)),
    GB_OPERATION("label_components", out.number = static_cast<double>(gb::label_components(ctx, in.graph).components)),
    GB_OPERATION("random_walk", out.numbers = gb::random_walk(ctx, in.graph).shares),
    GB_OPERATION("tight_edges", out.structure = gb::tight_edges(ctx, in.weights, in.distances)),
    GB_OPERATION("bfs", out.parents = gb::bfs(ctx, in.graph, 1).parents),
    GB_OPERATION("bfs of several", out.number = static_cast<double>(gb::bfs(ctx, in.graph, in.some).levels.nvals())),
    GB_OPERATION("betweenness", out.numbers = gb::betweenness_centrality(ctx, in.graph, in.sources)),
    GB_OPERATION("closeness", out.numbers = gb::closeness_centrality(ctx, in.graph)),
    GB_OPERATION("closeness weighted",
                 out.numbers = gb::closeness_centrality(ctx, in.weights, in.sources, true, {.weighted = true})),
    GB_OPERATION("connected_components", out.number = static_cast<double>(gb::connected_components(ctx, in.graph).components)),
    GB_OPERATION("edge_betweenness",
                 out.number = static_cast<double>(gb::edge_betweenness_centrality(ctx, in.graph, in.sources).nvals())),
    // Where a small product lacks memory, its values are added up in another order.
    GB_OPERATION("eigenvector",
                 out.number = static_cast<double>(gb::eigenvector_centrality(ctx, in.graph, {.tolerance = 0.1}).iterations)),
    GB_OPERATION("hits", out.numbers = gb::hits(ctx, in.weights, {.weighted = true, .tolerance = 0.1}).hubs),
    GB_OPERATION("jaccard", out.number = static_cast<double>(gb::jaccard_similarity(ctx, in.graph).nvals())),
    GB_OPERATION("k_core", out.parents = gb::k_core(ctx, in.graph).core_numbers),
    GB_OPERATION("k_truss", out.number = static_cast<double>(gb::k_truss(ctx, in.graph, 3).edges.nvals())),
    GB_OPERATION("katz",
                 out.numbers = gb::katz_centrality(ctx, in.graph, 0.01, gb::vector<double>::full(in.n, 1.0)).centrality),
    GB_OPERATION("label_propagation", out.parents = gb::label_propagation(ctx, in.graph).labels),
    GB_OPERATION("lcc", out.numbers = gb::local_clustering_coefficient(ctx, in.graph).coefficients),
    GB_OPERATION("louvain", out.parents = gb::louvain(ctx, in.graph).labels),
    GB_OPERATION("mcl", out.number = static_cast<double>(gb::markov_clustering(ctx, in.weights).iterations)),
    GB_OPERATION("mis", out.number = static_cast<double>(gb::maximal_independent_set(ctx, in.graph).members.nvals())),
    GB_OPERATION("msf", out.number = static_cast<double>(gb::minimum_spanning_forest(ctx, in.weights).total)),
    GB_OPERATION("mssp", out.numbers = gb::multi_source_shortest_path(ctx, in.weights, 1).distances),
    GB_OPERATION("pair_similarity", out.number = static_cast<double>(
                                        gb::pair_similarity(ctx, in.graph, in.graph, gb::similarity::adamic_adar).nvals())),
    GB_OPERATION("path_between", out.list = gb::path_between(ctx, in.weights, 0, in.n - 1).vertices),
    GB_OPERATION("page_rank", out.numbers = gb::page_rank(ctx, in.graph).ranks),
    GB_OPERATION("page_rank weighted", out.numbers = gb::page_rank(ctx, in.weights, {.weighted = true}).ranks),
    GB_OPERATION("scc", out.parents = gb::strongly_connected_components(ctx, in.graph).labels),
    GB_OPERATION("triangle_count", out.number = static_cast<double>(gb::triangle_count(ctx, in.graph).triangles)),
    GB_OPERATION("multigrid",
                 out.numbers =
                     gb::solve_by_multigrid(ctx, gb::smoothed_aggregation(ctx, in.laplacian, {.coarsest = 6}), in.distances).x),
    GB_OPERATION("order by degree", out.list = gb::degree_order(ctx, in.graph)),
    GB_OPERATION("order by rcm", out.list = gb::reverse_cuthill_mckee_order(ctx, in.graph)),
    GB_OPERATION("order by jaccard", out.list = gb::jaccard_order(ctx, in.graph)),
};

}  // namespace failing
