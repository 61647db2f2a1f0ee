// Assignment into a part of a matrix on the device.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/formats/selection.hpp>

namespace graphblas_gpu::cuda {

/// Ascending rows and columns of a matrix.
struct region {
    const formats::selection& rows;
    const formats::selection& columns;

    bool is_whole(index nrows, index ncols) const { return rows.is_whole(nrows) && columns.is_whole(ncols); }
};

/// `a` scattered into a region of an nrows x ncols matrix that is otherwise empty: entry (k, l) goes to row rows.sorted[k'] and
/// column columns.sorted[l'], where k' and l' are the positions of k and l in the order of the selections. O(nvals(a) + nrows),
/// and an extraction if a selection is not ascending.
csr scattered(const engine_ptr& e, const csr_ref& a, const formats::ordered_selection& rows,
              const formats::ordered_selection& columns, index nrows, index ncols);

/// The positions of a region that a mask of C's shape admits. O(positions), or O(nvals(M)) for a mask that admits only its
/// entries. Throws out_of_memory if there are too many positions.
csr positions_admitted(const engine_ptr& e, const region& where, index nrows, index ncols, const mask_ref& mask);

/// The entries of C that remain after an assignment. The mask applies within `masked`: entries that it does not admit are
/// deleted if `replace`, and entries within `written` that it admits are deleted if `overwrites`.
csr left_by_assignment(const engine_ptr& e, const csr_ref& c, const region& written, const mask_ref& mask, const region& masked,
                       bool overwrites, bool replace);

/// The entries of `t` that a mask admits.
csr admitted(const engine_ptr& e, const csr_ref& t, const mask_ref& mask);

/// The vector that is the only row of `row`, as a matrix of one column. O(size).
csr as_column(const engine_ptr& e, const csr_ref& row);

}  // namespace graphblas_gpu::cuda
