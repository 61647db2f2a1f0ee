#include <graphblas_gpu/host/simd/count.hpp>

#include <bit>

#include <graphblas_gpu/host/simd/instrumented.hpp>
#include <graphblas_gpu/host/simd/plain.hpp>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace graphblas_gpu::host::simd {

index count_common_plain(const formats::word* a, const formats::word* b, index words) {
    index count = 0;
    for (index w = 0; w < words; ++w) count += std::popcount(a[w] & b[w]);
    return count;
}

namespace {

#if defined(__x86_64__)
GB_NOT_INSTRUMENTED __attribute__((target("avx512f,avx512vpopcntdq"))) index count_avx512(const formats::word* a, const formats::word* b,
                                                                      index words) {
    __m512i count = _mm512_setzero_si512();
    for (index w = 0; w < words; w += 8) {
        const __m512i both = _mm512_and_si512(_mm512_loadu_si512(a + w), _mm512_loadu_si512(b + w));
        count = _mm512_add_epi64(count, _mm512_popcnt_epi64(both));
    }
    return count[0] + count[1] + count[2] + count[3] + count[4] + count[5] + count[6] + count[7];
}
#endif

}  // namespace

index count_common(const formats::word* a, const formats::word* b, index words) {
#if defined(__x86_64__)
    static const bool counts_vectors = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vpopcntdq");
    if (counts_vectors) return count_avx512(a, b, words);
#endif
    return count_common_plain(a, b, words);
}

}  // namespace graphblas_gpu::host::simd
