// The rows of tiles of C for which A's row is long, cut into pieces for blocks.
#pragma once

#include <graphblas_gpu/cuda/bitmap_tile/rules.hpp>
#include <graphblas_gpu/cuda/bitmap_tile/tiles.hpp>

namespace graphblas_gpu::cuda::bitmap_tile {

/// Tiles first .. behind - 1 of C, which are in one row of tiles.
struct row_piece {
    index row;
    row_offset first;
    row_offset behind;
};

/// Whether row `row` of A's column slices is long, so that blocks take it.
GB_HD inline bool is_long_row(const csr_ref& a, index row) { return a.offsets[row + 1] - a.offsets[row] >= policy::long_row; }

/// Pieces in any order, on the device. Their number is known on the device only.
struct long_pieces {
    array<row_piece> pieces;
    array<unsigned> counts;  ///< counts[0]: the number of pieces; counts[1]: the number of pieces that blocks have taken
    std::int64_t most = 0;   ///< an upper bound of the number of pieces
};

/// Cuts the rows of C that are long in `a` into pieces of at most `tiles` tiles and about `values` values at most. The pieces
/// of a row have the same size. Does not wait.
long_pieces pieces_of_long_rows(const engine_ptr& e, const csr_ref& a, const tiles_ref& c, unsigned tiles, unsigned values);

/// For each row of a matrix, a bit for each 64th of the columns in which the row may have entries, on the device.
struct row_marks {
    const std::uint64_t* of_rows = nullptr;
    unsigned shift = 0;  ///< column j has bit j >> shift

    /// The bits of columns low .. high.
    GB_HD std::uint64_t between(column_index low, column_index high) const {
        return (std::uint64_t{2} << (high >> shift)) - (std::uint64_t{1} << (low >> shift));
    }
};

/// Rows with many entries have all bits set. `storage` receives the memory of the marks. O(rows + entries). Does not wait.
row_marks marks_of_rows(const engine_ptr& e, const csr_ref& b, array<std::uint64_t>& storage);

}  // namespace graphblas_gpu::cuda::bitmap_tile
