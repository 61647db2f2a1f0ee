// Arrays, rows, derived values and the ordering of entries.
#include "tests/catch.hpp"
#include <graphblas_gpu/base/buffer.hpp>
#include <graphblas_gpu/base/lazy.hpp>
#include <graphblas_gpu/base/radix_sort.hpp>
#include <graphblas_gpu/base/within_memory.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/formats/build.hpp>
#include <graphblas_gpu/formats/csr.hpp>
#include <graphblas_gpu/formats/dense_vector.hpp>

#include <cstdint>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace gb = graphblas_gpu;

TEST_CASE("buffer: copies, moves, comparison", "[unit]") {
    gb::buffer<int> a{1, 2, 3};
    gb::buffer<int> b = a;
    CHECK(a == b);
    b[1] = 5;
    CHECK_FALSE(a == b);
    const gb::buffer<int> c = std::move(b);
    CHECK(c[1] == 5);
    CHECK(b.empty());
    CHECK(b.data() == nullptr);
    b = c;
    CHECK(b == c);
    b.truncate(2);
    CHECK(b.size() == 2);
    b.truncate(7);
    CHECK(b.size() == 2);
    CHECK(gb::buffer<int>(4, 9) == gb::buffer<int>{9, 9, 9, 9});
    CHECK(gb::buffer<int>() == gb::buffer<int>(0));
    const gb::buffer<int> of_512_bytes(128, 0);
    CHECK(reinterpret_cast<std::uintptr_t>(of_512_bytes.data()) % 64 == 0);
}

TEST_CASE("buffer: too much is out_of_memory", "[unit]") {
    CHECK_THROWS_AS(gb::buffer<double>(std::numeric_limits<std::size_t>::max() / 4), gb::out_of_memory);
    CHECK_THROWS_AS(gb::buffer<char>(std::numeric_limits<std::size_t>::max()), gb::out_of_memory);
}

TEST_CASE("within_memory: the standard library's two ways become one", "[unit]") {
    CHECK(gb::base::within_memory("it", [] { return 5; }) == 5);
    CHECK_THROWS_WITH(gb::base::within_memory("the list", []() -> int { throw std::bad_alloc(); }),
                      "the list does not fit in memory");
    CHECK_THROWS_AS(gb::base::within_memory("the list", []() -> int { throw std::length_error("x"); }), gb::out_of_memory);
}

TEST_CASE("lazy: made once, shared by copies, forgotten on reset", "[unit]") {
    int made = 0;
    gb::base::lazy<int> value;
    CHECK(value.get_if_cached() == nullptr);
    const auto make = [&] { return ++made; };
    CHECK(*value.get(make) == 1);
    CHECK(*value.get(make) == 1);
    gb::base::lazy<int> copy = value;
    CHECK(*copy.get(make) == 1);
    value.reset();
    CHECK(*value.get(make) == 2);
    CHECK(*copy.get(make) == 1);
    gb::base::lazy<int> moved = std::move(copy);
    CHECK(*moved.get_if_cached() == 1);
    CHECK(copy.get_if_cached() == nullptr);
    moved = std::move(value);
    CHECK(*moved.get_if_cached() == 2);
    CHECK(value.get_if_cached() == nullptr);
    gb::base::lazy<int> failing;
    CHECK_THROWS(failing.get([]() -> int { throw std::runtime_error("no"); }));
    CHECK(failing.get_if_cached() == nullptr);
}

TEST_CASE("csr: what was moved from is 0x0", "[unit]") {
    gb::csr<int> a(3, 4);
    const gb::csr<int> b = std::move(a);
    CHECK(b.nrows == 3);
    CHECK(a.nrows == 0);
    CHECK(a.nvals() == 0);
    CHECK(a.structure().nvals() == 0);
    CHECK(a == gb::csr<int>());
    CHECK(gb::formats::transposed(a.view()) == gb::csr<int>());
}

TEST_CASE("dense_vector: made dense and collected again", "[unit]") {
    for (const gb::index size : {0, 1, 63, 64, 65, 200}) {
        for (const gb::index step : {1, 3, 64}) {
            gb::csr<int> row(1, size);
            std::vector<gb::column_index> columns;
            for (gb::index j = 0; j < size; j += step) columns.push_back(static_cast<gb::column_index>(j));
            if (size > 0 && columns.back() != size - 1) columns.push_back(static_cast<gb::column_index>(size - 1));
            std::vector<int> values(columns.size());
            std::iota(values.begin(), values.end(), 1);
            row.columns = gb::buffer<gb::column_index>(columns);
            row.values = gb::buffer<int>(values);
            row.offsets[1] = static_cast<gb::row_offset>(columns.size());
            const auto dense = gb::formats::to_dense(gb::formats::untyped(row.view()));
            CHECK(dense.nvals == row.nvals());
            const gb::formats::untyped_dense_view view{dense.size, dense.nvals, dense.bits.data(), dense.values.data()};
            CHECK(gb::formats::typed<int>(gb::formats::collected(view, sizeof(int))) == row);
        }
    }
}

TEST_CASE("radix_sort: the same as a stable sort, small and large", "[unit]") {
    std::mt19937_64 engine(4);
    for (const std::size_t size : {0UL, 1UL, 100UL, 2047UL, 2048UL, 10000UL}) {
        for (const std::uint64_t mask : {std::uint64_t{0xff}, std::uint64_t{0xfff0000000000fff}, ~std::uint64_t{0}}) {
            std::vector<std::pair<std::uint64_t, std::size_t>> records;
            for (std::size_t n = 0; n < size; ++n) records.emplace_back(engine() & mask, n);
            auto want = records;
            std::stable_sort(want.begin(), want.end(), [](const auto& x, const auto& y) { return x.first < y.first; });
            gb::base::radix_sort(records, [](const auto& record) { return record.first; });
            CHECK(records == want);
        }
    }
}

TEST_CASE("error: every code has the name of its GrB_Info", "[unit]") {
    CHECK(gb::grb_info_name(gb::error_code::dimension_mismatch) == std::string("GrB_DIMENSION_MISMATCH"));
    CHECK(gb::dimension_mismatch("x").code() == gb::error_code::dimension_mismatch);
    CHECK(gb::invalid_index("x").code() == gb::error_code::invalid_index);
    CHECK(gb::index_out_of_bounds("x").code() == gb::error_code::index_out_of_bounds);
    CHECK(gb::invalid_value("x").code() == gb::error_code::invalid_value);
    CHECK(gb::invalid_object("x").code() == gb::error_code::invalid_object);
    CHECK(gb::unsupported("x").code() == gb::error_code::not_implemented);
    CHECK(gb::out_of_memory("x").code() == gb::error_code::out_of_memory);
    CHECK(gb::cancelled("x").code() == gb::error_code::cancelled);
    CHECK(gb::grb_info_name(gb::error_code::cancelled) == std::string("CANCELLED"));
    CHECK(gb::io_error("f", 3, "x").what() == std::string("f:3: x"));
    CHECK(gb::io_error("f", 0, "x").what() == std::string("f: x"));
}
