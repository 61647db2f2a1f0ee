// The core number of every vertex: the largest k for which it is part of the k-core.
//
// Needs: a square matrix. What counts as the graph is A | A' without the diagonal; values are not looked at.
// Idea: the vertices with the fewest edges left are taken away, all at once, and so are those that have no more edges left after
// that, until none is: they have this number of edges as their core number. Then the next smallest number of edges has its turn.
// What the neighbours lose is one product of the vector of the vertices taken away and the matrix.
// Source: Seidman, "Network structure and minimum degree", Social Networks 5 (1983); Matula, Beck, "Smallest-last ordering and
// clustering and graph coloring algorithms", J. ACM 30 (1983); rounds of many vertices: Dasari, Ranjan, Zubair, "ParK: an
// efficient algorithm for k-core decomposition on multicore processors" (IEEE Big Data 2014).
#pragma once

#include <algorithms/triangle_count.hpp>

#include <cstdint>

namespace graphblas_gpu {

/// Of k_core.
struct k_core_options {
    enum method method = method::automatic;  ///< of the products
};

/// The k-core is the largest part of the graph in which every vertex has k neighbours or more. Its vertices are those with a core
/// number of k or more.
struct k_core_result {
    vector<std::int64_t> core_numbers;  ///< an entry for every vertex
    std::int64_t degeneracy = 0;        ///< the largest core number
    std::int64_t rounds = 0;            ///< how often vertices were taken away
};

/// Core numbers of all vertices. The graph is undirected: an edge in one direction counts as one in both, and self loops are left
/// out. Values are not looked at. Isolated vertices have core number 0. The numbers are exact, the same on every engine and for
/// any number of threads.
///
/// Throws dimension_mismatch if A is not square; unsupported for a method that the engine lacks. O(nvals(A) + n) and O(n) for
/// each core number that occurs; a round costs the edges of the vertices that it takes away.
template <class T>
k_core_result k_core(const context& ctx, const matrix<T>& a, const k_core_options& options = {}) {
    algorithm::require_square("k_core", a);
    const index n = a.nrows();
    const matrix<void> edges = undirected_structure(ctx, a);
    vector<std::int64_t> degrees(n);  // of the vertices that have no core number yet, among themselves
    assign(ctx, degrees, no_mask, no_accum, std::int64_t{0});
    reduce(ctx, degrees, no_mask, plus{}, plus{}, edges);

    k_core_result result{.core_numbers = vector<std::int64_t>(n)};
    vector<std::int64_t>& core_numbers = result.core_numbers;
    core_numbers.lay_out();
    while (core_numbers.nvals() < n) {
        vector<std::int64_t> left(n);
        apply(ctx, left, !structure(core_numbers), no_accum, identity{}, degrees);
        const std::int64_t k = result.degeneracy = reduce(ctx, min{}, left);
        for (auto removed = select(ctx, value_le{k}, left); removed.nvals() > 0; ++result.rounds) {
            assign(ctx, core_numbers, structure(removed), no_accum, k);
            vector<std::int64_t> changed(n);
            vxm_update(ctx, degrees, changed, !structure(core_numbers), minus{}, plus_pair<std::int64_t>, removed, edges,
                       {.method = options.method});
            removed = select(ctx, value_le{k}, changed);
        }
    }
    return result;
}

/// @cond
// The library has these already (algorithms/instances).
extern template k_core_result k_core(const context&, const matrix<void>&, const k_core_options&);
/// @endcond

}  // namespace graphblas_gpu
