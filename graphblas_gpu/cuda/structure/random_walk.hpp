// A damped random walk on the device; host/random_walk.hpp has its twin.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/formats/random_walk.hpp>

namespace graphblas_gpu::cuda {

struct walk_result {
    csr shares;  ///< a vector of double with an entry for every vertex
    formats::walk_end end;
};

/// The shares of all vertices of a graph of at least one vertex. Row i of `outgoing` lists the edges that leave vertex i, row j
/// of `incoming` the vertices from which an edge leads to j. Waits once. O(nvals + n) a round.
walk_result random_walk(const engine_ptr& e, const csr_ref& outgoing, const csr_ref& incoming, const random_walk_options& walk);

}  // namespace graphblas_gpu::cuda
