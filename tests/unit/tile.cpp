// Bit arithmetic of one tile against loops over its 64 places.
//
// Idea: patterns that reach every place and every pair of places by itself, then random ones, dense and sparse; products by
// every implementation that the machine has.
#include "tests/catch.hpp"
#include <graphblas_gpu/formats/bitmap_tile/tile.hpp>
#include <graphblas_gpu/host/simd/bit_loops.hpp>

#include <random>
#include <vector>

namespace unit {

using namespace graphblas_gpu::base;
using namespace graphblas_gpu::formats;
namespace simd = graphblas_gpu::host::simd;
using graphblas_gpu::index;

namespace {

static_assert(tiles_for(0) == 0 && tiles_for(1) == 1 && tiles_for(8) == 1 && tiles_for(9) == 2);
static_assert(tile_bit(0, 0) == 1 && tile_bit(1, 0) == 256 && tile_bit(7, 7) == tile_bits{1} << 63);

bool at(tile_bits t, int row, int column) { return (t >> (8 * row + column) & 1) != 0; }

tile_bits plain_product(tile_bits a, tile_bits b) {
    tile_bits c = 0;
    for (int i = 0; i < 8; ++i) {
        for (int j = 0; j < 8; ++j) {
            bool any = false;
            for (int k = 0; k < 8; ++k) any = any || (at(a, i, k) && at(b, k, j));
            if (any) c |= tile_bits{1} << (8 * i + j);
        }
    }
    return c;
}

tile_bits plain_transpose(tile_bits t) {
    tile_bits out = 0;
    for (int i = 0; i < 8; ++i) {
        for (int j = 0; j < 8; ++j) {
            if (at(t, i, j)) out |= tile_bits{1} << (8 * j + i);
        }
    }
    return out;
}

/// Empty and full, every place and every place left out, whole rows and columns, and random ones of many densities.
std::vector<tile_bits> patterns() {
    std::vector<tile_bits> all{0, ~tile_bits{0}};
    for (int p = 0; p < 64; ++p) {
        all.push_back(tile_bits{1} << p);
        all.push_back(~(tile_bits{1} << p));
    }
    for (unsigned r = 0; r < 8; ++r) {
        all.push_back(first_tile_row << (8 * r));
        all.push_back(first_tile_column << r);
    }
    std::mt19937_64 engine(5);
    for (int n = 0; n < 300; ++n) {
        tile_bits sparse = ~tile_bits{0};
        for (int k = 0; k < n % 7; ++k) sparse &= engine();
        all.push_back(n % 2 == 0 ? sparse : ~sparse);
    }
    return all;
}

}  // namespace

TEST_CASE("tiles: counts, ranks, rows and columns", "[unit][tiles]") {
    for (const tile_bits t : patterns()) {
        int before = 0;
        unsigned rows = 0, columns = 0;
        for (int i = 0; i < 8; ++i) {
            unsigned row = 0;
            for (int j = 0; j < 8; ++j) {
                REQUIRE(tile_rank(t, static_cast<unsigned>(8 * i + j)) == before);
                if (!at(t, i, j)) continue;
                ++before;
                row |= 1u << j;
                rows |= 1u << i;
                columns |= 1u << j;
            }
            REQUIRE(tile_row(t, static_cast<unsigned>(i)) == row);
        }
        REQUIRE(tile_nvals(t) == before);
        REQUIRE(tile_rows_present(t) == rows);
        REQUIRE(tile_columns_present(t) == columns);
        REQUIRE(tile_transposed(t) == plain_transpose(t));
        tile_bits wanted = 0;
        for (unsigned k = 0; k < 8; ++k) {
            if ((columns >> k & 1) != 0) wanted |= first_tile_row << (8 * k);
        }
        REQUIRE(tile_rows_wanted(t) == wanted);
    }
}

TEST_CASE("tiles: every combination of rows and of columns is told", "[unit][tiles]") {
    for (unsigned set = 0; set < 256; ++set) {
        tile_bits rows = 0, columns = 0;
        for (unsigned n = 0; n < 8; ++n) {
            if ((set >> n & 1) == 0) continue;
            rows |= tile_bit(n, (3 * n) % 8);
            columns |= tile_bit((5 * n) % 8, n);
        }
        REQUIRE(tile_rows_present(rows) == set);
        REQUIRE(tile_columns_present(columns) == set);
    }
}

TEST_CASE("tiles: products and which of them have entries", "[unit][tiles]") {
    const std::vector<tile_bits> all = patterns();
    for (const tile_bits a : all) {
        for (const tile_bits b : all) {
            const tile_bits want = plain_product(a, b);
            if (tile_product(a, b) != want || tiles_have_products(a, b) != (want != 0)) {
                FAIL("product of " << std::hex << a << " and " << b << ", which is " << want);
            }
        }
    }
    SUCCEED();
}

TEST_CASE("tiles: one with many, by every implementation", "[unit][tiles]") {
    const std::vector<tile_bits> all = patterns();
    const auto count = static_cast<index>(all.size());
    constexpr tile_bits guard = 0x5aa5f00f12345678u;
    bool has_avx2 = false;
    for (const tile_bits a : all) {
        std::vector<tile_bits> want;
        for (const tile_bits b : all) want.push_back(tile_product(a, b));
        // Every length of a rest.
        for (index length = count - 17; length <= count; ++length) {
            std::vector<tile_bits> got(all.size() + 1, guard);
            const auto same = [&] {
                return std::equal(got.begin(), got.begin() + length, want.begin()) &&
                       got[static_cast<std::size_t>(length)] == guard;
            };
            simd::tile_products(a, all.data(), length, got.data());
            REQUIRE(same());
            std::fill(got.begin(), got.end(), guard);
            simd::tile_products_plain(a, all.data(), length, got.data());
            REQUIRE(same());
            std::fill(got.begin(), got.end(), guard);
            has_avx2 = simd::tile_products_avx2(a, all.data(), length, got.data());
            if (has_avx2) REQUIRE(same());
        }
    }
    if (!has_avx2) WARN("left out: products by AVX2, which this machine does not have");
}

TEST_CASE("tiles: which of many have any of some entries", "[unit][tiles]") {
    const std::vector<tile_bits> all = patterns();
    for (const tile_bits wanted : all) {
        for (index count = 0; count <= 64; ++count) {
            for (const std::size_t from : {std::size_t{0}, std::size_t{100}, all.size() - 64}) {
                word want = 0;
                for (index n = 0; n < count; ++n) {
                    if ((all[from + static_cast<std::size_t>(n)] & wanted) != 0) want |= word{1} << n;
                }
                REQUIRE(simd::tiles_with_any(wanted, all.data() + from, count) == want);
                REQUIRE(simd::tiles_with_any_plain(wanted, all.data() + from, count) == want);
            }
        }
    }
}

}  // namespace unit
