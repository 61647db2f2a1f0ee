// What method bitmap_tile computes with a semiring K (shared/kernel_semiring.cuh): declarations without a kernel. values.cuh
// defines it.
#pragma once

#include <graphblas_gpu/cuda/bitmap_tile/tiles.hpp>

namespace graphblas_gpu::cuda {

/// values[p] for each entry of C, whose tiles are among those of A B: bitmap_tile/values.cuh. Values of A and B have the
/// semiring's types. Slices are used if A has columns and B has rows. Does not wait.
template <class K>
void tile_values(const engine_ptr& e, const K& k, const tiles_ref& a, const tiles_ref& b, const tiles_ref& c,
                 typename K::value* values);

/// tile_values by slices: blocks take the long rows, at most `tiles_a_piece` tiles of C at a time.
template <class K>
void tile_values_by_slices(const engine_ptr& e, const K& k, const tiles_ref& a, const tiles_ref& b, const tiles_ref& c,
                           typename K::value* values, unsigned tiles_a_piece);

}  // namespace graphblas_gpu::cuda
