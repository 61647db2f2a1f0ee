// Functions of the caller whose data lies in the heap, in every operation that takes one.
//
// Idea: an operation that keeps a reference to a copy of the function, and calls it after the copy has been destroyed, reads
// freed memory. Without an address sanitizer, and without optimisation, such a call mostly gives the right answer; so this
// program is compiled with both (tests/CMakeLists.txt). The library itself may be compiled without a sanitizer.
#include <graphblas_gpu/apply.hpp>
#include <graphblas_gpu/assign.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/ewise.hpp>
#include <graphblas_gpu/io/read_matrix.hpp>
#include <graphblas_gpu/kronecker.hpp>
#include <graphblas_gpu/matrix.hpp>
#include <graphblas_gpu/reduce.hpp>
#include <graphblas_gpu/select.hpp>
#include <graphblas_gpu/sort.hpp>
#include <graphblas_gpu/vector.hpp>

#include <tests/catch.hpp>

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace gb = graphblas_gpu;

namespace {

using numbers = std::vector<std::int64_t>;

/// x * data[0] + y * data[1]. No operation may change the order of x and y.
struct weighted {
    numbers data{3, 5};
    std::int64_t operator()(std::int64_t x, std::int64_t y) const { return x * data[0] + y * data[1]; }
};

/// The larger number, but not more than data[0], as a monoid.
struct larger {
    using value_type = std::int64_t;
    numbers data{1000};
    std::int64_t operator()(std::int64_t x, std::int64_t y) const { return std::min(std::max(x, y), data[0]); }
    static constexpr std::int64_t identity() { return -1000; }
};

/// The order by the last digit of the numbers.
struct by_last_digit {
    numbers data{10};
    bool operator()(std::int64_t x, std::int64_t y) const { return x % data[0] < y % data[0]; }
};

gb::vector<std::int64_t> vector_of(const numbers& values) {
    numbers indices;
    for (std::size_t k = 0; k < values.size(); ++k) indices.push_back(static_cast<std::int64_t>(k));
    return gb::vector<std::int64_t>::from_entries(static_cast<gb::index>(values.size()), indices, values);
}
numbers values_of(const gb::vector<std::int64_t>& u) {
    numbers values;
    for (gb::index k = 0; k < u.size(); ++k) values.push_back(u.get_element(k).value());
    return values;
}

}  // namespace

TEST_CASE("functions that own memory") {
    const gb::context ctx = gb::context::host({.threads = 2});
    const gb::vector<std::int64_t> u = vector_of({11, 23, 32}), w = vector_of({1, 2, 3});
    const numbers rows{0, 1, 0}, columns{1, 0, 1}, values{2, 7, 4};

    const auto a = gb::matrix<std::int64_t>::from_edges(2, 2, rows, columns, std::span(values), weighted{});
    CHECK(a.get_element(0, 1) == 2 * 3 + 4 * 5);
    CHECK(a.get_element(1, 0) == 7);
    CHECK(gb::vector<std::int64_t>::from_entries(2, columns, std::span(values), weighted{}).get_element(1) == 26);

    const gb::coordinates entries{
        .nrows = 2, .ncols = 2, .rows = {0, 1, 0}, .columns = {1, 0, 1}, .values = values, .report = {}};
    CHECK(gb::from_coordinates<std::int64_t>(ctx, entries, weighted{}) == a);

    CHECK(values_of(gb::ewise_add(ctx, weighted{}, u, w)) == numbers{38, 79, 111});
    CHECK(values_of(gb::ewise_mult(ctx, weighted{}, u, w)) == numbers{38, 79, 111});
    CHECK(gb::kronecker(ctx, weighted{}, a, a).get_element(0, 3) == 26 * 8);
    CHECK(values_of(gb::sort(ctx, by_last_digit{}, u).values) == numbers{11, 32, 23});
    CHECK(gb::reduce(ctx, larger{}, u) == 32);
    CHECK(gb::reduce(ctx, larger{}, gb::vector<std::int64_t>(3)) == -1000);
    CHECK(gb::reduce_rows(ctx, larger{}, a).get_element(1) == 7);

    const numbers added{100};
    CHECK(values_of(gb::apply(
              ctx, [added](std::int64_t x) { return x + added[0]; }, u)) == numbers{111, 123, 132});
    const auto large = gb::select(
        ctx, [added](std::int64_t x) { return 5 * x > added[0]; }, u);
    CHECK(large.nvals() == 2);

    gb::vector<std::int64_t> out = w;
    gb::assign(ctx, out, gb::no_mask, weighted{}, u);
    CHECK(values_of(out) == numbers{58, 121, 169});
    out = w;
    gb::apply(
        ctx, out, gb::no_mask, weighted{}, [added](std::int64_t x) { return x + added[0]; }, u);
    CHECK(values_of(out) == numbers{558, 621, 669});
    std::int64_t sum = 2;
    gb::reduce(ctx, sum, weighted{}, larger{}, u);
    CHECK(sum == 2 * 3 + 32 * 5);
}
