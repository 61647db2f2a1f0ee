#include <graphblas_gpu/host/simd/emit.hpp>
#include <graphblas_gpu/host/simd/instrumented.hpp>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace graphblas_gpu::host::simd {

using base::word;

#if defined(__x86_64__)

#define GB_AVX512 GB_NOT_INSTRUMENTED __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi2,popcnt,bmi2")))

bool has_avx512() noexcept {
    static const bool found = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                              __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
                              __builtin_cpu_supports("avx512vbmi2");
    return found;
}

namespace {

/// Writes the first `count` of 64 bytes as numbers of 32 bits, each added to `base`.
GB_AVX512 inline void put_bytes(__m512i bytes, int count, __m512i base, std::uint32_t* out) {
    int left = count;
    const auto put = [&](__m128i sixteen) GB_AVX512 {
        const __mmask16 lanes = left >= 16 ? static_cast<__mmask16>(0xffff) : static_cast<__mmask16>((1u << left) - 1);
        _mm512_mask_storeu_epi32(out, lanes, _mm512_add_epi32(base, _mm512_maskz_cvtepu8_epi32(lanes, sixteen)));
        out += 16;
        left -= 16;
    };
    // The maskz forms are used although no lane is masked off, because GCC 12 warns inside its own headers about the
    // unmasked forms.
    put(_mm512_maskz_extracti32x4_epi32(0xf, bytes, 0));
    if (left > 0) put(_mm512_maskz_extracti32x4_epi32(0xf, bytes, 1));
    if (left > 0) put(_mm512_maskz_extracti32x4_epi32(0xf, bytes, 2));
    if (left > 0) put(_mm512_maskz_extracti32x4_epi32(0xf, bytes, 3));
}

}  // namespace

GB_AVX512 index columns_of_bits_avx512(const word* bits, column_index first, column_index last, column_index* columns,
                                       column_index offset) {
    // The 64 positions of a word, one byte each, are compacted at once, then widened sixteen by sixteen.
    alignas(64) unsigned char position[64];
    for (int k = 0; k < 64; ++k) position[k] = static_cast<unsigned char>(k);
    const __m512i positions = _mm512_load_si512(position);
    column_index* out = columns;
    for (column_index w = first; w <= last; ++w) {
        const word here = bits[w];
        if (here == 0) continue;
        const __m512i packed = _mm512_maskz_compress_epi8(here, positions);
        const __m512i base = _mm512_set1_epi32(static_cast<int>(offset + (w << 6)));
        const int count = _mm_popcnt_u64(here);
        put_bytes(packed, count, base, out);
        out += count;
    }
    return out - columns;
}

namespace {

/// The bytes are assembled in a register: bytes read back from memory would wait for all writes before them.
GB_AVX512 index numbers_of_word_avx512(word bits, const word* digits, int digit_count, std::uint32_t* out) {
    __m512i bytes = _mm512_setzero_si512();
    for (int d = 0; d < digit_count; ++d) {
        bytes = _mm512_or_si512(bytes, _mm512_maskz_set1_epi8(digits[d], static_cast<char>(1 << d)));
    }
    const __m512i packed = _mm512_maskz_compress_epi8(bits, bytes);
    const int count = _mm_popcnt_u64(bits);
    put_bytes(packed, count, _mm512_setzero_si512(), out);
    return count;
}

/// The bits of a value that has the size of Bits; 0 if `value` is null.
template <class Bits>
Bits bits_of(const void* value) {
    Bits bits = 0;
    if (value != nullptr) std::memcpy(&bits, value, sizeof(bits));
    return bits;
}

/// Values of 4 bytes, or of 8: a register has 64 bytes of them.
template <std::size_t value_bytes>
GB_AVX512 void take_values(const word* bits, column_index first, column_index last, char* values, const void* fill, char* out) {
    constexpr std::size_t lane_count = 64 / value_bytes;
    using mask = std::conditional_t<value_bytes == 4, __mmask16, __mmask8>;
    __m512i filled;
    if constexpr (value_bytes == 4) filled = _mm512_set1_epi32(bits_of<int>(fill));
    else filled = _mm512_set1_epi64(bits_of<long long>(fill));
    for (column_index w = first; w <= last; ++w) {
        if (bits[w] == 0) continue;
        char* at = values + (std::size_t{w} << 6) * value_bytes;
        for (word here = bits[w]; here != 0; here >>= lane_count, at += 64) {
            const auto lanes = static_cast<mask>(here);
            if (lanes == 0) continue;
            const auto count = static_cast<unsigned>(_mm_popcnt_u32(lanes));
            const auto written = static_cast<mask>(_bzhi_u32(static_cast<mask>(-1), count));
            const __m512i all = _mm512_loadu_si512(at);
            if constexpr (value_bytes == 4) _mm512_mask_storeu_epi32(out, written, _mm512_maskz_compress_epi32(lanes, all));
            else _mm512_mask_storeu_epi64(out, written, _mm512_maskz_compress_epi64(lanes, all));
            out += count * value_bytes;
            if (fill != nullptr) _mm512_storeu_si512(at, filled);
        }
    }
}

}  // namespace

void take_values_avx512(const word* bits, column_index first, column_index last, std::size_t value_bytes, void* values,
                        const void* fill, void* out) {
    const auto take = value_bytes == 4 ? take_values<4> : take_values<8>;
    take(bits, first, last, static_cast<char*>(values), fill, static_cast<char*>(out));
}

#else

bool has_avx512() noexcept { return false; }
index columns_of_bits_avx512(const word*, column_index, column_index, column_index*, column_index) { return 0; }
void take_values_avx512(const word*, column_index, column_index, std::size_t, void*, const void*, void*) {}

#endif

index columns_of_bits_plain(const word* bits, column_index first, column_index last, column_index* columns) {
    column_index* out = columns;
    for (column_index w = first; w <= last; ++w) {
        base::for_each_bit(bits[w], w, [&](column_index j) { *out++ = j; });
    }
    return out - columns;
}

index columns_of_word(word bits, column_index w, column_index* columns) {
    if (has_avx512()) return columns_of_bits_avx512(&bits, 0, 0, columns, w << 6);
    index count = 0;
    base::for_each_bit(bits, w, [&](column_index j) { columns[count++] = j; });
    return count;
}

index numbers_of_word(word bits, const word* digits, int digit_count, std::uint32_t* out) {
#if defined(__x86_64__)
    if (has_avx512()) return numbers_of_word_avx512(bits, digits, digit_count, out);
#endif
    index count = 0;
    base::for_each_bit(bits, 0, [&](column_index c) {
        std::uint32_t number = 0;
        for (int d = 0; d < digit_count; ++d) number |= static_cast<std::uint32_t>(digits[d] >> c & 1u) << d;
        out[count++] = number;
    });
    return count;
}

index columns_of_bits(const word* bits, column_index first, column_index last, column_index* columns) {
    if (has_avx512()) return columns_of_bits_avx512(bits, first, last, columns);
    return columns_of_bits_plain(bits, first, last, columns);
}

}  // namespace graphblas_gpu::host::simd
