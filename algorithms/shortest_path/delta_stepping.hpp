// Shortest paths along edges of lengths >= 0, from one source or from several: near vertices
// first.
//
// Idea: the distance of a far vertex may still get shorter; relaxing its edges before would be wasted work. So vertices wait in
// buckets by their distance, and a bucket is finished before the next one begins (propagate with a bound of the lengths).
// Source: Meyer, Sanders, "Delta-stepping: a parallelizable shortest path algorithm", J. Algorithms 49 (2003); in this
// language: Sridhar et al., "Delta-stepping SSSP: from vertices and edges to GraphBLAS implementations" (GrAPL 2019).
#pragma once

#include <algorithms/shortest_path/relaxation.hpp>
#include <graphblas_gpu/propagate.hpp>

#include <concepts>
#include <numeric>
#include <span>
#include <vector>

namespace graphblas_gpu::shortest_path {

/// Improves the distances, a vector or a matrix with a row for each source, until none can be. If a method is named, no vertex
/// waits.
template <length T, class Distances>
void improve_distances(const context& ctx, const matrix<T>& a, Distances& best, const weights<T>& known, method wanted) {
    propagate_options how{.method = wanted};
    if (wanted == method::automatic) how.longest = static_cast<double>(known.largest);
    if constexpr (std::integral<T>) {
        if (known.too_long) {
            propagate(ctx, best, best, graphblas_gpu::relax, min_saturating_plus<T>, a, how);
            return;
        }
    }
    propagate(ctx, best, best, graphblas_gpu::relax, min_plus<T>, a, how);
}

/// The distances from one source to the vertices that are reached by paths that are not too long.
template <length T>
vector<T> delta_stepping(const context& ctx, const matrix<T>& a, index source, const weights<T>& known, method wanted) {
    vector<T> best = only_source<T>(a.nrows(), source);
    improve_distances(ctx, a, best, known, wanted);
    return best;
}

/// The same for several sources: row s has the distances from source number s.
template <length T>
matrix<T> delta_stepping(const context& ctx, const matrix<T>& a, std::span<const index> sources, const weights<T>& known,
                         method wanted) {
    std::vector<index> numbers(sources.size());
    std::iota(numbers.begin(), numbers.end(), index{0});
    auto best = matrix<T>::from_edges(static_cast<index>(sources.size()), a.nrows(), numbers, sources,
                                      std::vector<T>(sources.size(), T{0}));
    improve_distances(ctx, a, best, known, wanted);
    return best;
}

}  // namespace graphblas_gpu::shortest_path
