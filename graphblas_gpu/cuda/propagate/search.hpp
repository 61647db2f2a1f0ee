// A whole search on the device: see search.cuh.
#pragma once

#include <cstdint>

#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/cuda/product/recipe.hpp>

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

}  // namespace graphblas_gpu::cuda
