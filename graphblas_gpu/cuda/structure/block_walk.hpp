// The part of a damped random walk that one of several devices computes, which has a block of the matrix of a graph: a rank
// (distributed/page_rank.cpp), or a device of a context with several (cuda/devices/spread_walk.cu).
#pragma once

#include <graphblas_gpu/cuda/structure/graph.hpp>

#include <memory>

namespace graphblas_gpu::cuda {

/// The vertices and edges of a rank.
struct walk_block {
    csr_ref incoming;  ///< row j: the vertices of the block's rows from which an edge leads to its column j
    const row_offset* outgoing = nullptr;  ///< offsets whose differences are the degrees of the rank's own vertices
    index first = 0;                       ///< the first of these among the block's rows
    index count = 0;                       ///< how many there are
    index pieces = 0;                      ///< how many ranks sum up what the edges bring to them
    index vertices = 0;                    ///< of the graph
    int ranks = 1, rank = 0;
};

/// What a rank keeps on its device from round to round. A round is sum_up() and the exchange of sums where there are several
/// pieces, settle(), and the exchange of what vertices move and of sums_of(): all queued, without waiting. With one piece the
/// block has all edges to the own vertices, and a round is one kernel. After the walk has ended rounds change nothing.
class block_walk {
  public:
    /// Throws out_of_memory.
    block_walk(const engine_ptr& e, const walk_block& block, const random_walk_options& walk);
    ~block_walk();
    block_walk(const block_walk&) = delete;
    block_walk& operator=(const block_walk&) = delete;

    /// What the vertices of the block's rows move along each of their edges after so many rounds, of which the own ones are
    /// set; and those of the own vertices.
    /// @{
    double* moved(std::int64_t rounds) const;
    double* own_moved(std::int64_t rounds) const;
    /// @}
    double* sums() const;    ///< what the edges of the block bring to the vertices of its columns
    double* pieces() const;  ///< the own vertices' parts of the sums of ranks, one after the other
    /// Two numbers of each rank after so many rounds, of which the own ones are set.
    void* sums_of(std::int64_t rounds, int rank) const;
    static constexpr std::size_t bytes_of_sums = 16;

    void sum_up(std::int64_t round);  ///< round 0, 1, ...
    void settle(std::int64_t round);
    /// Whether the walk has ended within so many rounds, and how. Waits.
    bool has_ended(std::int64_t rounds, base::walk_end& end);
    /// The shares of the own vertices after the rounds of `end`.
    csr shares(const base::walk_end& end);

  private:
    struct state;
    engine_ptr engine_;
    std::unique_ptr<state> state_;
};

/// out[i] = the number of entries of row i.
void row_sizes(const engine_ptr& e, const csr_ref& a, std::int64_t* out);
/// A vector with an entry everywhere: entry i is the sum over k below `pieces` of parts[k * n + i].
csr sums_of_pieces(const engine_ptr& e, const std::int64_t* parts, index pieces, index n);

}  // namespace graphblas_gpu::cuda
