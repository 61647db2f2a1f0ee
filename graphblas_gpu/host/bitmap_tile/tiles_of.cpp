#include <graphblas_gpu/base/value_mover.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/host/bitmap_tile/tiles_of.hpp>
#include <graphblas_gpu/host/rows/rows.hpp>

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cstdint>
#include <limits>

namespace graphblas_gpu::host {

namespace {

constexpr column_index no_tile = ~column_index{0};

/// Merges rows 8 I .. 8 I + 7 into tiles, by ascending column of tiles; the call returns the number of tiles.
class row_merger {
  public:
    explicit row_merger(const structure_view& a) : a_(a) {}

    index operator()(index tile_row, column_index* columns, tile_bits* bitmaps) {
        const index first = tile_row * tile_side;
        const auto rows = static_cast<int>(std::min<index>(tile_side, a_.nrows - first));
        for (int r = 0; r < tile_side; ++r) {
            at_[r] = r < rows ? a_.begin(first + r) : 0;
            end_[r] = r < rows ? a_.end(first + r) : 0;
            next_[r] = next_tile(r);
        }
        index count = 0;
        for (column_index tile = lowest(); tile != no_tile; tile = lowest()) {
            columns[count] = tile;
            bitmaps[count++] = take(tile);
        }
        return count;
    }

  private:
    column_index next_tile(int r) const { return at_[r] < end_[r] ? a_.columns[at_[r]] / tile_side : no_tile; }

    column_index lowest() const {
        column_index low = no_tile;
        for (int r = 0; r < tile_side; ++r) low = std::min(low, next_[r]);
        return low;
    }

    tile_bits take(column_index tile) {
        tile_bits bits = 0;
        for (int r = 0; r < tile_side; ++r) {
            if (next_[r] != tile) continue;
            do {
                bits |= formats::tile_bit(static_cast<unsigned>(r), a_.columns[at_[r]] % tile_side);
                ++at_[r];
            } while ((next_[r] = next_tile(r)) == tile);
        }
        return bits;
    }

    const structure_view& a_;
    row_offset at_[tile_side];
    row_offset end_[tile_side];
    column_index next_[tile_side];
};

/// For every byte the numbers of its bits, lowest first.
constexpr auto bits_of_byte = [] {
    std::array<std::array<std::uint8_t, tile_side>, 256> table{};
    for (unsigned byte = 0; byte < table.size(); ++byte) {
        std::size_t count = 0;
        for (std::uint8_t bit = 0; bit < tile_side; ++bit) {
            if ((byte >> bit & 1u) != 0) table[byte][count++] = bit;
        }
    }
    return table;
}();

/// Writes the columns of a row of a tile and returns where they end. Their number is unpredictable, so that a loop over them
/// would mispredict its end: eight columns are always written if there is space before `end`, and the next row overwrites the
/// surplus.
column_index* put_columns(unsigned bits, column_index first, column_index* to, const column_index* end) {
    const auto& columns = bits_of_byte[bits];
    const int count = std::popcount(bits);
    if (end - to >= tile_side) {
        for (std::size_t n = 0; n < tile_side; ++n) to[n] = first + columns[n];
    } else {
        for (std::size_t n = 0; n < static_cast<std::size_t>(count); ++n) to[n] = first + columns[n];
    }
    return to + count;
}

/// The row offsets of the structure in tiles: a row has as many entries as its rows of all tiles have bits.
buffer<row_offset> row_offsets_of_tiles(team& team, const bitmap_tiles_view<void>& a) {
    buffer<row_offset> offsets(static_cast<std::size_t>(a.nrows) + 1);
    for_ranges(team, a.tiles.nrows, a.tiles.nvals(), [&](index first, index last, int) {
        for (index tile_row = first; tile_row < last; ++tile_row) {
            row_offset sizes[tile_side] = {};
            for (row_offset t = a.tiles.begin(tile_row); t < a.tiles.end(tile_row); ++t) {
                for (int r = 0; r < tile_side; ++r) {
                    sizes[r] += formats::tile_nvals(a.bitmaps[t] >> (tile_side * r) & formats::first_tile_row);
                }
            }
            const index row = tile_row * tile_side;
            std::copy_n(sizes, std::min<index>(tile_side, a.nrows - row), offsets.data() + row);
        }
    });
    exclusive_scan({offsets.data(), offsets.size()});
    return offsets;
}

}  // namespace

void check_values_of_tile_row(index tile_row, row_offset nvals) {
    constexpr row_offset most = std::numeric_limits<std::uint32_t>::max();
    if (nvals <= most) return;
    throw unsupported(fmt::format("bitmap tiles: rows {} to {} have {} entries together, at most {} can be kept in tiles",
                                  tile_row * tile_side, tile_row * tile_side + tile_side - 1, nvals, most));
}

namespace {

/// Fills in where the values of the tiles begin.
void count_values_of_tiles(team& team, bitmap_tiles<void>& a) {
    const index tile_rows = a.tiles.nrows;
    const structure_view tiles = a.tiles.structure();
    a.bases = buffer<row_offset>(static_cast<std::size_t>(tile_rows) + 1);
    a.starts = buffer<std::uint32_t>(a.bitmaps.size());
    for_ranges(team, tile_rows, tiles.nvals(), [&](index first, index last, int) {
        for (index tile_row = first; tile_row < last; ++tile_row) {
            row_offset before = 0;
            for (row_offset t = tiles.begin(tile_row); t < tiles.end(tile_row); ++t) {
                a.starts[static_cast<std::size_t>(t)] = static_cast<std::uint32_t>(before);
                before += formats::tile_nvals(a.bitmaps[static_cast<std::size_t>(t)]);
            }
            check_values_of_tile_row(tile_row, before);
            a.bases[static_cast<std::size_t>(tile_row)] = before;
        }
    });
    exclusive_scan({a.bases.data(), a.bases.size()});
}

}  // namespace

bitmap_tiles<void> tiles_with_bitmaps(team& team, index nrows, index ncols, csr<tile_bits>&& found) {
    bitmap_tiles<void> out;
    out.nrows = nrows;
    out.ncols = ncols;
    out.bitmaps = std::move(found.values);
    out.tiles.nrows = found.nrows;
    out.tiles.ncols = found.ncols;
    out.tiles.offsets = std::move(found.offsets);
    out.tiles.columns = std::move(found.columns);
    count_values_of_tiles(team, out);
    return out;
}

bitmap_tiles<void> tiles_of_structure(team& team, const structure_view& a) {
    const index tile_rows = formats::tiles_for(a.nrows), tile_columns = formats::tiles_for(a.ncols);
    const auto before = [&a](index tile_row) { return a.offsets[std::min(tile_row * tile_side, a.nrows)]; };
    const buffer<row_offset> bounds =
        scan_bounds(tile_rows, [&](index tile_row) { return std::min(before(tile_row + 1) - before(tile_row), tile_columns); });
    const auto work = [&](index tile_row) { return before(tile_row) + tile_row; };
    return tiles_with_bitmaps(
        team, a.nrows, a.ncols,
        build_rows<tile_bits>(team, tile_rows, tile_columns, bounds, work, [&](int) { return row_merger(a); }));
}

formats::untyped_tiles tiles_of(team& team, const formats::untyped_view& a) {
    struct tiles {
        bitmap_tiles<void> structure;
        buffer<std::byte> values;
    };
    const auto made = std::make_shared<tiles>();
    made->structure = tiles_of_structure(team, a);
    if (a.values != nullptr && a.value_bytes > 0)
        made->values = values_in_tiles(team, made->structure.view(), a.offsets, a.values, a.value_bytes);
    return {made->structure.view(), made->values.data(), made};
}

csr<void> structure_of_tiles(team& team, const bitmap_tiles_view<void>& a) {
    csr<void> out;
    out.nrows = a.nrows;
    out.ncols = a.ncols;
    out.offsets = row_offsets_of_tiles(team, a);
    out.columns = buffer<column_index>(static_cast<std::size_t>(out.nvals()));
    for_ranges(team, a.tiles.nrows, out.nvals(), [&](index first, index last, int) {
        for (index tile_row = first; tile_row < last; ++tile_row) {
            const index row = tile_row * tile_side, rows = std::min<index>(tile_side, a.nrows - row);
            column_index* const end = out.columns.data() + out.offsets[static_cast<std::size_t>(row + rows)];
            column_index* to = out.columns.data() + out.offsets[static_cast<std::size_t>(row)];
            for (unsigned r = 0; r < static_cast<unsigned>(rows); ++r) {
                for (row_offset t = a.tiles.begin(tile_row); t < a.tiles.end(tile_row); ++t) {
                    to = put_columns(formats::tile_row(a.bitmaps[t], r), a.tiles.columns[t] * tile_side, to, end);
                }
            }
        }
    });
    return out;
}

namespace {

/// The entries of one row in one tile. They are contiguous both in the order of rows and in the order of tiles.
struct tile_run {
    row_offset in_rows;   ///< the first of them in the order of rows
    row_offset in_tiles;  ///< the first of them in the order of tiles
    int count;
};

/// f(run) for every run of the tile rows first .. last - 1.
template <class F>
void for_each_run(const bitmap_tiles_view<void>& a, const row_offset* offsets, index first, index last, F&& f) {
    for (index tile_row = first; tile_row < last; ++tile_row) {
        const index row = tile_row * tile_side;
        row_offset in_rows[tile_side] = {};
        std::copy(offsets + row, offsets + std::min(row + tile_side, a.nrows), in_rows);
        row_offset in_tiles = a.bases[tile_row];
        for (row_offset t = a.tiles.begin(tile_row); t < a.tiles.end(tile_row); ++t) {
            for (tile_bits left = a.bitmaps[t]; left != 0;) {
                const int r = std::countr_zero(left) / tile_side;
                const tile_bits row_mask = formats::first_tile_row << (tile_side * r);
                const int count = formats::tile_nvals(left & row_mask);
                f(tile_run{in_rows[r], in_tiles, count});
                in_rows[r] += count;
                in_tiles += count;
                left &= ~row_mask;
            }
        }
    }
}

/// Moves values from the order of rows to the order of tiles if `to_tiles`, else from the order of tiles to the order of rows.
template <bool to_tiles>
buffer<std::byte> moved_values(team& team, const bitmap_tiles_view<void>& tiles, const row_offset* offsets, const void* values,
                               std::size_t value_bytes) {
    buffer<std::byte> out(static_cast<std::size_t>(tiles.nvals()) * value_bytes);
    base::with_value_mover(value_bytes, [&, to = out.data(), from = static_cast<const std::byte*>(values)](auto mover) {
        for_ranges(team, tiles.tiles.nrows, tiles.nvals(), [&](index first, index last, int) {
            for_each_run(tiles, offsets, first, last, [&](const tile_run& run) {
                const auto in_rows = static_cast<std::size_t>(run.in_rows), in_tiles = static_cast<std::size_t>(run.in_tiles);
                for (std::size_t n = 0; n < static_cast<std::size_t>(run.count); ++n) {
                    if constexpr (to_tiles) mover.copy(to, in_tiles + n, from, in_rows + n);
                    else mover.copy(to, in_rows + n, from, in_tiles + n);
                }
            });
        });
    });
    return out;
}

}  // namespace

buffer<std::byte> values_in_tiles(team& team, const bitmap_tiles_view<void>& tiles, const row_offset* offsets,
                                  const void* values, std::size_t value_bytes) {
    return moved_values<true>(team, tiles, offsets, values, value_bytes);
}

buffer<std::byte> values_in_rows(team& team, const bitmap_tiles_view<void>& tiles, const row_offset* offsets,
                                 const void* values, std::size_t value_bytes) {
    return moved_values<false>(team, tiles, offsets, values, value_bytes);
}

}  // namespace graphblas_gpu::host
