// Dijkstra's algorithm from one end of a path or from both, for edges of every type.
#include <algorithms/path_between.hpp>
#include <graphblas_gpu/error.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <queue>
#include <string>
#include <utility>

namespace graphblas_gpu::paths {

/// A search from one end. Not in an unnamed namespace: lambdas in between(), which other sources may see by name, capture it.
template <class T>
class search_from_end {
  public:
    using length = path_length<T>;
    static constexpr length unknown = std::numeric_limits<length>::max();

    search_from_end(const csr_view<T>& a, index from)
        : a_(a), parents_(static_cast<std::size_t>(a.nrows)), distances_(parents_.size(), unknown) {
        distances_[static_cast<std::size_t>(from)] = 0;
        parents_[static_cast<std::size_t>(from)] = static_cast<column_index>(from);
        waiting_.emplace(length{0}, static_cast<column_index>(from));
    }

    length distance(column_index v) const { return distances_[v]; }

    /// The distance of the vertex that would be settled next, or `unknown`.
    length next() {
        // Vertices that were settled at a shorter distance wait no more.
        while (!waiting_.empty() && waiting_.top().first > distances_[waiting_.top().second]) waiting_.pop();
        return waiting_.empty() ? unknown : waiting_.top().first;
    }

    /// Settles the next vertex; met(v) is called for each vertex v that it brings nearer.
    template <class Met>
    void settle(Met&& met) {
        const auto [distance, v] = waiting_.top();
        waiting_.pop();
        for (row_offset p = a_.begin(v); p < a_.end(v); ++p) {
            const column_index w = a_.columns[p];
            const length farther = sum(distance, length_of(v, p));
            if (farther >= distances_[w]) continue;
            distances_[w] = farther;
            parents_[w] = v;
            waiting_.emplace(farther, w);
            met(w);
        }
    }

    /// The vertices from v back to where the search began.
    std::vector<index> way_back(column_index v) const {
        std::vector<index> vertices{v};
        while (parents_[v] != v) vertices.push_back(v = parents_[v]);
        return vertices;
    }

    static length sum(length x, length y) {
        if (y < unknown - x) return x + y;
        throw invalid_value(std::string("path_between: the length of a path is beyond the range of ") +
                            (std::is_integral_v<length> ? "int64" : "double"));
    }

  private:
    length length_of(column_index v, row_offset p) const {
        if constexpr (std::is_void_v<T>) {
            return 1;
        } else {
            const auto x = static_cast<length>(a_.values[p]);
            if (x >= 0 && x < std::numeric_limits<length>::max()) return x;
            throw invalid_value("path_between: the length of the edge between " + std::to_string(v) + " and " +
                                std::to_string(a_.columns[p]) + " is " + std::to_string(x) +
                                "; it must be finite and not negative");
        }
    }

    const csr_view<T> a_;
    std::vector<column_index> parents_;
    std::vector<length> distances_;
    using waiting_vertex = std::pair<length, column_index>;
    std::priority_queue<waiting_vertex, std::vector<waiting_vertex>, std::greater<>> waiting_;
};

template <class T>
path<path_length<T>> between(const running_call& call, const csr_view<T>& a, bool symmetric, index source, index target) {
    using length = path_length<T>;
    search_from_end<T> from_source(a, source), from_target(a, target);
    length shortest = source == target ? 0 : search_from_end<T>::unknown;
    auto middle = static_cast<column_index>(target);
    for (index settled = 0;; ++settled) {
        constexpr index between_looks = 1 << 12;
        if (settled % between_looks == 0) call.look();
        const length ahead = from_source.next(), behind = symmetric ? from_target.next() : 0;
        if (ahead == search_from_end<T>::unknown || behind == search_from_end<T>::unknown || ahead >= shortest - behind) break;
        search_from_end<T>& goes_on = symmetric && behind < ahead ? from_target : from_source;
        const search_from_end<T>& other = &goes_on == &from_source ? from_target : from_source;
        goes_on.settle([&](column_index v) {
            if (other.distance(v) == search_from_end<T>::unknown) return;
            const length whole = search_from_end<T>::sum(goes_on.distance(v), other.distance(v));
            if (whole >= shortest) return;
            shortest = whole;
            middle = v;
        });
    }
    if (shortest == search_from_end<T>::unknown) return {};
    std::vector<index> vertices = from_source.way_back(middle);
    std::reverse(vertices.begin(), vertices.end());
    const std::vector<index> rest = from_target.way_back(middle);
    vertices.insert(vertices.end(), rest.begin() + 1, rest.end());
    return {shortest, std::move(vertices)};
}

#define GB_INSTANCE(T) template path<path_length<T>> between(const running_call&, const csr_view<T>&, bool, index, index);
GB_INSTANCE(void)
GB_INSTANCE(std::int32_t)
GB_INSTANCE(std::int64_t)
GB_INSTANCE(float)
GB_INSTANCE(double)
#undef GB_INSTANCE

}  // namespace graphblas_gpu::paths
