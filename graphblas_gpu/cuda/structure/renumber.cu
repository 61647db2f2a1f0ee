// Idea: the indices of all entries are sorted (row indices already are) and duplicates are dropped; the number of an index is
// found by a search in this list.
#include <graphblas_gpu/cuda/structure/renumber.hpp>

#include <graphblas_gpu/cuda/elementwise/compaction.cuh>
#include <graphblas_gpu/cuda/primitives/sort.hpp>
#include <graphblas_gpu/cuda/structure/selection.cuh>

namespace graphblas_gpu::cuda {

namespace {

/// The original indices in ascending order: the index at position k has number k.
selection_ref originals_of(const numbering& n) { return {0, 1, n.size(), n.map()}; }

/// The numbering of the different indices in a sorted list.
numbering distinct(const engine_ptr& e, index side, const column_index* sorted, row_offset n) {
    numbering out{side, false, {}};
    if (n == 0) return out;
    const array<row_offset> before = counts_for(e, n);
    row_offset* const at = before.data();
    for_each(e, n, GB_DEVICE_LAMBDA(std::int64_t p) { at[p] = p == 0 || sorted[p] != sorted[p - 1] ? 1 : 0; });
    const row_offset count = sizes_to_offsets(e, at, n);
    out.originals = array<column_index>(e, static_cast<std::size_t>(count));
    column_index* const to = out.originals.data();
    for_each(e, n, GB_DEVICE_LAMBDA(std::int64_t p) {
        if (at[p + 1] != at[p]) to[at[p]] = sorted[p];
    });
    return out;
}

template <class T>
void put_originals(const engine_ptr& e, T* values, std::int64_t n, const column_index* map) {
    for_each(e, n, GB_DEVICE_LAMBDA(std::int64_t p) { values[p] = static_cast<T>(map[values[p]]); });
}

}  // namespace

numbering numbered_rows(const engine_ptr& e, const csr_ref& a) {
    return distinct(e, a.nrows, rows_of_entries(e, a).data(), a.nvals);
}

numbering numbered_columns(const engine_ptr& e, const csr_ref& a) {
    const array<column_index> sorted(e, static_cast<std::size_t>(a.nvals));
    const array<std::uint32_t> along(e, static_cast<std::size_t>(a.nvals));
    sort_by_key(e, a.columns, sorted.data(), a.columns, along.data(), a.nvals, bits_below(a.ncols));
    return distinct(e, a.ncols, sorted.data(), a.nvals);
}

csr renumbered(const engine_ptr& e, const csr_ref& a, const numbering& rows, const numbering& columns) {
    if (a.nvals == 0) return empty_csr(e, rows.size(), columns.size(), a.type);
    const selection_ref numbered_row = originals_of(rows), numbered = originals_of(columns);
    marks staying(e, a.nvals);
    const rank_ref rank = staying.add(
        a, GB_DEVICE_LAMBDA(index row, row_offset p) { return numbered_row.contains(row) && numbered.contains(a.columns[p]); });
    const row_offset nvals = staying.count();

    // All entries that stay lie in numbered rows. So the number of marked entries before a numbered row is the same in `picked`
    // as in a.
    csr_ref picked = a;
    array<row_offset> offsets;
    if (!rows.is_identity) {
        picked.nrows = rows.size();
        offsets = counts_for(e, picked.nrows);
        row_offset* const to = offsets.data();
        const column_index* const originals = rows.originals.data();
        for_each(e, picked.nrows + 1, GB_DEVICE_LAMBDA(std::int64_t n) {
            to[n] = n < picked.nrows ? a.offsets[originals[n]] : a.nvals;
        });
        picked.offsets = to;
    }
    csr out = marked_entries(e, picked, rank, nvals, rows.size(), columns.size());
    if (columns.is_identity) return out;
    column_index* const j = out.columns.data();
    for_each(e, nvals, GB_DEVICE_LAMBDA(std::int64_t p) { j[p] = static_cast<column_index>(numbered.find(j[p])); });
    return out;
}

csr in_original_numbers(const engine_ptr& e, csr&& a, const numbering& rows, const numbering& columns) {
    csr out = std::move(a);
    if (!columns.is_identity) {
        // The columns array may have other owners, so it is not overwritten.
        array<column_index> original(e, static_cast<std::size_t>(out.nvals));
        column_index* const to = original.data();
        const column_index* const from = out.columns.data();
        const column_index* const map = columns.originals.data();
        for_each(e, out.nvals, GB_DEVICE_LAMBDA(std::int64_t p) { to[p] = map[from[p]]; });
        out.columns = std::move(original);
        out.ncols = columns.side;
    }
    if (!rows.is_identity) {
        array<row_offset> original = counts_for(e, rows.side);
        row_offset* const to = original.data();
        const row_offset* const from = out.offsets.data();
        const selection_ref originals = originals_of(rows);
        for_each(e, rows.side + 1, GB_DEVICE_LAMBDA(std::int64_t i) { to[i] = from[originals.rank(i)]; });
        out.offsets = std::move(original);
        out.nrows = rows.side;
    }
    return out;
}

void put_original_indices(const engine_ptr& e, type_code type, void* values, std::int64_t n, const column_index* map) {
    if (map == nullptr) return;
    if (type == type_code::int32) put_originals(e, static_cast<std::int32_t*>(values), n, map);
    else put_originals(e, static_cast<std::int64_t*>(values), n, map);
}

}  // namespace graphblas_gpu::cuda
