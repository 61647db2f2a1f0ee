#include "kernels.hpp"

namespace bench {
namespace {

constexpr kernel table[] = {
    {"read", "the file of the graph into a matrix, from the page cache; ours only", chosen::when_named, 1.0, read_file},
    {"move", "the matrix from host memory to the device (--gpu); ours only", chosen::when_named, 1.0, move_to_device},
    {"mxm_fp32", "A*A over plus_times, float, rows sorted; against GrB_mxm", chosen::on_all_graphs, 4.0, mxm_fp32},
    {"mxm_any_pair", "A*A over any_pair, bool; against GrB_mxm", chosen::on_rmat, 6.0, mxm_any_pair},
    {"mxm_structure", "the structure of A*A; against our own mxm_fp32", chosen::on_rmat, 2.0, mxm_structure},
    {"mxm_nvals", "the number of entries of A*A; against our own mxm_fp32", chosen::on_rmat, 4.0, mxm_nvals},
    {"mxm_masked", "C<A> = A*A over plus_pair, int64; against GrB_mxm", chosen::on_all_graphs, 4.0, mxm_masked},
    {"triangles", "triangles of a matrix never seen before; against the fastest of SuiteSparse's ways", chosen::on_all_graphs,
     1.7, triangles},
    {"triangles_again", "triangles of a matrix that was counted before; against the same", chosen::when_named, 1.7,
     triangles_again},
    {"triangles_oriented", "counting alone, edges to the larger degree given: U*U, U*U', both renumbered by degree; ours only",
     chosen::when_named, 0.0, triangles_oriented},
    {"bfs", "levels and parents, a source; against SuiteSparse, directions optimised", chosen::on_all_graphs, 3.0, bfs},
    {"bfs_levels", "levels alone, a source; ours only", chosen::when_named, 1.0, bfs_levels},
    {"bfs64", "levels from many sources at once, a source; against our own search for levels", chosen::on_rmat, 4.0, bfs64},
    {"sssp", "distances, int32 lengths 1 to 255, a source; against SuiteSparse, delta-stepping", chosen::on_all_graphs, 5.0,
     sssp},
    {"sssp64", "distances from many sources in one call, a source; against our own search from one source", chosen::when_named,
     1.0, sssp64},
    {"connected_components", "components of the graph; ours only", chosen::when_named, 1.0, connected_components},
    {"page_rank", "ranks as the GAP benchmark defines them, an iteration; ours only", chosen::when_named, 1.0, page_rank},
    {"page_rank_float", "the same in float", chosen::when_named, 1.0, page_rank_float},
    {"maximal_independent_set", "a maximal independent set; ours only", chosen::when_named, 1.0, maximal_independent_set},
    {"k_core", "core numbers of all vertices; ours only", chosen::when_named, 1.0, k_core},
    {"k_truss", "the 10-truss of an R-MAT graph, the 3-truss of others; ours only", chosen::when_named, 1.0, k_truss},
    {"jaccard_similarity", "the Jaccard similarity of the ends of every edge; ours only", chosen::when_named, 1.0,
     jaccard_similarity},
    {"betweenness_centrality", "dependencies of all vertices, a source; ours only", chosen::when_named, 1.0,
     betweenness_centrality},
    {"mxm_tiles", "mxm_fp32 by method bitmap_tile, and by dense and hash; against GrB_mxm", chosen::when_named, 1.0, mxm_tiles},
    {"mxm_scaling", "mxm_fp32 on all threads; against our own on one", chosen::when_named, 1.8, mxm_scaling},
};

}  // namespace

std::span<const kernel> kernels() { return table; }

std::optional<double> bar_of(const kernel& k, const graph& g) {
    if (g.name() == bar_graph) return k.bar;
    if (g.is_rmat() || k.when != chosen::on_all_graphs) return std::nullopt;
    return 1.0;
}

}  // namespace bench
