// How much of a task list is made at a time.
//
// Idea: the papers make the list of a whole product; R-MAT 16 squared has 1.2 G pairs, 60 GB while they are sorted. Rows of
// tiles are cut into panels instead, by the pairs that each row has: plain functions, tested where there is no device.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include <graphblas_gpu/cuda/product/panels.hpp>
#include <graphblas_gpu/formats/types.hpp>

namespace graphblas_gpu::cuda::tile_paper {

/// Of a pair of tiles while lists are made: key and pair, both once more sorted, once more inside the sort, and a column.
inline constexpr std::int64_t bytes_a_pair = 3 * (8 + 8) + 4;
/// More pairs than this at a time are no faster.
inline constexpr std::int64_t most_pairs = std::int64_t{1} << 27;

/// Pairs at a time: their lists take half of what is free at most, because C needs memory too.
constexpr std::int64_t pairs_at_a_time(std::int64_t free_bytes) {
    return std::clamp<std::int64_t>(free_bytes / 2 / bytes_a_pair, 1, most_pairs);
}

/// The rows in panels of at most that many pairs, but of one row at least. before[r]: pairs before row r, one more for all of
/// them.
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
