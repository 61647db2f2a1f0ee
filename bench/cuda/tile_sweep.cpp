#include "tile_sweep.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include <graphblas_gpu/base/counter_random.hpp>
#include <fmt/format.h>

namespace bench {

namespace {

constexpr std::uint64_t seed = 1;
enum stream : std::uint64_t { tile_columns, bits, values };

/// `count` different numbers below `limit`, ascending; `salt` tells one choice from another.
std::vector<gb::index> chosen(gb::index count, gb::index limit, std::uint64_t of, std::uint64_t salt) {
    const gb::formats::random_permutation any(static_cast<std::uint64_t>(limit), gb::formats::mix_bits(salt + 1), of);
    std::vector<gb::index> out(static_cast<std::size_t>(count));
    for (std::size_t k = 0; k < out.size(); ++k) out[k] = static_cast<gb::index>(any(k));
    std::sort(out.begin(), out.end());
    return out;
}

/// The columns of tiles in one row of them.
std::vector<gb::index> tiles_of_row(const tile_sample& s, gb::index row) {
    const auto salt = static_cast<std::uint64_t>(row);
    if (s.spread == 0) return chosen(s.tiles_a_row, s.tile_rows, tile_columns, salt);
    const gb::index width = s.spread * s.tiles_a_row;
    const gb::index first = std::clamp<gb::index>(row - width / 2, 0, s.tile_rows - width);
    std::vector<gb::index> out = chosen(s.tiles_a_row, width, tile_columns, salt);
    for (gb::index& column : out) column += first;
    return out;
}

}  // namespace

std::string tile_sample::name() const {
    const std::string where = spread == 0 ? "anywhere" : fmt::format("within {}", spread * tiles_a_row);
    return fmt::format("tiles {} x {} {}, {} entries", tile_rows, tiles_a_row, where, entries);
}

std::vector<tile_sample> tile_samples() {
    std::vector<tile_sample> out;
    for (const tile_sample& pattern : {tile_sample{16384, 8, 0, 0}, tile_sample{16384, 8, 0, 2}, tile_sample{4096, 24, 0, 2},
                                        tile_sample{512, 8, 0, 2}}) {
        for (const int entries : {1, 2, 4, 6, 8, 12, 16, 24, 32, 48, 64}) {
            out.push_back(pattern);
            out.back().entries = entries;
        }
    }
    return out;
}

gb::matrix<double> make_sample(const tile_sample& s) {
    constexpr gb::index side = 8;
    const gb::formats::counter_random value(seed, values);
    gb::csr<double> made;
    made.nrows = made.ncols = side * s.tile_rows;
    made.offsets = gb::buffer<gb::row_offset>(static_cast<std::size_t>(made.nrows) + 1);
    const auto nvals = static_cast<std::size_t>(s.tile_rows * s.tiles_a_row * s.entries);
    made.columns = gb::buffer<gb::column_index>(nvals);
    made.values = gb::buffer<double>(nvals);
    std::size_t at = 0;
    made.offsets[0] = 0;
    for (gb::index row = 0; row < s.tile_rows; ++row) {
        const std::vector<gb::index> tiles = tiles_of_row(s, row);
        std::array<std::vector<gb::index>, side> columns;
        for (const gb::index tile : tiles) {
            const auto salt = static_cast<std::uint64_t>(row * s.tile_rows + tile);
            for (const gb::index position : chosen(s.entries, side * side, bits, salt)) {
                columns[static_cast<std::size_t>(position / side)].push_back(side * tile + position % side);
            }
        }
        for (gb::index r = 0; r < side; ++r) {
            for (const gb::index column : columns[static_cast<std::size_t>(r)]) {
                made.columns[at] = static_cast<gb::column_index>(column);
                made.values[at] = static_cast<double>(1 + value.below(15, at));
                ++at;
            }
            made.offsets[static_cast<std::size_t>(side * row + r) + 1] = static_cast<gb::row_offset>(at);
        }
    }
    return gb::matrix<double>::from_storage(std::move(made));
}

}  // namespace bench
