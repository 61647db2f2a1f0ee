// Block products on compute capability 9.0.
#include <graphblas_gpu/spamm/cuda/product.hpp>

#ifdef __CUDACC__
#include <graphblas_gpu/spamm/cuda/warpgroup.cuh>
#endif

#include <graphblas_gpu/error.hpp>

#include <limits>
#include <string>

namespace graphblas_gpu::cuda::block_product {

#ifdef __CUDACC__

bool has_warpgroups(const std::shared_ptr<engine>& e) {
    int major = 0, minor = 0;
    simt::check(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, e->device()), "cudaDeviceGetAttribute");
    simt::check(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, e->device()), "cudaDeviceGetAttribute");
    return major == 9 && minor == 0;
}

CUtensorMap pool_of_rows(const void* pool, std::int64_t rows, unsigned row_bytes) {
    static const auto encode = [] {
        void* function = nullptr;
        cudaDriverEntryPointQueryResult found{};
        simt::check(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000, cudaEnableDefault, &found),
                    "cudaGetDriverEntryPointByVersion");
        if (found != cudaDriverEntryPointSuccess) throw unsupported("spamm: the driver has no cuTensorMapEncodeTiled");
        return reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(function);
    }();
    if (rows > std::numeric_limits<int>::max())
        throw unsupported("spamm: a matrix has " + std::to_string(rows / side_of_block) +
                          " blocks; on this device tiles of 128 take up to 67108863");
    const cuuint64_t sides[2] = {side_of_block, static_cast<cuuint64_t>(rows)}, strides[1] = {row_bytes};
    const cuuint32_t box[2] = {side_of_block, side_of_block}, every[2] = {1, 1};
    const bool is_float = row_bytes == 4 * side_of_block;  // 16-bit values are only moved, so that bf16 is as good as fp16
    CUtensorMap out{};
    const CUresult status = encode(&out, is_float ? CU_TENSOR_MAP_DATA_TYPE_FLOAT32 : CU_TENSOR_MAP_DATA_TYPE_UINT16, 2,
                                   const_cast<void*>(pool), sides, strides, box, every, CU_TENSOR_MAP_INTERLEAVE_NONE,
                                   is_float ? CU_TENSOR_MAP_SWIZZLE_128B : CU_TENSOR_MAP_SWIZZLE_64B,
                                   CU_TENSOR_MAP_L2_PROMOTION_L2_128B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    if (status != CUDA_SUCCESS)
        throw error(error_code::panic, "spamm: cuTensorMapEncodeTiled failed with " + std::to_string(static_cast<int>(status)));
    return out;
}

void multiply_by_warpgroups(const std::shared_ptr<engine>& e, spamm_precision precision, std::int64_t groups,
                            const lists_of_tiles& lists) {
    switch (precision) {
        case spamm_precision::fp16:
            return launch_warpgroups<half_products<false>>(e, groups, lists);
        case spamm_precision::bf16:
            return launch_warpgroups<half_products<true>>(e, groups, lists);
        case spamm_precision::tf32:
            return launch_warpgroups<float_products<false>>(e, groups, lists);
        case spamm_precision::fp32:
            return launch_warpgroups<float_products<true>>(e, groups, lists);
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
