// Block products in the precision of fp32, by three products of tf32, and in tf32.
#include <graphblas_gpu/spamm/cuda/product.cuh>

namespace graphblas_gpu::cuda::block_product {

void multiply_fp32(const std::shared_ptr<engine>& e, index side, std::int64_t tiles, const lists_of_tiles& lists) {
    launch_product<fp32_policy, tile_shape<128, 64, 64, 3, 2>, tile_shape<64, 32, 32, 4, 3>>(e, side, tiles, lists);
}

void multiply_tf32(const std::shared_ptr<engine>& e, index side, std::int64_t tiles, const lists_of_tiles& lists) {
    launch_product<tf32_policy, tile_shape<128, 64, 64, 3, 2>, tile_shape<64, 32, 32, 4, 3>>(e, side, tiles, lists);
}

}  // namespace graphblas_gpu::cuda::block_product
