// Shortest paths along edges of lengths >= 0, from one source: near vertices first.
//
// Idea: a vertex far away may still get nearer, and then it was too early to relax its edges. So vertices wait in buckets by
// their distance, and a bucket is finished before the next one is begun. A step relaxes the edges of all vertices that got
// nearer in the last one and still belong to the bucket.
// Source: Meyer, Sanders, "Delta-stepping: a parallelizable shortest path algorithm", J. Algorithms 49 (2003); in this
// language: Sridhar et al., "Delta-stepping SSSP: from vertices and edges to GraphBLAS implementations" (GrAPL 2019).
#pragma once

#include <algorithms/shortest_path/relaxation.hpp>
#include <graphblas_gpu/distance_buckets.hpp>

namespace graphblas_gpu::shortest_path {

/// The distances from one source, an entry for every vertex: too_far where it is not reached, or only by paths that are too
/// long. With a method that is named no vertex waits.
template <length T>
vector<T> delta_stepping(const context& ctx, const matrix<T>& a, index source, const weights<T>& known,
                         const descriptor& desc) {
    vector<T> best = distances_before<T>(a.nrows(), source);
    vector<T> frontier = only_source<T>(a.nrows(), source);
    distance_buckets<T> buckets(ctx, a, known.largest);
    while (frontier.nvals() > 0) {
        relax(ctx, a, best, frontier, known, desc);
        if (desc.method == method::automatic) buckets.exchange(best, frontier);
    }
    return best;
}

}  // namespace graphblas_gpu::shortest_path
