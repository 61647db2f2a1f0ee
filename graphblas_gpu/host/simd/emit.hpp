// Reading a row off its bits: columns of set bits, ascending, and the values that stand at them.
//
// Idea: one bit after the other where nothing better is to be had; sixteen at a time by the compress instructions of AVX-512,
// which compact a vector under a mask. Chosen at run time. Nothing is written beyond what is counted.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include <graphblas_gpu/formats/bits.hpp>

namespace graphblas_gpu::host::simd {

/// The machine has AVX-512 with byte compression (VBMI2): Intel since Ice Lake, AMD since Zen 4.
bool has_avx512() noexcept;

/// The columns of the bits of words [first, last], ascending; returns their number.
index columns_of_bits(const formats::word* bits, column_index first, column_index last, column_index* columns);

/// The same by AVX-512, each column plus `offset`; only where has_avx512().
index columns_of_bits_avx512(const formats::word* bits, column_index first, column_index last, column_index* columns,
                             column_index offset = 0);

/// Moves values of 4 or 8 bytes that stand at set bits of words [first, last] to `out`, ascending. Every group of sixteen
/// (eight) places with a set bit is then filled with `fill`, unless that is null. Only where has_avx512().
void take_values_avx512(const formats::word* bits, column_index first, column_index last, std::size_t value_bytes, void* values,
                        const void* fill, void* out);

/// The columns of one word, number w; returns their number.
index columns_of_word(formats::word bits, column_index w, column_index* columns);

/// For every set bit c of a word, ascending, the number whose binary digit d is bit c of digits[d]; at most 8 digits. Returns
/// how many.
index numbers_of_word(formats::word bits, const formats::word* digits, int digit_count, std::uint32_t* out);

/// Reads a row off: columns and values at the set bits of words [first, last], ascending; returns their number. The bits
/// are cleared. Places that were read, and with AVX-512 their unset neighbours too, are filled with *fill unless it is null:
/// the caller fills all places with it or none.
template <class T>
index take_row(formats::word* bits, column_index first, column_index last, T* values, const std::type_identity_t<T>* fill,
               column_index* columns, T* out) {
    constexpr bool by_avx512 = sizeof(T) == 4 || sizeof(T) == 8;
    if (by_avx512 && has_avx512()) {
        const index size = columns_of_bits_avx512(bits, first, last, columns);
        take_values_avx512(bits, first, last, sizeof(T), values, fill, out);
        std::memset(bits + first, 0, (std::size_t{last} - first + 1) * sizeof(formats::word));
        return size;
    }
    index size = 0;
    for (column_index w = first; w <= last; ++w) {
        if (bits[w] == 0) continue;
        formats::for_each_bit(bits[w], w, [&](column_index j) {
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
