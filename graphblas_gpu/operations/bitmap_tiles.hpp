// The tiles of a matrix on whichever engine a context has.
#pragma once

#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/operations/matrix_source.hpp>

namespace graphblas_gpu::operations {

/// The number of 8 x 8 tiles that have entries. The tiles are made if they are not cached with the matrix.
index count_tiles(const context& ctx, const stored_matrix& m);

}  // namespace graphblas_gpu::operations
