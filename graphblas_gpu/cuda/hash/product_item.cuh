// A product on its way from memory to its accumulator.
#pragma once

#include <graphblas_gpu/cuda/kernel_semiring.cuh>
#include <graphblas_gpu/cuda/product_types.hpp>

namespace graphblas_gpu::cuda::hashing {

template <class K>
struct product_item {
    column_index column;
    column_index inner;
    typename K::left x;
    typename K::right y;

    __device__ auto product(const K& k, index i) const { return k.product(x, y, i, inner, column); }
};

/// Reads what the semiring asks for.
template <class K>
struct product_loader {
    const product_rows& in;
    bool with_values;

    __device__ product_item<K> operator()(row_offset p, row_offset q) const {
        product_item<K> item{};
        item.column = in.b.columns[q];
        if (!with_values) return item;
        item.inner = in.a.columns[p];
        item.x = value_at<K::reads_left>(in.a.template values_as<typename K::left>(), p);
        item.y = value_at<K::reads_right>(in.b.template values_as<typename K::right>(), q);
        return item;
    }
};

}  // namespace graphblas_gpu::cuda::hashing
