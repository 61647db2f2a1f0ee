// Matrices laid out in full for tests of bitmap tiles on the device, and how they get there.
#pragma once

#include <graphblas_gpu/cuda/bitmap_tile/tiles.hpp>

#include <cstdint>
#include <random>
#include <span>
#include <vector>

namespace tile_grids {

namespace gb = graphblas_gpu;
namespace cu = graphblas_gpu::cuda;

template <class T>
struct grid {
    gb::index nrows = 0;
    gb::index ncols = 0;
    std::vector<char> present;
    std::vector<T> values;

    grid(gb::index rows, gb::index columns)
        : nrows(rows), ncols(columns), present(static_cast<std::size_t>(rows * columns)), values(present.size()) {}
    std::size_t at(gb::index i, gb::index j) const { return static_cast<std::size_t>(i * ncols + j); }
    bool has(gb::index i, gb::index j) const { return i < nrows && j < ncols && present[at(i, j)] != 0; }
    void set(gb::index i, gb::index j, T x) {
        present[at(i, j)] = 1;
        values[at(i, j)] = x;
    }
};

/// Each entry is there with the given chance; `value` draws it.
template <class T, class Value>
grid<T> random_grid(gb::index nrows, gb::index ncols, double chance, std::mt19937_64& random, const Value& value) {
    grid<T> m(nrows, ncols);
    std::bernoulli_distribution there(chance);
    for (gb::index i = 0; i < nrows; ++i)
        for (gb::index j = 0; j < ncols; ++j)
            if (there(random)) m.set(i, j, value(random));
    return m;
}

/// Tiles on the host, as the device has them.
template <class T>
struct host_tiles {
    std::vector<gb::row_offset> offsets{0};
    std::vector<gb::column_index> columns;
    std::vector<cu::tile_bits> bitmaps;
    std::vector<gb::row_offset> bases{0};
    std::vector<std::uint32_t> starts;
    std::vector<T> values;
};

template <class T>
host_tiles<T> tiles_of(const grid<T>& m) {
    using gb::formats::tile_side;
    host_tiles<T> out;
    for (gb::index i = 0; i < m.nrows; i += tile_side) {
        for (gb::index j = 0; j < m.ncols; j += tile_side) {
            cu::tile_bits bits = 0;
            const auto first = static_cast<gb::row_offset>(out.values.size());
            for (unsigned place = 0; place < gb::formats::tile_places; ++place) {
                const gb::index row = i + place / tile_side, column = j + place % tile_side;
                if (!m.has(row, column)) continue;
                bits |= cu::tile_bits{1} << place;
                out.values.push_back(m.values[m.at(row, column)]);
            }
            if (bits == 0) continue;
            out.columns.push_back(static_cast<gb::column_index>(j / tile_side));
            out.bitmaps.push_back(bits);
            out.starts.push_back(static_cast<std::uint32_t>(first - out.bases.back()));
        }
        out.offsets.push_back(static_cast<gb::row_offset>(out.columns.size()));
        out.bases.push_back(static_cast<gb::row_offset>(out.values.size()));
    }
    return out;
}

template <class T>
cu::array<T> sent(const cu::engine_ptr& e, const std::vector<T>& x) {
    return cu::uploaded(e, std::span<const T>(x));
}

/// On the device. (Values of bool travel as bytes.)
template <class T>
cu::tiles on_device(const cu::engine_ptr& e, const grid<T>& m) {
    const host_tiles<T> h = tiles_of(m);
    cu::tiles out;
    out.nrows = m.nrows;
    out.ncols = m.ncols;
    out.nvals = h.bases.back();
    out.type = gb::formats::code_of<T>();
    out.places.nrows = gb::formats::tiles_for(m.nrows);
    out.places.ncols = gb::formats::tiles_for(m.ncols);
    out.places.nvals = h.offsets.back();
    out.places.offsets = sent(e, h.offsets);
    out.places.columns = sent(e, h.columns);
    out.bitmaps = sent(e, h.bitmaps);
    out.bases = sent(e, h.bases);
    out.starts = sent(e, h.starts);
    std::vector<unsigned char> bytes;
    for (const T x : h.values) {
        const auto* from = reinterpret_cast<const unsigned char*>(&x);
        bytes.insert(bytes.end(), from, from + sizeof(T));
    }
    out.values = sent(e, bytes).release();
    return out;
}

/// Values that were computed for the tiles of `structure`, in the order of tiles_of().
template <class T>
std::vector<T> received(cu::engine& e, const cu::memory& values) {
    std::vector<T> out(values.bytes() / sizeof(T));
    if (!out.empty()) e.to_host(out.data(), values.data(), out.size() * sizeof(T));
    return out;
}

}  // namespace tile_grids
