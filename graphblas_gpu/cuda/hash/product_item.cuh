// A product whose factors have been loaded but which is not yet added to its accumulator.
#pragma once

#include <graphblas_gpu/cuda/shared/kernel_semiring.cuh>
#include <graphblas_gpu/cuda/shared/types.hpp>

namespace graphblas_gpu::cuda::hashing {

template <class K>
struct product_item {
    column_index column;
    column_index inner;
    typename K::left x;
    typename K::right y;

    __device__ auto product(const K& k, index i) const { return k.product(x, y, i, inner, column); }
};

/// Loads the column of a product, and the values and indices that the semiring reads.
template <class K>
struct product_loader {
    const product_rows& in;
    bool with_values;

    __device__ product_item<K> operator()(row_offset p, row_offset q) const {
        product_item<K> item{};
        item.column = in.b.columns[q];
        if (!with_values) return item;
        item.inner = in.a.columns[p];
        item.x = left(p);
        item.y = right(q);
        return item;
    }
    __device__ auto left(row_offset p) const { return value<K::reads_left>(in.a.template values_as<typename K::left>(), p); }
    __device__ auto right(row_offset q) const { return value<K::reads_right>(in.b.template values_as<typename K::right>(), q); }

  private:
    template <bool reads, class T>
    __device__ static T value(const T* values, row_offset p) {
        if constexpr (K::may_lack_values) return value_at<reads>(values, p);
        else if constexpr (reads) return values[p];
        else return T{};
    }
};

}  // namespace graphblas_gpu::cuda::hashing
