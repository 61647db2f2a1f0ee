// Idea: graphs and matrices of known shape for tests and benchmarks. The same arguments give the same entries on every machine
// and for every number of threads: random numbers are computed from a counter and need no state (counter_random.hpp), and no
// floating-point function is used between a random number and an edge.
// Source: R-MAT: Chakrabarti, Zhan, Faloutsos, R-MAT: A Recursive Model for Graph Mining (SDM 2004), with the
// parameters of the Graph500 specification, section 3;
// uniform: Erdos, Renyi, On Random Graphs I (1959), the model with n vertices and m edges;
// power law: the static model of Goh, Kahng, Kim, Universal Behavior of Load Distribution in Scale-Free Networks,
// Phys. Rev. Lett. 87 (2001).
#pragma once

#include <graphblas_gpu/formats/coordinates.hpp>

#include <cstdint>

namespace graphblas_gpu {

// All generators return entries sorted by row and column, without duplicates, and throw invalid_value for sizes that are not
// those of a graph or exceed max_side. `threads` <= 0 means all hardware threads.

/// One of several parts of a generated matrix, for programs whose processes each make their own: an equal share of the edges
/// that are drawn, or of the rows. All parts together have the entries of the whole; an edge that is drawn twice may be in two
/// of them. A part has the shape of the whole.
struct graph_part {
    int number = 0, count = 1;
};

/// The options of rmat.
struct rmat_options {
    std::uint64_t seed = 1;
    double a = 0.57, b = 0.19, c = 0.19;  ///< the probabilities of three quadrants; the fourth quadrant has the rest
    bool scramble = true;  ///< renumber the vertices at random; otherwise vertices with small ids have the high degrees
    int threads = 1;
    graph_part part = {};
};

/// 2^scale vertices; edge_factor * 2^scale edges are drawn. The graph is undirected: symmetric, without self loops. An edge
/// that is drawn twice is one edge, and self loops are dropped, so that the graph has fewer edges than were drawn. Pattern.
coordinates rmat(int scale, index edge_factor, const rmat_options& options = {});

/// n vertices and exactly floor(n * degree / 2) undirected edges. All sets of edges are equally likely, up to the quality of
/// the hash. Symmetric, no self loops. Pattern.
coordinates uniform(index n, double degree, std::uint64_t seed, int threads = 1, const graph_part& part = {});

/// The graph uniform(n, degree, seed), whose vertex v is called v * stride; the other vertices have no edges. With a power of
/// two as its stride it is hard on hash tables that take the lower bits of a column.
coordinates strides(index n, double degree, index stride, std::uint64_t seed, int threads = 1, const graph_part& part = {});

/// Directed; in- and out-degrees follow power laws with exponent 2.5, and vertices with high in-degrees differ from vertices
/// with high out-degrees. n * degree edges are drawn; duplicates and self loops are dropped. Pattern.
coordinates powerlaw(index n, index degree, std::uint64_t seed, int threads = 1, const graph_part& part = {});

/// The n x n grid, each vertex joined to its 4 neighbours, no diagonal. Pattern.
coordinates grid2d(index n, const graph_part& part = {});

/// The 5-point Laplacian of the n x n grid: 4 on the diagonal, -1 for each neighbour. Integers.
coordinates stencil5(index n, const graph_part& part = {});

/// The 9-point Laplacian of the same grid, corners included: 8 on the diagonal, -1 for each neighbour. Integers.
coordinates stencil9(index n, const graph_part& part = {});

/// The 7-point and the 27-point Laplacian of the n x n x n grid: 6 and 26 on the diagonal, -1 for each neighbour. Integers.
/// @{
coordinates stencil7(index n, const graph_part& part = {});
coordinates stencil27(index n, const graph_part& part = {});
/// @}

/// An n x n matrix with all positions at most half_width off the diagonal. Pattern.
coordinates band(index n, index half_width, const graph_part& part = {});

/// nblocks x nblocks dense blocks of the given size, with about average_blocks blocks in each row of blocks, on and near the
/// diagonal, as in a finite-element matrix. Symmetric, with its diagonal. Pattern.
coordinates blocks(index nblocks, index block_size, double average_blocks, std::uint64_t seed, const graph_part& part = {});

/// A weight from 1 to 255 for the edge {u, v}, the same in both directions.
std::int64_t edge_weight(index u, index v, std::uint64_t seed);

/// Gives each entry (i, j) the integer edge_weight(i, j, seed).
void assign_random_weights(coordinates& entries, std::uint64_t seed);

}  // namespace graphblas_gpu
