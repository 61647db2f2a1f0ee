// Shortest paths along edges of lengths >= 0, from one source: near vertices first.
//
// Idea: a vertex far away may get nearer yet, and relaxing its edges before that is work for nothing. So vertices wait in
// buckets by their distance, each as wide as an edge is long per edge of a vertex, and a bucket is finished before the next
// one is begun. A step relaxes the edges of all vertices that got nearer in the last one and still belong to the bucket: one
// product under min that says what it changed. Parents come afterwards: the edges that lie on shortest paths are a graph of
// their own, and a breadth-first search finds its tree, even where edges have length 0.
// Source: Meyer, Sanders, "Delta-stepping: a parallelizable shortest path algorithm", J. Algorithms 49 (2003); in this
// language: Sridhar et al., "Delta-stepping SSSP: from vertices and edges to GraphBLAS implementations" (GrAPL 2019).
#pragma once

#include <algorithms/bfs.hpp>
#include <algorithms/shortest_path/lengths.hpp>

#include <bit>
#include <span>
#include <utility>
#include <vector>

namespace graphblas_gpu::shortest_path {

/// Which bucket a distance belongs to. Any function that does not fall would do; this one is cheap.
template <length T>
class bucket_width {
  public:
    /// The largest weight over the average number of edges of a vertex, as the paper proposes, but no more than `most`
    /// buckets for the largest weight.
    bucket_width(T largest, index edges, index vertices, index most) {
        const double edges_of_one = vertices == 0 ? 1.0 : static_cast<double>(edges) / static_cast<double>(vertices);
        const double width = static_cast<double>(largest) / std::clamp(edges_of_one, 1.0, static_cast<double>(most));
        if constexpr (std::integral<T>) {
            shift_ = std::bit_width(static_cast<std::uint64_t>(std::max(width, 1.0))) - 1;
        } else {
            // So that the quotient is a number even where the weights are next to nothing.
            inverse_ = 1.0 / std::max(width, 1e-290);
        }
    }

    index of(T distance) const {
        if constexpr (std::integral<T>) return static_cast<index>(distance) >> shift_;
        else return static_cast<index>(static_cast<double>(distance) * inverse_);
    }

  private:
    int shift_ = 0;
    double inverse_ = 1.0;
};

/// Vertices that wait for the bucket of their distance. An entry is void once its vertex has got nearer.
template <length T>
class waiting_vertices {
  public:
    /// `rows`: the row offsets of the graph.
    waiting_vertices(std::span<const row_offset> rows, bucket_width<T> width, T largest)
        : rows_(rows), width_(width), buckets_(static_cast<std::size_t>(width.of(largest)) + 3) {}

    /// Whether a distance belongs to the bucket at hand, or to one that is done with.
    bool is_due(T distance) const { return width_.of(distance) <= now_; }

    /// No distance lies further from the bucket at hand than the longest edge, so that the buckets can be used in turn.
    void put(column_index vertex, T distance) {
        buckets_[static_cast<std::size_t>(width_.of(distance)) % buckets_.size()].push_back({vertex, distance});
        ++count_;
    }

    /// Goes on to the next bucket that holds a vertex, and to the one behind it where the edges of both are too few to be worth
    /// a step each, and takes the vertices out; without entries if none is left.
    vector<T> next(const vector<T>& best) {
        due_.clear();
        row_offset edges = 0;
        index last = 0;
        while (count_ > 0 && (due_.empty() || now_ < last)) {
            auto& bucket = buckets_[static_cast<std::size_t>(now_ + 1) % buckets_.size()];
            const std::size_t before = bucket.size();
            std::erase_if(bucket, [&](const entry& x) { return *best.get_element(x.vertex) != x.distance; });
            count_ -= before - bucket.size();
            for (const entry& x : bucket) edges += rows_[std::size_t{x.vertex} + 1] - rows_[x.vertex];
            if (!due_.empty() && edges > enough_for_a_step) break;
            if (due_.empty()) last = now_ + most_at_once;
            count_ -= bucket.size();
            due_.insert(due_.end(), bucket.begin(), bucket.end());
            bucket.clear();
            ++now_;
        }
        vector<T> due(best.size());
        // Sorting a few is cheaper than laying out the vector.
        if (static_cast<index>(due_.size()) > best.size() / 4096 + 16) due.lay_out();
        for (const entry& x : due_) due.set_element(x.vertex, x.distance);
        return due;
    }

  private:
    struct entry {
        column_index vertex;
        T distance;
    };

    /// A step takes about as long as relaxing so many edges.
    static constexpr row_offset enough_for_a_step = 4096;
    /// More at once and the hubs of a power-law graph, which are near to everything, are relaxed before their time. Measured
    /// on one thread: 2, 4 and 8 take 150, 144 and 124 ms on the 1000 x 1000 grid, but 10, 12 and 12 ms on R-MAT, scale 16,
    /// edge factor 16; without any of this they take 219 and 10 ms.
    static constexpr index most_at_once = 2;

    std::span<const row_offset> rows_;
    bucket_width<T> width_;
    index now_ = 0;
    std::size_t count_ = 0;
    std::vector<std::vector<entry>> buckets_;
    std::vector<entry> due_;
};

/// Lengthens the paths to the vertices of the frontier by an edge. It is then what got nearer.
template <length T>
void relax(const context& ctx, const matrix<T>& a, vector<T>& best, vector<T>& frontier, const weights<T>& known,
           const descriptor& desc) {
    if constexpr (std::integral<T>) {
        // Lengths that cannot add up to more than fits need no watching.
        if (known.too_long) return vxm_update(ctx, best, frontier, no_mask, min{}, min_lengthened<T>, frontier, a, desc);
    }
    vxm_update(ctx, best, frontier, no_mask, min{}, min_plus<T>, frontier, a, desc);
}

/// The distances from one source, an entry for every vertex: too_far where it is not reached, or only by paths that are too
/// long. A named method relaxes everything at once and lets nothing wait.
template <length T>
vector<T> delta_stepping(const context& ctx, const matrix<T>& a, index source, const weights<T>& known,
                         const descriptor& desc) {
    constexpr index buckets_for_the_largest_weight = 64;
    const index n = a.nrows();
    const bool waits = desc.method == method::automatic;
    const bucket_width<T> width(known.largest, a.nvals(), n, buckets_for_the_largest_weight);
    waiting_vertices<T> waiting(a.row_offsets(), width, known.largest);
    auto best = vector<T>::full(n, too_far<T>);
    best.set_element(source, T{0});
    vector<T> frontier(n);
    frontier.set_element(source, T{0});

    while (frontier.nvals() > 0) {
        relax(ctx, a, best, frontier, known, desc);
        if (!waits) continue;
        const auto vertices = std::as_const(frontier).indices();
        const auto distances = std::as_const(frontier).values();
        std::size_t put_off = 0;
        for (std::size_t p = 0; p < vertices.size(); ++p) {
            if (waiting.is_due(distances[p])) continue;
            waiting.put(vertices[p], distances[p]);
            ++put_off;
        }
        if (put_off == vertices.size()) frontier = waiting.next(best);
        else if (put_off > 0) frontier = select(ctx, [&](T x) { return waiting.is_due(x); }, frontier);
    }
    return best;
}

/// The same on a device, where vertices that wait are a vector too: those nearer than a bound are finished, then the bound goes
/// on to beyond the nearest of the others.
template <length T>
vector<T> near_before_far(const context& ctx, const matrix<T>& a, index source, const weights<T>& known,
                          const descriptor& desc) {
    const index n = a.nrows();
    const double edges_of_one = n == 0 ? 1.0 : static_cast<double>(a.nvals()) / static_cast<double>(n);
    const T part = static_cast<T>(static_cast<double>(known.largest) / std::clamp(edges_of_one, 1.0, 64.0));
    const T width = part > T{0} ? part : T{1};
    auto best = vector<T>::full(n, too_far<T>);
    best.set_element(source, T{0});
    vector<T> frontier(n), far(n);
    frontier.set_element(source, T{0});
    for (T bound = width;;) {
        while (frontier.nvals() > 0) {
            relax(ctx, a, best, frontier, known, desc);
            if (desc.method != method::automatic) continue;
            const vector<T> later = select(ctx, value_ge(bound), frontier);
            if (later.nvals() == 0) continue;
            ewise_add(ctx, far, no_mask, no_accum, min{}, far, later);
            frontier = select(ctx, value_lt(bound), frontier);
        }
        if (far.nvals() == 0) return best;
        const T nearest = reduce(ctx, min{}, far);
        bound = lengthened(nearest, width);
        if (!(bound > nearest)) bound = too_far<T>;  // rounding
        frontier = select(ctx, value_lt(bound), far);
        far = select(ctx, value_ge(bound), far);
    }
}

/// Of the paths that are as short as `best` says, those of the fewest edges; of several such, the parent is the smallest.
template <length T>
vector<std::int64_t> parents_of(const context& ctx, const matrix<T>& a, index source, const vector<T>& best) {
    if constexpr (cuda::is_built_in) {
        if (ctx.is_cuda()) {
            return bfs(ctx, device::tight_edges(ctx, a, best), source, {.method = method::dense}).parents;
        }
    }
    const std::span<const T> d = best.values();  // one for each vertex
    const auto on_shortest_path = [d](T weight, index i, index j) {
        const T here = d[static_cast<std::size_t>(i)], there = d[static_cast<std::size_t>(j)];
        return here != too_far<T> && lengthened(here, weight) == there && there != too_far<T>;
    };
    return bfs(ctx, select(ctx, on_shortest_path, a), source, {.method = method::dense}).parents;
}

/// The vertices that are reached.
template <length T>
vector<T> without_unreached(const context& ctx, const vector<T>& best) {
    return select(ctx, value_ne(too_far<T>), best);
}

/// Whether an edge leads from a vertex that is reached to one that is not: its distance does not fit.
template <length T>
bool some_distance_does_not_fit(const context& ctx, const matrix<T>& a, const vector<T>& distances) {
    vector<void> beyond(a.nrows());
    vxm(ctx, beyond, !structure(distances), no_accum, any_pair<bool>, distances, a, {.replace = true});
    return beyond.nvals() > 0;
}

}  // namespace graphblas_gpu::shortest_path
