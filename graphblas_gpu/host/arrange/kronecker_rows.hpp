// The rows of a Kronecker product.
//
// Idea: row i * nrows(B) + k of the product is row i of A with each entry replaced by row k of B. So the size of every row is
// known beforehand, and its columns are written in ascending order. If a mask has fewer entries than the product, each entry of
// the mask is looked up in A and in B instead.
#pragma once

#include <graphblas_gpu/formats/untyped_csr.hpp>
#include <graphblas_gpu/host/elementwise/entry_pairs.hpp>
#include <graphblas_gpu/host/product/mask_rows.hpp>
#include <graphblas_gpu/host/threads/team.hpp>

namespace graphblas_gpu::host {

/// An operator as a function over the pairs of values of a row of A with those of consecutive rows of B. The row of A has
/// entries a_first .. a_last - 1, row k of B has b_offsets[k] .. b_offsets[k + 1] - 1. The results are those of rows of the
/// product, one after the other.
using row_pairs_function = void (*)(const void* op, const void* a, row_offset a_first, row_offset a_last, const void* b,
                                    const row_offset* b_offsets, index b_rows, void* out);

/// The function that computes values of Z from values of A and B.
template <class Z, class A, class B, class Op>
void combine_rows(const void* op, const void* a, row_offset a_first, row_offset a_last, const void* b,
                  const row_offset* b_offsets, index b_rows, void* out) {
    const auto& f = *reinterpret_cast<std::add_const_t<Op>*>(op);
    const csr_view<A> left{{}, static_cast<const formats::stored<A>*>(a)};
    const csr_view<B> right{{}, static_cast<const formats::stored<B>*>(b)};
    auto* to = static_cast<Z*>(out);
    constexpr row_offset too_short_for_simd = 8;
    for (index k = 0; k < b_rows; ++k) {
        const row_offset first = b_offsets[k], last = b_offsets[k + 1], size = last - first;
        if (size < too_short_for_simd) {
            if (size == 0) continue;
            // One loop, which compilers leave as it is.
            row_offset q = first;
            for (row_offset p = a_first; p < a_last; q = q + 1 == last ? (++p, first) : q + 1)
                *to++ = cast<Z>(apply_binary(f, read(left, p), read(right, q)));
            continue;
        }
        for (row_offset p = a_first; p < a_last; ++p, to += size) {
            const auto x = read(left, p);
            for (row_offset n = 0; n < size; ++n) to[n] = cast<Z>(apply_binary(f, x, read(right, first + n)));
        }
    }
}

/// The operator of a Kronecker product, and the arrays of the values that it reads.
struct factors {
    const void* a = nullptr;
    const void* b = nullptr;
    pair_function function;
    row_pairs_function rows = nullptr;  ///< the same operator; null where it is called for batches of pairs only
};

/// The Kronecker product: values of `value_bytes` bytes, which the operator makes of every pair of entries of A and B. The
/// result may have entries that the mask does not admit. O(nvals(A) nvals(B) + nrows(A) nrows(B)); under a mask that is not
/// complemented and has fewer entries O(nvals(M) log(row size)).
formats::untyped_csr kronecker(team& team, const structure_view& a, const structure_view& b, std::size_t value_bytes,
                               const factors& both, const mask_rows& mask);

}  // namespace graphblas_gpu::host
