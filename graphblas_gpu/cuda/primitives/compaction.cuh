// Some of the entries of a matrix, or of candidates for entries, in their order.
//
// Idea: entries are marked (entries.cuh) and those that stay move to their rank. Candidates of any other kind are counted
// instead: the sums of the counts are their places.
#pragma once

#include <graphblas_gpu/cuda/structure/entries.cuh>
#include <graphblas_gpu/cuda/masked/filter.cuh>
#include <graphblas_gpu/cuda/elementwise/values.hpp>

namespace graphblas_gpu::cuda {

/// Room for n counts and their sum.
inline array<row_offset> counts_for(const engine_ptr& e, std::int64_t n) {
    return array<row_offset>(e, static_cast<std::size_t>(n) + 1);
}

/// A csr of that shape without arrays.
inline csr shaped(index nrows, index ncols, type_code type) {
    csr out;
    out.nrows = nrows;
    out.ncols = ncols;
    out.type = type;
    return out;
}

/// The marked entries of `a`, `nvals` in number, with their values, in a shape that holds them all.
csr marked_entries(const engine_ptr& e, const csr_ref& a, const rank_ref& rank, row_offset nvals, index nrows, index ncols);

/// The entries of `a` for which keep(row, p) holds, p being the place of the entry. Waits. O(nvals + nrows).
template <class Keep>
csr filtered(const engine_ptr& e, const csr_ref& a, const Keep& keep) {
    marks staying(e, a.nvals);
    const rank_ref rank = staying.add(a, keep);
    const row_offset nvals = staying.count();
    return marked_entries(e, a, rank, nvals, a.nrows, a.ncols);
}

/// The place of entry (i, j), or -1. O(log row size).
GB_HD inline row_offset find_entry(const csr_ref& a, index i, column_index j) {
    const row_offset end = a.offsets[i + 1];
    const row_offset p = lower_bound(a.columns, a.offsets[i], end, j);
    return p < end && a.columns[p] == j ? p : -1;
}

}  // namespace graphblas_gpu::cuda
