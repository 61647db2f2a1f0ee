// The tiles that C may have and their bitmaps, for products of slices in which most rows of C have few pairs for their width.
#pragma once

#include <graphblas_gpu/cuda/bitmap_tile/row_bits.hpp>

#include <optional>

namespace graphblas_gpu::cuda::bitmap_tile {

/// As or_products, for slices. Returns nothing if other kernels are better (sorts_pairs in rules.hpp). O(pairs log row). Throws
/// out_of_memory. Waits.
std::optional<tile_bitmaps> sort_pairs(const engine_ptr& e, const csr_ref& a, const csr_ref& b, const outer_products& product);

}  // namespace graphblas_gpu::cuda::bitmap_tile
