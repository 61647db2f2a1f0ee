// The versions of the functions of this folder that run on any machine. Callers use count.hpp, emit.hpp, tile_products.hpp and
// or_rows.hpp, which choose at run time; tests call these versions to compare the results with those of the chosen version.
#pragma once

#include <cstddef>
#include <cstdint>

#include <graphblas_gpu/formats/bitmap_tile/tile.hpp>
#include <graphblas_gpu/formats/bits.hpp>

namespace graphblas_gpu::host::simd {

index count_common_plain(const formats::word* a, const formats::word* b, index words);

index columns_of_bits_plain(const formats::word* bits, column_index first, column_index last, column_index* columns);

void tile_products_plain(formats::tile_bits a, const formats::tile_bits* b, index count, formats::tile_bits* products);
/// The version by AVX2, also on machines that have AVX-512. Returns false on machines without AVX2.
bool tile_products_avx2(formats::tile_bits a, const formats::tile_bits* b, index count, formats::tile_bits* products);
formats::word tiles_with_any_plain(formats::tile_bits wanted, const formats::tile_bits* b, index count);

void or_rows_plain(formats::word* out, const formats::word* panel, const std::uint32_t* rows, std::size_t count);

}  // namespace graphblas_gpu::host::simd
