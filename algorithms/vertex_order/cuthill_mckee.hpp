// The reverse Cuthill-McKee order: every vertex gets a number near those of its neighbours.
//
// Needs: a symmetric structure without self loops.
// Idea: a breadth-first search from one end of the graph, which visits neighbours by ascending degree; the order is then
// reversed.
// Source: Cuthill, McKee, "Reducing the bandwidth of sparse symmetric matrices" (ACM 1969); George, "Computer implementation
// of the finite element method" (Stanford 1971), who reversed it; the vertex to start from: George, Liu, "An
// implementation of a pseudoperipheral node finder", ACM TOMS 5 (1979).
#pragma once

#include <algorithms/vertex_order/neighbours.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace graphblas_gpu::ordering {

/// Breadth-first searches that count levels; each search clears the marks of the search before it.
class level_search {
  public:
    level_search(const running_call& call, const graph& g)
        : call_(call), g_(g), level_(static_cast<std::size_t>(g.size()), unseen) {}

    /// A vertex at one end of the graph. The next search begins at the vertex of least degree on the last level, as long as
    /// this gives more levels. The number of searches is bounded, because each of them may add only one level.
    index far_end(index start) {
        constexpr int max_searches = 8;
        index depth = -1, end = start;
        for (int search = 0; search < max_searches; ++search) {
            const index reached = run(end);
            if (reached <= depth) break;
            depth = reached;
            end = min_degree_on_last_level();
        }
        return end;
    }

  private:
    static constexpr index unseen = -1;

    /// Searches from `start`; returns the number of the last level.
    index run(index start) {
        for (const index v : queue_) level_[static_cast<std::size_t>(v)] = unseen;
        queue_.assign(1, start);
        level_[static_cast<std::size_t>(start)] = 0;
        for (std::size_t next = 0; next < queue_.size(); ++next) {
            if (next % vertices_between_looks == vertices_between_looks - 1) call_.look();
            const index v = queue_[next];
            for (const column_index u : g_.neighbours(v)) {
                if (level_[u] != unseen) continue;
                level_[u] = level_[static_cast<std::size_t>(v)] + 1;
                queue_.push_back(u);
            }
        }
        return level_of(queue_.back());
    }
    index level_of(index v) const { return level_[static_cast<std::size_t>(v)]; }
    index min_degree_on_last_level() const {
        index best = queue_.back();
        for (auto v = queue_.rbegin(); v != queue_.rend() && level_of(*v) == level_of(queue_.back()); ++v) {
            if (std::pair(g_.degree(*v), *v) < std::pair(g_.degree(best), best)) best = *v;
        }
        return best;
    }

    const running_call& call_;
    const graph& g_;
    std::vector<index> level_;
    std::vector<index> queue_;
};

/// The reverse Cuthill-McKee order of all vertices: components one after the other, isolated vertices last.
inline std::vector<index> reverse_cuthill_mckee(const running_call& call, const graph& g) {
    const auto smaller = [&](index x, index y) { return std::pair(g.degree(x), x) < std::pair(g.degree(y), y); };
    level_search search(call, g);
    std::vector<bool> seen(static_cast<std::size_t>(g.size()), false);
    std::vector<index> order;
    order.reserve(seen.size());
    const auto visit = [&](index v) {
        if (seen[static_cast<std::size_t>(v)]) return;
        seen[static_cast<std::size_t>(v)] = true;
        order.push_back(v);
    };
    for (const index start : sorted_vertices(call, g.size(), smaller)) {
        if (seen[static_cast<std::size_t>(start)]) continue;
        std::size_t next = order.size();
        visit(search.far_end(start));
        for (; next < order.size(); ++next) {
            if (next % vertices_between_looks == vertices_between_looks - 1) call.look();
            const auto first_new = static_cast<std::ptrdiff_t>(order.size());
            for (const column_index u : g.neighbours(order[next])) visit(u);
            std::sort(order.begin() + first_new, order.end(), smaller);
        }
    }
    std::reverse(order.begin(), order.end());
    return order;
}

}  // namespace graphblas_gpu::ordering
