// Submatrices on the device.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/formats/selection.hpp>

namespace graphblas_gpu::cuda {

/// A(I, J): entry (k, l) of the result is entry (I[k], J[l]) of A. I and J may be in any order and may have repetitions. If m
/// is the number of entries of A in the rows I: O(|I| log row + entries of the result) for a range of columns, O(|I| |J| log
/// row) if that is less than m, else O(m log |J|), and a sort of the result if J is not ascending.
csr extracted(const engine_ptr& e, const csr_ref& a, const formats::selection& rows, const formats::selection& columns);

}  // namespace graphblas_gpu::cuda
