// The symbolic phase of a product A*B: how much work it is, and the structure of the result. It reads no values.
//
// Idea: row i of A*B is the union of the rows k of B for which A(i,k) has an entry. The union is formed in words of 64 columns,
// in an array of words (method dense) or in a hash table of words (method hash). Where that saves enough unions, B is first
// compressed to pairs of a word number and a word. If most unions read long rows of B, these are stored as plain bits too
// (wide_rows.hpp), and method dense forms a block of rows at a time (block_union.hpp). Cost: O(nvals(A) + nvals(B)) and the
// unions.
// Source: kkSpGEMM (Deveci, Trott, Rajamanickam), sections 3.1 and 3.2; wide rows are ours.
#pragma once

#include <cstdint>

#include <graphblas_gpu/formats/compressed.hpp>
#include <graphblas_gpu/formats/csr.hpp>
#include <graphblas_gpu/host/product/mask_rows.hpp>
#include <graphblas_gpu/host/rows/wide_rows.hpp>
#include <graphblas_gpu/host/threads/team.hpp>
#include <graphblas_gpu/planner/method.hpp>

namespace graphblas_gpu::host {

/// Multiplications of A*B before each row: nrows(A) + 1 numbers, the last is the total. O(nvals(A)).
buffer<std::int64_t> multiplications_before(team& team, structure_view a, structure_view b);

/// B for the symbolic phase: compressed if the paper's rule says that this pays, with its long rows as bits if they are most of
/// the work.
class symbolic_operand {
  public:
    /// `multiplications` as multiplications_before gives it. O(nvals(A) + nvals(B)).
    symbolic_operand(team& team, structure_view a, structure_view b, const buffer<std::int64_t>& multiplications);

    bool is_compressed() const { return compressed_; }
    /// Unions to take before each row of A (nrows + 1): the multiplications, or fewer after compression.
    const buffer<std::int64_t>& work_before() const { return work_before_; }
    structure_view plain() const { return plain_; }
    formats::compressed_view packed() const { return packed_.view(); }
    /// The rows of B that are stored as bits too; none where that would not pay.
    const wide_rows& wide() const { return wide_; }

  private:
    void make_wide_rows(team& team, structure_view a);

    structure_view plain_;
    formats::compressed packed_;
    wide_rows wide_;
    buffer<std::int64_t> work_before_;
    bool compressed_ = false;
};

/// The row offsets of A*B (nrows + 1) under any mask. `accumulator` is method::hash or method::dense.
buffer<row_offset> symbolic_sizes(team& team, structure_view a, const symbolic_operand& b, const mask_rows& mask,
                                  method accumulator);

/// The structure of A*B, rows sorted, under any mask.
csr<void> symbolic_structure(team& team, structure_view a, const symbolic_operand& b, const mask_rows& mask,
                             method accumulator);

/// The structure of A*B in two passes: sizes first, then columns. symbolic_structure calls it where arrays as large as the
/// bounds of all rows do not fit into memory.
csr<void> symbolic_structure_counted(team& team, structure_view a, const symbolic_operand& b, const mask_rows& mask,
                                     method accumulator);

/// The number of entries of A*B under any mask; no structure is stored.
index symbolic_nvals(team& team, structure_view a, const symbolic_operand& b, const mask_rows& mask, method accumulator);

}  // namespace graphblas_gpu::host
