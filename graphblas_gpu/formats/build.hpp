// Transformations of matrices that need no semiring, on one thread.
#pragma once

#include <span>
#include <vector>

#include <graphblas_gpu/base/checks.hpp>
#include <graphblas_gpu/base/value_equality.hpp>
#include <graphblas_gpu/formats/csr.hpp>
#include <graphblas_gpu/formats/numbering.hpp>
#include <graphblas_gpu/formats/untyped_csr.hpp>
#include <semirings/types.hpp>

namespace graphblas_gpu::formats {

/// The transpose. Its rows are sorted because the rows of `a` are visited in order. O(nvals + nrows + ncols).
untyped_csr transposed(const untyped_view& a);
template <class T>
csr<T> transposed(const csr_view<T>& a) {
    return typed<T>(transposed(untyped(a)));
}

/// The position of column j in row i, or -1. O(log row size).
row_offset find(const structure_view& a, index i, index j);

/// Whether a and its transpose are the same, structure and values (0 and -0 differ). O(nvals), one cursor a row.
bool is_symmetric(const structure_view& a, const void* values, const base::value_equality& equality);
template <class T>
bool is_symmetric(const csr_view<T>& a) {
    return is_symmetric(a, a.values, base::equality_of<T>());
}

/// Throws invalid_object, which names the row, unless the arrays form a matrix. O(nvals + nrows).
void check_csr(const structure_view& a, std::size_t offsets_size, std::size_t columns_size, std::size_t values_size,
               bool has_values);

/// `a` without the entry at `position`, which lies in row i. O(nvals + nrows).
untyped_csr without_entry(const untyped_view& a, index i, row_offset position);
template <class T>
csr<T> without_entry(const csr<T>& a, index i, row_offset position) {
    return typed<T>(without_entry(untyped(a.view()), i, position));
}

/// `a` in another shape: entries outside the new shape are dropped, new rows and columns are empty. O(nvals + rows of both).
untyped_csr resized(const untyped_view& a, index nrows, index ncols);

}  // namespace graphblas_gpu::formats
