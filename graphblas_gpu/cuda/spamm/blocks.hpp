// A matrix of dense blocks on a device. formats/dense_blocks.hpp describes the arrays.
#pragma once

#include <graphblas_gpu/cuda/device/array.hpp>
#include <graphblas_gpu/formats/dense_blocks.hpp>

namespace graphblas_gpu::cuda {

struct blocks {
    index nrows = 0;
    index ncols = 0;
    block_type type = block_type::float64;
    row_offset count = 0;
    array<row_offset> offsets;
    array<column_index> columns;
    array<double> norms;
    memory values;
    /// What spread.hpp knows. `parts`: the rows of a distributed matrix, whose arrays are empty; only block_storage holds one.
    /// `on_peers`: copies that other devices keep of the matrix or of some of its rows.
    /// @{
    std::shared_ptr<const void> parts;
    mutable std::shared_ptr<const void> on_peers;
    /// @}
};

/// Copies between host and device, counted in engine::moved(). A distributed matrix is downloaded part by part. O(values).
/// @{
blocks uploaded(const std::shared_ptr<engine>& e, const formats::dense_blocks& a);
formats::dense_blocks downloaded(const blocks& a);
/// @}

/// Computes the norms of all blocks again. Reads every value once.
void compute_norms(const std::shared_ptr<engine>& e, blocks& a);

}  // namespace graphblas_gpu::cuda
