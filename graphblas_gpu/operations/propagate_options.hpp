// The options of propagate.
#pragma once

#include <cstdint>
#include <limits>

#include <graphblas_gpu/planner/method.hpp>
#include <graphblas_gpu/vector.hpp>

namespace graphblas_gpu {

/// Of propagate.
struct propagate_options {
    std::int32_t most_rounds = std::numeric_limits<std::int32_t>::max();
    bool transpose = false;                    ///< along the rows of A' instead of those of A
    enum method method = method::automatic;    ///< of the products: hash and dense push, dot pulls
    vector<std::int32_t>* rounds = nullptr;    ///< gets an entry for each entry of w: the round in which it changed last, 0 if in none
    /// Of improve over min.plus, if no value of A is negative: a bound of them. Entries then wait until all smaller ones have been used,
    /// in buckets whose width follows from this bound and the degrees, so that few are used before their time. 0: no entry waits.
    /// The number of rounds depends on the engine then; the values do not.
    double longest = 0;
};

}  // namespace graphblas_gpu
