// Which row walks through which: the work of a masked product as lists of pairs, and as tasks for warps and blocks.
//
// Idea: every strategy of a masked product lays one row out in a table in shared memory and looks up the columns of other rows
// in it. The row in the table is called the owner; a row whose columns are looked up walks through it. A pair is an owner and a
// row that walks. Pairs are listed owner by owner. `work` is the prefix sum of the lengths of the rows that walk, so that any
// number of warps can start in the middle of the list. A dot product for the mask's entry (i, j) is a pair of row i of A and
// row j of B'; either of them may be the owner. A push has a pair for every entry (i, k) of A: row i of the mask is the owner,
// and row k of B walks.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/cuda/dot/cost.hpp>

namespace graphblas_gpu::cuda::masked {

/// The rows of a matrix from some first row on.
struct rows_view {
    const row_offset* offsets = nullptr;
    const column_index* columns = nullptr;
};

/// The rows of m from row `first` on.
inline rows_view rows_from(const csr_ref& m, index first = 0) { return {m.offsets + first, m.columns}; }

struct pair_view {
    const row_offset* offsets = nullptr;     ///< the pairs of owner o: offsets[o] - base .. offsets[o + 1] - base
    row_offset base = 0;
    const column_index* rows = nullptr;      ///< the row that walks in each pair; null: row n in pair n
    const std::uint32_t* entries = nullptr;  ///< the entry of the mask that each pair is for; null: entry n for pair n
    const std::int64_t* work = nullptr;      ///< look-ups before each pair; one more element for the sum of all
};

/// An owner, with all that a warp or block needs to begin: one load instead of several that depend on each other.
struct owner_record {
    index owner = 0;
    row_offset laid_begin = 0;   ///< its entries in its matrix
    row_offset laid_length = 0;
    row_offset first_pair = 0;   ///< its pairs; in a task, its pairs from the first look-up of the task on
    row_offset last_pair = 0;
};

/// Look-ups from .. to, counted as in pair_view::work, through the row of one owner.
struct task {
    owner_record row;
    std::int64_t from = 0;
    std::int64_t to = 0;
};

/// The plan of a part as kernels see it.
struct walk_view {
    rows_view laid[2];     ///< owner o is row o of laid[0] if o < split, else row o - split of laid[1]
    rows_view walking[2];  ///< the rows of walking[n] walk through those of laid[n]
    index split = 0;
    index ncols = 0;       ///< columns of the owners
    pair_view pairs;
    const task* warp_tasks = nullptr;
    const task* small_tasks = nullptr;
    const task* large_tasks = nullptr;
    unsigned long long* counts = nullptr;  ///< tasks of each team; then, for each team, the next task that is free
};

/// A plan with the memory that its view points to.
struct walk_plan {
    walk_view view;
    row_offset pairs = 0;
    std::int64_t max_tasks[teams] = {};  ///< upper bounds of the numbers of tasks; the numbers are known on the device only

    array<row_offset> offsets;
    array<column_index> rows;
    array<std::uint32_t> entries;
    array<std::int64_t> work;
    array<task> tasks[3];
    array<unsigned long long> counts;
};

/// A part of a masked product: rows first .. last of A and of the mask, whose entries in the mask begin at `base`.
struct part {
    csr_ref a;
    csr_ref mask;
    index first = 0;
    index last = 0;
    row_offset base = 0;
    row_offset entries = 0;
};

/// The counted work of a part, and the look-ups of each entry of the mask if columns of B walk.
struct counted_work {
    work_facts facts;
    array<std::int64_t> lengths;  ///< has one element more than there are entries
};

/// Counts the work of dot products. Waits for the device. O(entries).
counted_work count_work(const engine_ptr& e, const part& p, const csr_ref& b_transposed);

/// The plan of dot products of a part whose work is counted. O(entries).
walk_plan plan_dot(const engine_ptr& e, const part& p, const csr_ref& b_transposed, arrangement how, counted_work&& counted);

/// The plan of a push; `flops` is an upper bound of its look-ups. O(nvals of the rows of A).
walk_plan plan_push(const engine_ptr& e, const part& p, const csr_ref& b, std::int64_t flops);

}  // namespace graphblas_gpu::cuda::masked
