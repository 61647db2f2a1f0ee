// Shortest paths along edges of lengths >= 0, from one source: near vertices first.
//
// Idea: the distance of a far vertex may still get shorter; relaxing its edges before would be wasted work. So vertices wait in
// buckets by their distance, and a bucket is finished before the next one begins (propagate with a bound of the lengths).
// Source: Meyer, Sanders, "Delta-stepping: a parallelizable shortest path algorithm", J. Algorithms 49 (2003); in this
// language: Sridhar et al., "Delta-stepping SSSP: from vertices and edges to GraphBLAS implementations" (GrAPL 2019).
#pragma once

#include <algorithms/shortest_path/relaxation.hpp>

namespace graphblas_gpu::shortest_path {

/// The distances from one source to the vertices that are reached by paths that are not too long. If a method is named, no
/// vertex waits.
template <length T>
vector<T> delta_stepping(const context& ctx, const matrix<T>& a, index source, const weights<T>& known, method wanted) {
    vector<T> best = only_source<T>(a.nrows(), source);
    propagate_options how{.method = wanted};
    if (wanted == method::automatic) how.longest = static_cast<double>(known.largest);
    if constexpr (std::integral<T>) {
        if (known.too_long) {
            propagate(ctx, best, best, improve, min_saturating_plus<T>, a, how);
            return best;
        }
    }
    propagate(ctx, best, best, improve, min_plus<T>, a, how);
    return best;
}

}  // namespace graphblas_gpu::shortest_path
