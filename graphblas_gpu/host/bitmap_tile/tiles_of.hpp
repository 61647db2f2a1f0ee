// Bitmap tiles from compressed sparse rows, and back.
//
// Idea: eight sorted rows are merged by the number of the tile that the next entry of each row belongs to. So nothing is
// sorted, and every entry is read once. The entries of one row in one tile are contiguous in both formats, and their number is
// the number of bits in that row of the tile: values are moved in such runs, in either direction. Cost: O(nvals + nrows).
// Source: the format is bmSPARSE's (Zhang, Gruenwald), section 3.
#pragma once

#include <graphblas_gpu/formats/bitmap_tile/bitmap_tiles.hpp>
#include <graphblas_gpu/formats/untyped_csr.hpp>
#include <graphblas_gpu/host/threads/team.hpp>

#include <type_traits>
#include <utility>

namespace graphblas_gpu::host {

using formats::bitmap_tiles;
using formats::bitmap_tiles_view;
using formats::tile_bits;
using formats::tile_side;

/// The tiles of a structure. Throws unsupported if eight rows hold more values than 32 bits can count. O(nvals + nrows).
bitmap_tiles<void> tiles_of_structure(team& team, const structure_view& a);

/// The structure of tiles as rows. O(nvals + nrows).
csr<void> structure_of_tiles(team& team, const bitmap_tiles_view<void>& a);

/// The tiles of an nrows x ncols structure from the bitmap of every tile. Throws unsupported like tiles_of_structure.
bitmap_tiles<void> tiles_with_bitmaps(team& team, index nrows, index ncols, csr<tile_bits>&& found);

/// Throws unsupported if a row of tiles has more values than the format can count.
void check_values_of_tile_row(index tile_row, row_offset nvals);

/// values_in_tiles moves values from the order of rows to the order of tiles, values_in_rows moves them back. O(nvals).
/// @{
buffer<std::byte> values_in_tiles(team& team, const bitmap_tiles_view<void>& tiles, const row_offset* offsets,
                                  const void* values, std::size_t value_bytes);
buffer<std::byte> values_in_rows(team& team, const bitmap_tiles_view<void>& tiles, const row_offset* offsets,
                                 const void* values, std::size_t value_bytes);
/// @}

/// A matrix in tiles, with its values as bytes; without values if `a.values` is null. O(nvals + nrows).
formats::untyped_tiles tiles_of(team& team, const formats::untyped_view& a);

/// A matrix in tiles. `a.values` is null for structure alone. O(nvals + nrows).
template <class T>
bitmap_tiles<T> tiles_of(team& team, const csr_view<T>& a) {
    bitmap_tiles<void> found = tiles_of_structure(team, a);
    if constexpr (std::is_void_v<T>) {
        return found;
    } else {
        bitmap_tiles<T> out;
        if (a.values != nullptr) {
            out.values = buffer<T>::reinterpreted(values_in_tiles(team, found.view(), a.offsets, a.values, sizeof(T)));
        }
        out.nrows = found.nrows;
        out.ncols = found.ncols;
        out.tiles = std::move(found.tiles);
        out.bitmaps = std::move(found.bitmaps);
        out.bases = std::move(found.bases);
        out.starts = std::move(found.starts);
        return out;
    }
}

/// The rows of a matrix in tiles. O(nvals + nrows).
template <class T>
csr<T> rows_of_tiles(team& team, const bitmap_tiles_view<T>& a) {
    csr<void> found = structure_of_tiles(team, a.structure());
    if constexpr (std::is_void_v<T>) {
        return found;
    } else {
        csr<T> out;
        out.nrows = found.nrows;
        out.ncols = found.ncols;
        out.values = buffer<T>::reinterpreted(values_in_rows(team, a.structure(), found.offsets.data(), a.values, sizeof(T)));
        out.offsets = std::move(found.offsets);
        out.columns = std::move(found.columns);
        return out;
    }
}

}  // namespace graphblas_gpu::host
