// A vector as the diagonal of a matrix, and the diagonal of a matrix as a vector.
//
// Source: GraphBLAS C API 2.1, GrB_Matrix_diag; SuiteSparse:GraphBLAS user guide for GxB_Vector_diag. (gb::diag is the
// predicate that keeps a diagonal of a matrix.)
#pragma once

#include <algorithm>
#include <string>

#include <graphblas_gpu/operations/arrange.hpp>
#include <graphblas_gpu/operations/on_engine.hpp>

namespace graphblas_gpu {

/// The square matrix with the entries of v, of size n, on diagonal k: v(i) becomes entry (i, i + k) for k >= 0, entry (i - k,
/// i) for k < 0. It has n + |k| rows and columns. Throws invalid_value if n + |k| is beyond 2^32 - 1, out_of_memory. O(n +
/// |k|).
template <class T>
matrix<T> matrix_diag(const context& ctx, const vector<T>& v, index k = 0) {
    return operations::on_engine(ctx, "matrix_diag", [&](const context& on) {
        if (k < -max_side || k > max_side) {
            throw invalid_value("matrix_diag: there is no diagonal " + std::to_string(k) + " in a matrix of at most " +
                                std::to_string(max_side) + " rows");
        }
        const index down = std::max<index>(-k, 0), right = std::max<index>(k, 0), size = v.size() + down + right;
        formats::check_side(size, "matrix_diag: number of rows");
        return operations::matrix_of_diagonal(on, v.any(), k).template as<matrix<T>>();
    });
}

/// The entries of A, m x n, on diagonal k as a vector: A(i, i + k) becomes entry i for k >= 0, A(i - k, i) for k < 0. Its size
/// is the length of the diagonal, min(m, n - k) or min(m + k, n). The size is 0 if there is no diagonal k; this is no error.
/// O(size log(row size)).
template <class T>
vector<T> vector_diag(const context& ctx, const matrix<T>& a, index k = 0) {
    return operations::on_engine(ctx, "vector_diag", [&](const context& on) {
        if (k >= a.ncols() || k <= -a.nrows()) return vector<T>(0);
        const index down = std::max<index>(-k, 0), right = std::max<index>(k, 0);
        const index size = std::min(a.nrows() - down, a.ncols() - right);
        return operations::diagonal_of(on, a.any(), down, right, size).template as<vector<T>>();
    });
}

}  // namespace graphblas_gpu
