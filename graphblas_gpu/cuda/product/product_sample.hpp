// What a sample of rows tells of a product on the device before it runs.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>

namespace graphblas_gpu::cuda {

/// Expected numbers: entries of A*B without a mask, tiles of 8 x 8 of A and of B that have entries.
struct product_sample {
    double nvals = 0;
    double a_tiles = 0;
    double b_tiles = 0;
};

/// Looks at 32 rows of A, with up to some 16 000 of their multiplications each, and at 32 rows of tiles of each operand. Rows are drawn
/// in proportion to their entries, at even distances, so that every run draws the same ones. `flops`: multiplications of the product. A
/// and B have entries. One kernel. Waits for the device.
product_sample sample_product(const engine_ptr& e, const csr_ref& a, const csr_ref& b, std::int64_t flops);

}  // namespace graphblas_gpu::cuda
