// A damped random walk along the edges of a graph: its options, and the sums that end it, on either engine.
//
// Idea: two sums over all vertices decide how a walk goes on, the change of all shares and the share of the dangling vertices.
// Their terms are rounded to fixed-point numbers, because sums of integers do not depend on the order of the terms: the walk
// ends after the same round for any number of threads.
// Source: Page, Brin, Motwani, Winograd, "The PageRank citation ranking: bringing order to the web" (Stanford InfoLab, 1999).
#pragma once

#include <graphblas_gpu/base/types.hpp>
#include <semirings/types.hpp>

#include <cstdint>

namespace graphblas_gpu {

/// The options of random_walk.
struct random_walk_options {
    double damping = 0.85;    ///< the probability to follow an edge, at least 0 and less than 1
    double tolerance = 1e-6;  ///< rounds end when the residual is not more than this
    std::int64_t most_rounds = 100;
    bool spread_dangling = true;  ///< the share of a vertex without outgoing edges goes to all vertices; if not, it is lost
};

namespace base {

/// How a walk has ended: its rounds, and the sum of the absolute changes of all shares in the last one.
struct walk_end {
    std::int64_t rounds = 0;
    double residual = 0;
};

/// A share of at least 0 as a multiple of 2^-61, rounded down. The sum of shares that add up to less than 4 fits.
GB_HD constexpr std::int64_t share_as_integer(double share) { return static_cast<std::int64_t>(share * 0x1p61); }
GB_HD constexpr double share_of_integer(std::int64_t multiple) { return static_cast<double>(multiple) * 0x1p-61; }

/// What every vertex has after a round without following an edge. `dangling`: the share of all dangling vertices before the
/// round.
GB_HD constexpr double share_without_edges(const random_walk_options& walk, index vertices, std::int64_t dangling) {
    const auto n = static_cast<double>(vertices);
    const double alone = (1 - walk.damping) / n;
    return walk.spread_dangling ? alone + walk.damping / n * share_of_integer(dangling) : alone;
}

/// The part of its share that a vertex moves along each of its `degree` outgoing edges.
template <class Share = double>
GB_HD constexpr Share moved_part(double damping, index degree) {
    return degree == 0 ? 0 : static_cast<Share>(damping) / static_cast<Share>(degree);
}

}  // namespace base
}  // namespace graphblas_gpu
