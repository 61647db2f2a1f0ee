// A row laid out in a table in shared memory, which answers whether the row has a column, and at which position.
//
// Idea: the table has one of three forms, chosen by cost.hpp. The form is the same for all threads, so the branch costs
// nothing. A table of bits finds positions from the position of the first entry of every 64 columns, because rows are
// ascending. A sieve has a bit for the hash of every column of the row. A column whose bit is set is searched in the row
// itself, which is seldom in vain. So a sieve is correct for rows of any length, and fast for rows of up to a tenth as many
// entries as it has bits.
// Source: bits with ranks: Jacobson, "Space-efficient static trees and graphs" (FOCS 1989).
#pragma once

#include <graphblas_gpu/cuda/device/for_each.cuh>
#include <graphblas_gpu/cuda/device/simt.cuh>
#include <graphblas_gpu/cuda/dot/cost.hpp>
#include <graphblas_gpu/cuda/primitives/bitmap.cuh>

namespace graphblas_gpu::cuda::masked {

inline constexpr column_index no_column = 0xffffffff;   // no column has this number: max_side
inline constexpr std::uint32_t absent = 0xffffffff;     // no position in a row is this large

GB_HD constexpr std::uint32_t scatter(column_index j) { return j * 0x9e3779b1u; }

/// The table of one row, shared by a team of threads (a warp or a block). `positions`: find() is asked, not only has().
template <bool positions>
class column_table {
  public:
    __device__ column_table(void* shared, table_shape shape)
        : words_(static_cast<std::uint32_t*>(shared)), kind_(shape.kind), size_(shape.size) {
        shift_ = shape.kind == table_kind::bits ? 0 : static_cast<unsigned>(__clz(static_cast<int>(size_))) + 1;
        extra_ = words_ + (shape.kind == table_kind::hash ? size_ : size_ / 32);
    }

    /// Step 1: empties the table. All threads of the team call; they need a barrier after it.
    __device__ void clear(unsigned thread, unsigned threads) {
        const std::uint32_t nothing = kind_ == table_kind::hash ? no_column : 0;
        const std::uint32_t count = kind_ == table_kind::hash ? size_ : (size_ + 31) / 32;
        auto* quads = reinterpret_cast<uint4*>(words_);
        for (std::uint32_t q = thread; q < count / 4; q += threads) quads[q] = uint4{nothing, nothing, nothing, nothing};
        for (std::uint32_t w = count / 4 * 4 + thread; w < count; w += threads) words_[w] = nothing;
    }

    /// Step 2: inserts the columns of the row, which are ascending. All threads of the team call; they need a barrier after it.
    __device__ void insert(const column_index* row, row_offset length, unsigned thread, unsigned threads) {
        row_ = row;
        length_ = length;
        constexpr int ahead = 4;  // columns that are loaded before the first is used
        for (row_offset start = thread; start < length; start += ahead * static_cast<row_offset>(threads)) {
            column_index column[ahead], previous[ahead];
#pragma unroll
            for (int u = 0; u < ahead; ++u) {
                const row_offset p = start + u * static_cast<row_offset>(threads);
                column[u] = p < length ? row[p] : no_column;
                previous[u] = positions && kind_ == table_kind::bits && p > 0 && p < length ? row[p - 1] : no_column;
            }
#pragma unroll
            for (int u = 0; u < ahead; ++u) {
                const auto position = static_cast<std::uint32_t>(start + u * static_cast<row_offset>(threads));
                if (column[u] != no_column) insert_one(column[u], previous[u], position);
            }
        }
    }

    /// The position of a column in the row, or absent.
    __device__ std::uint32_t find(column_index j) const {
        if (kind_ == table_kind::bits) return find_bit(j);
        if (kind_ == table_kind::hash) {
            const std::uint32_t slot = find_key(j);
            return slot == absent ? absent : extra_[slot];
        }
        return search(j);
    }

    __device__ bool has(column_index j) const {
        if (kind_ == table_kind::bits) return has_bit(words_, j);
        if (kind_ == table_kind::hash) return find_key(j) != absent;
        return search(j) != absent;
    }

    /// has() of a hash table, without asking for its form.
    __device__ bool has_key(column_index j) const { return find_key(j) != absent; }

  private:
    __device__ std::uint32_t slot_of(column_index j) const { return shift_ > 31 ? 0 : scatter(j) >> shift_; }

    /// `previous`: the column before, or no_column.
    __device__ void insert_one(column_index j, column_index previous, std::uint32_t position) {
        if (kind_ == table_kind::hash) {
            insert_key(j, position);
            return;
        }
        const std::uint32_t bit = kind_ == table_kind::sieve ? slot_of(j) : j;
        set_bit(words_, bit);
        if (!positions || kind_ != table_kind::bits) return;
        if (previous == no_column || previous / 64 != j / 64) extra_[j / 64] = position;
    }

    __device__ void insert_key(column_index j, std::uint32_t position) {
        std::uint32_t slot = slot_of(j);
        while (atomicCAS(&words_[slot], no_column, j) != no_column) slot = (slot + 1) & (size_ - 1);
        if (positions) extra_[slot] = position;
    }

    __device__ std::uint32_t find_key(column_index j) const {
        for (std::uint32_t slot = slot_of(j);; slot = (slot + 1) & (size_ - 1)) {
            const column_index key = words_[slot];
            if (key == j) return slot;
            if (key == no_column) return absent;
        }
    }

    __device__ std::uint32_t find_bit(column_index j) const {
        if (!has_bit(words_, j)) return absent;
        std::uint32_t before = extra_[j / 64] + rank_in_word(words_[j / 32], j);
        if (j % 64 >= 32) before += __popc(words_[j / 32 - 1]);
        return before;
    }

    __device__ std::uint32_t search(column_index j) const {
        const std::uint32_t bit = slot_of(j);
        if (!has_bit(words_, bit)) return absent;
        const row_offset at = lower_bound(row_, 0, length_, j);
        return at < length_ && row_[at] == j ? static_cast<std::uint32_t>(at) : absent;
    }

    std::uint32_t* words_;
    std::uint32_t* extra_;  // hash: the position of each slot's key; bits: the position of the first entry of every 64 bits
    const column_index* row_ = nullptr;
    row_offset length_ = 0;
    table_kind kind_;
    std::uint32_t size_;
    unsigned shift_;
};

}  // namespace graphblas_gpu::cuda::masked
