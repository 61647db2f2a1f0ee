// Products of a matrix and a vector on host threads: the code around a semiring's loops (vector_terms.hpp). It is compiled once
// and makes the accumulators and the result.
#pragma once

#include <graphblas_gpu/formats/untyped_csr.hpp>
#include <graphblas_gpu/host/product/product_loops.hpp>
#include <graphblas_gpu/host/threads/team.hpp>
#include <graphblas_gpu/planner/method.hpp>

namespace graphblas_gpu::host {

/// Whether scanning the words of the column range finds the columns of a row in order faster than sorting a list of the
/// columns.
constexpr bool scan_beats_sort(index size, index range_in_words) { return 4 * size >= range_in_words; }

/// The product as a matrix of one row. `how`: methods hash and dense push, on one thread; method dot pulls, on all threads.
formats::untyped_csr vector_product(team& team, const vector_functions& functions, std::size_t value_bytes,
                                    const vector_arrays& in, method how);

}  // namespace graphblas_gpu::host
