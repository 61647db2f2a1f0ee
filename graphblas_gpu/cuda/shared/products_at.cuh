// The values of a product whose monoid keeps any term: the product at the k that the kernels have found for each entry.
#pragma once

#include <graphblas_gpu/cuda/device/for_each.cuh>
#include <graphblas_gpu/cuda/shared/kernel_semiring.cuh>

namespace graphblas_gpu::cuda {

/// Computes the product that an entry of C comes from, given its k.
template <class K>
struct product_at {
    K k;
    csr_ref a, b, c;
    index first_row;
    typename K::value* to;

    __device__ void operator()(std::int64_t p) const {
        const index i = row_of_entry(c.offsets, c.nrows, p);
        const column_index at = c.values_as<column_index>()[p];
        const column_index j = c.columns[p];
        const auto x = value_at<K::reads_left>(a.values_as<typename K::left>(),
                                               lower_bound(a.columns, a.offsets[i], a.offsets[i + 1], at));
        const auto y = value_at<K::reads_right>(b.values_as<typename K::right>(),
                                                lower_bound(b.columns, b.offsets[at], b.offsets[at + index{1}], j));
        to[p] = k.product(x, y, first_row + i, at, j);
    }
};

/// to[p] = the product that entry p of C comes from; C has its k as uint32 values. Rows of A and C count from `first_row`.
/// O(nvals of C).
template <class K>
void compute_products_at(const engine_ptr& e, const K& k, const csr_ref& a, const csr_ref& b, const csr_ref& c, index first_row,
                         typename K::value* to) {
    for_each(e, c.nvals, product_at<K>{k, a, b, c, first_row, to});
}

}  // namespace graphblas_gpu::cuda
