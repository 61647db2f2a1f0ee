// Sorts of keys of 32 bits: what a transpose needs.
#include <graphblas_gpu/cuda/primitives/radix_sort.cuh>

#include <bit>

namespace graphblas_gpu::cuda {

int bits_below(index count) { return std::bit_width(static_cast<std::uint64_t>(count > 1 ? count - 1 : 1)); }

GB_SORT_BY_KEY(std::uint32_t, std::uint32_t);
GB_SORT_BY_KEY(std::uint32_t, std::uint64_t);

}  // namespace graphblas_gpu::cuda
