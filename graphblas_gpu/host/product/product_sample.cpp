#include <graphblas_gpu/host/product/product_sample.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include <graphblas_gpu/formats/bitmap_tile/tile.hpp>
#include <graphblas_gpu/planner/sampled.hpp>

namespace graphblas_gpu::host {

namespace {

/// Rows that are drawn, from this many multiplications on and below.
constexpr std::int64_t many_multiplications = std::int64_t{1} << 22;
constexpr int max_draws = 16, few_draws = 8;
/// Of the multiplications, as many are looked at as this part.
constexpr std::int64_t looked_at_part = 512;
constexpr std::int64_t min_looked_at = 64, max_looked_at = 2048;
/// Rows of B this far apart have nothing in the same cache lines in common, and no prefetcher goes from one to the other.
constexpr std::int64_t far = 16;
constexpr row_offset max_compared = 64;

/// Counts different keys by the bits that their hashes set.
class distinct_counter {
  public:
    explicit distinct_counter(std::int64_t max_keys)
        : words_(std::bit_ceil(static_cast<std::uint64_t>(max_keys) * 4) / 64 + 1) {
        words_.resize(std::bit_ceil(words_.size()));
        shift_ = 64 - std::bit_width(words_.size() * 64 - 1);
    }
    void clear() { std::fill(words_.begin(), words_.end(), 0); }
    void add(std::uint64_t key) {
        const std::uint64_t hash = key * 0x9E3779B97F4A7C15u >> shift_;
        words_[hash / 64] |= std::uint64_t{1} << hash % 64;
    }
    double count() const {
        int used = 0;
        for (const std::uint64_t w : words_) used += std::popcount(w);
        return planner::different_keys(used, static_cast<double>(words_.size() * 64));
    }

  private:
    std::vector<std::uint64_t> words_;
    int shift_ = 0;
};

/// The row of the drawn entry number `draw` of `draws`.
index drawn_row(const structure_view& m, int draw, int draws) {
    const row_offset p = (2 * row_offset{draw} + 1) * m.nvals() / (2 * row_offset{draws});
    return std::upper_bound(m.offsets, m.offsets + m.nrows + 1, p) - m.offsets - 1;
}

/// The expected number of tiles that have entries. It is taken from rows of tiles that were drawn; a row of tiles with too many
/// entries counts as if no two of its entries shared a tile.
double expected_tiles(const structure_view& m, int draws, std::int64_t budget, distinct_counter& keys) {
    double shares = 0;
    for (int d = 0; d < draws; ++d) {
        const index first = drawn_row(m, d, draws) / formats::tile_side * formats::tile_side;
        const index last = std::min<index>(first + formats::tile_side, m.nrows);
        const row_offset begin = m.offsets[first], end = m.offsets[last];
        if (end - begin > 8 * budget || end == begin) {
            shares += 1;
            continue;
        }
        keys.clear();
        for (row_offset p = begin; p < end; ++p) keys.add(m.columns[p] / formats::tile_side);
        shares += std::min(1.0, keys.count() / static_cast<double>(end - begin));
    }
    return shares / draws * static_cast<double>(m.nvals());
}

/// Of the first entries of row i, the share that has no entry of the row before it within `far` columns.
double far_share(const structure_view& a, index i) {
    if (i == 0) return 0;
    const row_offset begin = a.begin(i), end = std::min(a.end(i), begin + max_compared);
    if (begin == end) return 0;
    row_offset other = a.begin(i - 1), alone = 0;
    for (row_offset p = begin; p < end; ++p) {
        const auto k = static_cast<std::int64_t>(a.columns[p]);
        while (other < a.end(i - 1) && static_cast<std::int64_t>(a.columns[other]) < k - far) ++other;
        alone += other == a.end(i - 1) || static_cast<std::int64_t>(a.columns[other]) > k + far;
    }
    return static_cast<double>(alone) / static_cast<double>(end - begin);
}

}  // namespace

product_sample sample_product(const structure_view& a, const structure_view& b, std::int64_t flops) {
    const int draws = flops >= many_multiplications ? max_draws : few_draws;
    const std::int64_t budget = std::clamp(flops / looked_at_part / draws, min_looked_at, max_looked_at);
    distinct_counter keys(2 * budget);
    product_sample out;
    // Rows are drawn in proportion to their entries, so that a row's share of all rows is that part of the draws over its
    // entries.
    double columns = 0, multiplications = 0;
    for (int d = 0; d < draws; ++d) {
        const index i = drawn_row(a, d, draws);
        const row_offset begin = a.begin(i), end = a.end(i), step = (end - begin) / budget + 1;
        std::int64_t total = 0, seen = 0;
        for (row_offset p = begin; p < end; p += step) total += b.row_size(static_cast<index>(a.columns[p]));
        total *= step;
        const row_offset stride = std::max<row_offset>(step, total / budget + 1);
        keys.clear();
        for (row_offset p = begin; p < end; p += stride) {
            const index k = static_cast<index>(a.columns[p]);
            const row_offset first = b.begin(k), stop = std::min(b.end(k), first + budget);
            for (row_offset q = first; q < stop; ++q) keys.add(b.columns[q]);
            seen += stop - first;
        }
        const auto entries = static_cast<double>(end - begin), of_row = static_cast<double>(total);
        columns +=
            planner::extrapolated_columns(keys.count(), static_cast<double>(seen), of_row, static_cast<double>(b.ncols)) /
            entries;
        multiplications += of_row / entries;
        out.scattered += far_share(a, i) / draws;
    }
    if (multiplications > 0) out.nvals = columns / multiplications * static_cast<double>(flops);
    out.a_tiles = expected_tiles(a, draws, budget, keys);
    const bool is_square = a.columns == b.columns && a.offsets == b.offsets;
    out.b_tiles = is_square ? out.a_tiles : expected_tiles(b, draws, budget, keys);
    return out;
}

}  // namespace graphblas_gpu::host
