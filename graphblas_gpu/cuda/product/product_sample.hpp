// What a sample of rows tells of a product on the device before it runs.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>

namespace graphblas_gpu::cuda {

/// Expected numbers.
struct device_sample {
    double nvals = 0;     ///< entries of A*B without a mask
    double a_tiles = 0;   ///< tiles of 8 x 8 of A that have entries
    double b_tiles = 0;   ///< the same of B
    double searches = 0;  ///< of rows of B, if every entry of A*B is looked for in all rows that its row of A names
};

/// Starts to look at 32 rows of A, with up to some 16 000 of their multiplications each, and at 32 rows of tiles of each
/// operand. Rows are drawn in proportion to their entries, at even distances, so that every run draws the same ones. A and B
/// have entries. One kernel on the given stream, which writes to the engine's answer and leaves the totals of
/// count_multiplications there alone. Does not wait.
void start_sample(const engine& e, CUstream_st* stream, const csr_ref& a, const csr_ref& b);
/// What the sample tells, once an answer has been awaited since start_sample. `flops`: multiplications of the product.
device_sample read_sample(const engine& e, const csr_ref& a, const csr_ref& b, std::int64_t flops);

/// Bytes a second that the device's memory can move at most, by its clock and its width; 0 if they are not known.
double memory_bandwidth(const engine& e);

}  // namespace graphblas_gpu::cuda
