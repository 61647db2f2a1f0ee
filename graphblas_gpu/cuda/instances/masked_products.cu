// The library's semirings: products under a mask that admits only its entries, and their sums.
#include <graphblas_gpu/cuda/dot/fold.cuh>
#include <graphblas_gpu/cuda/kernels/compiled.cuh>

namespace graphblas_gpu::cuda {

#define GB_COMPILE(K)                                                                                       \
    template csr masked_product(const engine_ptr&, const K&, const product_rows&, const csr_ref&, method&); \
    template std::optional<K::value> fold_masked(const engine_ptr&, const K&, const product_rows&, const csr_ref&, method&);
#include <graphblas_gpu/cuda/kernels/each_semiring.def>

#ifdef GB_INTERPRETED
// A test calls this function.
template void masked::add_part(const engine_ptr&, const interpreted<std::uint64_t>&, const masked::part&, const product_rows&,
                               const csr_ref&, method&, unsigned long long*, std::uint8_t*);
#endif

}  // namespace graphblas_gpu::cuda
