// The work and the memory of the phases of a product on the host.
//
// Idea: these are functions of arrays alone, so that tests can call them one by one. host_product.cpp gives the
// numbers to the planner and cuts the rows by them.
#pragma once

#include <graphblas_gpu/formats/csr.hpp>
#include <graphblas_gpu/host/threads/team.hpp>
#include <graphblas_gpu/planner/choice.hpp>

namespace graphblas_gpu::host {

/// The work of dot products under the mask, in entries that they read, before each row (nrows + 1 numbers). Only the offsets of
/// B transposed are read. O(nvals(mask)).
buffer<std::int64_t> dot_work_before(team& team, const structure_view& a, const structure_view& b_transposed,
                                     const structure_view& mask);

/// The work of pair_rows under the mask, in words that it reads, before each row. `sets_before` is column_sets_before(B
/// transposed). O(nvals(A) + nvals(mask)).
buffer<std::int64_t> pair_work_before(team& team, const structure_view& a, const structure_view& b_transposed,
                                      const buffer<row_offset>& sets_before, const structure_view& mask);

/// An estimate of column_sets_before(B transposed) from its offsets alone: it assumes as many words for each entry as in the
/// rows of B.
buffer<row_offset> expected_sets_before(team& team, const structure_view& b, const buffer<row_offset>& offsets_of_transpose);

/// The number of multiplications and of entries of A, in the rows where the mask has an entry. O(nrows).
struct admitted_work {
    std::int64_t multiplications = 0;
    std::int64_t entries = 0;
};
admitted_work work_of_admitted_rows(team& team, const structure_view& a, const buffer<std::int64_t>& multiplications,
                                    const structure_view& mask);

/// The bytes that a product needs in addition to its operands: its result (bounded by its multiplications), offsets,
/// accumulators.
std::int64_t estimate_product_bytes(const planner::product_facts& facts, method how, std::int64_t mask_nvals, int value_bytes,
                                    int threads);

/// Before each row, the sum of the largest possible sizes of the rows: a row has at most as many entries as multiplications or
/// as columns.
buffer<row_offset> row_bounds(const buffer<std::int64_t>& multiplications, index ncols);

/// The row offsets of the transpose of `a`. O(nvals + ncols), which is much less than making the transpose.
buffer<row_offset> offsets_of_transpose(const structure_view& a);

}  // namespace graphblas_gpu::host
