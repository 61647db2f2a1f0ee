#include <graphblas_gpu/operations/product_run.hpp>

#include <algorithm>

#include <fmt/format.h>
#include <graphblas_gpu/error.hpp>

namespace graphblas_gpu::host {

std::int64_t estimate_dot_work(const structure_view& a, const structure_view& b, const structure_view& mask) {
    const double average = b.ncols == 0 ? 0.0 : static_cast<double>(b.nvals()) / static_cast<double>(b.ncols);
    double work = average * static_cast<double>(mask.nvals());
    for (index i = 0; i < a.nrows; ++i) work += static_cast<double>(mask.row_size(i)) * static_cast<double>(a.row_size(i));
    return work < 9e18 ? static_cast<std::int64_t>(work) : std::int64_t{9'000'000'000'000'000'000};
}

std::int64_t estimate_product_bytes(const planner::product_facts& facts, method how, std::int64_t mask_nvals, int value_bytes,
                                    int threads) {
    const double cells = static_cast<double>(facts.nrows) * static_cast<double>(facts.ncols);
    const double flops = static_cast<double>(facts.flops);
    const double entries = facts.masked ? std::min(static_cast<double>(mask_nvals), flops) : std::min(flops, cells);
    const double output = entries * (sizeof(column_index) + value_bytes);
    const double offsets = 3.0 * static_cast<double>(facts.nrows + 1) * sizeof(row_offset);
    const double longest_row = std::min(static_cast<double>(facts.ncols), flops);
    double accumulator = 0;
    if (how == method::dense) accumulator = static_cast<double>(facts.ncols) * (value_bytes + sizeof(column_index) + 0.25);
    if (how == method::hash) accumulator = longest_row * (value_bytes + 4 * sizeof(column_index) + sizeof(std::uint64_t));
    const double bytes = output + offsets + threads * accumulator;
    return bytes < 9e18 ? static_cast<std::int64_t>(bytes) : std::int64_t{9'000'000'000'000'000'000};
}

buffer<row_offset> offsets_of_transpose(const structure_view& a) {
    buffer<row_offset> offsets(static_cast<std::size_t>(a.ncols) + 1, row_offset{0});
    for (row_offset p = 0; p < a.nvals(); ++p) ++offsets[a.columns[p]];
    exclusive_scan({offsets.data(), offsets.size()});
    return offsets;
}

void require_mask_for_dot(const char* operation, const mask_rows& mask, method wanted) {
    if (wanted != method::dot || mask.admits_only()) return;
    throw unsupported(fmt::format("{}: method dot needs a mask that is not complemented", operation));
}

}  // namespace graphblas_gpu::host
