#include <graphblas_gpu/host/dot/packed_rows.hpp>

#include <algorithm>

#include <graphblas_gpu/host/product/compress.hpp>

namespace graphblas_gpu::host {

packed_rows::packed_rows(team& team, structure_view rows) : packed_rows(team, rows, column_sets_before(team, rows)) {}

packed_rows::packed_rows(team& team, structure_view rows, buffer<row_offset>&& sets_before)
    : rows_(rows), words_(base::words_for(rows.ncols)) {
    buffer<row_offset> sets = std::move(sets_before);

    // The long rows are stored as bits, as many of them as fit into max_wide_words.
    const auto count = static_cast<std::size_t>(rows.nrows);
    number_ = buffer<std::uint32_t>(count, wide_rows::narrow);
    std::vector<index> wide;
    const index room = dot_policy::max_wide_words / std::max<index>(padded_words(), 1);
    for (std::size_t j = 0; j < count && static_cast<index>(wide.size()) < room; ++j) {
        if (!is_wide_enough(sets[j + 1] - sets[j], words_)) continue;
        number_[j] = static_cast<std::uint32_t>(wide.size());
        wide.push_back(static_cast<index>(j));
    }
    wide_ = buffer<base::word>(wide.size() * static_cast<std::size_t>(padded_words()));
    for_ranges(team, static_cast<index>(wide.size()), static_cast<std::int64_t>(wide_.size()),
               [&](index first, index last, int) {
                   for (index n = first; n < last; ++n) {
                       base::word* const bits = wide_.data() + n * padded_words();
                       std::fill_n(bits, padded_words(), base::word{0});
                       const index j = wide[static_cast<std::size_t>(n)];
                       for (row_offset q = rows.begin(j); q < rows.end(j); ++q) base::set_bit(bits, rows.columns[q]);
                   }
               });

    is_compressed_ = formats::compression_is_profitable(rows.nvals(), sets[count]);
    if (is_compressed_) packed_ = compress(team, rows, std::move(sets));
}

}  // namespace graphblas_gpu::host
