// Assignment into a part of a matrix on the device.
//
// Idea: the source is first scattered into its region, so that it is a matrix of C's shape. Then there are three steps: the
// entries of C that are deleted or overwritten are removed; the entries of the source that the mask forbids are removed; the
// two are merged (write_back in combine.hpp).
#include <graphblas_gpu/cuda/elementwise/compaction.cuh>
#include <graphblas_gpu/cuda/structure/arrange.hpp>
#include <graphblas_gpu/cuda/structure/assign.hpp>
#include <graphblas_gpu/cuda/structure/selection.cuh>

#include <limits>
#include <string>

namespace graphblas_gpu::cuda {

namespace {

/// The offsets of a matrix in which row rows[k] is row k of the smaller matrix, and all other rows are empty.
array<row_offset> scattered_offsets(const engine_ptr& e, const row_offset* offsets, const selection_ref& rows, index nrows) {
    array<row_offset> out = counts_for(e, nrows);
    row_offset* const to = out.data();
    for_each(e, nrows + 1, GB_DEVICE_LAMBDA(std::int64_t i) { to[i] = offsets[rows.rank(i)]; });
    return out;
}

/// All positions of a region, as a structure.
csr all_positions(const engine_ptr& e, const region& where, index nrows, index ncols) {
    const index height = where.rows.size(), width = where.columns.size();
    if (width > 0 && height > std::numeric_limits<index>::max() / static_cast<index>(sizeof(column_index)) / width) {
        throw out_of_memory("assign: " + std::to_string(height) + " x " + std::to_string(width) +
                            " entries do not fit in memory");
    }
    const held_selection i(e, where.rows), j(e, where.columns);
    const selection_ref rows = i.view(), wanted = j.view();
    csr out = csr_with_room(e, nrows, ncols, height * width, type_code::none);
    row_offset* const offsets = out.offsets.data();
    column_index* const columns = out.columns.data();
    for_each(e, nrows + 1, GB_DEVICE_LAMBDA(std::int64_t row) { offsets[row] = rows.rank(row) * width; });
    for_each(e, out.nvals, GB_DEVICE_LAMBDA(std::int64_t p) { columns[p] = static_cast<column_index>(wanted[p % width]); });
    return out;
}

}  // namespace

csr scattered(const engine_ptr& e, const csr_ref& a, const formats::ordered_selection& rows,
              const formats::ordered_selection& columns, index nrows, index ncols) {
    csr t = extracted(e, a, rows.order, columns.order);
    if (!columns.sorted.is_whole(ncols)) {
        const held_selection j(e, columns.sorted);
        const selection_ref to = j.view();
        column_index* const moved = t.columns.data();
        for_each(e, t.nvals, GB_DEVICE_LAMBDA(std::int64_t p) { moved[p] = static_cast<column_index>(to[moved[p]]); });
    }
    if (!rows.sorted.is_whole(nrows)) {
        const held_selection i(e, rows.sorted);
        t.offsets = scattered_offsets(e, t.offsets.data(), i.view(), nrows);
    }
    t.nrows = nrows;
    t.ncols = ncols;
    return t;
}

csr admitted(const engine_ptr& e, const csr_ref& t, const mask_ref& mask) {
    return filtered(e, t, GB_DEVICE_LAMBDA(index i, row_offset p) { return mask_admits(mask, i, t.columns[p]); });
}

csr positions_admitted(const engine_ptr& e, const region& where, index nrows, index ncols, const mask_ref& mask) {
    if (!mask.admits_only()) {
        csr all = all_positions(e, where, nrows, ncols);
        return mask.present ? admitted(e, all.view(), mask) : std::move(all);
    }
    const csr_ref admitting = mask.rows.structure();
    if (where.is_whole(nrows, ncols)) return cloned(e, admitting);
    const held_selection held_rows(e, where.rows), held_columns(e, where.columns);
    const selection_ref rows = held_rows.view(), columns = held_columns.view();
    return filtered(e, admitting, GB_DEVICE_LAMBDA(index i, row_offset p) {
        return rows.contains(i) && columns.contains(admitting.columns[p]);
    });
}

csr left_by_assignment(const engine_ptr& e, const csr_ref& c, const region& written, const mask_ref& mask, const region& masked,
                       bool overwrites, bool replace) {
    const held_selection write_rows(e, written.rows), write_columns(e, written.columns);
    const held_selection mask_rows(e, masked.rows), mask_columns(e, masked.columns);
    const selection_ref wi = write_rows.view(), wj = write_columns.view();
    const selection_ref mi = mask_rows.view(), mj = mask_columns.view();
    return filtered(e, c, GB_DEVICE_LAMBDA(index i, row_offset p) {
        const column_index j = c.columns[p];
        if (!mi.contains(i) || !mj.contains(j)) return true;
        if (!mask_admits(mask, i, j)) return !replace;
        return !(overwrites && wi.contains(i) && wj.contains(j));
    });
}

csr as_column(const engine_ptr& e, const csr_ref& row) {
    csr out = csr_with_room(e, row.ncols, 1, row.nvals, row.type);
    row_offset* const offsets = out.offsets.data();
    for_each(e, row.ncols + 1, GB_DEVICE_LAMBDA(std::int64_t i) {
        offsets[i] = i == row.ncols ? row.nvals : lower_bound(row.columns, 0, row.nvals, static_cast<column_index>(i));
    });
    e->set_bytes(out.columns.data(), 0, out.columns.size() * sizeof(column_index));
    e->copy(out.values.data(), row.values, out.values.bytes());
    return out;
}

}  // namespace graphblas_gpu::cuda
