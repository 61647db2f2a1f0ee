// The rows of a Kronecker product.
//
// Idea: row i * nrows(B) + k of the product is row i of A with each entry replaced by row k of B. So the size of every row is
// known beforehand, and its columns are written in ascending order. If a mask has fewer entries than the product, each entry of
// the mask is looked up in A and in B instead.
#pragma once

#include <graphblas_gpu/host/elementwise.hpp>
#include <graphblas_gpu/host/mask_rows.hpp>

namespace graphblas_gpu::host {

/// The Kronecker product: values of `value_bytes` bytes, which the operator makes of every pair of entries of A and B. The
/// result may have entries that the mask does not admit. O(nvals(A) nvals(B) + nrows(A) nrows(B)); under a mask that is not
/// complemented and has fewer entries O(nvals(M) log(row size)).
formats::untyped_csr kronecker(team& team, const structure_view& a, const structure_view& b, std::size_t value_bytes,
                               const paired_values& both, const mask_rows& mask);

}  // namespace graphblas_gpu::host
