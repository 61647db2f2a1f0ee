// Small graphs as sets of edges, for tests of propagate.
#pragma once

#include "trial.hpp"

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace spec {

struct graph {
    std::string name;
    index n = 0;
    std::set<std::pair<index, index>> edges;

    bool is_symmetric() const {
        return std::all_of(edges.begin(), edges.end(), [&](const auto& e) { return edges.contains({e.second, e.first}); });
    }
    gb::matrix<void> structure(bool transposed) const {
        std::vector<index> from, to;
        for (const auto& [i, j] : edges) {
            from.push_back(transposed ? j : i);
            to.push_back(transposed ? i : j);
        }
        return gb::matrix<void>::from_edges(n, n, from, to);
    }
    /// Lengths from 1 to 9 that the edge alone decides.
    gb::matrix<std::int32_t> lengths() const {
        std::vector<index> from, to;
        std::vector<std::int32_t> length;
        for (const auto& [i, j] : edges) {
            from.push_back(i);
            to.push_back(j);
            length.push_back(static_cast<std::int32_t>((7 * i + 3 * j) % 9 + 1));
        }
        return gb::matrix<std::int32_t>::from_edges(n, n, from, to, length);
    }
};

inline graph random_one(const std::string& name, index n, index edges, bool both_ways, std::uint64_t seed) {
    graph g{name, n, {}};
    random r(seed);
    for (index e = 0; e < edges; ++e) {
        const index i = r.below(n), j = r.below(n);
        g.edges.insert({i, j});
        if (both_ways) g.edges.insert({j, i});
    }
    return g;
}

/// Rows of some hundred edges, beside vertices with one edge or none.
inline graph hubs(index n) {
    graph g{"hubs", n, {}};
    for (index v = 1; v < n - 3; ++v) {
        for (const index hub : {index{0}, n / 2}) {
            if (v % 2 == 0 && hub > 0) continue;
            g.edges.insert({hub, v});
            g.edges.insert({v, hub});
        }
    }
    return g;
}

inline graph path(index n) {
    graph g{"path", n, {}};
    for (index v = 0; v + 1 < n; ++v) {
        g.edges.insert({v, v + 1});
        g.edges.insert({v + 1, v});
    }
    return g;
}

/// Graphs of every kind that a search treats in its own way.
inline std::vector<graph> graphs() {
    return {{"one vertex", 1, {}},
            {"loop", 1, {{0, 0}}},
            {"no edges", 70, {}},
            path(80),
            hubs(700),
            random_one("sparse, directed", 300, 500, false, 1),
            random_one("dense, directed", 90, 2500, false, 2),
            random_one("sparse, both ways", 300, 300, true, 3),
            random_one("dense, both ways", 700, 6000, true, 4)};
}

}  // namespace spec
