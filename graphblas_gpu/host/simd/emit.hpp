// Reading a row from bits: the columns of the set bits, ascending, and their values.
//
// Idea: with AVX-512 sixteen columns at a time by the compress instructions, which compact a vector under a mask; otherwise one
// bit after the other. This is chosen at run time. Nothing is written behind the last column.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include <graphblas_gpu/base/bits.hpp>

namespace graphblas_gpu::host::simd {

/// The machine has AVX-512 with byte compression (VBMI2): Intel since Ice Lake, AMD since Zen 4.
bool has_avx512() noexcept;

/// Writes the columns of the set bits of words first .. last, ascending; returns their number.
index columns_of_bits(const base::word* bits, column_index first, column_index last, column_index* columns);

/// The version of columns_of_bits that runs on any machine; tests compare the results with those of the chosen version.
index columns_of_bits_plain(const base::word* bits, column_index first, column_index last, column_index* columns);

/// columns_of_bits by AVX-512, with `offset` added to each column. Only where has_avx512().
index columns_of_bits_avx512(const base::word* bits, column_index first, column_index last, column_index* columns,
                             column_index offset = 0);

/// Copies the values of 4 or 8 bytes at the set bits of words first .. last to `out`, ascending. Every group of sixteen (or
/// eight) values in which a bit is set is then overwritten with *fill, unless `fill` is null. Only where has_avx512().
void take_values_avx512(const base::word* bits, column_index first, column_index last, std::size_t value_bytes, void* values,
                        const void* fill, void* out);

/// Writes the columns of word number w, ascending; returns their number.
index columns_of_word(base::word bits, column_index w, column_index* columns);

/// Writes for every set bit c of a word, ascending, the number whose binary digit d is bit c of digits[d]; at most 8 digits.
/// Returns the count of numbers.
index numbers_of_word(base::word bits, const base::word* digits, int digit_count, std::uint32_t* out);

/// Reads a row: writes the columns and the values at the set bits of words first .. last, ascending; returns their number. The
/// bits are cleared. Values that were read, and with AVX-512 values next to them, are overwritten with *fill unless `fill` is
/// null. So a caller with a fill keeps *fill in all values whose bit is not set.
template <class T>
index take_row(base::word* bits, column_index first, column_index last, T* values, const std::type_identity_t<T>* fill,
               column_index* columns, T* out) {
    constexpr bool by_avx512 = sizeof(T) == 4 || sizeof(T) == 8;
    if (by_avx512 && has_avx512()) {
        const index size = columns_of_bits_avx512(bits, first, last, columns);
        take_values_avx512(bits, first, last, sizeof(T), values, fill, out);
        std::memset(bits + first, 0, (std::size_t{last} - first + 1) * sizeof(base::word));
        return size;
    }
    index size = 0;
    for (column_index w = first; w <= last; ++w) {
        if (bits[w] == 0) continue;
        base::for_each_bit(bits[w], w, [&](column_index j) {
            columns[size] = j;
            out[size] = values[j];
            if (fill != nullptr) values[j] = *fill;
            ++size;
        });
        bits[w] = 0;
    }
    return size;
}

}  // namespace graphblas_gpu::host::simd
