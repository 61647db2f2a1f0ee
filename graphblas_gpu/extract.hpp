// Submatrices, subvectors, rows and columns as objects of their own.
//
// Idea: A(I, J) is extracted by the engine of the context (operations/extract.cpp), then masked and accumulated like every
// other result. If A is used transposed and its transpose is not cached, A(J, I) is extracted and then transposed, because the
// part is smaller than A.
// Source: GraphBLAS C API 2.1, section 4.3.6 (GrB_extract).
#pragma once

#include <graphblas_gpu/index_list.hpp>
#include <graphblas_gpu/operations/extract.hpp>

namespace graphblas_gpu {

/// C<M, replace> = accum(C, A(I, J)): entry (k, l) of the result is the entry (I[k], J[l]) of A, of A transposed if
/// desc.transpose_a. Lists may be in any order and may repeat indices. C and the mask are |I| x |J|; C may be A or the mask.
/// Throws dimension_mismatch, index_out_of_bounds. O(|I| + nvals(C)), and for each row of r entries in I: O(log r + entries
/// between the ends of J) for all columns and ranges, O(min(r + |J|, |J| log r, r log |J|)) for an ascending list J, O(r + hits
/// log hits) for any other list, after O(|J|) for sorting it and at most O(ncols) for a table. Transposed: the cost of A(J, I),
/// and of transposing the result.
template <class TC, matrix_mask Mask, class Accum, class TA>
void extract(const context& ctx, matrix<TC>& c, const Mask& mask, const Accum& accum, const matrix<TA>& a,
             const index_list& rows, const index_list& columns, const descriptor& desc = {}) {
    operations::extract(ctx, a.any(), desc.transpose_a, rows, columns, operations::output_of<TA>(c, mask, accum, desc.replace));
}

/// A(I, J) as a new |I| x |J| matrix. Throws invalid_value if a side would exceed 2^32 - 1.
template <class TA>
matrix<TA> extract(const context& ctx, const matrix<TA>& a, const index_list& rows, const index_list& columns,
                   const descriptor& desc = {}) {
    return operations::extracted(ctx, a.any(), desc.transpose_a, rows, columns).template as<matrix<TA>>();
}

/// w<m, replace> = accum(w, u(I)): entry k of the result is the entry I[k] of u. The list may be in any order and may repeat
/// indices. w and the mask have size |I|; w may be u or the mask. Throws dimension_mismatch, index_out_of_bounds. O(|I|) if u
/// is well filled; otherwise at most O(nvals(u)) for all and ranges, O(min(nvals(u) + |I|, |I| log nvals(u))) for lists.
template <class TW, vector_mask Mask, class Accum, class TU>
void extract(const context& ctx, vector<TW>& w, const Mask& mask, const Accum& accum, const vector<TU>& u,
             const index_list& indices, const descriptor& desc = {}) {
    operations::extract(ctx, u.any(), indices, operations::output_of<TU>(w, mask, accum, desc.replace));
}

/// u(I) as a new vector of size |I|.
template <class TU>
vector<TU> extract(const context& ctx, const vector<TU>& u, const index_list& indices) {
    return operations::extracted(ctx, u.any(), indices).template as<vector<TU>>();
}

/// w<m, replace> = accum(w, A(I, j)): part of column j, or of row j if desc.transpose_a (GrB_Col_extract). w and the mask have
/// size |I|. Throws dimension_mismatch, invalid_index (j), index_out_of_bounds. O(|I| log row), or the cost of extract_row if
/// the transpose is cached or desc.transpose_a is set.
template <class TW, vector_mask Mask, class Accum, class TA>
void extract_column(const context& ctx, vector<TW>& w, const Mask& mask, const Accum& accum, const matrix<TA>& a,
                    const index_list& rows, index column, const descriptor& desc = {}) {
    operations::extract(ctx, a.any(), {"extract_column", column, true, desc.transpose_a}, rows,
                        operations::output_of<TA>(w, mask, accum, desc.replace));
}

/// w<m, replace> = accum(w, A(i, J)): part of row i, or of column i if desc.transpose_a. It is extract_column of the transpose.
/// O(log row + entries between the ends of J) for all columns and ranges, O(min(row + |J|, |J| log row)) for lists.
template <class TW, vector_mask Mask, class Accum, class TA>
void extract_row(const context& ctx, vector<TW>& w, const Mask& mask, const Accum& accum, const matrix<TA>& a, index row,
                 const index_list& columns, const descriptor& desc = {}) {
    operations::extract(ctx, a.any(), {"extract_row", row, false, desc.transpose_a}, columns,
                        operations::output_of<TA>(w, mask, accum, desc.replace));
}

/// Column j of A, of A transposed if desc.transpose_a, at the rows I, as a new vector.
template <class TA>
vector<TA> extract_column(const context& ctx, const matrix<TA>& a, const index_list& rows, index column,
                          const descriptor& desc = {}) {
    return operations::extracted(ctx, a.any(), {"extract_column", column, true, desc.transpose_a}, rows)
        .template as<vector<TA>>();
}

/// Row i of A, of A transposed if desc.transpose_a, at the columns J, as a new vector.
template <class TA>
vector<TA> extract_row(const context& ctx, const matrix<TA>& a, index row, const index_list& columns,
                       const descriptor& desc = {}) {
    return operations::extracted(ctx, a.any(), {"extract_row", row, false, desc.transpose_a}, columns)
        .template as<vector<TA>>();
}

}  // namespace graphblas_gpu
