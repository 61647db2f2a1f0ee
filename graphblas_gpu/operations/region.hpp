// Assignment into a part of an object: C(I, J)<M, replace> = accum(C(I, J), A).
//
// Idea: A is scattered into a matrix of C's shape that has entries only in rows I and columns J, and is merged by write_back,
// which asks the assignment_scope for each position whether the mask applies there and whether A is assigned there. The
// variants differ only in the positions that A and the mask are scattered to: the mask of GrB_assign lies over all of C, the
// mask of a row assignment over the row, the mask of subassign over I x J. Lists that do not ascend are sorted once, and A with
// them.
// Source: GraphBLAS C API 2.1, section 4.3.7; SuiteSparse:GraphBLAS user guide, "GxB_subassign" for the differences.
#pragma once

#include <graphblas_gpu/formats/selection.hpp>
#include <graphblas_gpu/operations/operation.hpp>

namespace graphblas_gpu::host {

using formats::ordered_selection;
using formats::selection;

/// Rows I and columns J of an output, into which a smaller matrix is scattered.
struct region {
    ordered_selection rows;
    ordered_selection columns;

    bool is_whole(shapes::shape s) const;
    shapes::shape shape() const { return {rows.sorted.size(), columns.sorted.size()}; }
};

/// An ascending selection, and the order that leaves it as it is.
ordered_selection in_order(selection s);
region whole_region(shapes::shape s);
/// The whole of the given rows, or of the given columns, of a matrix.
inline region whole_rows(const ordered_selection& rows, index ncols) { return {rows, in_order(selection::whole(ncols))}; }
inline region whole_columns(index nrows, const ordered_selection& columns) {
    return {in_order(selection::whole(nrows)), columns};
}

/// The positions that an assignment may write, and the positions that its mask applies to, which include them.
class assignment_scope {
  public:
    assignment_scope(const region& written, const region& masked) : written_(written), masked_(masked) {}

    /// The scope of row i, for columns that ascend; operations/assignment_scope.hpp has the class.
    class row;
    row at(index i) const;

  private:
    const region& written_;
    const region& masked_;
};

/// `a` scattered into the rows and columns of `where` in a matrix of shape `whole`, which has no other entries. O(nvals(a) +
/// rows of whole), and the cost of extract_rows if a list does not ascend.
formats::untyped_csr scattered(team& team, const formats::untyped_view& a, const region& where, shapes::shape whole);

/// A mask scattered to its positions in the output. It has no entries at other positions.
class scattered_mask {
  public:
    scattered_mask(team& team, const mask_rows& mask, const region& where, shapes::shape whole);
    scattered_mask(const scattered_mask&) = delete;
    scattered_mask& operator=(const scattered_mask&) = delete;

    const mask_rows& rows() const { return rows_; }

  private:
    mask_rows rows_;
    csr<void> moved_;
};

/// The vector that is the only row of `row`, as a matrix of one column. O(size).
formats::untyped_csr as_column(const formats::untyped_view& row);

/// Writes one value `count` times. All threads write.
void fill_values(team& team, std::byte* values, index count, const void* value, std::size_t value_bytes);

/// `value` at every position of `where` that a mask of C's shape admits, as rows of C's shape; `value` is null for structure
/// alone. Throws out_of_memory if there are too many positions. O(positions + nrows), or, if the mask admits only its entries,
/// O(the mask's entries in the rows of `where` + nrows).
formats::untyped_csr filled_region(team& team, const void* value, std::size_t value_bytes, const region& where,
                                   shapes::shape whole, const mask_rows& mask);

}  // namespace graphblas_gpu::host
