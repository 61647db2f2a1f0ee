// A maximal independent set: vertices of which no two are neighbours, and to which no vertex can be added.
//
// Needs: a square matrix whose entry (i, j), whatever its value, makes i and j neighbours.
// Idea: every vertex has a random priority, which is the higher the fewer neighbours it has. In each round the vertices whose
// priority is higher than that of all their undecided neighbours join the set, and their neighbours are excluded for good.
// Because priorities never change, the set is the one that a loop over the vertices by falling priority finds, for any
// rounds, threads and engines. The number of rounds is O(log^2 n) with high probability.
// Source: Luby, "A simple parallel algorithm for the maximal independent set problem", SIAM J. Comput. 15 (1986); Blelloch,
// Fineman, Shun, "Greedy sequential maximal independent set and matching are parallel on average" (SPAA 2012), for fixed
// priorities.
#pragma once

#include <algorithms/common.hpp>
#include <algorithms/structure.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/graph.hpp>
#include <graphblas_gpu/matrix.hpp>
#include <graphblas_gpu/vector.hpp>

#include <cstdint>

namespace graphblas_gpu {

/// The options of maximal_independent_set.
struct maximal_independent_set_options {
    std::uint64_t seed = 0;  ///< the seed of the priorities
    /// The caller guarantees that A is symmetric and without self loops, as undirected_structure makes it.
    bool trusted = false;
};

/// The result.
struct maximal_independent_set_result {
    vector<void> members;
};

/// The maximal independent set of the undirected graph with an edge wherever A has an entry. Self loops are ignored; a vertex
/// without neighbours is a member; for the graph without vertices the set is empty. It is the set that takes the vertices by
/// falling independent_set_order::priority, in the graph without self loops, and skips neighbours of vertices that are in the
/// set.
///
/// Throws dimension_mismatch if A is not square. O(nvals(A) + n) for making the graph undirected, and at most as much for
/// each round.
template <class T>
maximal_independent_set_result maximal_independent_set(const context& ctx, const matrix<T>& a,
                                                       const maximal_independent_set_options& options = {}) {
    const running_call whole(ctx);
    algorithm::require_square("maximal_independent_set", a);
    if (!options.trusted)
        return maximal_independent_set(ctx, undirected_structure(ctx, a), {.seed = options.seed, .trusted = true});
    return {independent_set_by_priority(ctx, a, options.seed)};
}

/// @cond
// The library has compiled this (algorithms/instances).
extern template maximal_independent_set_result maximal_independent_set(const context&, const matrix<void>&,
                                                                       const maximal_independent_set_options&);
/// @endcond

}  // namespace graphblas_gpu
