// The last step of every operation: C<M, replace> = accum(C, T).
//
// Idea: one merge of the rows of C, T and M is shared by all operations and methods, and compiled once for each size of a
// value. The new content of C is made first and then moved into C, so that the output may alias an input and a failed call
// leaves C as it was.
// Source: GraphBLAS C API 2.1, section 2.3 ("mask and accumulate").
#pragma once

#include <graphblas_gpu/formats/build.hpp>
#include <graphblas_gpu/host/elementwise/entry_pairs.hpp>
#include <graphblas_gpu/operations/operand.hpp>

namespace graphblas_gpu::host {

class assignment_scope;

/// A cursor in a row of the mask, for columns that ascend.
class mask_cursor {
  public:
    mask_cursor(const mask_rows& mask, index i) : mask_(mask) {
        if (!mask.present) return;
        at_ = mask.rows.begin(i);
        end_ = mask.rows.end(i);
    }
    /// Whether column j may be written; j must ascend from call to call.
    bool admits(column_index j) {
        if (!mask_.present) return true;
        while (at_ < end_ && mask_.rows.columns[at_] < j) ++at_;
        return (at_ < end_ && mask_.rows.columns[at_] == j) != mask_.complement;
    }

  private:
    const mask_rows& mask_;
    row_offset at_ = 0;
    row_offset end_ = 0;
};

/// The new content of C, from a T whose values have C's type. `t_is_masked`: T has no entry outside the mask. `part`: the part
/// of C that an assignment writes (region.hpp), outside which T has no entry; null for all of C.
formats::untyped_csr write_back(team& team, const formats::untyped_view& c, formats::untyped_csr&& t, const mask_rows& mask,
                                const accumulator& accum, bool replace, bool t_is_masked, const assignment_scope* part);

/// C = accum(C, T) in place, if C has many more entries than T, and has one at every position of T, or is or becomes dense;
/// else returns false and changes nothing. T, whose values have C's type, is used up. O(nvals(T) + nrows) if C is full or
/// dense, else each entry is searched. Changing to the dense form takes O(nrows * ncols), and C has at most 8 positions for
/// each entry then.
bool update_in_place(team& team, any_matrix& c, formats::untyped_csr& t, const accumulator& accum);

}  // namespace graphblas_gpu::host
