// Bitmap tiles multiplied as bits: the number of products of every entry of C.
//
// Idea: one tensor-core instruction counts the common bits of rows and columns of 128 bits, that is of 16 pairs of tiles side
// by side.
#pragma once

#include <graphblas_gpu/cuda/bitmap_tile/tiles.hpp>

namespace graphblas_gpu::cuda {

/// Writes the numbers of products of c's entries as values of `type`. Short integers wrap; bool is true above 0. No value of a
/// or b is read.
void bit_counts(const engine_ptr& e, const tiles_ref& a, const tiles_ref& b, const tiles_ref& c, type_code type, void* values);

/// The bitmaps of the entries that are true; the values are bool. lor.land uses them, for which false is the same as absent.
array<tile_bits> true_bits(const engine_ptr& e, const tiles_ref& a);

}  // namespace graphblas_gpu::cuda
