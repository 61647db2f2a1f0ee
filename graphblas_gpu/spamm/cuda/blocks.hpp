// A matrix of dense blocks on a device. spamm/formats/dense_blocks.hpp describes the arrays.
#pragma once

#include <graphblas_gpu/cuda/device/array.hpp>
#include <graphblas_gpu/spamm/formats/dense_blocks.hpp>

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
    mutable array<int> at;  ///< kept by operations (plan.hpp): where each block is, for each position; empty until it is needed
    /// What spread.hpp knows. `parts`: the rows of a distributed matrix, whose arrays are empty; only block_storage holds one.
    /// `on_peers`: copies that other devices keep of the matrix or of some of its rows.
    /// @{
    std::shared_ptr<const void> parts;
    mutable std::shared_ptr<const void> on_peers;
    /// @}
};

/// The bytes of the values of so many blocks.
inline std::size_t bytes_of_blocks(block_type type, row_offset count) {
    return static_cast<std::size_t>(count * formats::block_values) * formats::size_of(type);
}
/// A matrix with room for so many blocks; its arrays are not initialised.
blocks blocks_with_room(const std::shared_ptr<engine>& e, index nrows, index ncols, block_type type, row_offset count);

/// All values of a matrix in one array, row by row, as cuBLAS reads and writes them. Sides are rounded up to multiples of 32;
/// what is added is zero.
struct dense_form {
    index nrows = 0;
    index ncols = 0;
    block_type type = block_type::float64;
    memory values;

    index rows() const { return formats::blocks_for(nrows) * formats::block_side; }
    index columns() const { return formats::blocks_for(ncols) * formats::block_side; }
};

/// A matrix in the other form, on the device where it is. All blocks are made, also those of zeros. Queued.
/// @{
dense_form dense_of(const blocks& a);
blocks blocks_of(const dense_form& a);
/// @}
/// The Frobenius norm; infinite if a value is an infinity or a NaN. The engine is in use. Waits.
/// @{
double norm_of(const blocks& a);
double norm_of(const dense_form& a);
/// @}

/// Copies between host and device, counted in engine::moved(). A distributed matrix is downloaded part by part. O(values).
/// @{
blocks uploaded(const std::shared_ptr<engine>& e, const formats::dense_blocks& a);
formats::dense_blocks downloaded(const blocks& a);
/// @}

/// Computes the norms of all blocks again. Reads every value once.
void compute_norms(const std::shared_ptr<engine>& e, blocks& a);

}  // namespace graphblas_gpu::cuda
