// The structure of a product in tiles, from bitmaps alone, under any mask.
//
// Idea: row by row of tiles as Gustavson goes row by row of entries. A tile of A meets the tiles of a row of B, several of
// which are multiplied at a time in a vector register; the bitmaps of a row of C are gathered in an array as long as the row,
// or in a hash table where most of that would stay empty. A mask is laid out in tiles first: pairs whose tile of C it leaves
// empty are not formed, of the others it takes what it does not admit. Bitmaps of C are exact.
// Source: bmSPARSE (Zhang, Gruenwald), section 4, without its list of pairs; the accumulators are kkSpGEMM's.
#pragma once

#include <graphblas_gpu/host/bitmap_tile/tiles_of.hpp>
#include <graphblas_gpu/host/dense/column_marks.hpp>
#include <graphblas_gpu/host/hash/linked_list.hpp>
#include <graphblas_gpu/host/mask_rows.hpp>

#include <variant>

namespace graphblas_gpu::host {

/// Whether an array over all columns of tiles pays: it is short, or met once a column on average.
constexpr bool tile_array_pays(index tile_columns, std::int64_t pairs) {
    return tile_columns < (index{1} << 18) || pairs >= tile_columns;
}

/// A product as far as its structure goes.
class tile_problem {
  public:
    /// The mask is laid out in tiles here. O(nvals(mask) + tiles(A)).
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
    /// Pairs of tiles before each row of tiles (tile_rows() + 1 numbers), whether they meet or not.
    const buffer<std::int64_t>& pairs_before() const { return pairs_before_; }
    /// The most tiles that a row of C can have.
    index bound(index tile_row) const;
    index largest_bound() const { return largest_bound_; }
    bool by_array() const { return tile_array_pays(tile_columns(), pairs_before_[pairs_before_.size() - 1]); }

  private:
    bitmap_tiles_view<void> a_, b_;
    bitmap_tiles<void> mask_;
    mask_rows kind_;
    buffer<std::int64_t> pairs_before_;
    index largest_bound_ = 0;
};

/// Rows of tiles of C, one at a time, in the scratch of one member.
class tile_row_finder {
  public:
    tile_row_finder(const tile_problem& problem, scratch& memory);

    /// Writes the tiles of the row, sorted, at most bound(tile_row); returns their number.
    index operator()(index tile_row, column_index* columns, tile_bits* bitmaps);

  private:
    /// Bitmaps in an array over the columns of tiles.
    struct array_sums {
        column_marks marks;
        tile_bits* sums;
        tile_bits* mask;  ///< null without a mask; as it was laid out, complemented or not
    };
    /// The same in a hash table.
    struct table_sums {
        linked_list places;
        tile_bits* sums;
        column_index* order;
    };

    template <class Sums, bool masked>
    void add_row(Sums& sums, index tile_row);
    void add(array_sums& sums, column_index column, tile_bits bits);
    void add(table_sums& sums, column_index column, tile_bits bits);
    void lay_out_mask(array_sums& sums, index tile_row);
    void lay_out_mask(table_sums&, index) {}
    void take_mask_away(array_sums& sums, index tile_row);
    void take_mask_away(table_sums&, index) {}
    tile_bits admitted(const array_sums& sums, index tile_row, column_index column) const;
    tile_bits admitted(const table_sums& sums, index tile_row, column_index column) const;
    index take(array_sums& sums, column_index* columns, tile_bits* bitmaps);
    index take(table_sums& sums, column_index* columns, tile_bits* bitmaps);

    const tile_problem& problem_;
    std::variant<array_sums, table_sums> sums_;
};

/// All of C's tiles, none of them empty.
bitmap_tiles<void> tile_structure(team& team, const tile_problem& problem);
/// The same, counting before anything is stored: what tile_structure does where its bounds are more than there is memory.
bitmap_tiles<void> tile_structure_counted(team& team, const tile_problem& problem);

struct tile_counts {
    index tiles = 0;
    index nvals = 0;
};

/// Counts C; stores nothing.
tile_counts count_tiles(team& team, const tile_problem& problem);

/// Pairs of tiles whose product has entries, whatever the mask.
std::int64_t count_meeting_pairs(team& team, const tile_problem& problem);

/// Bits of all bitmaps.
inline row_offset values_of_tiles(const tile_bits* bitmaps, index count) {
    row_offset nvals = 0;
    for (index n = 0; n < count; ++n) nvals += formats::tile_nvals(bitmaps[n]);
    return nvals;
}

}  // namespace graphblas_gpu::host
