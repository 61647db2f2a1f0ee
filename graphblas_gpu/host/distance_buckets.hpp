// The buckets of delta-stepping: vertices of a shortest-path search that wait until all nearer ones are finished.
//
// Idea: a bucket is as wide as the longest edge divided by the average degree, and is a list of vertices with their distances.
// Source: Meyer, Sanders, "Delta-stepping: a parallelizable shortest path algorithm", J. Algorithms 49 (2003).
#pragma once

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include <graphblas_gpu/select.hpp>

namespace graphblas_gpu::host {

/// Which bucket a distance belongs to. Any non-decreasing function would be correct; this one is cheap.
template <class T>
class bucket_width {
  public:
    explicit bucket_width(double width) {
        if constexpr (std::integral<T>) shift_ = std::bit_width(static_cast<std::uint64_t>(std::max(width, 1.0))) - 1;
        else inverse_ = 1.0 / std::max(width, 1e-290);  // keeps the quotient finite where all edges are nearly 0
    }

    index bucket_of(T distance) const {
        if constexpr (std::integral<T>) return static_cast<index>(distance) >> shift_;
        else return static_cast<index>(static_cast<double>(distance) * inverse_);
    }

  private:
    int shift_ = 0;
    double inverse_ = 1;
};

/// Buckets of vertices, reused cyclically: no waiting distance exceeds the current bucket by more than the longest edge. A
/// vertex whose distance shrinks while it waits is inserted again, and its old entry is dropped when the old bucket is reached.
template <class T>
class distance_buckets {
  public:
    /// `offsets`: the row offsets of the matrix, whose values lie between 0 and `longest`.
    distance_buckets(std::span<const row_offset> offsets, double longest)
        : offsets_(offsets), width_(longest / degree_of(offsets)),
          buckets_(static_cast<std::size_t>(width_.bucket_of(static_cast<T>(std::min(longest, most)))) + 3) {}

    /// `frontier` has the vertices whose distance shrank in the last round, with their distances. Vertices that belong to a
    /// later bucket than the current one are moved to that bucket. If no vertex is left, the frontier becomes the next bucket
    /// that holds a vertex; it is empty when no vertex waits. `best` has the distances of all vertices.
    void exchange(const context& ctx, const vector<T>& best, vector<T>& frontier) {
        const auto vertices = std::as_const(frontier).indices();
        const auto distances = std::as_const(frontier).values();
        const auto is_due = [&](T x) { return width_.bucket_of(x) <= current_; };
        std::size_t put_off = 0;
        for (std::size_t p = 0; p < vertices.size(); ++p) {
            if (is_due(distances[p])) continue;
            insert({vertices[p], distances[p]});
            ++put_off;
        }
        if (put_off == vertices.size()) frontier = next_bucket(best);
        else if (put_off > 0) frontier = select(ctx, is_due, frontier);
    }

  private:
    static constexpr double most = static_cast<double>(std::numeric_limits<T>::max()) / 2;

    static double degree_of(std::span<const row_offset> offsets) {
        constexpr double most_that_counts = 64;
        const auto n = static_cast<double>(offsets.size() - 1);
        return std::clamp(n == 0 ? 1.0 : static_cast<double>(offsets.back()) / n, 1.0, most_that_counts);
    }

    struct entry {
        column_index vertex;
        T distance;
    };

    void insert(entry x) {
        buckets_[static_cast<std::size_t>(width_.bucket_of(x.distance)) % buckets_.size()].push_back(x);
        ++count_;
    }

    /// Advances to the next bucket that holds a vertex, and to the bucket after it if both have too few edges to be worth a
    /// step each. Takes the vertices out of these buckets and returns them; the result is empty if no vertex waits.
    vector<T> next_bucket(const vector<T>& best) {
        due_.clear();
        row_offset edges = 0;
        index last = 0;
        while (count_ > 0 && (due_.empty() || current_ < last)) {
            auto& bucket = buckets_[static_cast<std::size_t>(current_ + 1) % buckets_.size()];
            const std::size_t before = bucket.size();
            std::erase_if(bucket, [&](const entry& x) { return *best.get_element(x.vertex) != x.distance; });
            count_ -= before - bucket.size();
            for (const entry& x : bucket) edges += offsets_[std::size_t{x.vertex} + 1] - offsets_[x.vertex];
            if (!due_.empty() && edges > enough_for_a_step) break;
            if (due_.empty()) last = current_ + most_at_once;
            count_ -= bucket.size();
            due_.insert(due_.end(), bucket.begin(), bucket.end());
            bucket.clear();
            ++current_;
        }
        vector<T> due(best.size());
        // For few vertices, sorting them is cheaper than laying the vector out as an array.
        if (static_cast<index>(due_.size()) > best.size() / 4096 + 16) due.make_dense();
        for (const entry& x : due_) due.set_element(x.vertex, x.distance);
        return due;
    }

    /// Starting a step takes about as long as relaxing this many edges.
    static constexpr row_offset enough_for_a_step = 4096;
    /// With more buckets at once, the hubs of a power-law graph, which are near to every vertex, are relaxed before their
    /// distance is final. Measured on one thread: 2, 4 and 8 take 150, 144 and 124 ms on the 1000 x 1000 grid, but 10, 12 and
    /// 12 ms on R-MAT, scale 16, edge factor 16; single buckets take 219 and 10 ms.
    static constexpr index most_at_once = 2;

    std::span<const row_offset> offsets_;
    bucket_width<T> width_;
    index current_ = 0;
    std::size_t count_ = 0;
    std::vector<std::vector<entry>> buckets_;
    std::vector<entry> due_;
};

}  // namespace graphblas_gpu::host
