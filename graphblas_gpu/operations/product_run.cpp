#include <graphblas_gpu/operations/product_run.hpp>

#include <algorithm>

#include <fmt/format.h>
#include <graphblas_gpu/error.hpp>

namespace graphblas_gpu::host {

buffer<std::int64_t> dot_work_before(team& team, const structure_view& a, const structure_view& b_transposed,
                                     const structure_view& mask, bool pairs) {
    buffer<std::int64_t> work(static_cast<std::size_t>(a.nrows) + 1);
    for_ranges(team, a.nrows, mask.nvals() + a.nrows, [&](index first, index last, int) {
        for (index i = first; i < last; ++i) {
            const row_offset size = a.row_size(i);
            std::int64_t sum = 0;
            for (row_offset m = mask.begin(i); m < mask.end(i) && size > 0; ++m) {
                const row_offset other = b_transposed.row_size(mask.columns[m]);
                sum += pairs ? std::min(size, other) + 1 : dot_entry_work(size, other);
            }
            work[static_cast<std::size_t>(i)] = sum;
        }
    });
    exclusive_scan({work.data(), work.size()});
    return work;
}

std::int64_t estimate_product_bytes(const planner::product_facts& facts, method how, std::int64_t mask_nvals, int value_bytes,
                                    int threads) {
    const double cells = static_cast<double>(facts.nrows) * static_cast<double>(facts.ncols);
    const double flops = static_cast<double>(facts.flops);
    const double entries = facts.masked ? std::min(static_cast<double>(mask_nvals), flops) : std::min(flops, cells);
    const double output = entries * (sizeof(column_index) + value_bytes);
    double offsets = 3.0 * static_cast<double>(facts.nrows + 1) * sizeof(row_offset);
    const double longest_row = std::min(static_cast<double>(facts.ncols), flops);
    double accumulator = 0;
    if (how == method::dense) accumulator = static_cast<double>(facts.ncols) * (value_bytes + sizeof(column_index) + 0.25);
    if (how == method::dot) {
        accumulator = static_cast<double>(std::min(facts.inner, most_columns_laid_out)) * (sizeof(std::uint32_t) + 0.125);
    }
    if (how == method::hash) accumulator = longest_row * (value_bytes + 4 * sizeof(column_index) + sizeof(std::uint64_t));
    if (how == method::bitmap_tile) {
        // Of a tile: its bitmap, the mask's and a number; of each entry of C, at worst a tile of its own.
        constexpr double bytes_laid_out = 48;  // a tile of the row under way
        const double tile_columns = static_cast<double>(facts.ncols) / tile_side;
        accumulator = tile_columns * (2 * sizeof(tile_bits) + sizeof(std::uint32_t)) + longest_row * bytes_laid_out;
        offsets += entries * (sizeof(tile_bits) + 2 * sizeof(std::uint32_t));
    }
    const double bytes = output + offsets + threads * accumulator;
    return bytes < 9e18 ? static_cast<std::int64_t>(bytes) : std::int64_t{9'000'000'000'000'000'000};
}

buffer<row_offset> offsets_of_transpose(const structure_view& a) {
    buffer<row_offset> offsets(static_cast<std::size_t>(a.ncols) + 1, row_offset{0});
    for (row_offset p = 0; p < a.nvals(); ++p) ++offsets[a.columns[p]];
    exclusive_scan({offsets.data(), offsets.size()});
    return offsets;
}

buffer<row_offset> row_bounds(const buffer<std::int64_t>& multiplications, index ncols) {
    buffer<row_offset> bounds(multiplications.size());
    bounds[0] = 0;
    for (std::size_t i = 1; i < bounds.size(); ++i) {
        bounds[i] = bounds[i - 1] + std::min(multiplications[i] - multiplications[i - 1], ncols);
    }
    return bounds;
}

void require_mask_for_dot(const char* operation, const mask_rows& mask, method wanted) {
    if (wanted != method::dot || mask.admits_only()) return;
    throw unsupported(fmt::format("{}: method dot needs a mask that is not complemented", operation));
}

}  // namespace graphblas_gpu::host
