// What a matrix is in 8 x 8 tiles: how many there are, and how many bytes they take beside other forms.
//
// Idea: plain numbers, from the tiles that method bitmap_tile works on and that the matrix keeps.
// Source: bmSPARSE (Zhang, Gruenwald), which compares the same forms.
#pragma once

#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/matrix.hpp>

#include <cstdint>

namespace graphblas_gpu {

struct tile_figures {
    index nvals = 0;
    index tiles = 0;  ///< that have entries
    /// Bytes that say where entries are: a row and a column each; rows of columns, as matrices are kept; tiles with bitmaps.
    /// @{
    std::int64_t coo_bytes = 0;
    std::int64_t csr_bytes = 0;
    std::int64_t tile_bytes = 0;
    /// @}
    std::int64_t value_bytes = 0;  ///< of the values, the same in all forms

    double entries_per_tile() const { return tiles == 0 ? 0.0 : static_cast<double>(nvals) / static_cast<double>(tiles); }
};

/// The figures of a matrix. Makes its tiles, which stay with it until it changes: O(nvals + nrows) once. Throws unsupported on
/// a CUDA context, and if eight rows hold more than 2^32 - 1 entries.
template <class T>
tile_figures tiling(const context& ctx, const matrix<T>& m) {
    if (ctx.is_cuda()) throw unsupported("tiling: counts tiles on the host; give it a host context");
    const auto tiles = m.tiles(ctx.team());
    const auto bytes = [](const auto& array) { return static_cast<std::int64_t>(array.size() * sizeof(array[0])); };
    tile_figures out;
    out.nvals = m.nvals();
    out.tiles = static_cast<index>(tiles->bitmaps.size());
    out.coo_bytes = 2 * out.nvals * static_cast<std::int64_t>(sizeof(column_index));
    out.csr_bytes = bytes(m.storage().offsets) + bytes(m.storage().columns);
    out.tile_bytes = bytes(tiles->tiles.offsets) + bytes(tiles->tiles.columns) + bytes(tiles->bitmaps) + bytes(tiles->bases) +
                     bytes(tiles->starts);
    out.value_bytes = bytes(tiles->values);
    return out;
}

}  // namespace graphblas_gpu
