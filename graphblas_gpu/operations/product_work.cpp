// The work of a product on host threads, counted before a method is chosen.
#include <graphblas_gpu/operations/product_work.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>

#include <graphblas_gpu/host/bitmap_tile/tile_product.hpp>
#include <graphblas_gpu/host/dot/packed_rows.hpp>
#include <graphblas_gpu/host/merge/merged_products.hpp>
#include <graphblas_gpu/host/product/compress.hpp>
#include <graphblas_gpu/host/rows/intersect.hpp>

namespace graphblas_gpu::host {

namespace {

/// Before each row, the sum of work(row_of_a(i), j) over the entries (i, j) of the mask in the rows i where A has entries.
template <class RowOfA, class Work>
buffer<std::int64_t> work_before(team& team, const structure_view& a, const structure_view& mask, const RowOfA& row_of_a,
                                 const Work& work) {
    buffer<std::int64_t> before(static_cast<std::size_t>(a.nrows) + 1);
    for_ranges(team, a.nrows, mask.nvals() + a.nrows, [&](index first, index last, int) {
        for (index i = first; i < last; ++i) {
            std::int64_t sum = 0;
            if (a.row_size(i) > 0 && mask.row_size(i) > 0) {
                const row_offset size = row_of_a(i);
                for (row_offset m = mask.begin(i); m < mask.end(i); ++m) sum += work(size, mask.columns[m]);
            }
            before[static_cast<std::size_t>(i)] = sum;
        }
    });
    exclusive_scan({before.data(), before.size()});
    return before;
}

}  // namespace

buffer<std::int64_t> dot_work_before(team& team, const structure_view& a, const structure_view& b_transposed,
                                     const structure_view& mask) {
    return work_before(
        team, a, mask, [&](index i) { return a.row_size(i); },
        [&](row_offset size, column_index j) { return dot_entry_work(size, b_transposed.row_size(j)); });
}

buffer<std::int64_t> pair_work_before(team& team, const structure_view& a, const structure_view& b_transposed,
                                      const buffer<row_offset>& sets_before, const structure_view& mask) {
    const index words = base::words_for(b_transposed.ncols);
    const bool compressed = formats::compression_is_profitable(b_transposed.nvals(), sets_before[sets_before.size() - 1]);
    return work_before(
        team, a, mask, [&](index i) { return row_offset{formats::count_sets(a.columns + a.begin(i), a.row_size(i))}; },
        [&](row_offset touched, column_index j) {
            const row_offset sets = sets_before[std::size_t{j} + 1] - sets_before[j];
            return pair_entry_work(touched, b_transposed.row_size(j), sets, words, compressed);
        });
}

buffer<row_offset> expected_sets_before(team& team, const structure_view& b, const buffer<row_offset>& offsets_of_transpose) {
    const buffer<row_offset> of_b = column_sets_before(team, b);
    const double share = b.nvals() == 0 ? 1.0 : static_cast<double>(of_b[of_b.size() - 1]) / static_cast<double>(b.nvals());
    buffer<row_offset> before(offsets_of_transpose.size());
    before[0] = 0;
    for (std::size_t j = 1; j < before.size(); ++j) {
        const auto size = static_cast<double>(offsets_of_transpose[j] - offsets_of_transpose[j - 1]);
        before[j] = before[j - 1] + static_cast<row_offset>(std::ceil(share * size));
    }
    return before;
}

admitted_work work_of_admitted_rows(team& team, const structure_view& a, const buffer<std::int64_t>& multiplications,
                                    const structure_view& mask) {
    std::atomic<std::int64_t> all_multiplications{0}, all_entries{0};
    for_ranges(team, mask.nrows, mask.nrows, [&](index first, index last, int) {
        std::int64_t sum = 0, entries = 0;
        for (index i = first; i < last; ++i) {
            const bool admits = mask.row_size(i) > 0;
            const auto at = static_cast<std::size_t>(i);
            sum += admits ? multiplications[at + 1] - multiplications[at] : 0;
            entries += admits ? a.row_size(i) : 0;
        }
        all_multiplications += sum;
        all_entries += entries;
    });
    return {all_multiplications.load(), all_entries.load()};
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
        accumulator =
            static_cast<double>(std::min(facts.inner, dot_policy::max_dense_columns)) * (sizeof(std::uint32_t) + 0.125);
    }
    if (how == method::hash) accumulator = longest_row * (value_bytes + 4 * sizeof(column_index) + sizeof(std::uint64_t));
    if (how == method::merge) {
        accumulator = std::min(flops, static_cast<double>(merge_policy::max_paired_products)) * 2 * sizeof(merged_product);
    }
    if (how == method::bitmap_tile) {
        // A column of tiles has a bitmap, the mask's bitmap and a number. At worst every entry of C is in a tile of its own.
        constexpr double bytes_a_tile = 48;  // a tile of the row that is being computed
        const double tile_columns = static_cast<double>(facts.ncols) / tile_side;
        accumulator = tile_columns * (2 * sizeof(tile_bits) + sizeof(std::uint32_t)) + longest_row * bytes_a_tile;
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

}  // namespace graphblas_gpu::host
