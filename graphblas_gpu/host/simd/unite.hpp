// Unions of rows of bits.
#pragma once

#include <cstddef>

#include <graphblas_gpu/host/wide_rows.hpp>

namespace graphblas_gpu::host::simd {

/// out |= each of the listed rows of a panel (wide_rows::panel_words words each). The panel's words are gathered in
/// registers: by AVX2 where the machine has it.
void unite(formats::word* out, const formats::word* panel, const std::uint32_t* rows, std::size_t count);

}  // namespace graphblas_gpu::host::simd
