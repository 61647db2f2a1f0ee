// Compressed structure on the device: the columns of a row packed into (column set index, column set) pairs.
//
// Idea: as formats/compressed.hpp, in the two steps of the paper: count first, pack if that pays.
// Source: kkSpGEMM (Deveci, Trott, Rajamanickam), section 3.2; there with 32 columns a set, here with 64.
#pragma once

#include <graphblas_gpu/base/bits.hpp>
#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/formats/compressed.hpp>

namespace graphblas_gpu::cuda {

/// Packed rows in device memory, owned.
struct compressed {
    index nrows = 0;
    index ncols = 0;  ///< of the matrix, in columns, not sets
    array<row_offset> offsets;
    array<column_index> sets;
    array<base::word> bits;

    formats::compressed_view view() const { return {nrows, ncols, offsets.data(), sets.data(), bits.data()}; }
};

/// The number of column sets before each row (nrows + 1 numbers on the device). O(nvals). Waits.
array<row_offset> column_sets_before(const engine_ptr& e, const csr_ref& rows);

/// The rows in packed form. O(nvals). Waits.
compressed compress(const engine_ptr& e, const csr_ref& rows);

}  // namespace graphblas_gpu::cuda
