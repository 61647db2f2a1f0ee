// Counting the columns that rows have in common: products that only count pairs, under a mask that is one of their operands.
//
// Idea: if the mask of C<A> = A*B is A itself, the sum of all entries of C under plus_pair is a sum over the entries (i, j) of
// A: how many columns row i of A and row j of B have in common. For C<A> = A*B' it is the same sum, with the rows of the B that
// is given. So there is no choice between a push and dot products, hence no work to count beforehand. For an entry (i, j) of
// two short rows, each column of the shorter one is looked up in the longer one; a warp goes through these columns of 32
// entries together, so that every lane has work, whatever the sizes of the rows. A longer row is put on a list while the short
// rows are counted. A block takes a row of the list, lays it out in a table in shared memory and looks up the columns of other
// rows in it: those of every row j of an entry (i, j), or, where B is A and its transpose is there, those of all rows j of
// entries (i, j) and (j, i) that are shorter than row i. The second takes fewer look-ups where degrees are uneven. The warps of
// the block have equal shares of these rows (walked_rows.cuh). Source: a
// thread for a few wedges, cut by a prefix sum: WeTriC (github.com/jeffreyspaan/wedge-parallel-triangle-counting); a long row
// in shared memory: Hu, Guan, Zou, "TRUST: Triangle counting reloaded on GPUs" (TPDS 2021).
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/cuda/dot/policy.hpp>

#include <optional>

namespace graphblas_gpu::cuda::masked {

struct common_entries {
    std::int64_t common = 0;   ///< the sum over the pairs
    std::int64_t entries = 0;  ///< entries of the rows of `right` that the pairs name
};

/// Sums up, over the entries (i, j) of `pairs`, how many columns row i of `left` and row j of `right` have in common. Nothing,
/// if a row of `left` is too long for a table in shared memory (longest_listed_row). `back`: the transpose of `pairs`, which
/// saves look-ups; only where pairs, left and right are the same rows. Waits once. Memory: 16 bytes for every task on the list.
std::optional<common_entries> count_common_entries(const engine_ptr& e, const csr_ref& pairs, const csr_ref& left,
                                                   const csr_ref& right, const csr_ref& back = {});

/// Whether there is memory for the transpose of the structure of `a`, which saves look-ups but is not needed: to make it by a
/// sort, and beside a product that is computed in another way. Asks the device if the transpose is not small.
inline bool has_room_for_transpose(const engine& e, const csr_ref& a) {
    const std::int64_t bytes = dot_policy::bytes_of_entry * a.nvals + dot_policy::bytes_of_row * (a.nrows + a.ncols);
    if (e.memory_limit() == 0 && bytes <= dot_policy::never_asked) return true;
    return e.free_bytes() > bytes;
}

}  // namespace graphblas_gpu::cuda::masked
