// Loops over words of bits: common bits of two rows, the union of rows of a panel (wide_rows.hpp), products of 8 x 8 tiles.
//
// Idea: a function runs by AVX-512 or AVX2 where the machine has it, which is found out at the first call, else word by word.
// Tests call the versions with names of their own to compare them with the chosen ones.
#pragma once

#include <graphblas_gpu/base/bits.hpp>
#include <graphblas_gpu/formats/bitmap_tile/tile.hpp>
#include <graphblas_gpu/host/rows/wide_rows.hpp>

#include <cstddef>
#include <cstdint>

namespace graphblas_gpu::host::simd {

/// products[n] = tile_product(a, b[n]) for n < count: by AVX-512 or AVX2 where the machine has it.
void tile_products(formats::tile_bits a, const formats::tile_bits* b, index count, formats::tile_bits* products);

/// Bit n of the result says whether b[n] has any of the `wanted` entries, for n < count <= 64. By AVX-512 where the machine has
/// it. Which tiles have some is unpredictable, so callers loop over the bits of the result instead of branching on every tile.
base::word tiles_with_any(formats::tile_bits wanted, const formats::tile_bits* b, index count);

/// The number of bits that are set in both a and b, in `words` words (a multiple of 8). By AVX-512 where the machine counts
/// bits in vectors (VPOPCNTDQ), else word by word.
index count_common(const base::word* a, const base::word* b, index words);

/// out |= row r of the panel, for each of `count` wide rows r in `rows`; a row has wide_rows::panel_words words. The union is
/// formed in registers, by AVX2 where the machine has it.
void or_rows(base::word* out, const base::word* panel, const std::uint32_t* rows, std::size_t count);

/// The versions that run on any machine.
/// @{
index count_common_plain(const base::word* a, const base::word* b, index words);
void tile_products_plain(formats::tile_bits a, const formats::tile_bits* b, index count, formats::tile_bits* products);
base::word tiles_with_any_plain(formats::tile_bits wanted, const formats::tile_bits* b, index count);
void or_rows_plain(base::word* out, const base::word* panel, const std::uint32_t* rows, std::size_t count);
/// @}

/// tile_products() by AVX2, also on machines that have AVX-512. Returns false on machines without AVX2.
bool tile_products_avx2(formats::tile_bits a, const formats::tile_bits* b, index count, formats::tile_bits* products);

}  // namespace graphblas_gpu::host::simd
