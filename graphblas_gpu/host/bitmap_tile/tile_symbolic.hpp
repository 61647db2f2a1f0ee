// The structure of a product in tiles, from bitmaps alone, under any mask.
//
// Idea: the product is formed one row of tiles at a time, as Gustavson's method forms one row of entries at a time. Each tile
// of A is multiplied with the tiles of a row of B, several at a time in a vector register. The bitmaps of a row of C are OR-ed
// in an array over all columns of tiles, or in a hash table where most of this array would stay empty. A mask is converted to
// tiles first: a pair of tiles is not multiplied if the mask admits nothing in its tile of C, and other products are cut to
// what the mask admits. The bitmaps of C are exact. Cost: the pairs of tiles.
// Source: bmSPARSE (Zhang, Gruenwald), section 4, without its list of pairs; the accumulators are kkSpGEMM's.
#pragma once

#include <graphblas_gpu/host/bitmap_tile/tiles_of.hpp>
#include <graphblas_gpu/host/product/column_marks.hpp>
#include <graphblas_gpu/host/product/linked_list.hpp>
#include <graphblas_gpu/host/product/mask_rows.hpp>

#include <variant>

namespace graphblas_gpu::host {

/// The constant that tunes method `bitmap_tile` on host threads.
struct bitmap_tile_policy {
    static constexpr index short_array = index{1} << 18;  ///< columns of tiles, below which an array over all of them is short
};

/// Whether an array over all columns of tiles pays: it is short, or there is at least one pair of tiles for each of its
/// elements.
constexpr bool tile_array_is_profitable(index tile_columns, std::int64_t pairs) {
    return tile_columns < bitmap_tile_policy::short_array || pairs >= tile_columns;
}

/// The operands of the structure of a product in tiles, and the bounds of its rows of tiles.
class tile_problem {
  public:
    /// Converts the mask to tiles. O(nvals(mask) + tiles(A)).
    tile_problem(team& team, const bitmap_tiles_view<void>& a, const bitmap_tiles_view<void>& b, const mask_rows& mask);
    tile_problem(const tile_problem&) = delete;
    tile_problem& operator=(const tile_problem&) = delete;

    const bitmap_tiles_view<void>& a() const { return a_; }
    const bitmap_tiles_view<void>& b() const { return b_; }
    bitmap_tiles_view<void> mask() const { return mask_.view(); }
    bool admits_only() const { return kind_.admits_only(); }
    bool forbids() const { return kind_.forbids(); }
    index tile_rows() const { return a_.tiles.nrows; }
    index tile_columns() const { return b_.tiles.ncols; }
    /// The number of pairs of tiles before each row of tiles (tile_rows() + 1 numbers). Pairs with an empty product are
    /// counted.
    const buffer<std::int64_t>& pairs_before() const { return pairs_before_; }
    /// The most tiles that this row of tiles of C can have.
    index bound(index tile_row) const;
    index largest_bound() const { return largest_bound_; }
    bool by_array() const { return tile_array_is_profitable(tile_columns(), pairs_before_[pairs_before_.size() - 1]); }

  private:
    bitmap_tiles_view<void> a_, b_;
    bitmap_tiles<void> mask_;
    mask_rows kind_;
    buffer<std::int64_t> pairs_before_;
    index largest_bound_ = 0;
};

/// Finds the structure of rows of tiles of C, one at a time, in the scratch of one member of a team.
class tile_row_finder {
  public:
    tile_row_finder(const tile_problem& problem, scratch& memory);

    /// Writes the tiles of a row, sorted by column, at most bound(tile_row); returns their number.
    index operator()(index tile_row, column_index* columns, tile_bits* bitmaps);

  private:
    /// The accumulator as an array over the columns of tiles.
    struct array_sums {
        column_marks marks;
        tile_bits* sums;
        tile_bits* mask;  ///< the bitmaps of the mask's row, not yet complemented; null without a mask
    };
    /// The accumulator as a hash table.
    struct table_sums {
        linked_list table;
        tile_bits* sums;
        std::uint64_t* order;
    };

    template <class Sums, bool masked>
    void add_row(Sums& sums, index tile_row);
    void add(array_sums& sums, column_index column, tile_bits bits);
    void add(table_sums& sums, column_index column, tile_bits bits);
    void insert_mask(array_sums& sums, index tile_row);
    void insert_mask(table_sums&, index) {}
    void clear_mask(array_sums& sums, index tile_row);
    void clear_mask(table_sums&, index) {}
    tile_bits admitted(const array_sums& sums, index tile_row, column_index column) const;
    tile_bits admitted(const table_sums& sums, index tile_row, column_index column) const;
    index take(array_sums& sums, column_index* columns, tile_bits* bitmaps);
    index take(table_sums& sums, column_index* columns, tile_bits* bitmaps);

    const tile_problem& problem_;
    std::variant<array_sums, table_sums> sums_;
};

/// The tiles of C. None of them is empty.
bitmap_tiles<void> tile_structure(team& team, const tile_problem& problem);
/// The tiles of C in two passes: the first counts the tiles of each row, the second writes them. tile_structure calls it where
/// arrays as large as the bounds of all rows do not fit into memory.
bitmap_tiles<void> tile_structure_counted(team& team, const tile_problem& problem);

struct tile_counts {
    index tiles = 0;
    index nvals = 0;
};

/// The number of tiles and of entries of C; nothing is stored.
tile_counts count_tiles(team& team, const tile_problem& problem);

/// The number of bits of all bitmaps.
inline row_offset values_of_tiles(const tile_bits* bitmaps, index count) {
    row_offset nvals = 0;
    for (index n = 0; n < count; ++n) nvals += formats::tile_nvals(bitmaps[n]);
    return nvals;
}

}  // namespace graphblas_gpu::host
