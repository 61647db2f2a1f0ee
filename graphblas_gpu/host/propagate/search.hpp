// A whole search on host threads: see search.cpp.
#pragma once

#include <graphblas_gpu/base/bits.hpp>
#include <graphblas_gpu/base/type_code.hpp>
#include <graphblas_gpu/formats/untyped_csr.hpp>
#include <graphblas_gpu/host/threads/team.hpp>

#include <cstdint>

namespace graphblas_gpu::host {

/// Which values the positions receive that a search fills.
enum class search_values { none, one, first_k };

/// The arguments of a search. Vectors are one row.
struct search_request {
    structure_view push;    ///< row k lists the positions that position k reaches
    structure_view pull;    ///< row j lists the positions that reach position j
    bool can_pull = false;  ///< whether `pull` is given
    structure_view frontier;
    formats::untyped_view filled;  ///< the positions that are not blank at the start, and their values
    std::int32_t most_rounds = 0;
    search_values values = search_values::none;
    type_code type = type_code::none;  ///< of the values; int32 or int64 for first_k
    bool wants_rounds = false;
};

struct search_answer {
    index nvals = 0;
    buffer<base::word> bits;      ///< of the positions that were filled before the search and by it
    buffer<std::byte> values;     ///< one for each position, in `type`; where there is no bit it is arbitrary
    buffer<std::int32_t> rounds;  ///< the round in which each position was filled, 0 if before the search; if wanted
    std::int32_t last_round = 0;  ///< the last round that filled a position
    std::int32_t pushed = 0;      ///< the number of rounds that pushed, including a last round that found nothing
    std::int32_t pulled = 0;
    std::int32_t shared_steps = 0;  ///< the number of steps of rounds that threads have shared
};

/// Each round fills the blank positions that the frontier reaches, and these are the next frontier. O(entries of the rows that
/// are read + side). Throws out_of_memory.
search_answer run_search(team& team, const search_request& request);

}  // namespace graphblas_gpu::host
