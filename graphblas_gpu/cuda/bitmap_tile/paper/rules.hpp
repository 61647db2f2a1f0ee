// How much of a task list is made at a time.
//
// Idea: the papers list all pairs of a product at once. R-MAT 16 squared has 1.2 G pairs, which take 60 GB while they are
// sorted. So the rows of tiles are cut into panels by their numbers of pairs. These are plain functions, which are tested
// without a device.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include <graphblas_gpu/cuda/product/panels.hpp>
#include <graphblas_gpu/formats/types.hpp>

namespace graphblas_gpu::cuda::tile_paper {

/// The memory of a pair of tiles while lists are made: key and task before the sort, within it and after it, and a column.
inline constexpr std::int64_t bytes_a_pair = 3 * (8 + 8) + 4;
/// Larger panels than this are not faster.
inline constexpr std::int64_t most_pairs = std::int64_t{1} << 27;

/// The pairs of a panel: their lists take at most half of the free memory, because C needs memory too.
constexpr std::int64_t pairs_at_a_time(std::int64_t free_bytes) {
    return std::clamp<std::int64_t>(free_bytes / 2 / bytes_a_pair, 1, most_pairs);
}

/// Cuts the rows into panels of at most `most` pairs, or of one row. before[r]: the pairs before row r; the last element is the
/// number of all pairs.
inline std::vector<row_range> cut_by_pairs(std::span<const row_offset> before, std::int64_t most) {
    std::vector<row_range> panels;
    const auto rows = static_cast<index>(before.size()) - 1;
    for (index first = 0; first < rows;) {
        const auto end =
            std::upper_bound(before.begin() + first + 1, before.end(), before[static_cast<std::size_t>(first)] + most);
        const index last = std::max<index>(end - before.begin() - 1, first + 1);
        panels.push_back({first, last});
        first = last;
    }
    return panels;
}

}  // namespace graphblas_gpu::cuda::tile_paper
