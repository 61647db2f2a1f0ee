// Method `bitmap_tile` of a semiring: its loops over a row of tiles.
#pragma once

#include <graphblas_gpu/host/bitmap_tile/tile_rows.hpp>
#include <graphblas_gpu/host/product_kernels.hpp>
#include <graphblas_gpu/host/semiring_facts.hpp>

namespace graphblas_gpu::host {

/// A tile_row_function.
template <class S>
void compute_tile_row(const tile_arrays& arrays, index i, tile_row_lookup& row, void* values) {
    const tile_operands<S> in = tile_operands<S>::of(arrays);
    tile_row<S>(in, row, static_cast<semiring_value_t<S>*>(values)).compute(i);
}

template <class S>
const tile_row_function kernels<S>::tile_row = &compute_tile_row<loops_for_t<S>>;

}  // namespace graphblas_gpu::host
