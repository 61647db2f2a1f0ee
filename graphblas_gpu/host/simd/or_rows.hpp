// The union of many rows of bits in one panel (wide_rows.hpp).
#pragma once

#include <cstddef>

#include <graphblas_gpu/host/wide_rows.hpp>

namespace graphblas_gpu::host::simd {

/// out |= row r of the panel, for each of `count` wide rows r in `rows`; a row has wide_rows::panel_words words. The union is
/// formed in registers, by AVX2 where the machine has it.
void or_rows(formats::word* out, const formats::word* panel, const std::uint32_t* rows, std::size_t count);

}  // namespace graphblas_gpu::host::simd
