// Block products on compute capability 9.0.
#include <graphblas_gpu/cuda/spamm/product.hpp>

#ifdef __CUDACC__
#include <graphblas_gpu/cuda/spamm/warpgroup.cuh>
#endif

#include <graphblas_gpu/error.hpp>

namespace graphblas_gpu::cuda::block_product {

#ifdef __CUDACC__

bool has_warpgroups(const std::shared_ptr<engine>& e) {
    int major = 0, minor = 0;
    simt::check(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, e->device()), "cudaDeviceGetAttribute");
    simt::check(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, e->device()), "cudaDeviceGetAttribute");
    return major == 9 && minor == 0;
}

void multiply_by_warpgroups(const std::shared_ptr<engine>& e, spamm_precision precision, std::int64_t tiles,
                            const lists_of_tiles& lists) {
    switch (precision) {
        case spamm_precision::fp16:
            return launch_warpgroups<half_products<false>, warpgroup_shape<6>>(e, tiles, lists);
        case spamm_precision::bf16:
            return launch_warpgroups<half_products<true>, warpgroup_shape<6>>(e, tiles, lists);
        case spamm_precision::tf32:
            return launch_warpgroups<float_products<false>, warpgroup_shape<3>>(e, tiles, lists);
        case spamm_precision::fp32:
            return launch_warpgroups<float_products<true>, warpgroup_shape<3>>(e, tiles, lists);
        default:
            break;
    }
    throw unsupported("spamm: there is no warpgroup instruction for fp64");
}

#else  // the emulated device has no such instructions

bool has_warpgroups(const std::shared_ptr<engine>&) { return false; }
void multiply_by_warpgroups(const std::shared_ptr<engine>&, spamm_precision, std::int64_t, const lists_of_tiles&) {
    throw unsupported("spamm: the device has no warpgroup instructions");
}

#endif

}  // namespace graphblas_gpu::cuda::block_product
