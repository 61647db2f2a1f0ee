// Selecting some of the entries of a matrix, or of candidates for entries; they keep their order.
//
// Idea: entries are marked (entries.cuh), and those that stay are moved to the index that is their rank. Candidates of other
// kinds are counted instead, and the prefix sums of the counts are their indices.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/cuda/elementwise/values.hpp>
#include <graphblas_gpu/cuda/masked/filter.cuh>
#include <graphblas_gpu/cuda/structure/entries.cuh>

#include <utility>

namespace graphblas_gpu::cuda {

/// An uninitialised array for n counts and their sum.
inline array<row_offset> counts_for(const engine_ptr& e, std::int64_t n) {
    return array<row_offset>(e, static_cast<std::size_t>(n) + 1);
}

/// A csr of the given shape without arrays.
inline csr shaped(index nrows, index ncols) {
    csr out;
    out.nrows = nrows;
    out.ncols = ncols;
    return out;
}

/// The marked entries of `a` with their values, in a shape that contains them; there are `nvals` of them.
csr marked_entries(const engine_ptr& e, const csr_ref& a, const rank_ref& rank, row_offset nvals, index nrows, index ncols);

/// The entries of `a` for which keep(row, p) is true, in a shape that contains them; p is the index of the entry. Waits.
/// O(nvals + nrows).
/// @{
template <class Keep>
csr filtered(const engine_ptr& e, const csr_ref& a, index nrows, index ncols, const Keep& keep) {
    marks staying(e, a.nvals);
    const rank_ref rank = staying.add(a, keep);
    const row_offset nvals = staying.count();
    return marked_entries(e, a, rank, nvals, nrows, ncols);
}
template <class Keep>
csr filtered(const engine_ptr& e, const csr_ref& a, const Keep& keep) {
    return filtered(e, a, a.nrows, a.ncols, keep);
}
/// @}

/// The index of entry (i, j), or -1. O(log row size).
GB_HD inline row_offset find_entry(const csr_ref& a, index i, column_index j) {
    const row_offset end = a.offsets[i + 1];
    const row_offset p = lower_bound(a.columns, a.offsets[i], end, j);
    return p < end && a.columns[p] == j ? p : -1;
}

/// The first nvals elements: the array itself, or a copy of exact size if the array has room for many more.
template <class T>
array<T> fitted(const engine_ptr& e, array<T>&& list, row_offset nvals) {
    constexpr row_offset most_room = 4;  // elements of room for each entry
    const auto size = static_cast<std::size_t>(nvals);
    if (static_cast<row_offset>(list.size()) <= most_room * nvals) {
        list.truncate(size);
        return std::move(list);
    }
    array<T> copy(e, size);
    e->copy(copy.data(), list.data(), size * sizeof(T));
    return copy;
}

}  // namespace graphblas_gpu::cuda
