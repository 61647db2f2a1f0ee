// The layout of one row of tiles of C while its values are added up: where the values of each tile begin.
//
// Idea: the position of an entry in the values of the row of tiles is the beginning of its tile's row plus the number of bits
// before its own bit. It is the same for all semirings.
#pragma once

#include <graphblas_gpu/host/bitmap_tile/tile_symbolic.hpp>

namespace graphblas_gpu::host {

class tile_row_lookup {
  public:
    struct tile {
        tile_bits bits;
        tile_bits seen;                  ///< the entries that have a term
        std::uint32_t begin[tile_side];  ///< for each row of the tile the position of its first value in the row of tiles
    };

    /// `max_tiles`: the largest number of tiles in a row of tiles of C.
    tile_row_lookup(const tile_problem& problem, scratch& memory, index max_tiles);

    /// Inserts the tiles of a row. O(count). The caller must call clear() with the same columns afterwards.
    void insert(const column_index* columns, const tile_bits* bitmaps, index count);
    void clear(const column_index* columns, index count);

    /// The entries of the row.
    row_offset nvals() const { return nvals_; }

    /// The tile in that column of tiles, or null.
    tile* find(column_index column) {
        const std::uint32_t slot = by_array_ ? slots_[column] - 1 : table_.find(column);
        return slot == linked_list::absent ? nullptr : tiles_ + slot;
    }

  private:
    tile* tiles_;
    bool by_array_;
    linked_list table_;
    std::uint32_t* slots_;  ///< for each column of tiles the number of C's tile plus 1, or 0 if C has no tile there
    row_offset nvals_ = 0;
};

}  // namespace graphblas_gpu::host
