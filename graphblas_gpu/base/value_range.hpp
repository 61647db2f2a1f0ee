// The range of the values of a matrix.
#pragma once

#include <limits>

namespace graphblas_gpu {

/// The smallest and the largest value of a matrix, and whether all values are finite.
template <class T>
struct value_range {
    T smallest = std::numeric_limits<T>::max();
    T largest = std::numeric_limits<T>::lowest();
    bool is_finite = true;
};

}  // namespace graphblas_gpu
