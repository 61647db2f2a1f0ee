// tSparse's counting and multiplication on tensor cores.
//
// Idea: one 16 x 16 x 16 product multiplies two tasks, whose tiles are on its diagonal. Fragments are built in registers from
// bits or from packed values. Three quarters of the instruction's products are multiplications of zeros. This is the paper's
// arrangement; cuda/bitmap_tile/tensor improves on it.
// Source: tSparse (Zachariadis, Satpute, Gomez-Luna, Olivares).
#pragma once

#include <graphblas_gpu/cuda/bitmap_tile/paper/counting.hpp>

namespace graphblas_gpu::cuda::tile_paper {

/// Writes the bitmap of each tile of C to `bitmaps` (device): products of ones are summed, and positive sums are set bits.
void or_products_on_tensor_cores(const engine_ptr& e, const tiles_ref& a, const tiles_ref& b, const task_list& list,
                                 tile_bits* bitmaps);

/// The values of C's tiles. Factors are multiplied by 2^a_exponent and 2^b_exponent and rounded to fp16; sums are in fp32.
/// Values of A and B are fp32. Sums are the same in every run. A tile with a sum that is not finite is computed again in fp32,
/// because absent entries, which are zeros in the fragments, must not be multiplied by an infinity.
void mixed_values(const engine_ptr& e, const tiles_ref& a, const tiles_ref& b, const tiles_ref& c, const tasks_ref& tasks,
                  int a_exponent, int b_exponent, float* values);

}  // namespace graphblas_gpu::cuda::tile_paper
