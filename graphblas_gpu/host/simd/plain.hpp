// The versions for any machine. Callers use count.hpp, emit.hpp and unite.hpp, which choose; tests compare them with what is
// chosen, and reach them here on machines that have something better.
#pragma once

#include <cstddef>
#include <cstdint>

#include <graphblas_gpu/formats/bits.hpp>

namespace graphblas_gpu::host::simd {

index count_common_plain(const formats::word* a, const formats::word* b, index words);

index columns_of_bits_plain(const formats::word* bits, column_index first, column_index last, column_index* columns);

void unite_plain(formats::word* out, const formats::word* panel, const std::uint32_t* rows, std::size_t count);

}  // namespace graphblas_gpu::host::simd
