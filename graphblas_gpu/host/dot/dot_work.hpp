// The work of dot products, for the kernels of method `dot` and for the rules that choose the method.
#pragma once

#include <algorithm>

#include <graphblas_gpu/host/intersect.hpp>

namespace graphblas_gpu::host {

/// Whether the entries of a row of B transposed are looked up in the row of A, rather than the entries of A in the row of B
/// transposed.
constexpr bool lookup_pays(row_offset a_size, row_offset b_size) { return b_size <= gallop_from_ratio * a_size; }

/// The entries that one dot product of a row of A with a row of B transposed reads.
constexpr std::int64_t dot_entry_work(row_offset a_size, row_offset b_size) {
    return std::min(b_size, gallop_from_ratio * a_size) + 1;
}

/// The largest number of columns of A for which each thread stores a row of A densely; the dense row then takes half a
/// gigabyte. For a wider A the two rows are merged instead.
inline constexpr index most_dense_columns = index{1} << 27;

}  // namespace graphblas_gpu::host
