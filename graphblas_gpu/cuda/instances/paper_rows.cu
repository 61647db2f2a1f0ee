// The library's semirings: rows by the papers' hash and merge methods, with which the other methods are compared. See
// instances.cu.
#include <graphblas_gpu/cuda/hash/paper/numeric.cuh>
#include <graphblas_gpu/cuda/instances/compiled.cuh>
#include <graphblas_gpu/cuda/merge/paper/rows.cuh>

namespace graphblas_gpu::cuda {

#define GB_HASH(K)                                                                                                 \
    template void paper::rows(const engine_ptr&, const K&, const product_rows&, const product_output&, const paper::options&, \
                              paper::phase_report*);
#define GB_COMPILE(K) \
    GB_HASH(K)        \
    template csr merge_paper::rows(const engine_ptr&, const K&, const product_rows&, type_code, merge_paper::memory_use&);
GB_HASH(structural_semiring)
GB_COMPILE(direct<std::remove_cvref_t<decltype(plus_times<float>)>>)
GB_COMPILE(direct<std::remove_cvref_t<decltype(plus_times<double>)>>)
#define GB_INTERPRETED
#include <graphblas_gpu/cuda/instances/each_semiring.def>

}  // namespace graphblas_gpu::cuda
