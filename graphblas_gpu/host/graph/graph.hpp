// What graph algorithms need on the threads of a team beyond the operations: connected components, maximal independent sets,
// core numbers and damped random walks. The sources tell how each is computed.
#pragma once

#include <graphblas_gpu/base/graph/peeling.hpp>
#include <graphblas_gpu/base/graph/random_walk.hpp>
#include <graphblas_gpu/formats/csr.hpp>
#include <graphblas_gpu/progress.hpp>

#include <cstdint>

namespace graphblas_gpu::host {

class team;

/// Writes the smallest vertex of its component for each vertex of a square A to labels[0 .. nrows - 1], and returns the number
/// of components. `symmetric`: A is known to have both directions of every edge, so that the rows of the largest tree can be
/// skipped. O(nvals + nrows) in practice.
std::int64_t connected_components(team& team, const structure_view& a, bool symmetric, std::int64_t* labels);

/// The members of the set that base/graph/independent_set.hpp defines, as a row. A must be symmetric. O(nvals + nrows) a round;
/// the number of rounds is about the logarithm of nrows.
csr<void> independent_set(team& team, const structure_view& a, std::uint64_t seed);

/// Writes the core numbers of the vertices of a symmetric A without a diagonal to numbers[0 .. nrows - 1]. progress.done counts
/// vertices. O(nvals + nrows), and for each core number that occurs the vertices that are left.
base::peeling_end core_numbers(team& team, const structure_view& a, std::int64_t* numbers, progress_counters& progress);

/// Writes the shares of all vertices to shares[0 .. n - 1], n > 0. Row i of `outgoing` lists the edges that leave vertex i, row
/// j of `incoming` the vertices from which an edge leads to j. The shares are the same to the bit for any number of threads.
/// O(nvals + n) a round. Compiled for float and double.
template <class Share>
base::walk_end random_walk(team& team, const structure_view& outgoing, const structure_view& incoming,
                           const random_walk_options& walk, Share* shares);

}  // namespace graphblas_gpu::host
