// A vector as the diagonal of a matrix, and the diagonal of a matrix as a vector.
//
// Source: GraphBLAS C API 2.1, GrB_Matrix_diag; SuiteSparse:GraphBLAS user guide for GxB_Vector_diag. (gb::diag is the
// predicate that keeps a diagonal of a matrix.)
#pragma once

#include <algorithm>
#include <string>

#include <graphblas_gpu/host/column.hpp>
#include <graphblas_gpu/host/rows.hpp>
#include <graphblas_gpu/operations/device/arrange.hpp>
#include <graphblas_gpu/operations/operation.hpp>

namespace graphblas_gpu {

/// The square matrix with the entries of v, of size n, on diagonal k: v(i) stands at (i, i + k) for k >= 0, at (i - k, i) for
/// k < 0. It has n + |k| rows and columns. Throws invalid_value if that is beyond 2^32 - 1, out_of_memory. O(n + |k|).
template <class T>
matrix<T> matrix_diag([[maybe_unused]] const context& ctx, const vector<T>& v, index k = 0) {
    if (k < -max_side || k > max_side) {
        throw invalid_value("matrix_diag: there is no diagonal " + std::to_string(k) + " in a matrix of at most " +
                            std::to_string(max_side) + " rows");
    }
    const index down = std::max<index>(-k, 0), right = std::max<index>(k, 0), size = v.size() + down + right;
    formats::check_side(size, "matrix_diag: number of rows");
    if constexpr (cuda::is_built_in) {
        if (ctx.is_cuda()) return device::matrix_diag(ctx, v, k);
    }
    const csr<T>& list = v.list();
    csr<T> out;
    out.nrows = out.ncols = size;
    out.offsets = buffer<row_offset>(static_cast<std::size_t>(size) + 1);
    out.columns = buffer<column_index>(list.columns.size());
    std::size_t p = 0;
    for (index i = 0; i < size; ++i) {
        out.offsets[static_cast<std::size_t>(i)] = static_cast<row_offset>(p);
        if (p == list.columns.size() || list.columns[p] + down != i) continue;
        out.columns[p] = static_cast<column_index>(list.columns[p] + right);
        ++p;
    }
    out.offsets[static_cast<std::size_t>(size)] = static_cast<row_offset>(p);
    out.values = list.values;
    return matrix<T>::from_storage(std::move(out));
}

/// The entries of A, m x n, on diagonal k as a vector: A(i, i + k) becomes entry i for k >= 0, A(i - k, i) for k < 0. Its size
/// is the length of the diagonal, min(m, n - k) or min(m + k, n); 0 where there is no such diagonal, which is no error.
/// O(size log(row size)).
template <class T>
vector<T> vector_diag(const context& ctx, const matrix<T>& a, index k = 0) {
    if (k >= a.ncols() || k <= -a.nrows()) return vector<T>(0);
    const index down = std::max<index>(-k, 0), right = std::max<index>(k, 0);
    const index size = std::min(a.nrows() - down, a.ncols() - right);
    if constexpr (cuda::is_built_in) {
        if (ctx.is_cuda()) return device::vector_diag(ctx, a, down, right, size);
    }
    const csr_view<T> view = a.storage().view();
    const buffer<row_offset> bound = host::scan_bounds(size, [](index) { return 1; });
    csr<T> column = host::build_rows<T>(ctx.team(), size, 1, bound, [&](index i, column_index* columns, formats::stored<T>* values) {
        const row_offset p = formats::find(view, i + down, i + right);
        if (p < 0) return index{0};
        *columns = 0;
        if constexpr (!std::is_void_v<T>) *values = view.values[p];
        return index{1};
    });
    return vector<T>::from_storage(host::column_as_list(std::move(column)));
}

}  // namespace graphblas_gpu
