// The checks that the algorithms share.
#pragma once

#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/matrix.hpp>

#include <string>

namespace graphblas_gpu::algorithm {

/// Throws dimension_mismatch unless A is square; the message begins with `operation`.
template <class T>
void require_square(const char* operation, const matrix<T>& a) {
    if (a.nrows() == a.ncols()) return;
    throw dimension_mismatch(std::string(operation) + ": A is " + std::to_string(a.nrows()) + "x" +
                             std::to_string(a.ncols()) + "; it must be square");
}

/// Throws invalid_index unless `source` is a vertex of a graph of n vertices.
inline void require_vertex(const char* operation, index source, index n) {
    if (source >= 0 && source < n) return;
    throw invalid_index(std::string(operation) + ": source " + std::to_string(source) + " is outside [0, " +
                        std::to_string(n) + ")");
}

}  // namespace graphblas_gpu::algorithm
