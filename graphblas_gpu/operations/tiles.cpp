// Where the tiles of concat and split begin.
#include <graphblas_gpu/operations/tiles.hpp>

#include <algorithm>

#include <graphblas_gpu/base/checks.hpp>
#include <graphblas_gpu/error.hpp>
#include <fmt/format.h>

namespace graphblas_gpu::host {

namespace {

/// Appends the next boundary. Sums stay below 2^33, so that nothing overflows.
void append(std::vector<index>& starts, index size, const char* what) {
    starts.push_back(starts.back() + size);
    base::check_side(starts.back(), what);
}

std::vector<index> starts_of(std::span<const index> sizes, index total, const char* what) {
    if (sizes.empty()) throw invalid_value(fmt::format("split: no {} of tiles", what));
    std::vector<index> starts{0};
    for (const index size : sizes) {
        if (size < 0 || size > total - starts.back()) {
            throw dimension_mismatch(fmt::format("split: tile {} has {} {}, there are {} from {} on", starts.size() - 1, size,
                                                 what, total - starts.back(), starts.back()));
        }
        starts.push_back(starts.back() + size);
    }
    if (starts.back() != total) {
        throw dimension_mismatch(fmt::format("split: the tiles have {} {}, A has {}", starts.back(), what, total));
    }
    return starts;
}

}  // namespace

index tiling::tile_row_of(index i) const { return std::upper_bound(rows.begin(), rows.end(), i) - rows.begin() - 1; }

tiling tiling_of_grid(const std::vector<shapes::shape>& tiles, index tile_rows, index tile_columns) {
    const auto count = static_cast<index>(tiles.size());
    if (tile_rows <= 0 || tile_columns <= 0 || count / tile_columns != tile_rows || count % tile_columns != 0) {
        throw invalid_value(fmt::format("concat: {} tiles for a grid of {}x{}", count, tile_rows, tile_columns));
    }
    const auto tile = [&](index p, index q) { return tiles[static_cast<std::size_t>(p * tile_columns + q)]; };
    tiling out{{0}, {0}};
    for (index p = 0; p < tile_rows; ++p) append(out.rows, tile(p, 0).nrows, "concat: number of rows");
    for (index q = 0; q < tile_columns; ++q) append(out.columns, tile(0, q).ncols, "concat: number of columns");
    for (index p = 0; p < tile_rows; ++p) {
        for (index q = 0; q < tile_columns; ++q) {
            const shapes::shape expected{tile(p, 0).nrows, tile(0, q).ncols};
            if (tile(p, q) == expected) continue;
            throw dimension_mismatch(fmt::format("concat: tile ({}, {}) is {}x{}, beside its neighbours it must be {}x{}", p, q,
                                                 tile(p, q).nrows, tile(p, q).ncols, expected.nrows, expected.ncols));
        }
    }
    return out;
}

tiling tiling_by_sizes(shapes::shape a, std::span<const index> tile_nrows, std::span<const index> tile_ncols) {
    return {starts_of(tile_nrows, a.nrows, "rows"), starts_of(tile_ncols, a.ncols, "columns")};
}

}  // namespace graphblas_gpu::host
