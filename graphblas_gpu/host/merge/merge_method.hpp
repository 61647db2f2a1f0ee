// Method `merge` of a semiring: the table of its functions. A mask is applied while rows are merged, so that both are the same.
#pragma once

#include <graphblas_gpu/host/merge/merge_rows.hpp>
#include <graphblas_gpu/host/rows_of_product.hpp>

namespace graphblas_gpu::host {

template <class S>
const row_method kernels<S>::merge = {
    .rows = loops_over<S, merge_rows>(),
    .masked = loops_over<S, merge_rows>(),
};

}  // namespace graphblas_gpu::host
