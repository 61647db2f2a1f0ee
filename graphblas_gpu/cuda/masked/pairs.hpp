// Which row walks through which: the work of a masked product as lists of pairs, and as tasks for warps and blocks.
//
// Idea: every way of a masked product lays one row out (the owner's) and lets other rows walk through it. A pair is an owner
// and a row that walks; pairs are listed owner by owner, and the sum of the lengths of all that walk before a pair (`work`)
// lets any number of warps start in the middle of it. A dot product of the mask's entry (i, j) is a pair of row i of A and row
// j of B'; either owns the other. A push has a pair for every entry (i, k) of A: row i of the mask owns, row k of B walks.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/cuda/masked/cost.hpp>

namespace graphblas_gpu::cuda::masked {

/// Rows of a matrix, counted from the first one that matters.
struct rows_view {
    const row_offset* offsets = nullptr;
    const column_index* columns = nullptr;
};

/// Rows first .. of a matrix.
inline rows_view rows_from(const csr_ref& m, index first = 0) { return {m.offsets + first, m.columns}; }

struct pair_view {
    const row_offset* offsets = nullptr;     ///< the pairs of owner o: offsets[o] - base .. offsets[o + 1] - base
    row_offset base = 0;
    const column_index* rows = nullptr;      ///< which row walks; null: that of the same number
    const std::uint32_t* entries = nullptr;  ///< which entry of the mask it is about; null: that of the same number
    const std::int64_t* work = nullptr;      ///< look-ups before each pair, and in all
};

/// An owner and what a team needs to begin, so that it need not ask for one thing after the other.
struct owner_record {
    index owner = 0;
    row_offset laid_begin = 0;   ///< its entries in its matrix
    row_offset laid_length = 0;
    row_offset first_pair = 0;   ///< its pairs, or those from the first look-up of a task on
    row_offset last_pair = 0;
};

/// Look-ups from .. to, counted as in pair_view::work, through the row of one owner.
struct task {
    owner_record row;
    std::int64_t from = 0;
    std::int64_t to = 0;
};

/// All that kernels are told.
struct walk_view {
    rows_view laid[2];     ///< owners below `split` have rows of laid[0], and rows of walking[0] walk through them;
    rows_view walking[2];  ///< those from `split` on take the others
    index split = 0;
    index ncols = 0;       ///< of the rows that are laid out
    pair_view pairs;
    const task* warp_tasks = nullptr;
    const task* small_tasks = nullptr;
    const task* large_tasks = nullptr;
    unsigned long long* counts = nullptr;  ///< of tasks, by team; and how many are taken, likewise
};

/// The same with what it stands on.
struct walk_plan {
    walk_view view;
    row_offset pairs = 0;
    std::int64_t most_tasks[teams] = {};  ///< no more than these will be found

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

/// What dot products of a part would cost, and the look-ups of each entry of the mask if columns of B walk.
struct counted_work {
    work_facts facts;
    array<std::int64_t> lengths;  ///< one longer than entries
};

/// Waits for the answer. O(entries).
counted_work count_work(const engine_ptr& e, const part& p, const csr_ref& b_transposed);

/// Dot products, arranged as asked, of a part as counted. O(entries).
walk_plan plan_dot(const engine_ptr& e, const part& p, const csr_ref& b_transposed, arrangement how, counted_work&& counted);

/// A push; `flops` bounds its look-ups. O(nvals of the rows of A).
walk_plan plan_push(const engine_ptr& e, const part& p, const csr_ref& b, std::int64_t flops);

}  // namespace graphblas_gpu::cuda::masked
