// The symbolic phase: work and structure of a product, from structure alone.
//
// Idea: row i of A*B is the union of the rows of B that A(i,:) names. The union is taken over 64-column sets, in an array of
// words (dense) or a hash table of words (hash), on B as compressed pairs when that saves enough. Long rows of B are whole
// rows of bits, united for a block of rows of A at a time. Nothing here depends on values, so it is compiled once.
// Source: kkSpGEMM (Deveci, Trott, Rajamanickam), sections 3.1 and 3.2; wide rows are ours.
#pragma once

#include <cstdint>

#include <graphblas_gpu/formats/compressed.hpp>
#include <graphblas_gpu/formats/csr.hpp>
#include <graphblas_gpu/formats/wide_rows.hpp>
#include <graphblas_gpu/host/mask_rows.hpp>
#include <graphblas_gpu/host/team.hpp>
#include <graphblas_gpu/planner/method.hpp>

namespace graphblas_gpu::host {

/// Multiplications of A*B before each row: nrows(A) + 1 numbers, the last is the total. O(nvals(A)).
buffer<std::int64_t> multiplications_before(team& team, structure_view a, structure_view b);

/// B for the symbolic phase: compressed when the paper's rule says that it pays, its long rows as bits if most work is there.
class symbolic_operand {
  public:
    /// `multiplications` as multiplications_before gives it. O(nvals(A) + nvals(B)).
    symbolic_operand(team& team, structure_view a, structure_view b, const buffer<std::int64_t>& multiplications);

    bool is_compressed() const { return compressed_; }
    /// Unions to take before each row of A (nrows + 1): the multiplications, or fewer after compression.
    const buffer<std::int64_t>& work_before() const { return work_before_; }
    structure_view plain() const { return plain_; }
    formats::compressed_view packed() const { return packed_.view(); }
    /// Rows of B that are kept as bits too; none where they would not pay.
    const formats::wide_rows& wide() const { return wide_; }

  private:
    void take_wide_rows(team& team, structure_view a);

    structure_view plain_;
    formats::compressed packed_;
    formats::wide_rows wide_;
    buffer<std::int64_t> work_before_;
    bool compressed_ = false;
};

/// The row offsets of A*B (nrows + 1) under any mask. `accumulator` is method::hash or method::dense.
buffer<row_offset> symbolic_sizes(team& team, structure_view a, const symbolic_operand& b, const mask_rows& mask,
                                  method accumulator);

/// The structure of A*B, rows sorted, under any mask.
csr<void> symbolic_structure(team& team, structure_view a, const symbolic_operand& b, const mask_rows& mask,
                             method accumulator);

/// The same in two passes, counting before anything is stored: what symbolic_structure does where its bounds are more than
/// there is memory.
csr<void> symbolic_structure_counted(team& team, structure_view a, const symbolic_operand& b, const mask_rows& mask,
                                     method accumulator);

/// The number of entries of A*B under any mask; stores nothing.
index symbolic_nvals(team& team, structure_view a, const symbolic_operand& b, const mask_rows& mask, method accumulator);

}  // namespace graphblas_gpu::host
