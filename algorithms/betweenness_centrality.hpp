// Betweenness centrality: how many shortest paths lead over each vertex.
//
// Needs: a square matrix whose entry (i, j), whatever its value, is an edge from i to j, of length 1.
// Idea: searches from several sources at once are the rows of one matrix. In the forward phase a product with A counts the
// shortest paths to the vertices of the next level. In the backward phase a product with A', under the mask of the level
// before, gives the vertices of that level the share of the paths to later vertices that leads over them.
// Source: Brandes, "A faster algorithm for betweenness centrality", J. Math. Sociology 25 (2001); by products: Robinson, in
// Kepner, Gilbert (eds.), "Graph Algorithms in the Language of Linear Algebra" (SIAM 2011); Buluc, Gilbert, "The combinatorial
// BLAS", Int. J. High Perf. Comput. Appl. 25 (2011); from some sources: Brandes, Pich, "Centrality estimation in large
// networks" (2007).
#pragma once

#include <algorithms/common.hpp>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <vector>

namespace graphblas_gpu {

/// The options of betweenness_centrality.
struct betweenness_options {
    /// The number of sources searched at once, at least 1: a larger batch needs fewer products and more memory.
    index batch = 64;
    enum method method = method::automatic;  ///< of the products
};

namespace betweenness {

/// Adds the contributions of the searches from these sources to `centrality`.
template <class T>
void add_batch(const context& ctx, vector<double>& centrality, const matrix<T>& a, std::span<const index> sources, method how) {
    const auto rows = static_cast<index>(sources.size());
    std::vector<index> numbers(sources.size());
    std::iota(numbers.begin(), numbers.end(), index{0});

    // paths[d] has the number of shortest paths from each source to the vertices at distance d + 1.
    std::vector<matrix<double>> paths;
    matrix<void> reached = matrix<void>::from_edges(rows, a.nrows(), numbers, sources);
    const std::vector<double> ones(sources.size(), 1.0);
    matrix<double> frontier = matrix<double>::from_edges(rows, a.nrows(), numbers, sources, ones);
    while (true) {
        mxm(ctx, frontier, !structure(reached), no_accum, plus_first<double>, frontier, a, {.replace = true, .method = how});
        if (frontier.nvals() == 0) break;
        assign(ctx, reached, structure(frontier), no_accum, true);
        paths.push_back(frontier);
    }

    // dependency_per_path has, at each vertex w of a level, the dependency that w adds to every path that leads to it, which is
    // (1 + dependency of w) / (paths to w) in Brandes' terms: 1 / (paths to w) for the paths that end at w, plus the amount
    // that w received from the next level for the paths that continue.
    matrix<double> received(rows, a.nrows());
    for (std::size_t d = paths.size(); d-- > 1;) {
        const matrix<double> dependency_per_path = ewise_add(ctx, plus{}, apply(ctx, minv{}, paths[d]), received);
        received = matrix<double>(rows, a.nrows());
        mxm(ctx, received, structure(paths[d - 1]), no_accum, plus_first<double>, dependency_per_path, a,
            {.transpose_b = true, .method = how});
        const matrix<double> shares = ewise_mult(ctx, times{}, received, paths[d - 1]);
        reduce(ctx, centrality, no_mask, plus{}, plus{}, shares, {.transpose_a = true});
    }
}

}  // namespace betweenness

/// For every vertex v, the sum of the share of the shortest paths from s to t that lead over v, over all sources s and all
/// vertices t that differ from v. With all vertices as sources this is the betweenness centrality; with k sources chosen at
/// random it is an estimate, if multiplied by n / k.
///
/// Edges have a direction and the length 1. The matrix of an undirected graph has both directions, and each pair of vertices
/// counts twice, once in each direction: halve the result for the usual definition. Values are ignored, self loops change
/// nothing, and isolated vertices have 0. The result has an entry for every vertex. A source that is given twice counts twice.
///
/// On the host the result is the same to the bit for any number of threads. Results for different engines and batch sizes
/// differ by rounding, at most about 2^-53 times the terms that are added up for a vertex. Numbers of paths are floating-point:
/// above 2^53 they are rounded, and the result is NaN if there are more than 10^308 paths.
///
/// Throws dimension_mismatch if A is not square; invalid_index for a source outside A; invalid_value for a batch below 1;
/// unsupported for a method that the engine lacks, and for dot, which cannot use the complemented mask that excludes reached
/// vertices. Each source costs at most O(nvals(A)), and each level of a batch the entries that it has reached. The memory is 24
/// bytes for each source of a batch and each vertex that it reaches, and the memory of the products.
template <class T>
vector<double> betweenness_centrality(const context& ctx, const matrix<T>& a, const integer_list<index>& source_list,
                                      const betweenness_options& options = {}) {
    const std::span<const index> sources = source_list;
    algorithm::require_square("betweenness_centrality", a);
    for (const index source : sources) algorithm::require_vertex("betweenness_centrality", source, a.nrows());
    if (options.batch < 1)
        throw invalid_value("betweenness_centrality: batch is " + std::to_string(options.batch) + "; it must be at least 1");
    (void)a.is_symmetric(ctx);  // if A is symmetric, the backward phase needs no transpose

    vector<double> centrality(a.nrows());
    assign(ctx, centrality, no_mask, no_accum, 0.0);
    const auto batch = static_cast<std::size_t>(options.batch);
    for (std::size_t first = 0; first < sources.size(); first += batch)
        betweenness::add_batch(ctx, centrality, a, sources.subspan(first, std::min(batch, sources.size() - first)), options.method);
    return centrality;
}

/// The same with all vertices as sources: betweenness_centrality(ctx, a, gb::all).
template <class T>
vector<double> betweenness_centrality(const context& ctx, const matrix<T>& a, all_t, const betweenness_options& options = {}) {
    std::vector<index> sources(static_cast<std::size_t>(a.nrows()));
    std::iota(sources.begin(), sources.end(), index{0});
    return betweenness_centrality(ctx, a, integer_list<index>(sources), options);
}

/// @cond
// The library has compiled these (algorithms/instances).
extern template vector<double> betweenness_centrality(const context&, const matrix<void>&, const integer_list<index>&,
                                                      const betweenness_options&);
/// @endcond

}  // namespace graphblas_gpu
