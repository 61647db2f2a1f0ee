// Matrices assembled from other matrices on the device (diagonals, tiles, Kronecker products), and the differences of two
// matrices.
#pragma once

#include <span>

#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/operations/tiles.hpp>

namespace graphblas_gpu::cuda {

/// The square matrix whose diagonal k is the row v. O(size of v + |k|).
csr matrix_of_diagonal(const engine_ptr& e, const csr_ref& v, index k);

/// The diagonal of A that starts at A(down, right), as a row of `size` columns. O(size log row).
csr diagonal_of(const engine_ptr& e, const csr_ref& a, index down, index right, index size);

/// The matrix that consists of the tiles, which all have one type and are given row by row of the grid. O(nvals + nrows
/// tile_columns), and some launches a tile.
csr concatenated(const engine_ptr& e, std::span<const csr_ref> tiles, const host::tiling& grid);

/// The structure of a Kronecker product; left[p] and right[p] are the entries of A and B that are the factors of entry p.
struct kronecker_structure {
    csr product;
    array<row_offset> left;
    array<row_offset> right;
};
/// O(nvals of the product log nrows); under a mask that admits only its entries and has fewer of them, O(nvals(M) log row).
kronecker_structure kronecker(const engine_ptr& e, const csr_ref& a, const csr_ref& b, const mask_ref& mask);

/// The entries of `now` that `old` does not have, or has with another value (== decides, but NaN equals NaN). Only positions
/// where `among` has an entry are compared. `old` and `now` have the same type. O(nvals(among) log row).
csr changes(const engine_ptr& e, const csr_ref& old, const csr_ref& now, const csr_ref& among);

/// The entries of `a`, with their values, at the positions where `positions` has an entry. O(nvals(positions) log row).
csr at_positions(const engine_ptr& e, const csr_ref& a, const csr_ref& positions);

}  // namespace graphblas_gpu::cuda
