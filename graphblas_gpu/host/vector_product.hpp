// Products of a matrix and a vector on host threads: what is around the loops of a semiring (vector_terms.hpp), compiled once.
#pragma once

#include <graphblas_gpu/formats/untyped_csr.hpp>
#include <graphblas_gpu/host/product_kernels.hpp>
#include <graphblas_gpu/host/team.hpp>
#include <graphblas_gpu/planner/method.hpp>

namespace graphblas_gpu::host {

/// The product as a one-row matrix. `how`: hash and dense push, on one thread; dot pulls, on all.
formats::untyped_csr vector_product(team& team, const vector_functions& functions, std::size_t value_bytes, const vector_arrays& in,
                                    method how);

}  // namespace graphblas_gpu::host
