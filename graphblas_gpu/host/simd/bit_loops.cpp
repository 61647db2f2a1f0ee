#include <graphblas_gpu/host/simd/bit_loops.hpp>
#include <graphblas_gpu/host/simd/instrumented.hpp>

#include <bit>
#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace graphblas_gpu::host::simd {

using formats::tile_bits;

namespace {

/// The columns of A's tile that have entries. A column is given as the rows in which it has an entry, each as a full row of
/// bits.
struct tile_columns {
    int count = 0;
    int number[formats::tile_side];
    tile_bits rows[formats::tile_side];

    explicit tile_columns(tile_bits a) {
        for (unsigned left = formats::tile_columns_present(a); left != 0; left &= left - 1) {
            const int k = std::countr_zero(left);
            number[count] = k;
            rows[count++] = (a >> k & formats::first_tile_column) * formats::first_tile_row;
        }
    }
};

tile_bits product_of(const tile_columns& a, tile_bits b) {
    tile_bits c = 0;
    for (int n = 0; n < a.count; ++n) {
        c |= a.rows[n] & (b >> (formats::tile_side * a.number[n]) & formats::first_tile_row) * formats::first_tile_column;
    }
    return c;
}

#if defined(__x86_64__)

// Row k of eight tiles of B, copied to all rows of the tile: one byte of each lane, copied to the whole lane.
GB_NOT_INSTRUMENTED __attribute__((target("avx512f,avx512bw"))) void products_avx512(const tile_columns& a, const tile_bits* b,
                                                                                     index count, tile_bits* products) {
    const __m512i lane_starts =
        _mm512_set_epi64(0x0808080808080808, 0, 0x0808080808080808, 0, 0x0808080808080808, 0, 0x0808080808080808, 0);
    for (index n = 0; n < count; n += 8) {
        const auto lanes = static_cast<__mmask8>(count - n >= 8 ? 0xff : (1 << (count - n)) - 1);
        const __m512i tiles = _mm512_maskz_loadu_epi64(lanes, b + n);
        __m512i c = _mm512_setzero_si512();
        for (int m = 0; m < a.count; ++m) {
            const __m512i from = _mm512_add_epi8(lane_starts, _mm512_set1_epi8(static_cast<char>(a.number[m])));
            const __m512i row = _mm512_shuffle_epi8(tiles, from);
            c = _mm512_or_si512(c, _mm512_and_si512(row, _mm512_set1_epi64(static_cast<long long>(a.rows[m]))));
        }
        _mm512_mask_storeu_epi64(products + n, lanes, c);
    }
}

GB_NOT_INSTRUMENTED __attribute__((target("avx512f"))) base::word with_any_avx512(tile_bits wanted, const tile_bits* b,
                                                                                  index count) {
    const __m512i entries = _mm512_set1_epi64(static_cast<long long>(wanted));
    base::word found = 0;
    for (index n = 0; n < count; n += 8) {
        const auto lanes = static_cast<__mmask8>(count - n >= 8 ? 0xff : (1 << (count - n)) - 1);
        const __mmask8 any = _mm512_test_epi64_mask(_mm512_maskz_loadu_epi64(lanes, b + n), entries);
        found |= base::word{any} << n;
    }
    return found;
}

__attribute__((target("avx2"))) void products_avx2(const tile_columns& a, const tile_bits* b, index count,
                                                   tile_bits* products) {
    const __m256i lane_starts = _mm256_set_epi64x(0x0808080808080808, 0, 0x0808080808080808, 0);
    index n = 0;
    for (; n + 4 <= count; n += 4) {
        const __m256i tiles = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(b + n));
        __m256i c = _mm256_setzero_si256();
        for (int m = 0; m < a.count; ++m) {
            const __m256i from = _mm256_add_epi8(lane_starts, _mm256_set1_epi8(static_cast<char>(a.number[m])));
            const __m256i row = _mm256_shuffle_epi8(tiles, from);
            c = _mm256_or_si256(c, _mm256_and_si256(row, _mm256_set1_epi64x(static_cast<long long>(a.rows[m]))));
        }
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(products + n), c);
    }
    for (; n < count; ++n) products[n] = product_of(a, b[n]);
}

#endif

void products_plain(const tile_columns& a, const tile_bits* b, index count, tile_bits* products) {
    for (index n = 0; n < count; ++n) products[n] = product_of(a, b[n]);
}

using implementation = void (*)(const tile_columns&, const tile_bits*, index, tile_bits*);

implementation best() {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw")) return products_avx512;
    if (__builtin_cpu_supports("avx2")) return products_avx2;
#endif
    return products_plain;
}

}  // namespace

void tile_products_plain(tile_bits a, const tile_bits* b, index count, tile_bits* products) {
    products_plain(tile_columns(a), b, count, products);
}

bool tile_products_avx2(tile_bits a, const tile_bits* b, index count, tile_bits* products) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) {
        products_avx2(tile_columns(a), b, count, products);
        return true;
    }
#endif
    (void)a, (void)b, (void)count, (void)products;
    return false;
}

base::word tiles_with_any_plain(tile_bits wanted, const tile_bits* b, index count) {
    base::word found = 0;
    for (index n = 0; n < count; ++n) found |= static_cast<base::word>((b[n] & wanted) != 0) << n;
    return found;
}

base::word tiles_with_any(tile_bits wanted, const tile_bits* b, index count) {
#if defined(__x86_64__)
    static const bool tests_vectors = __builtin_cpu_supports("avx512f");
    if (tests_vectors) return with_any_avx512(wanted, b, count);
#endif
    return tiles_with_any_plain(wanted, b, count);
}

void tile_products(tile_bits a, const tile_bits* b, index count, tile_bits* products) {
    static const implementation chosen = best();
    chosen(tile_columns(a), b, count, products);
}

index count_common_plain(const base::word* a, const base::word* b, index words) {
    index count = 0;
    for (index w = 0; w < words; ++w) count += std::popcount(a[w] & b[w]);
    return count;
}

namespace {

#if defined(__x86_64__)
GB_NOT_INSTRUMENTED __attribute__((target("avx512f,avx512vpopcntdq"))) index count_avx512(const base::word* a,
                                                                                          const base::word* b, index words) {
    __m512i count = _mm512_setzero_si512();
    for (index w = 0; w < words; w += 8) {
        const __m512i both = _mm512_and_si512(_mm512_loadu_si512(a + w), _mm512_loadu_si512(b + w));
        count = _mm512_add_epi64(count, _mm512_popcnt_epi64(both));
    }
    return count[0] + count[1] + count[2] + count[3] + count[4] + count[5] + count[6] + count[7];
}
#endif

}  // namespace

index count_common(const base::word* a, const base::word* b, index words) {
#if defined(__x86_64__)
    static const bool counts_vectors = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vpopcntdq");
    if (counts_vectors) return count_avx512(a, b, words);
#endif
    return count_common_plain(a, b, words);
}

namespace {

using base::word;
constexpr std::size_t panel_words = wide_rows::panel_words;

/// ORs the rows for `held` words at a time, which stay in vector registers of `Bytes` bytes.
template <std::size_t Bytes, std::size_t held>
[[gnu::always_inline]] inline void or_rows_by(word* out, const word* panel, const std::uint32_t* rows, std::size_t count) {
    typedef word vector __attribute__((vector_size(Bytes)));
    constexpr std::size_t vectors = held * sizeof(word) / Bytes;
    for (std::size_t first = 0; first < panel_words; first += held) {
        vector sum[vectors];
        std::memcpy(sum, out + first, sizeof(sum));
        for (std::size_t n = 0; n < count; ++n) {
            const word* const row = panel + rows[n] * panel_words + first;
            for (std::size_t v = 0; v < vectors; ++v) {
                vector part;
                std::memcpy(&part, row + v * (Bytes / sizeof(word)), Bytes);
                sum[v] |= part;
            }
        }
        std::memcpy(out + first, sum, sizeof(sum));
    }
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) void or_rows_avx2(word* out, const word* panel, const std::uint32_t* rows, std::size_t count) {
    or_rows_by<32, 32>(out, panel, rows, count);
}
#endif

}  // namespace

void or_rows_plain(word* out, const word* panel, const std::uint32_t* rows, std::size_t count) {
    or_rows_by<16, 16>(out, panel, rows, count);
}

void or_rows(word* out, const word* panel, const std::uint32_t* rows, std::size_t count) {
#if defined(__x86_64__)
    static const bool has_avx2 = __builtin_cpu_supports("avx2");
    if (has_avx2) return or_rows_avx2(out, panel, rows, count);
#endif
    or_rows_plain(out, panel, rows, count);
}

}  // namespace graphblas_gpu::host::simd
