// What removing the vertices of a graph in rounds, to find their core numbers, ends with.
#pragma once

#include <cstdint>

namespace graphblas_gpu::base {

struct peeling_end {
    std::int64_t degeneracy = 0;  ///< the largest core number
    std::int64_t rounds = 0;      ///< the number of rounds that removed vertices
};

}  // namespace graphblas_gpu::base
