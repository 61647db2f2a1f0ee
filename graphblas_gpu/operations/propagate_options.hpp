// The options of propagate.
#pragma once

#include <cstdint>
#include <limits>

#include <graphblas_gpu/matrix.hpp>
#include <graphblas_gpu/planner/method.hpp>
#include <graphblas_gpu/vector.hpp>

namespace graphblas_gpu {

/// The options of propagate.
struct propagate_options {
    std::int32_t most_rounds = std::numeric_limits<std::int32_t>::max();
    bool transpose = false;                  ///< along the rows of A' instead of those of A
    enum method method = method::automatic;  ///< of the products: hash and dense push, dot pulls
    /// If not null, it is replaced by a vector of the size of w: for each entry of w the round in which the entry changed last,
    /// 0 if it did not change.
    vector<std::int32_t>* rounds = nullptr;
    matrix<std::int32_t>* rounds_of_rows = nullptr;  ///< the same where the rows of a matrix W are changed
    /// For relax over min.plus, if no value of A is negative: an upper bound of the values of A. With a bound, entries may
    /// wait until all smaller entries have been used, in buckets whose width follows from the bound and the degrees, so that
    /// few entries are used before they are final. The number of rounds then depends on the engine and the number of threads;
    /// the values do not. With 0, no entry waits.
    double longest = 0;
};

}  // namespace graphblas_gpu
