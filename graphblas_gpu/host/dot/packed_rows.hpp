// Rows that are looked up in bits: as columns or as words of columns, and the long ones as bits themselves.
#pragma once

#include <bit>

#include <graphblas_gpu/formats/compressed.hpp>
#include <graphblas_gpu/formats/csr.hpp>
#include <graphblas_gpu/host/wide_rows.hpp>
#include <graphblas_gpu/host/simd/count.hpp>
#include <graphblas_gpu/host/team.hpp>

namespace graphblas_gpu::host {

/// Whether going over all `words` at once beats going over the `touched` ones: a word in order costs about a quarter.
constexpr bool whole_pays(index touched, index words) { return 4 * touched >= words; }

/// Words that counting the pairs of two rows looks at, in words that are looked up one by one: the first row touches
/// `touched` words and is laid out; of the second, `size` columns in `sets` of `words` words, packed_rows keeps what is least.
constexpr std::int64_t pair_entry_work(row_offset touched, row_offset size, row_offset sets, index words, bool compressed) {
    if (!is_wide_enough(sets, words)) return compressed ? sets : size;
    return whole_pays(touched, words) ? (words + 3) / 4 : touched;
}

class packed_rows {
  public:
    /// O(nvals + nrows), and the bits of the long rows.
    packed_rows(team& team, structure_view rows);
    /// The same where column_sets_before(rows) is known.
    packed_rows(team& team, structure_view rows, buffer<row_offset>&& sets_before);
    packed_rows(const packed_rows&) = delete;
    packed_rows& operator=(const packed_rows&) = delete;

    index words() const { return words_; }
    /// A multiple of 8.
    index padded_words() const { return (words_ + 7) / 8 * 8; }

    /// Row j as padded_words() words of bits, or null for a short one.
    const formats::word* wide(column_index j) const {
        if (wide_.empty() || number_[j] == wide_rows::narrow) return nullptr;
        return wide_.data() + std::size_t{number_[j]} * static_cast<std::size_t>(padded_words());
    }

    /// How many columns of row j are in `bits`; at most 1 if `only_whether`.
    template <bool only_whether>
    index count_in(column_index j, const formats::word* bits) const {
        index count = 0;
        if (!is_compressed_) {
            const row_offset end = rows_.end(j);
            for (row_offset q = rows_.begin(j); q < end; ++q) {
                count += formats::test_bit(bits, rows_.columns[q]);
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

    /// Asks for what says where row j begins.
    void fetch_place(column_index j) const {
        __builtin_prefetch(is_compressed_ ? packed_.offsets.data() + j : rows_.offsets + j);
        __builtin_prefetch(number_.data() + j);
    }
    /// Asks for the beginning of row j.
    void fetch(column_index j) const {
        if (is_compressed_) {
            __builtin_prefetch(packed_.sets.data() + packed_.offsets[j]);
            __builtin_prefetch(packed_.bits.data() + packed_.offsets[j]);
        } else {
            __builtin_prefetch(rows_.columns + rows_.begin(j));
        }
    }

  private:
    /// Bits of long rows take at most half a gigabyte.
    static constexpr index most_wide_words = index{1} << 26;

    structure_view rows_;
    index words_ = 0;
    bool is_compressed_ = false;
    formats::compressed packed_;
    buffer<std::uint32_t> number_;
    buffer<formats::word> wide_;
};

}  // namespace graphblas_gpu::host
