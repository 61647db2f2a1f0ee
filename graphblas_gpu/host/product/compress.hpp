// Compressing the columns of a matrix on all threads, in the two steps of the paper: words are counted first, and packed if
// that pays.
// Source: kkSpGEMM (Deveci, Trott, Rajamanickam), section 3.2.
#pragma once

#include <graphblas_gpu/formats/compressed.hpp>
#include <graphblas_gpu/host/threads/team.hpp>

namespace graphblas_gpu::host {

/// The number of column sets in all rows before each row (nrows + 1 numbers). O(nvals + nrows).
buffer<row_offset> column_sets_before(team& team, structure_view rows);

/// The rows in packed form. `offsets` is the result of column_sets_before. O(nvals + nrows).
formats::compressed compress(team& team, structure_view rows, buffer<row_offset>&& offsets);

}  // namespace graphblas_gpu::host
