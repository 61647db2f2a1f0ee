// Matrices put together from others on the device: diagonals, tiles, Kronecker products; and what two matrices differ in.
#pragma once

#include <span>

#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/operations/tiles.hpp>

namespace graphblas_gpu::cuda {

/// The only row of v on diagonal k of a square matrix. O(size of v + |k|).
csr matrix_of_diagonal(const engine_ptr& e, const csr_ref& v, index k);

/// Diagonal k of A as a row of that size, which starts at A(down, right). O(size log row).
csr diagonal_of(const engine_ptr& e, const csr_ref& a, index down, index right, index size);

/// The tiles, all of one type, row by row as the grid says. O(nvals + nrows tile_columns), and some launches a tile.
csr concatenated(const engine_ptr& e, std::span<const csr_ref> tiles, const host::tiling& grid);

/// The structure of a Kronecker product, and where in A and B the factors of its entries stand.
struct kronecker_structure {
    csr product;
    array<row_offset> left;
    array<row_offset> right;
};
/// O(nvals of the product log nrows); under a mask that admits only its entries and has fewer of them, O(nvals(M) log row).
kronecker_structure kronecker(const engine_ptr& e, const csr_ref& a, const csr_ref& b, const mask_ref& mask);

/// The entries of `now` that `old` does not have, or has with another value (== decides; NaN equals NaN), of those at which
/// `among` has an entry. `old` and `now` have the same type. O(nvals(among) log row).
csr changes(const engine_ptr& e, const csr_ref& old, const csr_ref& now, const csr_ref& among);

/// The entries of `a` at which `positions` has one, with their values. O(nvals(positions) log row).
csr at_positions(const engine_ptr& e, const csr_ref& a, const csr_ref& positions);

}  // namespace graphblas_gpu::cuda
