// Method `dot` of a semiring: the table of its functions. `rows` stays empty, because dot products need a mask that lists the
// positions to compute.
#pragma once

#include <graphblas_gpu/host/dot/dot_rows.hpp>
#include <graphblas_gpu/host/dot/pair_rows.hpp>
#include <graphblas_gpu/host/product/rows_of_product.hpp>

namespace graphblas_gpu::host {

/// The class that computes rows by method dot.
template <class S>
using dot_rows_of = std::conditional_t<counts_pairs<S>, pair_rows<S>, dot_rows<S>>;

template <class S>
const row_method kernels<S>::dot = {
    .rows = {},
    .masked = loops_over<S, dot_rows_of>(),
};

}  // namespace graphblas_gpu::host
