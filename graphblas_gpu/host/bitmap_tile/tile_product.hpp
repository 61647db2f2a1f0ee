// Products of matrices in tiles: method bitmap_tile.
//
// Idea: the bitmaps of C are computed first (tile_symbolic.hpp); they give the rows of C. Then the values are computed and
// written where they belong (tile_rows.hpp). The loops over values are compiled for each semiring and found through its table
// of kernels; all other code is compiled once.
// Source: bmSPARSE (Zhang, Gruenwald), section 4.
#pragma once

#include <graphblas_gpu/host/bitmap_tile/tile_symbolic.hpp>
#include <graphblas_gpu/host/product/product.hpp>

namespace graphblas_gpu::host {

/// The product under the mask of the problem, with sorted rows.
formats::untyped_csr tile_product(team& team, const product_loops& kernels, const tile_arrays& in, const tile_problem& problem);

/// Adds the entries of the product to `total`, row by row. Only the entries of eight rows are stored at a time.
void fold_tiles(team& team, const product_loops& kernels, const tile_arrays& in, const tile_problem& problem,
                partial_sum& total);

}  // namespace graphblas_gpu::host
