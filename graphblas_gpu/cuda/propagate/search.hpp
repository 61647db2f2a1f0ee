// A whole search on the device: see search.cuh.
#pragma once

#include <cstdint>

#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/cuda/product/recipe.hpp>

namespace graphblas_gpu::cuda {

/// What is searched. All matrices are of the same device; vectors are one row.
struct search_request {
    csr_ref push;      ///< row k lists the positions that position k reaches
    csr_ref pull;      ///< row j lists the positions that reach position j; without offsets if no round is to pull
    csr_ref frontier;  ///< structure alone is read
    csr_ref filled;    ///< the positions that are not blank, and their values
    std::int32_t most_rounds = 0;
    product_values values = product_values::none;  ///< of what is filled: none, one or first_k
    type_code type = type_code::none;              ///< of the values; int32 or int64 for first_k
};

struct search_answer {
    csr filled;  ///< what was filled before the search and by it
    csr rounds;  ///< the round (int32) in which each of these came; 0 for those that were there before
    std::int32_t last_round = 0;  ///< in which something was filled
    std::int32_t pushed = 0;      ///< rounds that pushed, the last one, which found nothing, included
    std::int32_t pulled = 0;
};

/// Whether run_search() takes a matrix of that side with so many entries.
bool can_be_searched(index side, row_offset nvals);

/// Round after round fills the blank positions that the frontier reaches; they are the next frontier. Waits for the device once.
/// O(entries of the rows that are read + side). Throws out_of_memory.
search_answer run_search(const engine_ptr& e, const search_request& request);

}  // namespace graphblas_gpu::cuda
