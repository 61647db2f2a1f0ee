// Products of matrices in tiles: method bitmap_tile.
//
// Idea: bitmaps of C first (tile_symbolic.hpp), which give its rows, and then the values, written where they belong
// (tile_rows.hpp). The loops over values are compiled for each semiring and found in its table of kernels, all else once.
// Source: bmSPARSE (Zhang, Gruenwald), section 4.
#pragma once

#include <graphblas_gpu/host/bitmap_tile/tile_symbolic.hpp>
#include <graphblas_gpu/host/product.hpp>

namespace graphblas_gpu::host {

/// The product under the mask of the problem. Rows sorted.
formats::untyped_csr tile_product(team& team, const product_kernels& kernels, const tile_arrays& in, const tile_problem& problem);

/// The entries of the product, row by row, added to `total`; no more of them are kept than those of eight rows.
void fold_tiles(team& team, const product_kernels& kernels, const tile_arrays& in, const tile_problem& problem, partial_sum& total);

}  // namespace graphblas_gpu::host
