// Needs: nothing of the library's algorithms.
// Idea: small graphs for tests, and a graph as the set of neighbours of each vertex, from which answers can be counted in the
// most obvious way.
#pragma once

#include "check.hpp"

#include <cmath>
#include <set>
#include <vector>

namespace check {

using graph = edge_list<std::int32_t>;
using neighbours = std::vector<std::set<index>>;

/// Edges in either direction, without self loops.
inline neighbours neighbours_of(const graph& g) {
    neighbours of(static_cast<std::size_t>(g.n));
    for (const auto& [edge, weight] : g.weights) {
        if (edge.first == edge.second) continue;
        of[static_cast<std::size_t>(edge.first)].insert(edge.second);
        of[static_cast<std::size_t>(edge.second)].insert(edge.first);
    }
    return of;
}

inline void join(graph& g, index i, index j) { g.weights[{i, j}] = g.weights[{j, i}] = 1; }

inline graph complete_graph(index n) {
    graph g{"complete", n, {}};
    for (index i = 0; i < n; ++i) {
        for (index j = i + 1; j < n; ++j) join(g, i, j);
    }
    return g;
}

/// All others are joined to vertex 0.
inline graph star_graph(index n) {
    graph g{"star", n, {}};
    for (index v = 1; v < n; ++v) join(g, 0, v);
    return g;
}

/// A star whose other vertices are a cycle.
inline graph wheel_graph(index n) {
    graph g = star_graph(n);
    g.name = "wheel";
    for (index v = 1; v < n; ++v) join(g, v, v + 1 < n ? v + 1 : 1);
    return g;
}

/// Complete graphs with 3, 4, ... `largest` vertices, each joined to the one before by an edge.
inline graph chain_of_complete_graphs(index largest) {
    graph g{"complete graphs in a chain", 0, {}};
    for (index size = 3; size <= largest; ++size) {
        for (index i = 0; i < size; ++i) {
            for (index j = 0; j < i; ++j) join(g, g.n + i, g.n + j);
        }
        if (g.n > 0) join(g, g.n - 1, g.n);
        g.n += size;
    }
    return g;
}

/// Zachary's karate club (1977): 34 vertices, 78 edges.
inline graph karate_club() {
    graph g{"karate club", 34, {}};
    const std::vector<std::vector<index>> smaller = {
        {},           {0},       {0, 1},    {0, 1, 2},     {0},       {0},         {0, 4, 5},   {0, 1, 2, 3},  {0, 2},
        {2},          {0, 4, 5}, {0},       {0, 3},        {0, 1, 2, 3}, {},       {},          {5, 6},        {0, 1},
        {},           {0, 1},    {},        {0, 1},        {},        {},          {},          {23, 24},      {},
        {2, 23, 24},  {2},       {23, 26},  {1, 8},        {0, 24, 25, 28}, {2, 8, 14, 15, 18, 20, 22, 23, 29, 30, 31},
        {8, 9, 13, 14, 15, 18, 19, 20, 22, 23, 26, 27, 28, 29, 30, 31, 32}};
    for (std::size_t v = 0; v < smaller.size(); ++v) {
        for (const index u : smaller[v]) join(g, static_cast<index>(v), u);
    }
    return g;
}

/// Small graphs of many kinds, directed ones and self loops among them.
inline std::vector<graph> small_graphs() {
    std::vector<graph> all;
    all.push_back({"empty", 0, {}});
    all.push_back({"one vertex", 1, {}});
    all.push_back({"one vertex, self loop", 1, {{{0, 0}, 5}}});
    all.push_back({"no edges", 7, {}});
    all.push_back({"one edge and self loops", 4, {{{0, 0}, 1}, {{2, 1}, 0}, {{3, 3}, 1}}});
    all.push_back(path_graph<std::int32_t>(30, 1));
    all.push_back(star_graph(25));
    all.push_back(complete_graph(12));
    all.push_back(wheel_graph(40));
    all.push_back(chain_of_complete_graphs(7));
    all.push_back(karate_club());
    all.push_back(random_graph<std::int32_t>("sparse, directed", 150, 400, 0, 9, true, 1));
    all.push_back(random_graph<std::int32_t>("sparse, undirected", 150, 300, 0, 9, false, 2));
    all.push_back(random_graph<std::int32_t>("dense, directed", 70, 1500, 0, 9, true, 3));
    all.push_back(random_graph<std::int32_t>("dense, undirected", 70, 1000, 0, 9, false, 4));
    return all;
}

/// Every vertex has a value, and the largest difference is returned.
inline double largest_difference(const gb::vector<double>& found, const std::vector<double>& expected) {
    const auto values = as_reached(found);
    REQUIRE(values.size() == expected.size());
    double largest = 0;
    for (std::size_t v = 0; v < expected.size(); ++v) {
        REQUIRE_EACH(values[v].has_value());
        largest = std::max(largest, std::abs(*values[v] - expected[v]));
    }
    return largest;
}

}  // namespace check
