// Tiles written as rows, where rows are long enough for whole blocks, and for several.
#include <graphblas_gpu/cuda/device/simt.cuh>

#include <tests/catch.hpp>

#include <graphblas_gpu/cuda/bitmap_tile/convert.hpp>
#include <tests/cuda/tile_cases.hpp>

#include <vector>

namespace untile_test {
namespace {

namespace gb = graphblas_gpu;
namespace cu = graphblas_gpu::cuda;
using cases::sparse;

/// There and back, with values, without, and values alone.
template <class T>
void check_rows(const sparse<T>& m) {
    const cu::engine_ptr& e = cases::engine();
    const cu::tiles tiles = cases::on_device(e, cases::in_tiles(m));
    const auto back = cases::from_device<T>(*e, cu::untiled(e, tiles.view()));
    CHECK(back.offsets == m.offsets);
    CHECK(back.columns == m.columns);
    CHECK(back.values == m.values);
    const cu::csr structure = cu::untiled(e, tiles.view().structure());
    CHECK(cases::from_device(*e, structure.offsets.data(), m.offsets.size()) == m.offsets);
    CHECK(cases::from_device(*e, structure.columns.data(), m.columns.size()) == m.columns);
    const cu::memory values = cu::untiled_values(e, tiles.view());
    CHECK(cases::from_device(*e, static_cast<const T*>(values.data()), m.values.size()) == m.values);
}

/// Rows of so many entries each, side by side from column 0 on.
template <class T>
sparse<T> concurrent_streams(const std::vector<gb::index>& lengths, gb::index ncols) {
    sparse<T> m;
    m.nrows = static_cast<gb::index>(lengths.size());
    m.ncols = ncols;
    for (gb::index i = 0; i < m.nrows; ++i) {
        for (gb::index j = 0; j < lengths[static_cast<std::size_t>(i)]; ++j) {
            m.columns.push_back(static_cast<gb::column_index>(j));
            m.values.push_back(static_cast<T>(1 + (11 * i + 7 * j) % 100));
        }
        m.offsets.push_back(static_cast<gb::row_offset>(m.columns.size()));
    }
    return m;
}

}  // namespace

TEST_CASE("rows of tiles so long that blocks share them") {
    // Of thousands of tiles each, which begin and end anywhere in what a block has, between short ones and empty ones.
    std::vector<gb::index> lengths(60, 2);
    lengths[0] = 45000;
    lengths[9] = 12000;
    lengths[10] = 20000;
    lengths[31] = 40000;
    lengths[59] = 9000;
    for (unsigned i = 40; i < 56; ++i) lengths[i] = 0;
    check_rows(cases::with_lengths<float>(lengths, 100000, 1));
    check_rows(cases::with_lengths<std::int8_t>(lengths, 70000, 2));
    // Full ones.
    std::vector<gb::index> full(27, 35000);
    for (unsigned i = 8; i < 16; ++i) full[i] = 40;
    check_rows(concurrent_streams<double>(full, 40000));
}

TEST_CASE("long rows of tiles among short ones, for the warps of a block together") {
    check_rows(cases::with_lengths<float>(cases::uneven(2000, 1, 1000, 6000, 3), 30000, 3));
    check_rows(cases::with_lengths<double>(cases::uneven(3000, 1, 300, 500, 4), 30000, 4));
}

TEST_CASE("full tiles among nearly empty ones") {
    // 32 full ones have more entries than are sorted at a time.
    sparse<float> m = concurrent_streams<float>(std::vector<gb::index>(8, 256), 20000);
    sparse<float> mixed;
    mixed.nrows = m.nrows;
    mixed.ncols = m.ncols;
    for (gb::index i = 0; i < m.nrows; ++i) {
        for (gb::row_offset p = m.begin(i); p < m.end(i); ++p) {
            mixed.columns.push_back(m.columns[static_cast<std::size_t>(p)]);
            mixed.values.push_back(m.values[static_cast<std::size_t>(p)]);
        }
        for (gb::index j = 256 + i; j < m.ncols; j += 64) {
            mixed.columns.push_back(static_cast<gb::column_index>(j));
            mixed.values.push_back(static_cast<float>(j));
        }
        mixed.offsets.push_back(static_cast<gb::row_offset>(mixed.columns.size()));
    }
    check_rows(mixed);
}

}  // namespace untile_test
