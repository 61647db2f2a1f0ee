// Bitmap tiles multiplied as bits: how many products every entry of C has.
//
// Idea: one instruction of a tensor core meets 128 bits of a row with 128 of a column: 16 pairs of tiles side by side.
#pragma once

#include <graphblas_gpu/cuda/bitmap_tile/tiles.hpp>

namespace graphblas_gpu::cuda {

/// Writes the numbers of products of c's entries as values of `type`: those of short integers wrap, of bool they are true above
/// 0. No value of a or b is read.
void bit_counts(const engine_ptr& e, const tiles_ref& a, const tiles_ref& b, const tiles_ref& c, type_code type, void* values);

/// The bits of the entries that are not 0; values of bool. For lor.land: what is absent and what is false are the same to it.
array<tile_bits> true_bits(const engine_ptr& e, const tiles_ref& a);

}  // namespace graphblas_gpu::cuda
