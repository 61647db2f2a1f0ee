// Compressed structure on the device: the columns of a row packed into (column set index, column set) pairs.
//
// Idea: as formats/compressed.hpp, in the two steps of the paper: count first, pack if that pays.
// Source: kkSpGEMM (Deveci, Trott, Rajamanickam), section 3.2; there with 32 columns a set, here with 64.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/formats/bits.hpp>
#include <graphblas_gpu/formats/compressed.hpp>

namespace graphblas_gpu::cuda {

/// Packed rows in device memory, owned.
struct compressed {
    index nrows = 0;
    index ncols = 0;  ///< of the matrix, in columns, not sets
    array<row_offset> offsets;
    array<column_index> sets;
    array<formats::word> bits;

    formats::compressed_view view() const { return {nrows, ncols, offsets.data(), sets.data(), bits.data()}; }
};

/// The number of column sets before each row (nrows + 1 numbers on the device). O(nvals + nrows); the columns are read once.
array<row_offset> column_sets_before(const engine_ptr& e, const csr_ref& rows);

/// The rows in packed form; `offsets` are those of column_sets_before(). O(nvals + nrows). Waits for one number.
compressed compress(const engine_ptr& e, const csr_ref& rows, array<row_offset>&& offsets);

/// The multiplications of rows first_row .. last_row of A with rows of B; `b_offsets` (device) has the sizes of the rows of B.
struct union_work {
    std::int64_t total = 0;
    std::int64_t most = 0;  ///< the most in one row of A
};
union_work count_unions(const engine_ptr& e, const csr_ref& a, index first_row, index last_row,
                        const row_offset* b_offsets);

}  // namespace graphblas_gpu::cuda
