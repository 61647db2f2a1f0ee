#include <graphblas_gpu/host/simd/or_rows.hpp>

#include <cstring>

#include <graphblas_gpu/host/simd/plain.hpp>

namespace graphblas_gpu::host::simd {

namespace {

using formats::word;
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
