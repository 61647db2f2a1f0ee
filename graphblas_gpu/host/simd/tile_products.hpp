// The bitmaps of the products of one tile with many tiles, and which of many tiles have any entry of a set.
#pragma once

#include <graphblas_gpu/formats/bitmap_tile/tile.hpp>
#include <graphblas_gpu/formats/bits.hpp>

namespace graphblas_gpu::host::simd {

/// products[n] = tile_product(a, b[n]) for n < count: by AVX-512 or AVX2 where the machine has it.
void tile_products(formats::tile_bits a, const formats::tile_bits* b, index count, formats::tile_bits* products);

/// Bit n of the result says whether b[n] has any of the `wanted` entries, for n < count <= 64. By AVX-512 where the machine has
/// it. Which tiles have some is unpredictable, so callers loop over the bits of the result instead of branching on every tile.
formats::word tiles_with_any(formats::tile_bits wanted, const formats::tile_bits* b, index count);

}  // namespace graphblas_gpu::host::simd
