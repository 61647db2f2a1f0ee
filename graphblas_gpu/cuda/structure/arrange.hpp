// Matrices assembled on the device from the entries of other matrices: submatrices, permutations, diagonals, tiles and
// Kronecker products; and the differences of two matrices.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/formats/selection.hpp>
#include <graphblas_gpu/operations/tiles.hpp>

#include <span>

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

/// A(I, J): entry (k, l) of the result is entry (I[k], J[l]) of A. I and J may be in any order and may have repetitions. If m
/// is the number of entries of A in the rows I: O(|I| log row + entries of the result) for a range of columns, O(|I| |J| log
/// row) if that is less than m, else O(m log |J|), and a sort of the result if J is not ascending.
csr extracted(const engine_ptr& e, const csr_ref& a, const formats::selection& rows, const formats::selection& columns);

/// Entry (k, l) of the result is entry (rows[k], columns[l]) of A. Both arrays are permutations in host memory; if they are the
/// same array, it is copied to the device once. An empty `rows` leaves the rows as they are. O(nvals log nrows + nrows +
/// ncols), and a radix sort of the entries.
csr permuted(const engine_ptr& e, const csr_ref& a, std::span<const column_index> rows, std::span<const column_index> columns);

}  // namespace graphblas_gpu::cuda
