// Matrices in tiles for tests of the device: made by a plain loop, brought there and back.
#pragma once

#include <graphblas_gpu/cuda/bitmap_tile/tiles.hpp>
#include <graphblas_gpu/formats/bitmap_tile/bitmap_tiles.hpp>
#include <tests/cuda/sparse_cases.hpp>

#include <algorithm>
#include <map>
#include <utility>

namespace cases {

/// A matrix in tiles, as the format describes it.
template <class T>
struct tiled {
    sparse<T> tiles;  ///< an entry is a tile; columns only
    gb::index nrows = 0;
    gb::index ncols = 0;
    std::vector<gb::formats::tile_bits> bitmaps;
    std::vector<gb::row_offset> bases{0};
    std::vector<std::uint32_t> starts;
    std::vector<T> values;

    gb::formats::bitmap_tiles_view<void> structure() const {
        return {nrows,
                ncols,
                {tiles.nrows, tiles.ncols, tiles.offsets.data(), tiles.columns.data()},
                bitmaps.data(),
                bases.data(),
                starts.data(),
                nullptr};
    }
};

template <class T>
tiled<T> in_tiles(const sparse<T>& m) {
    tiled<T> out;
    out.nrows = m.nrows;
    out.ncols = m.ncols;
    out.tiles.nrows = gb::formats::tiles_for(m.nrows);
    out.tiles.ncols = gb::formats::tiles_for(m.ncols);
    for (gb::index r = 0; r < out.tiles.nrows; ++r) {
        std::map<gb::index, std::map<unsigned, T>> row;
        for (gb::index i = 8 * r; i < std::min(8 * r + 8, m.nrows); ++i) {
            for (gb::row_offset p = m.begin(i); p < m.end(i); ++p) {
                const gb::index j = m.columns[static_cast<std::size_t>(p)];
                row[j / 8][static_cast<unsigned>(8 * (i % 8) + j % 8)] = m.values[static_cast<std::size_t>(p)];
            }
        }
        for (const auto& [column, entries] : row) {
            out.tiles.columns.push_back(static_cast<gb::column_index>(column));
            out.starts.push_back(static_cast<std::uint32_t>(static_cast<gb::row_offset>(out.values.size()) - out.bases.back()));
            out.bitmaps.push_back(0);
            for (const auto& [position, x] : entries) {
                out.bitmaps.back() |= gb::formats::tile_bits{1} << position;
                out.values.push_back(x);
            }
        }
        out.tiles.offsets.push_back(static_cast<gb::row_offset>(out.tiles.columns.size()));
        out.bases.push_back(static_cast<gb::row_offset>(out.values.size()));
    }
    return out;
}

/// The reverse.
template <class T>
sparse<T> from_tiles(const tiled<T>& m) {
    std::vector<std::map<gb::column_index, T>> rows(static_cast<std::size_t>(m.nrows));
    for (gb::index r = 0; r < m.tiles.nrows; ++r) {
        for (gb::row_offset t = m.tiles.begin(r); t < m.tiles.end(r); ++t) {
            const auto at = static_cast<std::size_t>(t);
            auto value = static_cast<std::size_t>(m.bases[static_cast<std::size_t>(r)] + m.starts[at]);
            for (unsigned position = 0; position < 64; ++position) {
                if ((m.bitmaps[at] >> position & 1) == 0) continue;
                rows.at(static_cast<std::size_t>(8 * r + position / 8))[8 * m.tiles.columns[at] + position % 8] =
                    m.values.at(value++);
            }
        }
    }
    return from_rows<T>(m.ncols, rows);
}

template <class T>
gb::cuda::tiles on_device(const gb::cuda::engine_ptr& e, const tiled<T>& m) {
    gb::cuda::tiles out;
    out.nrows = m.nrows;
    out.ncols = m.ncols;
    out.nvals = static_cast<gb::row_offset>(m.values.size());
    out.type = gb::base::code_of<T>();
    out.structure = on_device(e, sparse<std::uint8_t>{m.tiles.nrows, m.tiles.ncols, m.tiles.offsets, m.tiles.columns, {}});
    out.structure.type = gb::type_code::none;
    out.structure.nvals = static_cast<gb::row_offset>(m.bitmaps.size());
    out.bitmaps = gb::cuda::uploaded<gb::formats::tile_bits>(e, m.bitmaps);
    out.bases = gb::cuda::uploaded<gb::row_offset>(e, m.bases);
    out.starts = gb::cuda::uploaded<std::uint32_t>(e, m.starts);
    out.values = gb::cuda::uploaded<unsigned char>(e, bytes_of(m.values)).release();
    return out;
}

/// Without values where there are none.
template <class T>
tiled<T> from_device(gb::cuda::engine& e, const gb::cuda::tiles& m) {
    tiled<T> out;
    const auto rows = static_cast<std::size_t>(m.structure.nrows), count = static_cast<std::size_t>(m.structure.nvals);
    out.nrows = m.nrows;
    out.ncols = m.ncols;
    out.tiles.nrows = m.structure.nrows;
    out.tiles.ncols = m.structure.ncols;
    out.tiles.offsets = from_device(e, m.structure.offsets.data(), rows + 1);
    out.tiles.columns = from_device(e, m.structure.columns.data(), count);
    out.bitmaps = from_device(e, m.bitmaps.data(), count);
    out.bases = from_device(e, m.bases.data(), rows + 1);
    out.starts = from_device(e, m.starts.data(), count);
    if (m.type != gb::type_code::none) {
        out.values = from_device(e, static_cast<const T*>(m.values.data()), static_cast<std::size_t>(m.nvals));
    }
    return out;
}

}  // namespace cases
