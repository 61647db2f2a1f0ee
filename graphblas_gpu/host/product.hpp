// The numeric phase of a product on host threads: from arrays without types to a matrix or to a sum.
//
// Idea: every method is a class that computes one row at a time (hash_rows, dense_rows, masked_*_rows, dot_rows), compiled for each
// semiring and found in its table of kernels; here rows are spread over threads by their multiplications. Compiled once.
#pragma once

#include <graphblas_gpu/formats/untyped_csr.hpp>
#include <graphblas_gpu/host/partial_sum.hpp>
#include <graphblas_gpu/host/product_kernels.hpp>
#include <graphblas_gpu/host/symbolic.hpp>

namespace graphblas_gpu::host {

/// How a product is to be run: decided by the planner, carried out here.
struct product_task {
    method how = method::dense;                               ///< hash, dense or dot; dot needs an admitting mask
    const buffer<std::int64_t>* multiplications = nullptr;    ///< before each row, nrows + 1
    const buffer<row_offset>* bounds = nullptr;               ///< before each row, if the product is to be made in one pass
    const buffer<std::int64_t>* dot_work = nullptr;           ///< before each row, for method dot
    const symbolic_operand* symbolic = nullptr;               ///< needed for two phases
};

/// C under the mask, its rows sorted.
formats::untyped_csr product(team& team, const product_kernels& kernels, const product_arrays& in, const product_task& task);

/// The entries of C under the mask, added to `total`; they are not stored. `own_monoid`: that is the semiring's own, and products
/// may be added as they come.
void fold_product(team& team, const product_kernels& kernels, const product_arrays& in, const product_task& task, bool own_monoid,
                  partial_sum& total);

/// Largest difference of neighbours.
index largest_row(const row_offset* offsets, index nrows);

}  // namespace graphblas_gpu::host
