// The rows of a Kronecker product.
//
// Idea: row i * nrows(B) + k of the product is row i of A with each entry replaced by row k of B. So the size of every row is
// known beforehand, and its columns are written in ascending order. If a mask has fewer entries than the product, each entry of
// the mask is looked up in A and in B instead.
#pragma once

#include <graphblas_gpu/host/elementwise.hpp>
#include <graphblas_gpu/host/intersect.hpp>
#include <graphblas_gpu/host/mask_rows.hpp>

namespace graphblas_gpu::host {

/// The Kronecker product with the entry f(x, y) for every pair of entries. O(nvals(A) nvals(B) + nrows(A) nrows(B)).
template <class Z, class TA, class TB, class F>
csr<Z> kronecker_rows(team& team, const csr_view<TA>& a, const csr_view<TB>& b, const F& f) {
    const index nrows = a.nrows * b.nrows;
    buffer<row_offset> offsets(static_cast<std::size_t>(nrows) + 1);
    row_offset before = 0;
    std::size_t row = 0;
    for (index i = 0; i < a.nrows; ++i) {
        for (index k = 0; k < b.nrows; ++k) {
            offsets[row++] = before;
            before += a.row_size(i) * b.row_size(k);
        }
    }
    offsets[row] = before;
    return build_rows<Z>(team, nrows, a.ncols * b.ncols, offsets,
                         [&](index r, column_index* columns, formats::stored<Z>* values) {
                             const index i = r / b.nrows, k = r % b.nrows;
                             index size = 0;
                             for (row_offset p = a.begin(i); p < a.end(i); ++p) {
                                 const index first = a.columns[p] * b.ncols;
                                 for (row_offset q = b.begin(k); q < b.end(k); ++q, ++size) {
                                     columns[size] = static_cast<column_index>(first + b.columns[q]);
                                     if constexpr (!std::is_void_v<Z>) values[size] = cast<Z>(f(read(a, p), read(b, q)));
                                 }
                             }
                             return size;
                         });
}

/// The product at the entries of a mask M. O(nvals(M) log(row size)).
template <class Z, class TA, class TB, class F>
csr<Z> kronecker_entries(team& team, const csr_view<TA>& a, const csr_view<TB>& b, const F& f, const structure_view& mask) {
    const std::span<const row_offset> bound(mask.offsets, static_cast<std::size_t>(mask.nrows) + 1);
    return build_rows<Z>(team, mask.nrows, mask.ncols, bound, [&](index r, column_index* columns, formats::stored<Z>* values) {
        const index i = r / b.nrows, k = r % b.nrows;
        row_offset p = a.begin(i), q = b.begin(k);
        index size = 0, block = 0;
        for (row_offset m = mask.begin(r); m < mask.end(r); ++m) {
            const index j = mask.columns[m] / b.ncols, l = mask.columns[m] % b.ncols;
            if (j != block) q = b.begin(k);
            block = j;
            p = gallop(a.columns, p, a.end(i), static_cast<column_index>(j));
            if (p == a.end(i)) break;
            if (a.columns[p] != j) continue;
            q = gallop(b.columns, q, b.end(k), static_cast<column_index>(l));
            if (q == b.end(k) || b.columns[q] != l) continue;
            columns[size] = mask.columns[m];
            if constexpr (!std::is_void_v<Z>) values[size] = cast<Z>(f(read(a, p), read(b, q)));
            ++size;
        }
        return size;
    });
}

/// The Kronecker product by the cheaper of the two functions above. The result may still have entries that the mask does not
/// admit.
template <class Z, class TA, class TB, class F>
csr<Z> kronecker(team& team, const csr_view<TA>& a, const csr_view<TB>& b, const F& f, const mask_rows& mask) {
    if (mask.admits_only() && mask.rows.nvals() < a.nvals() * b.nvals()) {
        return kronecker_entries<Z>(team, a, b, f, mask.rows);
    }
    return kronecker_rows<Z>(team, a, b, f);
}

}  // namespace graphblas_gpu::host
