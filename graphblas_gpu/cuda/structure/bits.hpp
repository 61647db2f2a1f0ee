// Matrices of at most 64 rows on the device, a word for each column (bit_rows.hpp).
#pragma once

#include <span>

#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/formats/bits.hpp>

namespace graphblas_gpu::cuda {

using formats::word;

/// n words that are 0.
array<word> cleared_words(const engine_ptr& e, index n);

/// Bits that are set. Waits. O(n).
index count_bits(const engine_ptr& e, const word* words, index n);

/// to |= from. O(n).
void unite_words(const engine_ptr& e, word* to, const word* from, index n);

/// Entries of the rows whose words in u are not 0: what pushing meets. Waits. O(rows).
std::int64_t bits_push_work(const engine_ptr& e, const csr_ref& rows, const word* u);

/// Where it is noted through which k each bit came, the smallest: that of bit i of word j at table[j * stride + i]; 0xffffffff
/// where there is none. No table: nobody wants to know.
struct witness_table {
    column_index* table = nullptr;
    index stride = 0;
};

/// fresh(j) = the union of u(k), within `all`, over the k in row j of `rows` (pulling), or over the k whose rows have j
/// (pushing), less w(j), which it is added to. A warp a column; O(nvals) at most, pulling stops where everything is found.
/// @{
void pull_bits(const engine_ptr& e, const csr_ref& rows, const word* u, word all, word* w, word* fresh,
               const witness_table& told);
void push_bits(const engine_ptr& e, const csr_ref& rows, const word* u, index ncols, word* w, word* fresh,
               const witness_table& told);
/// @}

/// The set bits as rows. Waits. O(nrows ncols / 64 + ncols).
csr rows_of_bits(const engine_ptr& e, const word* words, index nrows, index ncols);

/// For each entry of such rows the sum of 2^d over the words digits[d] that have its bit, as uint32. At most 32 of them.
memory values_of_digits(const engine_ptr& e, const csr_ref& rows, std::span<const word* const> digits);

/// For each entry its witness, as uint32.
memory values_of_witnesses(const engine_ptr& e, const csr_ref& rows, const witness_table& told);

/// table[places[n]] = values[n].
void write_witnesses(const engine_ptr& e, const witness_table& told, std::span<const std::uint64_t> places,
                     std::span<const column_index> values);

}  // namespace graphblas_gpu::cuda
