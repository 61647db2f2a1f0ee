// Counting common bits.
#pragma once

#include <graphblas_gpu/formats/bits.hpp>

namespace graphblas_gpu::host::simd {

/// The number of bits that are set in both a and b, in `words` words (a multiple of 8). By AVX-512 where the machine counts
/// bits in vectors (VPOPCNTDQ), else word by word.
index count_common(const formats::word* a, const formats::word* b, index words);

}  // namespace graphblas_gpu::host::simd
