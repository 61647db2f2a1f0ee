// Matrices laid out in full for tests of bitmap tiles on the device, and how they get there.
#pragma once

#include <tests/cuda/tile_cases.hpp>

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
    bool has(gb::index i, gb::index j) const { return present[at(i, j)] != 0; }
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

template <class T>
cases::tiled<T> tiles_of(const grid<T>& m) {
    cases::sparse<T> rows;
    rows.nrows = m.nrows;
    rows.ncols = m.ncols;
    for (gb::index i = 0; i < m.nrows; ++i) {
        for (gb::index j = 0; j < m.ncols; ++j) {
            if (!m.has(i, j)) continue;
            rows.columns.push_back(static_cast<gb::column_index>(j));
            rows.values.push_back(m.values[m.at(i, j)]);
        }
        rows.offsets.push_back(static_cast<gb::row_offset>(rows.columns.size()));
    }
    return cases::in_tiles(rows);
}

template <class T>
cu::array<T> sent(const cu::engine_ptr& e, const std::vector<T>& x) {
    return cu::uploaded(e, std::span<const T>(x));
}

template <class T>
cu::tiles on_device(const cu::engine_ptr& e, const grid<T>& m) {
    return cases::on_device(e, tiles_of(m));
}

/// Values that were computed for the tiles of `structure`, in the order of tiles_of().
template <class T>
std::vector<T> received(cu::engine& e, const cu::memory& values) {
    std::vector<T> out(values.bytes() / sizeof(T));
    if (!out.empty()) e.to_host(out.data(), values.data(), out.size() * sizeof(T));
    return out;
}

}  // namespace tile_grids
