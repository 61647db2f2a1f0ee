// Selecting some of the entries of a matrix, or of candidates for entries; they keep their order.
//
// Idea: entries are marked (entries.cuh), and those that stay are moved to the index that is their rank. Candidates of other
// kinds are counted instead, and the prefix sums of the counts are their indices.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/cuda/elementwise/values.hpp>
#include <graphblas_gpu/cuda/primitives/entries.cuh>
#include <graphblas_gpu/cuda/primitives/filter.cuh>

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

/// The row of each entry. O(nvals).
array<std::uint32_t> rows_of_entries(const engine_ptr& e, const csr_ref& a);

/// The structure of a result, and the index in a matrix of each of its entries.
struct origin {
    csr result;
    array<row_offset> positions;
};
/// The result with the values of this matrix.
csr with_values_of(const engine_ptr& e, const csr_ref& a, origin&& from);

/// The entries (i, j) of a shape for which find(i, j) is an index and not -1. O(nrows ncols). Waits.
template <class Find>
origin found_entries(const engine_ptr& e, index nrows, index ncols, const Find& find) {
    const std::int64_t pairs = nrows * ncols;
    const array<row_offset> found(e, static_cast<std::size_t>(pairs));
    const array<row_offset> hits = counts_for(e, pairs);
    row_offset* const at = found.data();
    row_offset* const slots = hits.data();
    for_each(e, pairs, GB_DEVICE_LAMBDA(std::int64_t n) {
        at[n] = find(n / ncols, n % ncols);
        slots[n] = at[n] >= 0 ? 1 : 0;
    });
    const row_offset nvals = sizes_to_offsets(e, slots, pairs);
    origin out{csr_with_room(e, nrows, ncols, nvals, type_code::none), array<row_offset>(e, static_cast<std::size_t>(nvals))};
    row_offset* const offsets = out.result.offsets.data();
    column_index* const columns = out.result.columns.data();
    row_offset* const positions = out.positions.data();
    for_each(e, nrows + 1, GB_DEVICE_LAMBDA(std::int64_t i) { offsets[i] = slots[i * ncols]; });
    for_each(e, pairs, GB_DEVICE_LAMBDA(std::int64_t n) {
        if (at[n] < 0) return;
        columns[slots[n]] = static_cast<column_index>(n % ncols);
        positions[slots[n]] = at[n];
    });
    return out;
}

/// The first nvals elements: the array itself, or a copy of exact size if the array has room for many more.
template <class T>
array<T> fitted(const engine_ptr& e, array<T>&& list, row_offset nvals) {
    constexpr row_offset max_room = 4;  // elements of room for each entry
    const auto size = static_cast<std::size_t>(nvals);
    if (static_cast<row_offset>(list.size()) <= max_room * nvals) {
        list.truncate(size);
        return std::move(list);
    }
    array<T> copy(e, size);
    e->copy(copy.data(), list.data(), size * sizeof(T));
    return copy;
}

}  // namespace graphblas_gpu::cuda
