// Transposes and the test of symmetry on several threads, against those on one.
//
// Idea: matrices with more entries than the threads are woken for; symmetric ones that are spoilt in one place.
#include "tests/catch.hpp"
#include <graphblas_gpu/host/arrange/transpose.hpp>
#include <graphblas_gpu/host/rows/rows_of_entries.hpp>

#include <cstdint>
#include <random>
#include <type_traits>
#include <vector>

namespace unit {

namespace gb = graphblas_gpu;
using namespace graphblas_gpu::host;
using gb::column_index;
using gb::index;

namespace {

constexpr index vertices = 30000;

/// About `degree` entries a row, mirrored if asked; values follow from the position, the same on both sides.
gb::csr<float> random_matrix(index nrows, index ncols, int degree, bool mirrored, unsigned seed) {
    std::mt19937 engine(seed);
    std::vector<column_index> rows, columns;
    std::vector<float> values;
    const auto put = [&](column_index i, column_index j) {
        rows.push_back(i);
        columns.push_back(j);
        values.push_back(static_cast<float>((i ^ j) % 1000) + 0.5F);
    };
    for (index i = 0; i < nrows; ++i) {
        for (int k = 0; k < degree; ++k) {
            const auto j = static_cast<column_index>(engine() % static_cast<std::uint64_t>(ncols));
            put(static_cast<column_index>(i), j);
            if (mirrored) put(j, static_cast<column_index>(i));
        }
    }
    index merged = 0;
    team alone(1);
    const auto keep = [](void*, const void*, column_index, column_index) {};
    const untyped_entries entries{nrows, ncols, rows, columns, values.data(), sizeof(float)};
    return gb::formats::typed<float>(rows_of_entries(alone, entries, keep, merged));
}

/// The entry of that number taken out.
gb::csr<float> without(const gb::csr<float>& a, gb::row_offset entry) {
    index row = 0;
    while (a.offsets[static_cast<std::size_t>(row) + 1] <= entry) ++row;
    return gb::formats::without_entry<float>(a, row, entry);
}

}  // namespace

TEST_CASE("transposed: the same on any number of threads", "[unit][transpose]") {
    for (const auto& [nrows, ncols, degree] : {std::tuple{vertices, vertices, 5}, {index{500}, index{2000}, 400},
                                              {index{200000}, index{30}, 2}, {index{30}, index{200000}, 4000}}) {
        const auto a = random_matrix(nrows, ncols, degree, false, 7);
        const auto want = gb::formats::transposed(a.view());
        for (const int threads : {1, 2, 3, 8}) {
            team workers(threads);
            CHECK(transposed(workers, a.view()) == want);
        }
    }
}

TEST_CASE("is_symmetric: on any number of threads, with short rows and long ones", "[unit][transpose]") {
    for (const int degree : {3, 30}) {
        const auto a = random_matrix(vertices, vertices, degree, true, 8);
        REQUIRE(a.nvals() > transposed_in_parallel_from);
        std::mt19937_64 engine(9);
        for (const int threads : {1, 2, 5}) {
            team workers(threads);
            CHECK(is_symmetric(workers, a.view()));
            for (int round = 0; round < 5; ++round) {
                const auto entry = static_cast<gb::row_offset>(engine() % static_cast<std::uint64_t>(a.nvals()));
                const auto spoilt = without(a, entry);
                // An entry on the diagonal has no mirror image to be missed.
                const bool still = gb::formats::transposed(spoilt.view()) == spoilt;
                CHECK(is_symmetric(workers, spoilt.view()) == still);
                auto other = a;
                other.values[static_cast<std::size_t>(entry)] += 1;
                CHECK(is_symmetric(workers, other.view()) == (gb::formats::transposed(other.view()) == other));
            }
        }
    }
    team workers(2);
    const auto tall = random_matrix(vertices, vertices + 1, 4, false, 10);
    CHECK_FALSE(is_symmetric(workers, tall.view()));
}

}  // namespace unit
