// Method `dense` of a semiring: the table of its functions.
#pragma once

#include <graphblas_gpu/host/dense/dense_rows.hpp>
#include <graphblas_gpu/host/masked/masked_rows.hpp>
#include <graphblas_gpu/host/rows_of_product.hpp>

namespace graphblas_gpu::host {

template <class S>
const row_method kernels<S>::dense = {
    .rows = &rows_of_product<loops_for_t<S>, dense_rows<loops_for_t<S>>>::make,
    .masked_rows = &rows_of_product<loops_for_t<S>, masked_dense_rows<loops_for_t<S>>>::make,
    .masked_fold = fold_if_counted<S, masked_dense_rows<S>>(),
};

}  // namespace graphblas_gpu::host
