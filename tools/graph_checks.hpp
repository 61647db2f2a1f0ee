// Needs: a graph, and an answer about it.
// Idea: each answer is checked by the shortest code that is obviously right: textbook algorithms on lists of neighbours, on one
// thread, without products and without other libraries. So these checks are in every build of the tool.
// A function returns what is wrong first, with vertices as positions; an empty line if nothing is.
#pragma once

#include <graphblas_gpu/formats/csr.hpp>
#include <graphblas_gpu/matrix.hpp>
#include <graphblas_gpu/named_value.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace grb {

namespace gb = graphblas_gpu;

/// A label for each vertex.
using vertex_labels = std::vector<std::int64_t>;

/// The components by union-find; each is called by its first vertex.
std::string check_components(const gb::structure_view& a, const vertex_labels& found);

/// The strong components by two depth-first searches (Kosaraju, Sharir); each is called by its first vertex.
std::string check_strong_components(const gb::structure_view& a, const vertex_labels& found);

/// No two members are neighbours, and every other vertex has a neighbour among them.
std::string check_independent_set(const gb::structure_view& a, std::span<const gb::index> members);

/// The labels after `rounds` rounds that count the labels of neighbours, and whether another round would change any.
std::string check_communities(const gb::structure_view& a, const vertex_labels& found, std::int64_t rounds, bool settled);

/// The edges and the weight of Kruskal's forest. Compiled for double and int64.
template <class T>
std::string check_spanning_forest(const gb::matrix<T>& a, const gb::matrix<T>& forest, std::type_identity_t<T> total);

/// The clusters after `iterations` rounds of expansion, inflation and pruning, row by row.
std::string check_clusters(const gb::matrix<double>& a, const vertex_labels& found, std::int64_t iterations, int inflation);

/// Core numbers by taking away a vertex with the fewest neighbours, one after the other.
std::string check_core_numbers(const gb::structure_view& a, const std::vector<std::int64_t>& found);

/// Triangles by the marks of neighbours, and coefficients as quotients of them; `a` is symmetric and without self loops, here
/// and below.
std::string check_clustering(const gb::structure_view& a, const std::vector<std::int64_t>& triangles,
                             const std::vector<double>& coefficients);

/// The same of a graph with directions: edges from one neighbour to another by their marks, and coefficients as quotients.
std::string check_directed_clustering(const gb::structure_view& a, const std::vector<std::int64_t>& edges,
                                      const std::vector<double>& coefficients);

/// The k-truss by dropping edges in too few triangles until there are none. If it has to be the largest one, the next truss has
/// to be empty.
std::string check_truss(const gb::structure_view& a, const gb::matrix<std::int64_t>& found, std::int64_t k, bool is_largest);

/// Similarities by merging the lists of neighbours of both ends of every edge.
std::string check_similarities(const gb::structure_view& a, const gb::matrix<double>& found);

/// One more round of the defining equation changes the ranks by no more than a round may that follows one of this residual.
/// Without rounds the ranks are those to begin with.
struct ranking {
    double damping = 0;
    bool shares_dangling = false;  ///< what vertices without edges have is spread over all vertices
    std::int64_t rounds = 0;
    double residual = 0;  ///< of the last round
    std::span<const double> weights = {};      ///< of the edges; empty: all are equal
    std::vector<double> personalization = {};  ///< where who follows no edge goes; empty: anywhere
    std::vector<double> start = {};            ///< the ranks to begin with, not scaled; empty: all are equal
};
std::string check_ranks(const gb::structure_view& a, const std::vector<double>& found, const ranking& how);

/// What a vertex gets from its distances (algorithms/distance_centrality.hpp).
enum class distance_measure { closeness, harmonic, eccentricity };
inline constexpr gb::detail::value_names<distance_measure::eccentricity> distance_measure_names{"closeness", "harmonic",
                                                                                                "eccentricity"};

/// A search with a queue from every vertex. Sums of reciprocals may differ by the rounding of as many terms as there are
/// vertices.
std::string check_distances(const gb::structure_view& a, const std::vector<double>& found, distance_measure measure);

/// Communities by Louvain: each is called by its first vertex, and the modularity is the one that their edges and degrees give.
std::string check_modularity(const gb::structure_view& a, const vertex_labels& found, double modularity, double resolution);

/// Brandes' algorithm with a queue. Numbers may differ by the rounding of as many sums as there are edges and sources.
std::string check_betweenness(const gb::structure_view& a, std::span<const gb::index> sources, const std::vector<double>& found,
                              bool normalized = false);

/// The same where values are lengths: distances by relaxing edges until none gets shorter (Bellman, Ford), then the vertices in
/// the order of their distances. It gives up on an edge so short that it does not change a distance.
/// @{
std::string check_betweenness(const gb::matrix<std::int64_t>& a, std::span<const gb::index> sources,
                              const std::vector<double>& found, bool normalized);
std::string check_betweenness(const gb::matrix<double>& a, std::span<const gb::index> sources, const std::vector<double>& found,
                              bool normalized);
/// @}

}  // namespace grb
