// The maximal independent set of a graph on the device; formats/independent_set.hpp defines which set it is.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>

#include <cstdint>

namespace graphblas_gpu::cuda {

/// The members of the set as a row. A is symmetric. Waits. O(nvals + nrows) a round; there are few rounds, about log(nrows).
csr independent_set(const engine_ptr& e, const csr_ref& a, std::uint64_t seed);

}  // namespace graphblas_gpu::cuda
