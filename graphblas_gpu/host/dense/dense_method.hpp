// Method `dense` of a semiring: the table of its functions.
#pragma once

#include <graphblas_gpu/host/dense/dense_rows.hpp>
#include <graphblas_gpu/host/masked/masked_rows.hpp>
#include <graphblas_gpu/host/rows_of_product.hpp>

namespace graphblas_gpu::host {

template <class S>
const row_method kernels<S>::dense = {
    .rows = loops_over<S, dense_rows>(),
    .masked = loops_over<S, masked_dense_rows>(),
};

}  // namespace graphblas_gpu::host
