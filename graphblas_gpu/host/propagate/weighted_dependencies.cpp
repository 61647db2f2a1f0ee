// The dependencies of searches along edges of any positive length.
//
// Idea: Dijkstra's algorithm settles the vertices in ascending order of their distances, and a vertex that is settled hands its
// number of shortest paths on along every edge that makes another vertex no farther. In the opposite order every vertex then
// gets its share of the dependencies of the vertices behind these edges. Predecessors are not stored: the edges on shortest
// paths are those whose length is the difference of the distances. Searches are independent; their dependencies are added up in
// the order of the sources. Numbers of paths have an exponent of their own, because they may be beyond every double.
// Source: Brandes, "A faster algorithm for betweenness centrality", J. Math. Sociology 25 (2001), section 4.
#include <graphblas_gpu/base/cancellation.hpp>
#include <graphblas_gpu/base/scaled_number.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/host/propagate/weighted_dependencies.hpp>

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <functional>
#include <limits>
#include <queue>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace graphblas_gpu::host {

namespace weighted_search {

/// What one search knows of all vertices. Between searches all vertices are unknown.
template <class Distance>
class search {
  public:
    explicit search(index n)
        : distances_(static_cast<std::size_t>(n), unknown),
          paths_(static_cast<std::size_t>(n)),
          places_(static_cast<std::size_t>(n), unsettled) {}

    /// Writes the dependencies of the search to those of the vertices that are reached; all others are not touched.
    template <class Length>
    void run(const structure_view& edges, const Length* lengths, index source, double* dependencies) {
        settle_all(edges, lengths, source);
        for (std::size_t k = order_.size(); k-- > 0;) {
            if (k % settled_between_looks == 0) base::look_at_call();
            const column_index v = order_[k];
            double sum = 0;
            for (row_offset p = edges.begin(v); p < edges.end(v); ++p) {
                const column_index w = edges.columns[p];
                // The distances of all neighbours are known, and the sum was computed before.
                if (places_[w] > static_cast<index>(k) && distances_[v] + static_cast<Distance>(lengths[p]) == distances_[w])
                    sum += base::product(paths_[v], base::quotient(1 + dependencies[w], paths_[w]));
            }
            dependencies[v] = sum;
        }
        dependencies[source] = 0;
    }

    /// The vertices that the search has reached, in the order of their distances.
    const std::vector<column_index>& reached() const { return order_; }

    void forget() {
        for (const column_index v : order_) {
            distances_[v] = unknown;
            paths_[v] = {};
            places_[v] = unsettled;
        }
        order_.clear();
    }

  private:
    static constexpr Distance unknown = std::numeric_limits<Distance>::max();
    static constexpr index unsettled = -1;
    static constexpr std::size_t settled_between_looks = 1024;

    template <class Length>
    void settle_all(const structure_view& edges, const Length* lengths, index source) {
        distances_[static_cast<std::size_t>(source)] = 0;
        paths_[static_cast<std::size_t>(source)] = {1, 0};
        waiting_.emplace(Distance{0}, static_cast<column_index>(source));
        while (!waiting_.empty()) {
            const column_index v = waiting_.top().second;
            waiting_.pop();
            if (places_[v] != unsettled) continue;  // it was settled at a shorter distance
            paths_[v] = paths_[v].scaled();
            places_[v] = static_cast<index>(order_.size());
            order_.push_back(v);
            if (order_.size() % settled_between_looks == 0) base::look_at_call();
            for (row_offset p = edges.begin(v); p < edges.end(v); ++p) {
                const column_index w = edges.columns[p];
                // In exact arithmetic the path over v to a vertex that is settled is longer than its distance.
                if (places_[w] != unsettled) continue;
                const Distance distance = sum(distances_[v], static_cast<Distance>(lengths[p]));
                if (distance > distances_[w]) continue;
                if (distance < distances_[w]) {
                    distances_[w] = distance;
                    paths_[w] = {};
                    waiting_.emplace(distance, w);
                }
                paths_[w] += paths_[v];
            }
        }
    }

    static Distance sum(Distance distance, Distance length) {
        if (length < unknown - distance) return distance + length;
        throw invalid_value("betweenness: the length of a path is beyond the range of " +
                            std::string(std::integral<Distance> ? "int64" : "double"));
    }

    std::vector<Distance> distances_;
    std::vector<base::scaled_number> paths_;
    std::vector<index> places_;  ///< in order_
    std::vector<column_index> order_;
    using waiting_vertex = std::pair<Distance, column_index>;
    std::priority_queue<waiting_vertex, std::vector<waiting_vertex>, std::greater<>> waiting_;
};

}  // namespace weighted_search

template <class Length>
void accumulate_weighted_dependencies(team& team, const structure_view& outgoing, const Length* lengths,
                                      std::span<const index> sources, double* totals, progress_counters* progress) {
    using distance = std::conditional_t<std::integral<Length>, std::int64_t, double>;
    struct searched {
        weighted_search::search<distance> search;
        std::vector<double> dependencies;
    };
    const auto at_once = std::min(sources.size(), static_cast<std::size_t>(team.size()));
    std::vector<searched> searches;
    for (std::size_t s = 0; s < at_once; ++s)
        searches.push_back(
            {weighted_search::search<distance>(outgoing.nrows), std::vector<double>(static_cast<std::size_t>(outgoing.nrows))});
    while (!sources.empty()) {
        const std::span<const index> now = sources.first(std::min(at_once, sources.size()));
        team.run(static_cast<index>(now.size()), [&](index s, int) {
            searched& one = searches[static_cast<std::size_t>(s)];
            one.search.run(outgoing, lengths, now[static_cast<std::size_t>(s)], one.dependencies.data());
            if (progress != nullptr) ++progress->done;
        });
        for (std::size_t s = 0; s < now.size(); ++s) {
            for (const column_index v : searches[s].search.reached()) totals[v] += searches[s].dependencies[v];
            searches[s].search.forget();
        }
        sources = sources.subspan(now.size());
    }
}
template void accumulate_weighted_dependencies(team&, const structure_view&, const std::int32_t*, std::span<const index>,
                                               double*, progress_counters*);
template void accumulate_weighted_dependencies(team&, const structure_view&, const std::int64_t*, std::span<const index>,
                                               double*, progress_counters*);
template void accumulate_weighted_dependencies(team&, const structure_view&, const float*, std::span<const index>, double*,
                                               progress_counters*);
template void accumulate_weighted_dependencies(team&, const structure_view&, const double*, std::span<const index>, double*,
                                               progress_counters*);

}  // namespace graphblas_gpu::host
