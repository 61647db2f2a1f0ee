// Method `hash` of a semiring: the table of its functions.
#pragma once

#include <graphblas_gpu/host/hash/hash_rows.hpp>
#include <graphblas_gpu/host/masked/masked_rows.hpp>
#include <graphblas_gpu/host/rows_of_product.hpp>

namespace graphblas_gpu::host {

template <class S>
const row_method kernels<S>::hash = {
    .rows = loops_over<S, hash_rows>(),
    .masked = loops_over<S, masked_hash_rows>(),
};

}  // namespace graphblas_gpu::host
