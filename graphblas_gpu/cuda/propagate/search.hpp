// Searches on the device: one of them (search.cuh), up to 64 at once (searches.cuh), and the dependencies of a breadth-first
// search (dependencies.cu), which betweenness centrality adds up.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/cuda/product/recipe.hpp>

#include <algorithm>
#include <cstdint>

namespace graphblas_gpu::cuda {

/// The arguments of a search. All matrices are on the same device; vectors are one row.
struct search_request {
    csr_ref push;      ///< row k lists the positions that position k reaches
    csr_ref pull;      ///< row j lists the positions that reach position j; without offsets, no round pulls
    csr_ref frontier;  ///< only the structure is read
    csr_ref filled;    ///< the positions that are not blank at the start, and their values
    std::int32_t most_rounds = 0;
    product_values values = product_values::none;  ///< which values filled positions receive: none, one or first_k
    type_code type = type_code::none;              ///< of the values; int32 or int64 for first_k
};

struct search_answer {
    csr filled;  ///< the positions that were filled before the search and by it
    csr rounds;  ///< the round (int32) in which each of these positions was filled; 0 if it was filled before the search
    std::int32_t last_round = 0;  ///< the last round that filled a position
    std::int32_t pushed = 0;      ///< the number of rounds that pushed, including a last round that found nothing
    std::int32_t pulled = 0;
};

/// Whether run_search() accepts a matrix with this side and number of entries.
bool can_be_searched(index side, row_offset nvals);

/// Each round fills the blank positions that the frontier reaches, and these are the next frontier. Waits for the device once.
/// O(entries of the rows that are read + side). Throws out_of_memory.
search_answer run_search(const engine_ptr& e, const search_request& request);

/// How many searches, or relaxations, one kernel makes at most: two for each lane of a warp, and a bit each of a word.
inline constexpr index max_rows_of_kernel = 64;
constexpr index kernels_for_rows(index count) { return (count + max_rows_of_kernel - 1) / max_rows_of_kernel; }

/// The arguments of many searches along the same edges. Everything is on the same device.
struct searches_request {
    csr_ref push;     ///< row k lists the positions that position k reaches
    csr_ref pull;     ///< row j lists the positions that reach position j; without offsets, no round pulls
    csr_ref given;    ///< row s lists the positions from which search s starts; only the structure is read
    std::int32_t most_rounds = 0;
};

/// What searches or relaxations have made, and the work that it took.
struct propagated_rows {
    csr rows{};                       ///< a row for each of them
    std::int32_t rounds = 0;          ///< of searches, the last one in which a search has reached a position
    std::int32_t pushed = 0;          ///< searches: the number of rounds that pushed, including a last round that found nothing
    std::int32_t pulled = 0;          ///< searches: the number of rounds that pulled
    std::int32_t raised = 0;          ///< relaxations: how often the bound was raised
    std::int64_t edges = 0, sums = 0; ///< relaxations: edges that were looked at, and the same counted for each row that looked

    /// Adds the work of others that ran beside these, or after them.
    void count(const propagated_rows& other) {
        rounds = std::max(rounds, other.rounds);
        pushed = std::max(pushed, other.pushed);
        pulled = std::max(pulled, other.pulled);
        raised = std::max(raised, other.raised);
        edges += other.edges;
        sums += other.sums;
    }
};

/// Whether run_searches() should make `count` searches. If not, because they are few or memory is short, one is made after the
/// other.
bool searches_fit(const engine_ptr& e, const csr_ref& rows, index count);

/// Each round reaches, in up to 64 searches, what their frontiers reach. Row s of the result has the round (int32) in which
/// search s has reached each position, which is 0 where it starts. Waits for the device once for every 64 searches, and once
/// more. O(entries of the rows that are read + side x count). Throws out_of_memory.
propagated_rows run_searches(const engine_ptr& e, const searches_request& request);

/// The totals, a vector of double with an entry for every vertex of a graph of at least one vertex, with the dependency of a
/// search added to each. `levels` is a vector of int32. Row i of `outgoing` lists the vertices to which an edge leads from i,
/// row j of `incoming` those from which an edge leads to j. The sums are the same in every run. Does not wait. O(nvals + n).
csr with_dependencies(const engine_ptr& e, const csr_ref& outgoing, const csr_ref& incoming, const csr_ref& levels,
                      const csr& totals);

}  // namespace graphblas_gpu::cuda
