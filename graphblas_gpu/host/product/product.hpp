// The numeric phase of a product on host threads, from arrays without types to a matrix or to a sum.
//
// Idea: every method is a class that computes one row of C at a time (hash_rows, dense_rows, masked_hash_rows,
// masked_dense_rows, merge_rows, dot_rows, pair_rows). These classes are compiled for each semiring and found through its table
// of kernels. The code here is compiled once: it allocates the result, divides the rows among the threads by their work, and
// calls the kernels.
#pragma once

#include <graphblas_gpu/formats/untyped_csr.hpp>
#include <graphblas_gpu/host/elementwise/partial_sum.hpp>
#include <graphblas_gpu/host/product/product_loops.hpp>
#include <graphblas_gpu/host/product/symbolic.hpp>
#include <graphblas_gpu/host/rows/rows.hpp>

namespace graphblas_gpu::host {

/// How a product is run: the planner's method, and the work and the bounds of its rows.
struct product_passes {
    method how = method::dense;                               ///< hash, dense, merge or dot; dot needs an admitting mask
    const buffer<std::int64_t>* multiplications = nullptr;    ///< before each row, nrows + 1
    const buffer<row_offset>* bounds = nullptr;               ///< before each row; null for a product in two passes
    const buffer<std::int64_t>* dot_work = nullptr;           ///< before each row, for method dot
    const symbolic_operand* symbolic = nullptr;               ///< B for the symbolic phase, where there is one
    method accumulator = method::dense;                       ///< of the symbolic phase: hash or dense
};

/// C under the mask, with sorted rows.
formats::untyped_csr product(team& team, const product_loops& kernels, const product_arrays& in, const product_passes& task);

/// Adds the entries of C under the mask to `total`; they are not stored. `own_monoid`: `total` is a sum under the monoid of the
/// semiring, so that products may be added to it without forming the entries first.
void fold_product(team& team, const product_loops& kernels, const product_arrays& in, const product_passes& task,
                  bool own_monoid, partial_sum& total);

/// The largest row: the largest difference of two neighbouring offsets.
index largest_row(team& team, const row_offset* offsets, index nrows);

}  // namespace graphblas_gpu::host
