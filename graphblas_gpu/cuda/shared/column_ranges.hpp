// The range of columns that a row can have.
#pragma once

#include <graphblas_gpu/base/types.hpp>
#include <semirings/types.hpp>

namespace graphblas_gpu::cuda {

/// Columns low .. high; none if low > high.
struct column_range {
    column_index low = 0xffffffff;
    column_index high = 0;

    /// The number of columns of a range that is not empty.
    GB_HD constexpr column_index width() const { return high - low + 1; }
    GB_HD constexpr index size() const { return low > high ? 0 : index{high} - low + 1; }
    GB_HD constexpr void join(const column_range& other) {
        if (other.low < low) low = other.low;
        if (other.high > high) high = other.high;
    }
};

}  // namespace graphblas_gpu::cuda
