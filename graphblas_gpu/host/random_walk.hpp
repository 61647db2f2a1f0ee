// A damped random walk on the threads of a team.
//
// Idea: a round is one pass over the vertices: each one sums up what its incoming edges bring, and writes what it will move
// along its own edges in the next round. Shares are summed in ascending order of the vertices they come from, as products of a
// matrix and a vector are.
// Source: formats/random_walk.hpp.
#pragma once

#include <graphblas_gpu/formats/csr.hpp>
#include <graphblas_gpu/formats/random_walk.hpp>

namespace graphblas_gpu::host {

class team;

/// Writes the shares of all vertices to shares[0 .. n - 1], n > 0. Row i of `outgoing` lists the edges that leave vertex i, row
/// j of `incoming` the vertices from which an edge leads to j. The shares are the same to the bit for any number of threads.
/// O(nvals + n) a round.
formats::walk_end random_walk(team& team, const structure_view& outgoing, const structure_view& incoming,
                              const random_walk_options& walk, double* shares);

}  // namespace graphblas_gpu::host
