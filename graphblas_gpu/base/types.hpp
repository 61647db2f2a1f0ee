// The integer types that every format shares.
#pragma once

#include <cstdint>

namespace graphblas_gpu {

/// The type of the interface for numbers of rows, columns and entries.
using index = std::int64_t;
/// The type in which a column, or a position in a vector, is stored.
using column_index = std::uint32_t;
/// The type in which the start of a row in the arrays of entries is stored.
using row_offset = std::int64_t;

/// The largest side a matrix or vector may have: positions 0 .. max_side - 1 and the side itself fit a column_index.
inline constexpr index max_side = 0xffffffff;

}  // namespace graphblas_gpu
