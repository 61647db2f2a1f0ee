// The constants that tune method `dot` on host threads. When lists are intersected by galloping is in rows/intersect.hpp,
// because other operations do so too.
#pragma once

#include <graphblas_gpu/base/types.hpp>

namespace graphblas_gpu::host {

struct dot_policy {
    /// The largest number of columns of A for which each thread stores a row of A densely; the dense row then takes half a
    /// gigabyte. For a wider A the two rows are merged instead.
    static constexpr index max_dense_columns = index{1} << 27;
    /// Words of the long rows that are stored as bits, half a gigabyte.
    static constexpr index max_wide_words = index{1} << 26;
    /// The rows of B transposed lie scattered in memory, so they are prefetched so many entries of the mask ahead: where each
    /// begins, and its entries.
    static constexpr row_offset offsets_ahead = 16, rows_ahead = 8;
};

}  // namespace graphblas_gpu::host
