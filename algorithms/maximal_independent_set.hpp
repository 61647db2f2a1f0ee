// A maximal independent set: vertices of which no two are neighbours, and to which no vertex can be added.
//
// Needs: a square matrix whose entry (i, j), whatever its value, makes i and j neighbours.
// Idea: every vertex has a random priority. In each round the vertices whose priority is above that of all neighbours that are still
// undecided join the set, and their neighbours leave it for good. As no priority changes, the set is the one that a loop over the vertices
// by falling priority finds, whatever the rounds, threads and engines; the number of rounds is O(log^2 n) with high probability.
// Source: Luby, "A simple parallel algorithm for the maximal independent set problem", SIAM J. Comput. 15 (1986); Blelloch, Fineman,
// Shun, "Greedy sequential maximal independent set and matching are parallel on average" (SPAA 2012), for priorities that stay.
#pragma once

#include <algorithms/selections.hpp>
#include <algorithms/triangle_count.hpp>

#include <graphblas_gpu/io/counter_random.hpp>

#include <cstdint>
#include <type_traits>
#include <vector>

namespace graphblas_gpu {

/// Of maximal_independent_set.
struct maximal_independent_set_options {
    std::uint64_t seed = 0;  ///< of the priorities
    bool trusted = false;    ///< the caller vouches that A is symmetric and without self loops, as undirected_structure makes it
};

/// The set, and how it was found.
struct maximal_independent_set_result {
    vector<void> members;
    std::int32_t rounds = 0;
};

/// What orders the vertices: no two have the same, and none is negative. The upper bits are random, the lower 32 are v.
inline std::int64_t independent_set_priority(std::uint64_t seed, index v) {
    const std::uint64_t random = io::counter_random(seed, 0)(static_cast<std::uint64_t>(v));
    return static_cast<std::int64_t>(random >> 33 << 32 | static_cast<std::uint64_t>(v));
}

namespace independent_set {

/// Of a symmetric structure without self loops.
inline maximal_independent_set_result by_rounds(const context& ctx, const matrix<void>& a, std::uint64_t seed) {
    const index n = a.nrows();
    std::vector<std::int64_t> priorities;
    for (index v = 0; v < n; ++v) priorities.push_back(independent_set_priority(seed, v));
    auto priority = vector<std::int64_t>::from_dense(priorities);  // of the undecided vertices

    maximal_independent_set_result result{vector<void>(n)};
    while (priority.nvals() > 0) {
        vector<std::int64_t> best_neighbour(n);
        assign(ctx, best_neighbour, structure(priority), no_accum, std::int64_t{-1});
        mxv(ctx, best_neighbour, structure(priority), max{}, max_second<std::int64_t>, a, priority);
        const vector<void> joining = algorithm::positions_where(ctx, gt{}, priority, best_neighbour);
        ewise_add(ctx, result.members, no_mask, no_accum, lor{}, result.members, joining);

        vector<void> decided(n);
        vxm(ctx, decided, no_mask, no_accum, any_pair<bool>, joining, a);
        ewise_add(ctx, decided, no_mask, no_accum, lor{}, decided, joining);
        priority = algorithm::restricted(ctx, priority, !structure(decided));
        ++result.rounds;
    }
    return result;
}

}  // namespace independent_set

/// The maximal independent set of the undirected graph with an edge wherever A has an entry. Self loops mean nothing; a vertex without
/// neighbours is a member; the graph without vertices has the empty set. It is the set that takes the vertices by falling
/// independent_set_priority(seed, v) and leaves out the neighbours of those that it has.
///
/// Throws dimension_mismatch if A is not square. O(nvals(A) + n) to make the graph undirected, and as much a round at most.
template <class T>
maximal_independent_set_result maximal_independent_set(const context& ctx, const matrix<T>& a,
                                                       const maximal_independent_set_options& options = {}) {
    algorithm::require_square("maximal_independent_set", a);
    if (!options.trusted) return maximal_independent_set(ctx, undirected_structure(ctx, a), {.seed = options.seed, .trusted = true});
    if constexpr (!std::is_void_v<T>) return maximal_independent_set(ctx, triangles::structure_of(ctx, a), options);
    else return independent_set::by_rounds(ctx, a, options.seed);
}

/// @cond
// The library has this already (algorithms/instances).
extern template maximal_independent_set_result maximal_independent_set(const context&, const matrix<void>&,
                                                                       const maximal_independent_set_options&);
/// @endcond

}  // namespace graphblas_gpu
