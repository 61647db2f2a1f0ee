// From a matrix of at most 64 rows with a word for each column to compressed sparse rows, with values.
//
// Idea: 64 columns are a block of 64 x 64 bits. The transposed block has the entries of each row in order. A first pass counts
// the entries of each row in each range of columns, so that in the second pass every thread knows where to write the entries of
// its range.
// Cost: two transpositions for each block, and the entries.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include <graphblas_gpu/base/bits.hpp>
#include <graphblas_gpu/host/bits/bit_product.hpp>
#include <graphblas_gpu/host/simd/emit.hpp>

namespace graphblas_gpu::host {

using bit_block = std::array<base::word, base::word_bits>;

/// Block number `block` of a matrix (its columns 64 block .. 64 block + 63), transposed: word i has the columns of row i.
bit_block rows_of_block(const bit_columns& a, index block);

/// Writes the values of the entries of row i in a block, whose columns in the block are `bits`.
template <class T, class Values>
void write_values(std::size_t i, base::word bits, Values& values, T* out) {
    if constexpr (std::is_same_v<T, std::uint32_t> && requires { values.write_row(i, bits, out); }) {
        if (values.write_row(i, bits, out)) return;
    }
    values.enter_row(i);
    base::for_each_bit(bits, 0, [&](column_index c) { *out++ = static_cast<T>(values.at(c)); });
}

/// The matrix `a` as compressed sparse rows. make_values(block) returns an object that knows the values of a block: after its
/// enter_row(i), its at(c) is the value of row i in column c of the block.
template <class T, class MakeValues>
csr<T> bit_rows_to_csr(team& team, index nrows, const bit_columns& a, const MakeValues& make_values) {
    const auto rows = static_cast<std::size_t>(nrows);
    const index blocks = base::words_for(a.size);
    const std::vector<index> cuts = cut_evenly(blocks, pieces_for(team, nrows * a.size));
    const std::size_t pieces = cuts.size() - 1;
    // next[piece * rows + i] is at first the number of entries of row i in the columns of the piece, then the position where
    // the next of these entries is written.
    std::vector<row_offset> next(pieces * rows, 0);
    team.run(static_cast<index>(pieces), [&](index piece, int) {
        const auto p = static_cast<std::size_t>(piece);
        for (index b = cuts[p]; b < cuts[p + 1]; ++b) {
            const bit_block block = rows_of_block(a, b);
            for (std::size_t i = 0; i < rows; ++i) next[p * rows + i] += std::popcount(block[i]);
        }
    });
    csr<T> out(nrows, a.size);
    row_offset total = 0;
    for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t p = 0; p < pieces; ++p) total += std::exchange(next[p * rows + i], total);
        out.offsets[i + 1] = total;
    }
    out.columns = buffer<column_index>(static_cast<std::size_t>(total));
    if constexpr (!std::is_void_v<T>) out.values = buffer<T>(static_cast<std::size_t>(total));

    team.run(static_cast<index>(pieces), [&](index piece, int) {
        const auto p = static_cast<std::size_t>(piece);
        for (index b = cuts[p]; b < cuts[p + 1]; ++b) {
            if (a.occupied[b] == 0) continue;
            const bit_block block = rows_of_block(a, b);
            auto values = make_values(b);
            for (std::size_t i = 0; i < rows; ++i) {
                if (block[i] == 0) continue;
                auto to = static_cast<std::size_t>(next[p * rows + i]);
                if constexpr (!std::is_void_v<T>) write_values<T>(i, block[i], values, out.values.data() + to);
                to += static_cast<std::size_t>(
                    simd::columns_of_word(block[i], static_cast<column_index>(b), out.columns.data() + to));
                next[p * rows + i] = static_cast<row_offset>(to);
            }
        }
    });
    return out;
}

/// Values that are stored as binary digits: bit i of digits[d](j) is digit d of the value of entry (i, j).
class binary_values {
  public:
    binary_values(std::span<const bit_columns> digits, index block);
    /// Assembles the values of a row, 8 columns of 8 digits at a time.
    void enter_row(std::size_t i) {
        for (std::size_t d = 0; d < blocks_.size(); ++d) {
            std::uint8_t* const bytes = bytes_[d / 8].data();
            for (std::size_t byte = 0; byte < 8; ++byte) {
                std::uint64_t eight = 0;
                if (d % 8 != 0) std::memcpy(&eight, bytes + 8 * byte, sizeof eight);
                eight |= base::spread_to_bytes(static_cast<std::uint8_t>(blocks_[d][i] >> (8 * byte))) << (d % 8);
                std::memcpy(bytes + 8 * byte, &eight, sizeof eight);
            }
        }
    }
    std::uint32_t at(column_index c) const {
        std::uint32_t value = bytes_[0][c];
        for (std::size_t high = 1; 8 * high < blocks_.size(); ++high) {
            value |= static_cast<std::uint32_t>(bytes_[high][c]) << (8 * high);
        }
        return value;
    }

    /// Writes the values of row i at the columns of `bits` by vector instructions. Returns false and writes nothing if the
    /// processor has no AVX-512 or a value has more than 8 digits.
    bool write_row(std::size_t i, base::word bits, std::uint32_t* out) const {
        if (blocks_.size() > 8 || !simd::has_avx512()) return false;
        std::array<base::word, 8> digits;
        for (std::size_t d = 0; d < blocks_.size(); ++d) digits[d] = blocks_[d][i];
        simd::numbers_of_word(bits, digits.data(), static_cast<int>(blocks_.size()), out);
        return true;
    }

  private:
    static_assert(std::endian::native == std::endian::little, "eight bytes are written as one number");
    std::vector<bit_block> blocks_;
    std::array<std::array<std::uint8_t, base::word_bits>, 4> bytes_{};
};

}  // namespace graphblas_gpu::host
