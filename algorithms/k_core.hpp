// The core number of every vertex: the largest k for which the vertex is in the k-core.
//
// Needs: a square matrix. The graph is A | A' without the diagonal; values are ignored.
// Idea: let k be the smallest number of remaining edges of any vertex. All vertices with k edges are removed at once, then
// those that are left with k edges or fewer, until there are none: k is the core number of all of these. This is repeated with
// the next smallest number of edges. The number of edges that each neighbour loses is one product of the vector of the removed
// vertices and the matrix.
// Source: Seidman, "Network structure and minimum degree", Social Networks 5 (1983); Matula, Beck, "Smallest-last ordering and
// clustering and graph coloring algorithms", J. ACM 30 (1983); rounds of many vertices: Dasari, Ranjan, Zubair, "ParK: an
// efficient algorithm for k-core decomposition on multicore processors" (IEEE Big Data 2014).
#pragma once

#include <algorithms/common.hpp>
#include <algorithms/structure.hpp>
#include <graphblas_gpu/apply.hpp>
#include <graphblas_gpu/assign.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/mask.hpp>
#include <graphblas_gpu/matrix.hpp>
#include <graphblas_gpu/planner/method.hpp>
#include <graphblas_gpu/progress.hpp>
#include <graphblas_gpu/reduce.hpp>
#include <graphblas_gpu/select.hpp>
#include <graphblas_gpu/vector.hpp>
#include <graphblas_gpu/vxm_update.hpp>
#include <semirings/index_operators.hpp>
#include <semirings/operators.hpp>
#include <semirings/semirings.hpp>

#include <cstdint>

namespace graphblas_gpu {

/// The options of k_core.
struct k_core_options {
    enum method method = method::automatic;  ///< of the products
    progress_counters* progress = nullptr;   ///< counts vertices with a core number
};

/// The k-core is the largest part of the graph in which every vertex has k neighbours or more. Its vertices are those with a
/// core number of k or more.
struct k_core_result {
    vector<std::int64_t> core_numbers;  ///< an entry for every vertex
    std::int64_t degeneracy = 0;        ///< the largest core number
    std::int64_t rounds = 0;            ///< the number of rounds that removed vertices
};

/// Core numbers of all vertices. The graph is undirected: an edge in one direction counts as an edge in both directions, and
/// self loops are ignored. Values are ignored. Isolated vertices have core number 0. The numbers are exact, the same for every
/// engine and number of threads.
///
/// Throws dimension_mismatch if A is not square; unsupported for a method that the engine lacks. O(nvals(A) + n) and O(n) for
/// each core number that occurs; a round costs the edges of the vertices that it takes away.
template <class T>
k_core_result k_core(const context& ctx, const matrix<T>& a, const k_core_options& options = {}) {
    const running_call whole(ctx);
    algorithm::require_square("k_core", a);
    const index n = a.nrows();
    const matrix<void> edges = undirected_structure(ctx, a);
    vector<std::int64_t> degrees(n);  // the degrees among the vertices that have no core number yet
    assign(ctx, degrees, no_mask, no_accum, std::int64_t{0});
    reduce(ctx, degrees, no_mask, plus{}, plus{}, edges);

    k_core_result result{.core_numbers = vector<std::int64_t>(n)};
    vector<std::int64_t>& core_numbers = result.core_numbers;
    core_numbers.make_dense();
    if (options.progress != nullptr) options.progress->total = static_cast<std::uint64_t>(n);
    while (core_numbers.nvals() < n) {
        vector<std::int64_t> left(n);
        apply(ctx, left, !structure(core_numbers), no_accum, identity{}, degrees);
        const std::int64_t k = result.degeneracy = reduce(ctx, min{}, left);
        for (auto removed = select(ctx, value_le{k}, left); removed.nvals() > 0; ++result.rounds) {
            assign(ctx, core_numbers, structure(removed), no_accum, k);
            if (options.progress != nullptr) options.progress->done = static_cast<std::uint64_t>(core_numbers.nvals());
            vector<std::int64_t> changed(n);
            vxm_update(ctx, degrees, changed, !structure(core_numbers), minus{}, plus_pair<std::int64_t>, removed, edges,
                       {.method = options.method});
            removed = select(ctx, value_le{k}, changed);
        }
    }
    return result;
}

/// @cond
// The library has compiled these (algorithms/instances).
extern template k_core_result k_core(const context&, const matrix<void>&, const k_core_options&);
/// @endcond

}  // namespace graphblas_gpu
