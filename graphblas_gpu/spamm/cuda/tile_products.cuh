// The products of the norms of tiles, as kernels walk through them.
//
// Idea: a warp walks along k for a tile of C, 32 ks at a time: the products of norms are cheap, and are computed again by each
// kernel that needs them.
#pragma once

#include <graphblas_gpu/spamm/cuda/block_norm.cuh>
#include <graphblas_gpu/spamm/cuda/plan.hpp>

namespace graphblas_gpu::cuda::block_product {

inline constexpr unsigned threads_in_block = 256, warps_in_block = threads_in_block / simt::warp_size;

struct norms_ref {
    const double* a;
    const double* b;
    index tile_columns, inner, tiles;
};
inline norms_ref ref(const norm_maps& maps) {
    return {maps.a.data(), maps.b.data(), maps.tile_columns, maps.inner, maps.tiles()};
}

/// Calls take(p) for the products of a tile that the calling lane has.
template <class Take>
__device__ void for_products(const norms_ref& norms, index tile, const Take& take) {
    const double* const a = norms.a + tile / norms.tile_columns * norms.inner;
    const double* const b = norms.b + tile % norms.tile_columns * norms.inner;
    for (index k = simt::lane_id(); k < norms.inner; k += simt::warp_size) take(formats::norm_product(a[k], b[k]));
}

__device__ inline index tile_of_warp() { return static_cast<index>(blockIdx.x) * warps_in_block + simt::warp_id(); }
inline unsigned blocks_for_tiles(index tiles) { return static_cast<unsigned>((tiles + warps_in_block - 1) / warps_in_block); }

}  // namespace graphblas_gpu::cuda::block_product
