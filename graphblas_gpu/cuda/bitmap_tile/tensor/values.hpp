// Values of a product of bitmap tiles by tensor cores: plus.times over fp32 and fp64, fp32 with factors rounded to fp16, and
// the number of products of every entry of C.
//
// Idea: a tensor core multiplies tiles with zeros for absent entries. That is correct if all factors are finite. If a factor is
// infinite or NaN, some sum of the tile is not finite either, and the tile is computed again without tensor cores. Products are
// counted from bits: one instruction counts the common bits of rows and columns of 128 bits, that is of 16 pairs of tiles side
// by side.
// Source: tSparse (Zachariadis et al.); sums of fp32 are made in fp64, whose products of fp32 factors are exact.
#pragma once

#include <graphblas_gpu/cuda/bitmap_tile/tiles.hpp>

namespace graphblas_gpu::cuda {

/// The values of the entries of c; the same in every run. The values of a and b have the type of the sums.
/// @{
void fp64_values(const engine_ptr& e, const tiles_ref& a, const tiles_ref& b, const tiles_ref& c, double* values);
/// Products and sums in fp64, rounded once: no less accurate than sums of fp32.
void fp64_values(const engine_ptr& e, const tiles_ref& a, const tiles_ref& b, const tiles_ref& c, float* values);
/// Factors rounded to fp16 once a is multiplied by 2^a_exponent and b by 2^b_exponent, sums in fp32; see half_range.hpp.
void mixed_values(const engine_ptr& e, const tiles_ref& a, const tiles_ref& b, const tiles_ref& c, int a_exponent,
                  int b_exponent, float* values);
/// The same without tensor cores, entry by entry, for tiles that are nearly empty. Slices are used if a has columns and b has
/// rows.
void rounded_values(const engine_ptr& e, const tiles_ref& a, const tiles_ref& b, const tiles_ref& c, int a_exponent,
                    int b_exponent, float* values);
/// @}

/// Writes the numbers of products of c's entries as values of `type`. Short integers wrap; bool is true above 0. No value of a
/// or b is read.
void bit_counts(const engine_ptr& e, const tiles_ref& a, const tiles_ref& b, const tiles_ref& c, type_code type, void* values);

/// The bitmaps of the entries that are true; the values are bool. lor.land uses them, for which false is the same as absent.
array<tile_bits> true_bits(const engine_ptr& e, const tiles_ref& a);

}  // namespace graphblas_gpu::cuda
