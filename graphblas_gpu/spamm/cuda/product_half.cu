// Block products of 16-bit factors with sums in fp32.
#include <graphblas_gpu/spamm/cuda/product.cuh>

namespace graphblas_gpu::cuda::block_product {

void multiply_fp16(const std::shared_ptr<engine>& e, index side, std::int64_t tiles, const lists_of_tiles& lists) {
    launch_product<half_policy<false>, tile_shape<128, 64, 64, 5, 2>, tile_shape<64, 32, 32, 4, 4>>(e, side, tiles, lists);
}

void multiply_bf16(const std::shared_ptr<engine>& e, index side, std::int64_t tiles, const lists_of_tiles& lists) {
    launch_product<half_policy<true>, tile_shape<128, 64, 64, 5, 2>, tile_shape<64, 32, 32, 4, 4>>(e, side, tiles, lists);
}

}  // namespace graphblas_gpu::cuda::block_product
