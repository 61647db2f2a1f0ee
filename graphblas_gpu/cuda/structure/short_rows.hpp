// Triangles of graphs with short rows on the device.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/formats/short_rows.hpp>

namespace graphblas_gpu::cuda {

/// What formats::count_row finds in all rows of a square A. Waits. O(nvals + nrows) for short rows.
formats::short_row_facts count_short_rows(const engine_ptr& e, const csr_ref& a, bool tests_symmetry);

}  // namespace graphblas_gpu::cuda
