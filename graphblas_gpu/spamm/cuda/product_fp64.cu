// Block products in fp64.
#include <graphblas_gpu/spamm/cuda/product.cuh>

namespace graphblas_gpu::cuda::block_product {

void multiply_fp64(const std::shared_ptr<engine>& e, index side, std::int64_t tiles, const lists_of_tiles& lists) {
    launch_product<fp64_policy, tile_shape<128, 32, 64, 3, 1>, tile_shape<64, 32, 32, 3, 2>>(e, side, tiles, lists);
}

}  // namespace graphblas_gpu::cuda::block_product
