#include <graphblas_gpu/operations/bitmap_tiles.hpp>

namespace graphblas_gpu::operations {

index count_tiles(const context& ctx, const stored_matrix& m) {
    if (ctx.is_cuda()) {
        const cuda::engine::use here(*ctx.cuda_engine(), "tiling");
        return m.device_tiles(ctx.cuda_engine(), false)->structure.nvals;
    }
    return m.cached_tiles(ctx.team()).structure.tiles.nvals();
}

}  // namespace graphblas_gpu::operations
