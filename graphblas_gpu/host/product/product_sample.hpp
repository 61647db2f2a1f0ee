// What a sample of rows tells of a product on the host before it runs.
#pragma once

#include <graphblas_gpu/formats/csr.hpp>

namespace graphblas_gpu::host {

/// Expected numbers: entries of A*B without a mask, tiles of 8 x 8 of A and of B that have entries, and how far from each other
/// the rows of B lie that neighbouring rows of A name.
struct product_sample {
    double nvals = 0;
    double a_tiles = 0;
    double b_tiles = 0;
    double scattered =
        0;  ///< the share of the entries of A whose row of B is far from all rows of B that the row of A before it names
};

/// Looks at up to 16 rows of A and as many rows of tiles of each operand, drawn in proportion to their entries, at even
/// distances, so that every call draws the same ones. `flops`: multiplications of the product, at least 1; it looks at about a
/// 500th of them, and at up to eight times as many entries of each operand. A and B have entries. Does not throw but for
/// memory.
product_sample sample_product(const structure_view& a, const structure_view& b, std::int64_t flops);

}  // namespace graphblas_gpu::host
