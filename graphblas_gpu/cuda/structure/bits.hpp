// Matrices of at most 64 rows on the device, a word for each column (bit_rows.hpp).
#pragma once

#include <span>

#include <graphblas_gpu/base/bits.hpp>
#include <graphblas_gpu/cuda/device/csr.hpp>

namespace graphblas_gpu::cuda {

using base::word;

/// The number of bits that are set. Waits. O(n).
index count_bits(const engine_ptr& e, const word* words, index n);

/// words[indices[n]] |= bits[n] for all n. O(bits.size()).
void set_bits(const engine_ptr& e, word* words, std::span<const std::uint64_t> indices, std::span<const word> bits);

/// to |= from. O(n).
void or_words(const engine_ptr& e, word* to, const word* from, index n);

/// fresh(j) = the union over k below `pieces` of from[k * n + j] without the bits of w(j), to which it is added. O(n pieces).
void add_fresh_words(const engine_ptr& e, const word* from, index pieces, index n, word* w, word* fresh);

/// What the n words of u tell about a step from them.
struct bits_frontier {
    word rows = 0;               ///< the bits that some word has
    std::int64_t push_work = 0;  ///< the number of entries in the rows whose word is not 0; 0 if no rows are given
};
/// `rows` may have no offsets. Waits. O(n).
bits_frontier look_at_bits(const engine_ptr& e, const csr_ref& rows, const word* u, index n);

/// A table of witnesses: the smallest k through which each bit was set. table[j * stride + i] is the witness of bit i of word
/// j, or 0xffffffff if the bit has none. A null table: witnesses are not recorded.
struct witness_table {
    column_index* table = nullptr;
    index stride = 0;
};

/// Computes fresh(j), the union of u(k) without the bits of w(j), and adds it to w(j). In a pull, k runs over row j of `rows`,
/// and only the bits of `all` are wanted; in a push, k runs over the rows that have an entry in column j. A pull stops when all
/// wanted bits are found, O(nvals + columns) at most; a push is O(entries of the rows whose word is not 0, + rows + columns).
/// @{
void pull_bits(const engine_ptr& e, const csr_ref& rows, const word* u, word all, word* w, word* fresh,
               const witness_table& witnesses);
void push_bits(const engine_ptr& e, const csr_ref& rows, const word* u, index ncols, word* w, word* fresh,
               const witness_table& witnesses);
/// @}

/// The set bits as rows. Waits. O(nrows ncols / 64 + ncols).
csr rows_of_bits(const engine_ptr& e, const word* words, index nrows, index ncols);

/// For each entry of rows_of_bits(), the sum of 2^d over the words digits[d] that have its bit, as uint32. At most 32 digits.
memory values_of_digits(const engine_ptr& e, const csr_ref& rows, std::span<const word* const> digits);

/// The witness of each entry, as uint32.
memory values_of_witnesses(const engine_ptr& e, const csr_ref& rows, const witness_table& witnesses);

/// table[table_indices[n]] = values[n].
void write_witnesses(const engine_ptr& e, const witness_table& witnesses, std::span<const std::uint64_t> table_indices,
                     std::span<const column_index> values);

}  // namespace graphblas_gpu::cuda
