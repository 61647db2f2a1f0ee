// The last step of operations whose output is a vector: w<m, replace> = accum(w, t).
//
// Idea: if nothing is deleted and the output is dense, or has enough entries to be dense, only the entries of t are
// touched. So an iteration of an algorithm costs the entries that it finds and not the length of its vectors. In all other
// cases one-row matrices are merged.
#pragma once

#include <graphblas_gpu/operations/structural_mask.hpp>
#include <graphblas_gpu/operations/write_back.hpp>

namespace graphblas_gpu::host {

/// Whether w is dense, or would have enough entries for that with `more` entries.
bool is_well_filled(const any_vector& w, index more);

/// t = accum(w, t) where w, which is dense or else a row, has an entry at a position of the row t. O(nvals(t)) if w is dense or
/// full.
void accumulate_entries(team& team, const formats::untyped_dense_view& dense, const formats::untyped_view& row,
                        formats::untyped_csr& t, const accumulator& accum);
/// Writes the entries of the row t into a dense vector. Returns how many of these entries are new. O(nvals(t)).
index put_entries(team& team, base::word* bits, void* values, const formats::untyped_csr& t);

/// w = accum(w, t) at the positions of t, which is a row with values of w's type; all other entries stay. Makes w dense, unless
/// w or t is full. O(nvals(t)) if w is dense or full already.
void write_entries(team& team, any_vector& w, formats::untyped_csr&& t, const accumulator& accum);

/// w<m, replace> = accum(w, t) for a row t with values of w's type. `covers_mask` says that t has an entry at every position
/// that the mask admits, so that nothing is deleted.
void write_back(team& team, any_vector& w, formats::untyped_csr&& t, const any_mask& mask, const accumulator& accum,
                bool replace, bool t_is_masked, bool covers_mask);

}  // namespace graphblas_gpu::host
