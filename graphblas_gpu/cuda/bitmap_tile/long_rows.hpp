// Pieces of C's rows of tiles that blocks take, where A's rows are long.
#pragma once

#include <graphblas_gpu/cuda/bitmap_tile/rules.hpp>
#include <graphblas_gpu/cuda/bitmap_tile/tiles.hpp>

namespace graphblas_gpu::cuda::bitmap_tile {

/// Of a row of C's tiles: first .. behind - 1.
struct row_piece {
    index row;
    row_offset first;
    row_offset behind;
};

/// Whether a block takes row `row` of A's columns of tiles.
GB_HD inline bool is_long_row(const csr_ref& a, index row) { return a.offsets[row + 1] - a.offsets[row] >= long_row; }

/// Pieces in any order, on the device: how many there are is known there only.
struct long_pieces {
    array<row_piece> pieces;
    array<unsigned> counts;  ///< of pieces, and of those that blocks have taken
    std::int64_t most = 0;   ///< that there can be
};

/// Pieces of up to `tiles` tiles of C, and about so many values, in the rows that are long in `a`; those of a row are alike.
/// Does not wait.
long_pieces pieces_of_long_rows(const engine_ptr& e, const csr_ref& a, const tiles_ref& c, unsigned tiles, unsigned values);

/// In which 64ths of the columns each row of a matrix has something, on the device.
struct row_marks {
    const std::uint64_t* of_rows = nullptr;
    unsigned shift = 0;  ///< of columns

    /// Those of columns low .. high.
    GB_HD std::uint64_t between(column_index low, column_index high) const {
        return (std::uint64_t{2} << (high >> shift)) - (std::uint64_t{1} << (low >> shift));
    }
};

/// O(rows + entries). Rows of many entries are said to have some everywhere. Does not wait.
row_marks marks_of_rows(const engine_ptr& e, const csr_ref& b, array<std::uint64_t>& keep);

}  // namespace graphblas_gpu::cuda::bitmap_tile
