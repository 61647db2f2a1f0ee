// Structs as values: moved to a device and back, under operators that carry their source, and refused without.
#include <graphblas_gpu/apply.hpp>
#include <graphblas_gpu/assign.hpp>
#include <graphblas_gpu/ewise.hpp>
#include <graphblas_gpu/extract.hpp>
#include <graphblas_gpu/kronecker.hpp>
#include <graphblas_gpu/reduce.hpp>
#include <graphblas_gpu/select.hpp>
#include <graphblas_gpu/transpose.hpp>

#include <tests/catch.hpp>
#include <tests/cuda/struct_samples.hpp>

namespace gb = graphblas_gpu;
using namespace device_samples;

TEST_CASE("an intersection by an operator on a struct and a number") {
    const auto a = some_matrix<sources::long_complex>(30, 20, 1);
    const auto m = some_matrix<int>(30, 20, 4, 0.5);
    const auto wanted = gb::ewise_mult(on_host(), sources::scaled{}, a, m);
    CHECK(wanted.nvals() > 20);
    for (const auto [i, j, x] : wanted.entries()) {
        const bool is_product = x == sources::scaled{}(*a.get_element(i, j), *m.get_element(i, j));
        CHECK(is_product);
    }
    const bool is_same = wanted == gb::ewise_mult(on_device(), sources::scaled{}, a, m);
    CHECK(is_same);
}

TEST_CASE("structs are moved to a device and back") {
    const auto check = []<class T>(std::type_identity<T>) {
        const auto a = some_matrix<T>(30, 20, 1);
        const auto u = some_vector<T>(20, 2);
        const auto same = [](const auto& x, const auto& y) {
            const bool is_same = x == y;
            CHECK(is_same);
        };
        same(gb::transpose(on_host(), a), gb::transpose(on_device(), a));
        same(gb::select(on_host(), gb::tril{}, a), gb::select(on_device(), gb::tril{}, a));
        same(gb::select(on_host(), gb::offdiag{}, a), gb::select(on_device(), gb::offdiag{}, a));
        same(gb::apply(on_host(), gb::rowindex{}, a), gb::apply(on_device(), gb::rowindex{}, a));
        const std::vector<gb::index> twice{7, 3, 3, 11}, rows{7, 3, 11}, columns{0, 5, 2};
        same(gb::extract(on_host(), a, twice, columns), gb::extract(on_device(), a, twice, columns));
        same(gb::ewise_add(on_host(), gb::first{}, a, some_matrix<T>(30, 20, 3)),
             gb::ewise_add(on_device(), gb::first{}, a, some_matrix<T>(30, 20, 3)));
        const auto m = some_matrix<int>(30, 20, 4, 0.5);
        // Where both have an entry, the values that are dropped may be of any type.
        same(gb::ewise_mult(on_host(), gb::first{}, a, m), gb::ewise_mult(on_device(), gb::first{}, a, m));
        same(gb::ewise_mult(on_host(), gb::second{}, m, a), gb::ewise_mult(on_device(), gb::second{}, m, a));
        const auto full = some_vector<int>(20, 8, 1.0);
        same(gb::ewise_mult(on_host(), gb::first{}, u, full), gb::ewise_mult(on_device(), gb::first{}, u, full));
        same(gb::ewise_mult(on_host(), gb::second{}, full, u), gb::ewise_mult(on_device(), gb::second{}, full, u));
        same(gb::ewise_mult(on_host(), gb::first{}, m, a), gb::ewise_mult(on_device(), gb::first{}, m, a));
        auto masked = a, masked_too = a;
        gb::ewise_mult(on_host(), masked, !gb::structure(m), gb::second{}, gb::second{}, m, a);
        gb::ewise_mult(on_device(), masked_too, !gb::structure(m), gb::second{}, gb::second{}, m, a);
        same(masked, masked_too);
        auto x = a, y = a;
        gb::transpose(on_host(), x, gb::structure(m), gb::no_accum, some_matrix<T>(20, 30, 5));
        gb::transpose(on_device(), y, gb::structure(m), gb::no_accum, some_matrix<T>(20, 30, 5));
        same(x, y);
        std::mt19937 random(6);
        const T one = small_value<T>(random);
        gb::assign(on_host(), x, gb::no_mask, gb::no_accum, one, rows, columns);
        gb::assign(on_device(), y, gb::no_mask, gb::no_accum, one, rows, columns);
        same(x, y);
        auto v = u, w = u;
        gb::select(on_host(), v, gb::no_mask, gb::second{}, gb::tril{}, some_vector<T>(20, 7));
        gb::select(on_device(), w, gb::no_mask, gb::second{}, gb::tril{}, some_vector<T>(20, 7));
        same(v, w);
        w.resize(9);
        v.resize(9);
        same(v, w);
    };
    check(std::type_identity<sources::fraction>{});
    check(std::type_identity<sources::arrival>{});
    check(std::type_identity<sources::long_complex>{});
}

TEST_CASE("operators that carry their source work on structs") {
    const auto a = some_matrix<sources::arrival>(30, 20, 1), b = some_matrix<sources::arrival>(30, 20, 2);
    const auto z = some_matrix<sources::long_complex>(30, 20, 3);
    const auto f = some_matrix<float>(30, 20, 4);
    const auto u = some_vector<sources::arrival>(50, 5);
    const auto same = [](const auto& call) {
        const bool is_same = call(on_host()) == call(on_device());
        CHECK(is_same);
    };
    same([&](const auto& ctx) { return gb::apply(ctx, sources::later{2}, a); });
    same([&](const auto& ctx) { return gb::apply(ctx, sources::later{2}, u); });
    same([&](const auto& ctx) { return gb::apply(ctx, sources::distance_of{}, a, {.transpose_a = true}); });
    same([&](const auto& ctx) { return gb::apply(ctx, sources::starts_at{}, f); });
    same([&](const auto& ctx) { return gb::apply(ctx, sources::conjugated{}, z); });
    same([&](const auto& ctx) { return gb::select(ctx, sources::is_near{}, a); });
    same([&](const auto& ctx) { return gb::select(ctx, sources::is_near{}, u); });
    same([&](const auto& ctx) { return gb::select(ctx, sources::on_chessboard{}, a); });
    same([&](const auto& ctx) { return gb::ewise_add(ctx, sources::earlier{}, a, b); });
    same([&](const auto& ctx) { return gb::ewise_mult(ctx, sources::earlier{}, a, b); });
    same([&](const auto& ctx) {
        return gb::ewise_add(ctx, sources::long_complex_sum{}, z, some_matrix<sources::long_complex>(30, 20, 6));
    });
    same([&](const auto& ctx) {
        return gb::kronecker(ctx, sources::earlier{}, a, some_matrix<sources::arrival>(3, 2, 10, 0.8));
    });
    same([&](const auto& ctx) { return gb::kronecker(ctx, sources::scaled{}, z, some_matrix<int>(2, 3, 11, 0.8)); });
    same([&](const auto& ctx) { return gb::reduce(ctx, sources::earlier{}, a); });
    same([&](const auto& ctx) { return gb::reduce(ctx, sources::earlier{}, u); });
    same([&](const auto& ctx) { return gb::reduce(ctx, sources::long_complex_sum{}, z); });
    same([&](const auto& ctx) {
        return gb::reduce(ctx, sources::largest_fraction{}, some_matrix<sources::fraction>(90, 80, 7));
    });
    for (const bool transpose : {false, true}) {
        same([&](const auto& ctx) { return gb::reduce_rows(ctx, sources::earlier{}, a, {.transpose_a = transpose}); });
        same([&](const auto& ctx) { return gb::reduce_rows(ctx, sources::long_complex_sum{}, z, {.transpose_a = transpose}); });
        same([&](const auto& ctx) {
            return gb::reduce_rows(ctx, sources::largest_magnitude{}, some_matrix<std::int32_t>(70, 90, 8),
                                   {.transpose_a = transpose});
        });
        same([&](const auto& ctx) {
            return gb::reduce_rows(ctx, sources::bounded_sum{9}, some_matrix<std::uint32_t>(70, 90, 9),
                                   {.transpose_a = transpose});
        });
    }
}

TEST_CASE("accumulators that carry their source in assignments") {
    const auto a = some_matrix<sources::arrival>(12, 10, 1), part = some_matrix<sources::arrival>(3, 4, 2, 0.7);
    const auto mask = some_matrix<int>(12, 10, 3, 0.5), small_mask = some_matrix<int>(3, 4, 3, 0.5);
    const std::vector<gb::index> rows{7, 2, 4}, columns{9, 0, 5, 3};
    for (const bool replace : {false, true}) {
        auto x = a, y = a;
        gb::assign(on_host(), x, gb::structure(mask), sources::earlier{}, part, rows, columns, {.replace = replace});
        gb::assign(on_device(), y, gb::structure(mask), sources::earlier{}, part, rows, columns, {.replace = replace});
        const bool is_same = x == y;
        CHECK(is_same);
        gb::subassign(on_host(), x, !gb::values(small_mask), sources::earlier{}, part, rows, columns, {.replace = replace});
        gb::subassign(on_device(), y, !gb::values(small_mask), sources::earlier{}, part, rows, columns, {.replace = replace});
        const bool is_same_again = x == y;
        CHECK(is_same_again);
        const sources::arrival value{-2, 3};
        gb::assign(on_host(), x, gb::structure(mask), sources::earlier{}, value, rows, columns, {.replace = replace});
        gb::assign(on_device(), y, gb::structure(mask), sources::earlier{}, value, rows, columns, {.replace = replace});
        const bool is_same_value = x == y;
        CHECK(is_same_value);
    }
}

namespace {

/// A struct of the same size as arrival, which the host makes from one.
struct swapped {
    int from = 0;
    float at = 0;
    swapped() = default;
    constexpr swapped(const sources::arrival& x) : from(x.from), at(x.distance) {}
    bool operator==(const swapped&) const = default;
};
struct reads_swapped {
    float operator()(const swapped& x) const { return x.at; }
};

}  // namespace

TEST_CASE("structs are not taken for other structs of their size") {
    const auto a = some_matrix<sources::arrival>(12, 12, 1);
    gb::matrix<swapped> c(12, 12);
    CHECK_THROWS_AS(gb::assign(on_device(), c, gb::no_mask, gb::no_accum, a), gb::unsupported);
    CHECK_THROWS_AS(gb::transpose(on_device(), c, gb::no_mask, gb::no_accum, a), gb::unsupported);
    CHECK(c.nvals() == 0);
    STATIC_REQUIRE(gb::device::takes_first<reads_swapped, swapped>());
    STATIC_REQUIRE_FALSE(gb::device::takes_first<reads_swapped, sources::arrival>());
}

TEST_CASE("structs without an operator that carries its source are refused, and nothing changes") {
    const auto a = some_matrix<sources::arrival>(12, 12, 1);
    auto c = a;
    CHECK_THROWS_AS(gb::ewise_add(
                        on_device(), [](const auto& x, const auto&) { return x; }, a, a),
                    gb::unsupported);
    CHECK_THROWS_AS(gb::select(
                        on_device(), [](const sources::arrival& x) { return x.from > 1; }, a),
                    gb::unsupported);
    CHECK_THROWS_AS(gb::reduce(on_device(), gb::monoid<gb::any, sources::arrival>{}, a), gb::unsupported);
    const bool is_unchanged = c == a;
    CHECK(is_unchanged);
}
