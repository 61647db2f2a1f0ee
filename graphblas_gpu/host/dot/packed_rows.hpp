// The rows of B transposed as pair_rows.hpp reads them.
//
// Idea: a row is a list of columns, or a list of pairs of a word number and a word of 64 columns where that list is shorter
// (formats::compression_is_profitable). Rows that touch at least an eighth of all words are stored as plain bits as well, up to
// half a gigabyte. These rows are stored one after the other; those of wide_rows.hpp are stored in panels.
#pragma once

#include <bit>

#include <graphblas_gpu/formats/compressed.hpp>
#include <graphblas_gpu/formats/csr.hpp>
#include <graphblas_gpu/host/dot/policy.hpp>
#include <graphblas_gpu/host/rows/wide_rows.hpp>
#include <graphblas_gpu/host/threads/team.hpp>

namespace graphblas_gpu::host {

/// Whether comparing all `words` in order costs less than comparing the `touched` words by a list: a word that is read in order
/// costs a quarter of a word that is looked up.
constexpr bool whole_is_profitable(index touched, index words) { return 4 * touched >= words; }

/// The work of counting the pairs of two rows, in words that are looked up one by one. The first row is laid out as bits and
/// touches `touched` words. The second has `size` columns in `sets` of `words` words and is stored as packed_rows stores it.
constexpr std::int64_t pair_entry_work(row_offset touched, row_offset size, row_offset sets, index words, bool compressed) {
    if (!is_wide_enough(sets, words)) return compressed ? sets : size;
    return whole_is_profitable(touched, words) ? (words + 3) / 4 : touched;
}

class packed_rows {
  public:
    /// O(nvals + nrows + bits of the long rows).
    packed_rows(team& team, structure_view rows);
    /// As above, for callers that have column_sets_before(rows).
    packed_rows(team& team, structure_view rows, buffer<row_offset>&& sets_before);
    packed_rows(const packed_rows&) = delete;
    packed_rows& operator=(const packed_rows&) = delete;

    index words() const { return words_; }
    /// words() rounded up to a multiple of 8.
    index padded_words() const { return (words_ + 7) / 8 * 8; }

    /// Row j as padded_words() words of bits, or null if row j is not stored as bits.
    const base::word* wide(column_index j) const {
        if (wide_.empty() || number_[j] == wide_rows::narrow) return nullptr;
        return wide_.data() + std::size_t{number_[j]} * static_cast<std::size_t>(padded_words());
    }

    /// The number of columns of row j that are in `bits`; stops at 1 if `only_whether`.
    template <bool only_whether>
    index count_in(column_index j, const base::word* bits) const {
        index count = 0;
        if (!is_compressed_) {
            const row_offset end = rows_.end(j);
            for (row_offset q = rows_.begin(j); q < end; ++q) {
                count += base::test_bit(bits, rows_.columns[q]);
                if (only_whether && count > 0) return 1;
            }
            return count;
        }
        const row_offset end = packed_.offsets[std::size_t{j} + 1];
        for (auto q = static_cast<std::size_t>(packed_.offsets[j]); q < static_cast<std::size_t>(end); ++q) {
            count += std::popcount(bits[packed_.sets[q]] & packed_.bits[q]);
            if (only_whether && count > 0) return 1;
        }
        return count;
    }

    /// Prefetches the offset of row j.
    void fetch_offset(column_index j) const {
        __builtin_prefetch(is_compressed_ ? packed_.offsets.data() + j : rows_.offsets + j);
        __builtin_prefetch(number_.data() + j);
    }
    /// Prefetches the first entries of row j.
    void fetch(column_index j) const {
        if (is_compressed_) {
            __builtin_prefetch(packed_.sets.data() + packed_.offsets[j]);
            __builtin_prefetch(packed_.bits.data() + packed_.offsets[j]);
        } else {
            __builtin_prefetch(rows_.columns + rows_.begin(j));
        }
    }

  private:
    structure_view rows_;
    index words_ = 0;
    bool is_compressed_ = false;
    formats::compressed packed_;
    buffer<std::uint32_t> number_;
    buffer<base::word> wide_;
};

}  // namespace graphblas_gpu::host
