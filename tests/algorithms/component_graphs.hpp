// Needs: small_graphs.hpp. The graphs that tests of components, communities and spanning trees share, with whole numbers as
// weights.
#pragma once

#include "small_graphs.hpp"
#include <graphblas_gpu/io/read_matrix.hpp>

#include <fstream>

namespace check {

using small_graph = graph;

/// Its matrix, with the weights as floating-point numbers.
inline gb::matrix<double> in_double(const small_graph& g) {
    edge_list<double> out{g.name, g.n, {}};
    for (const auto& [edge, weight] : g.weights) out.weights[edge] = weight;
    return out.matrix();
}

inline small_graph with_both_directions(small_graph g) {
    for (const auto& [edge, weight] : small_graph(g).weights) g.weights[{edge.second, edge.first}] = weight;
    return g;
}

/// The middle is the vertex with the largest number.
inline small_graph star_around_the_last(index n) {
    small_graph g{"star", n, {}};
    for (index v = 0; v + 1 < n; ++v) g.weights[{v, n - 1}] = g.weights[{n - 1, v}] = static_cast<std::int32_t>(v % 5);
    return g;
}

inline small_graph cycle_graph(index n) {
    small_graph g{"directed cycle", n, {}};
    for (index v = 0; v < n; ++v) g.weights[{v, (v + 1) % n}] = 1;
    return g;
}

/// So many complete graphs, each joined to the next one by one edge.
inline small_graph chain_of_cliques(index cliques, index members) {
    small_graph g{"chain of cliques", cliques * members, {}};
    for (index c = 0; c < cliques; ++c) {
        for (index i = 0; i < members; ++i) {
            for (index j = 0; j < members; ++j) {
                if (i != j) g.weights[{c * members + i, c * members + j}] = 1;
            }
        }
        if (c > 0) g.weights[{c * members - 1, c * members}] = g.weights[{c * members, c * members - 1}] = 1;
    }
    return g;
}

/// Those without vertices, edges or neighbours to choose from.
inline std::vector<small_graph> tiny_graphs() {
    return {{"no vertices", 0, {}},
            {"one vertex", 1, {}},
            {"one vertex, self loop", 1, {{{0, 0}, 5}}},
            {"no edges", 7, {}},
            {"self loops alone", 5, {{{1, 1}, 2}, {{4, 4}, 0}}},
            {"one edge, against the order", 3, {{{2, 0}, 1}}},
            {"two vertices, both directions", 2, {{{0, 1}, 1}, {{1, 0}, 1}}}};
}

/// Both directions of every edge.
inline std::vector<small_graph> undirected_graphs() {
    std::vector<small_graph> all = tiny_graphs();
    for (small_graph& g : all) g = with_both_directions(std::move(g));
    all.push_back(with_both_directions(path_graph<std::int32_t>(spec::long_path(200), 3)));
    all.push_back(star_around_the_last(80));
    all.push_back(complete_graph(20));
    all.push_back(chain_of_cliques(5, 6));
    all.push_back(random_graph<std::int32_t>("sparse, undirected", 200, 120, 0, 9, false, 21));
    all.push_back(random_graph<std::int32_t>("middling, undirected", 150, 300, -9, 9, false, 22));
    all.push_back(random_graph<std::int32_t>("dense, undirected", 100, 2000, 0, 99, false, 23));
    return all;
}

inline std::vector<small_graph> directed_graphs() {
    std::vector<small_graph> all = tiny_graphs();
    all.push_back(path_graph<std::int32_t>(spec::long_path(200), 3));
    all.push_back(cycle_graph(60));
    all.push_back(random_graph<std::int32_t>("sparse, directed", 200, 180, 0, 9, true, 31));
    all.push_back(random_graph<std::int32_t>("middling, directed", 150, 300, 0, 9, true, 32));
    all.push_back(random_graph<std::int32_t>("dense, directed", 90, 1500, 0, 9, true, 33));
    return all;
}

/// The values of a vector that has an entry everywhere.
template <class T>
std::vector<T> everywhere(const gb::vector<T>& v) {
    CHECK(v.nvals() == v.size());
    return v.to_entries().values;
}

/// Which vertices can be reached from which, along entries; each from itself.
inline std::vector<std::vector<bool>> reachable(const small_graph& g) {
    const auto n = static_cast<std::size_t>(g.n);
    std::vector<std::vector<bool>> reach(n, std::vector<bool>(n, false));
    std::vector<std::vector<std::size_t>> next(n);
    for (const auto& [edge, weight] : g.weights)
        next[static_cast<std::size_t>(edge.first)].push_back(static_cast<std::size_t>(edge.second));
    for (std::size_t source = 0; source < n; ++source) {
        std::vector<std::size_t> waiting{source};
        reach[source][source] = true;
        while (!waiting.empty()) {
            const std::size_t v = waiting.back();
            waiting.pop_back();
            for (const std::size_t w : next[v]) {
                if (reach[source][w]) continue;
                reach[source][w] = true;
                waiting.push_back(w);
            }
        }
    }
    return reach;
}

/// For each vertex the smallest one that reaches it and that it reaches.
inline std::vector<std::int64_t> smallest_of_mutually_reachable(const small_graph& g) {
    const auto reach = reachable(g);
    std::vector<std::int64_t> smallest;
    for (std::size_t v = 0; v < reach.size(); ++v) {
        std::size_t u = 0;
        while (!reach[v][u] || !reach[u][v]) ++u;
        smallest.push_back(static_cast<std::int64_t>(u));
    }
    return smallest;
}

/// A graph of GRB_TEST_DATA as the file lists it, or nothing and a word about it.
inline std::optional<gb::matrix<void>> data_graph(const gb::context& ctx, const std::string& file) {
    const std::string path = data_folder() + "/" + file;
    if (data_folder().empty() || !std::ifstream(path)) {
        WARN("SKIPPED: " << file << ": GRB_TEST_DATA is not set, or has no such file");
        return std::nullopt;
    }
    return gb::read_matrix<void>(ctx, path);
}

/// The sizes of the groups of vertices with one label, the largest first.
inline std::vector<std::int64_t> sizes_of_groups(const std::vector<std::int64_t>& labels) {
    std::map<std::int64_t, std::int64_t> count;
    for (const std::int64_t label : labels) ++count[label];
    std::vector<std::int64_t> sizes;
    for (const auto& [label, size] : count) sizes.push_back(size);
    std::sort(sizes.rbegin(), sizes.rend());
    return sizes;
}

inline std::int64_t number_of_labels(const std::vector<std::int64_t>& labels) {
    return static_cast<std::int64_t>(std::set<std::int64_t>(labels.begin(), labels.end()).size());
}

}  // namespace check
