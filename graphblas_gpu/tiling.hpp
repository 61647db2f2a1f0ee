// The number of 8 x 8 tiles of a matrix, and the bytes that they take compared with other formats.
//
// Idea: plain numbers, computed from the tiles that method bitmap_tile works on and that are cached with the matrix.
// Source: bmSPARSE (Zhang, Gruenwald), which compares the same forms.
#pragma once

#include <graphblas_gpu/any_matrix.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/matrix.hpp>
#include <graphblas_gpu/operations/on_engine.hpp>

#include <cstdint>

namespace graphblas_gpu {

/// The size of a matrix in 8 x 8 tiles: see tiling().
struct tile_figures {
    index nvals = 0;
    index tiles = 0;  ///< tiles that have entries
    /// Bytes that store the positions of the entries: a row and a column for each entry; compressed sparse rows, as matrices
    /// are stored; tiles with bitmaps.
    /// @{
    std::int64_t coo_bytes = 0;
    std::int64_t csr_bytes = 0;
    std::int64_t tile_bytes = 0;
    /// @}
    std::int64_t value_bytes = 0;  ///< bytes of the values, the same in all formats

    /// The average number of entries of a tile that has entries.
    double entries_per_tile() const { return tiles == 0 ? 0.0 : static_cast<double>(nvals) / static_cast<double>(tiles); }
};

/// The figures of a matrix with `tiles` tiles and `value_bytes` bytes for each value.
constexpr tile_figures tile_figures_of(index nrows, index nvals, index tiles, std::int64_t value_bytes) {
    constexpr std::int64_t column = sizeof(column_index), offset = sizeof(row_offset);
    constexpr std::int64_t a_tile = column + sizeof(formats::tile_bits) + sizeof(std::uint32_t);
    tile_figures out;
    out.nvals = nvals;
    out.tiles = tiles;
    out.coo_bytes = 2 * nvals * column;
    out.csr_bytes = (nrows + 1) * offset + nvals * column;
    out.tile_bytes = 2 * (formats::tiles_for(nrows) + 1) * offset + tiles * a_tile;
    out.value_bytes = nvals * value_bytes;
    return out;
}

/// The figures of a matrix. Makes its tiles, on the threads or the device of the context; they are cached with the matrix until
/// it changes: O(nvals + nrows) once. Throws unsupported if eight rows hold more than 2^32 - 1 entries, out_of_memory.
template <class T>
tile_figures tiling(const context& ctx, const matrix<T>& m) {
    return operations::on_engine(ctx, "tiling", [&](const context& call_ctx) {
        const index tiles = m.any().count_tiles(call_ctx);
        return tile_figures_of(m.nrows(), m.nvals(), tiles, static_cast<std::int64_t>(formats::bytes_of<T>));
    });
}

}  // namespace graphblas_gpu
