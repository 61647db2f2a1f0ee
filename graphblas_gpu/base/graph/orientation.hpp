// Reading a square matrix as an undirected graph, on either engine: which way an edge points, and whether the matrix is such a
// graph at all.
//
// Idea: an edge points to the endpoint of larger degree. Whether the structure is symmetric follows from one sum in the same
// pass: f'(U - L)f, where U and L are the parts of A above and below the diagonal and f gives every vertex an odd 64-bit
// number. The sum is 0 (mod 2^64) for a symmetric structure. For another structure it is 0 by an accident whose chance is about
// 2^-63. Unlike a search for mirror entries, the sum reads nothing but the entries in their order. A device tests matrices with
// values in the same way: the hash of a value is one more factor, and a second sum has other numbers. Source: the order by
// degree: Chiba, Nishizeki, "Arboricity and subgraph listing algorithms", SIAM J. Comput. 14 (1985). The sum: Freivalds,
// "Probabilistic machines can use less running time", IFIP Congress (1977), who tests products of matrices by a random vector.
#pragma once

#include <graphblas_gpu/base/counter_random.hpp>
#include <graphblas_gpu/base/types.hpp>

#include <cstdint>

namespace graphblas_gpu::base {

/// Whether the edge between i and j points from i to j: to the larger degree, or to the larger number if degrees are equal.
GB_HD constexpr bool points_from(index i, row_offset degree_of_i, index j, row_offset degree_of_j) {
    return degree_of_i < degree_of_j || (degree_of_i == degree_of_j && i < j);
}

/// The number f(v) of a vertex. It is odd, so that no product of two of them is 0.
GB_HD constexpr std::uint64_t vertex_weight(index v) {
    return mix_bits((static_cast<std::uint64_t>(v) + 1) * 0x9e3779b97f4a7c15) | 1;
}

/// What entry (i, j) adds to the sum of row i, which is multiplied by f(i) in the end.
GB_HD constexpr std::uint64_t mirror_term(index i, index j) {
    const std::uint64_t weight = vertex_weight(j);
    return i < j ? weight : j < i ? 0 - weight : 0;
}

/// What one pass over the entries finds beside the edges.
struct orientation_facts {
    std::uint64_t mirror_sum = 0;  ///< 0 if the structure is symmetric
    index self_loops = 0;          ///< entries of the diagonal
};

}  // namespace graphblas_gpu::base
