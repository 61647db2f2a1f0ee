// Needs: nothing of the products. Graphs for the tests of algorithms, and checks of their answers.
// Idea: a graph is a plain list of edges; answers are checked against it and against Boost.Graph, which shares no code
// with the library. Parents are checked by what they have to be, not by what some other program chose.
#pragma once

#include "tests/catch.hpp"
#include "tests/engine.hpp"
#include "tests/files.hpp"
#include "tests/library.hpp"

#include <boost/graph/bellman_ford_shortest_paths.hpp>
#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/dijkstra_shortest_paths.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace check {

namespace gb = graphblas_gpu;

/// Each method of products with vectors in turn.
inline gb::method any_method() {
    return GENERATE(gb::method::automatic, gb::method::hash, gb::method::dense, gb::method::dot);
}
using gb::index;

template <class T>
struct edge_list {
    std::string name;
    index n = 0;
    std::map<std::pair<index, index>, T> weights;

    gb::matrix<T> matrix() const {
        std::vector<index> rows, columns;
        std::vector<T> values;
        for (const auto& [edge, weight] : weights) {
            rows.push_back(edge.first);
            columns.push_back(edge.second);
            values.push_back(weight);
        }
        return gb::matrix<T>::from_edges(n, n, rows, columns, values);
    }
    gb::matrix<void> structure() const {
        std::vector<index> rows, columns;
        for (const auto& [edge, weight] : weights) {
            rows.push_back(edge.first);
            columns.push_back(edge.second);
        }
        return gb::matrix<void>::from_edges(n, n, rows, columns);
    }
};

/// `edges` pairs drawn at random, self loops and repetitions included; every third vertex from n / 2 on stays isolated.
template <class T>
edge_list<T> random_graph(std::string name, index n, index edges, T least, T most, bool directed, unsigned seed) {
    std::mt19937_64 random(seed);
    edge_list<T> g{std::move(name), n, {}};
    for (index e = 0; e < edges; ++e) {
        const auto i = static_cast<index>(random() % static_cast<std::uint64_t>(n));
        const auto j = static_cast<index>(random() % static_cast<std::uint64_t>(n));
        const auto span = static_cast<std::uint64_t>(most - least) + 1;
        const T weight = static_cast<T>(least + static_cast<T>(random() % span));
        if (n > 2 && ((i >= n / 2 && i % 3 == 0) || (j >= n / 2 && j % 3 == 0))) continue;
        g.weights[{i, j}] = weight;
        if (!directed) g.weights[{j, i}] = weight;
    }
    return g;
}

/// A path 0 -> 1 -> ... -> n - 1.
template <class T>
edge_list<T> path_graph(index n, T weight) {
    edge_list<T> g{"path", n, {}};
    for (index v = 0; v + 1 < n; ++v) g.weights[{v, v + 1}] = weight;
    return g;
}

/// Weights of both signs but no negative cycle: w + h(i) - h(j) with w >= 0 for random heights h.
template <class T>
edge_list<T> with_heights(edge_list<T> g, T most, unsigned seed) {
    std::mt19937_64 random(seed);
    std::vector<T> height;
    for (index v = 0; v < g.n; ++v) height.push_back(static_cast<T>(random() % (static_cast<std::uint64_t>(most) + 1)));
    for (auto& [edge, weight] : g.weights) {
        weight += height[static_cast<std::size_t>(edge.first)] - height[static_cast<std::size_t>(edge.second)];
    }
    g.name += ", heights";
    return g;
}

template <class T>
struct boost_edge {
    T weight{};
};

template <class T>
using boost_graph = boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, boost_edge<T>>;

template <class T>
boost_graph<T> to_boost(const edge_list<T>& g) {
    std::vector<std::pair<std::size_t, std::size_t>> ends;
    std::vector<boost_edge<T>> weights;
    for (const auto& [edge, weight] : g.weights) {
        ends.emplace_back(edge.first, edge.second);
        weights.push_back({weight});
    }
    return {boost::edges_are_sorted, ends.begin(), ends.end(), weights.begin(), static_cast<std::size_t>(g.n)};
}

/// A vector with a value for each vertex, as Boost writes it.
template <class X, class Graph>
auto by_vertex(std::vector<X>& values, const Graph& b) {
    return boost::make_iterator_property_map(values.begin(), boost::get(boost::vertex_index, b));
}

/// By vertex; nothing where a vertex is not reached.
template <class T>
using reached = std::vector<std::optional<T>>;

template <class T>
reached<std::int32_t> boost_levels(const edge_list<T>& g, index source) {
    const auto b = to_boost(g);
    std::vector<std::int32_t> level(static_cast<std::size_t>(g.n), -1);
    level[static_cast<std::size_t>(source)] = 0;
    boost::breadth_first_search(
        b, static_cast<std::size_t>(source),
        boost::visitor(boost::make_bfs_visitor(boost::record_distances(by_vertex(level, b), boost::on_tree_edge()))));
    reached<std::int32_t> out;
    for (const auto l : level) out.push_back(l < 0 ? std::optional<std::int32_t>() : l);
    return out;
}

/// Non-negative weights.
template <class T>
reached<T> boost_dijkstra(const edge_list<T>& g, index source) {
    const auto b = to_boost(g);
    std::vector<T> distance(static_cast<std::size_t>(g.n));
    boost::dijkstra_shortest_paths(
        b, static_cast<std::size_t>(source),
        boost::weight_map(boost::get(&boost_edge<T>::weight, b)).distance_map(by_vertex(distance, b)));
    reached<T> out;
    for (const T d : distance) out.push_back(d == std::numeric_limits<T>::max() ? std::optional<T>() : d);
    return out;
}

/// Any weights; nothing if a negative cycle can be reached.
template <class T>
std::optional<reached<T>> boost_bellman_ford(const edge_list<T>& g, index source) {
    const auto b = to_boost(g);
    const T far = std::numeric_limits<T>::max();
    std::vector<T> distance(static_cast<std::size_t>(g.n), far);
    distance[static_cast<std::size_t>(source)] = T{0};
    const bool fine = boost::bellman_ford_shortest_paths(
        b, static_cast<int>(g.n),
        boost::weight_map(boost::get(&boost_edge<T>::weight, b)).distance_map(by_vertex(distance, b)));
    if (!fine) return std::nullopt;
    reached<T> out;
    for (const T d : distance) out.push_back(d == far ? std::optional<T>() : d);
    return out;
}

template <class T>
reached<T> as_reached(const gb::vector<T>& v) {
    reached<T> out(static_cast<std::size_t>(v.size()));
    const auto entries = v.to_entries();
    for (std::size_t n = 0; n < entries.indices.size(); ++n) {
        out[static_cast<std::size_t>(entries.indices[n])] = entries.values[n];
    }
    return out;
}

template <class T>
reached<T> row_as_reached(const gb::matrix<T>& m, index row) {
    reached<T> out(static_cast<std::size_t>(m.ncols()));
    for (auto p = m.row_offsets()[static_cast<std::size_t>(row)];
         p < m.row_offsets()[static_cast<std::size_t>(row) + 1]; ++p) {
        out[m.columns()[static_cast<std::size_t>(p)]] = m.values()[static_cast<std::size_t>(p)];
    }
    return out;
}

/// What is wrong with `parents` as a tree of shortest paths of these distances; empty if nothing. Every reached vertex
/// but the source hangs on an edge that is exactly as long as the difference of distances, and comes to the source by
/// going up.
template <class T, class Weight>
std::string tree_fault(const edge_list<T>& g, index source, const reached<Weight>& distances,
                       const reached<std::int64_t>& parents, bool unit_weights) {
    const auto text = [](index v) { return std::to_string(v); };
    for (index v = 0; v < g.n; ++v) {
        const auto at = static_cast<std::size_t>(v);
        if (distances[at].has_value() != parents[at].has_value())
            return "vertex " + text(v) + ": only one of distance, parent";
        if (!parents[at]) continue;
        const index p = *parents[at];
        if (p < 0 || p >= g.n) return "vertex " + text(v) + ": parent " + text(p) + " does not exist";
        if (v == source) {
            if (p != source) return "the source is not its own parent";
            continue;
        }
        const auto edge = g.weights.find({p, v});
        if (edge == g.weights.end()) return "vertex " + text(v) + ": no edge from its parent " + text(p);
        const auto& above = distances[static_cast<std::size_t>(p)];
        if (!above) return "vertex " + text(v) + ": its parent " + text(p) + " is not reached";
        const Weight length = unit_weights ? Weight{1} : static_cast<Weight>(edge->second);
        if (static_cast<Weight>(*above + length) != *distances[at])
            return "vertex " + text(v) + ": its edge has another length";
        index steps = 0;
        for (index u = v; u != source; u = *parents[static_cast<std::size_t>(u)]) {
            if (++steps > g.n) return "vertex " + text(v) + ": its parents go round";
            if (!parents[static_cast<std::size_t>(u)]) return "vertex " + text(v) + ": its parents end elsewhere";
        }
    }
    return "";
}

/// The smallest vertex of the level above with an edge to it, for each vertex: what bfs promises.
template <class T>
reached<std::int64_t> smallest_parents(const edge_list<T>& g, index source, const reached<std::int32_t>& levels) {
    reached<std::int64_t> out(static_cast<std::size_t>(g.n));
    for (const auto& [edge, weight] : g.weights) {
        const auto [i, j] = edge;
        const auto& from = levels[static_cast<std::size_t>(i)];
        const auto& to = levels[static_cast<std::size_t>(j)];
        auto& parent = out[static_cast<std::size_t>(j)];
        if (from && to && *from + 1 == *to && (!parent || i < *parent)) parent = i;
    }
    out[static_cast<std::size_t>(source)] = source;
    return out;
}

/// Triangles by intersecting the neighbours of both ends of every edge.
template <class T>
std::int64_t triangles_by_intersection(const edge_list<T>& g) {
    std::vector<std::set<index>> neighbours(static_cast<std::size_t>(g.n));
    for (const auto& [edge, weight] : g.weights) {
        if (edge.first == edge.second) continue;
        neighbours[static_cast<std::size_t>(edge.first)].insert(edge.second);
        neighbours[static_cast<std::size_t>(edge.second)].insert(edge.first);
    }
    std::int64_t ends = 0;
    for (index u = 0; u < g.n; ++u) {
        for (const index v : neighbours[static_cast<std::size_t>(u)]) {
            if (v < u) continue;
            for (const index w : neighbours[static_cast<std::size_t>(v)]) {
                ends += w > v && neighbours[static_cast<std::size_t>(u)].contains(w);
            }
        }
    }
    return ends;
}

using test_files::data_folder;

}  // namespace check
