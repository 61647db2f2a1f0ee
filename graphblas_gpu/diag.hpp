// A vector as the diagonal of a matrix, and the diagonal of a matrix as a vector.
//
// Source: GraphBLAS C API 2.1, GrB_Matrix_diag; SuiteSparse:GraphBLAS user guide for GxB_Vector_diag. (gb::diag is the
// predicate that keeps a diagonal of a matrix.)
#pragma once

#include <graphblas_gpu/any_arrange.hpp>
#include <graphblas_gpu/matrix.hpp>
#include <graphblas_gpu/vector.hpp>

namespace graphblas_gpu {

/// The square matrix with the entries of v, of size n, on diagonal k: v(i) becomes entry (i, i + k) for k >= 0, entry (i - k,
/// i) for k < 0. It has n + |k| rows and columns. Throws invalid_value if n + |k| is beyond 2^32 - 1, out_of_memory. O(n +
/// |k|).
template <class T>
matrix<T> matrix_diag(const context& ctx, const vector<T>& v, index k = 0) {
    return matrix<T>(matrix_diag(ctx, v.any(), k));
}

/// The entries of A, m x n, on diagonal k as a vector: A(i, i + k) becomes entry i for k >= 0, A(i - k, i) for k < 0. Its size
/// is the length of the diagonal, min(m, n - k) or min(m + k, n). The size is 0 if there is no diagonal k; this is no error.
/// O(size log(row size)).
template <class T>
vector<T> vector_diag(const context& ctx, const matrix<T>& a, index k = 0) {
    return vector<T>(vector_diag(ctx, a.any(), k));
}

}  // namespace graphblas_gpu
