// sort of vectors and of the rows of matrices against the specification.
#include "trial.hpp"

#include <functional>

namespace spec {

namespace {

template <class T, class Op, class Object>
void check_sort(const Op& op, const Object& object) {
    if (on_cuda() && !ready_made<Op>) return expect_refused([&] { return gb::sort(contexts()[1], op, object); });
    const auto permutation = sorting_permutation(op, read(object));
    const auto values = permuted(read(object), permutation);
    for (const gb::context& ctx : contexts()) {
        const auto [got, from] = gb::sort(ctx, op, object);
        expect_none(difference(from, permutation), [] { return "permutation"; });
        expect_none(difference(got, values), [] { return "values"; });
    }
}

template <class T>
void check_all_sorts() {
    random r(95);
    for (const auto& [nrows, ncols] :
         std::array<std::pair<index, index>, 7>{{{0, 0}, {0, 3}, {3, 0}, {1, 1}, {6, 5}, {3, 70}, {66, 20}}}) {
        for (const double density : {0.2, 0.9}) {
            const auto a = write<gb::matrix<T>>(random_dense<T>(r, nrows, ncols, density));
            check_sort<T>(gb::lt{}, a);
            check_sort<T>(gb::gt{}, a);
            const auto v = write<gb::vector<T>>(random_dense<T>(r, 1, ncols, density));
            for (const bool is_dense : {false, true}) check_sort<T>(gb::lt{}, in_form(v, is_dense));
        }
    }
}

}  // namespace

TEST_CASE("sort: small objects of every kind", "[spec][sort]") {
    check_all_sorts<std::int32_t>();
    check_all_sorts<double>();
    check_all_sorts<bool>();
    check_all_sorts<std::uint8_t>();
}

TEST_CASE("sort: by an order of one's own, stable", "[spec][sort]") {
    random r(96);
    const auto v = write<gb::vector<int>>(random_dense<int>(r, 1, 300, 0.9));
    check_sort<int>([](int x, int y) { return x % 3 < y % 3; }, v);
    check_sort<int>([](int, int) { return false; }, v);
    const auto by_scale = [](const affine& x, const affine& y) { return x.scale < y.scale; };
    check_sort<affine>(by_scale, write<gb::vector<affine>>(random_dense<affine>(r, 1, 300, 0.9)));
}

TEST_CASE("sort: NaN come last in either direction, zeros of both signs are equal", "[spec][sort]") {
    const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
    const auto v = gb::vector<double>::from_dense(std::vector<double>{nan, 1, -0.0, nan, inf, 0.0, -inf, -0.0});
    const auto order = [&](const auto& op) {
        const auto [values, permutation] = gb::sort(contexts()[2], op, v);
        return permutation.to_entries().values;
    };
    CHECK(order(gb::lt{}) == std::vector<index>{6, 2, 5, 7, 1, 4, 0, 3});
    CHECK(order(gb::gt{}) == std::vector<index>{4, 1, 2, 5, 7, 6, 0, 3});
    check_sort<double>(gb::lt{}, v);
}

TEST_CASE("sort: many entries on several threads", "[spec][sort]") {
    random r(97);
    const index n = 100000;
    std::vector<float> values;
    for (index i = 0; i < n; ++i) values.push_back(static_cast<float>(r.below(5000)));
    const auto v = gb::vector<float>::from_dense(values);
    std::vector<index> want(static_cast<std::size_t>(n));
    for (index i = 0; i < n; ++i) want[static_cast<std::size_t>(i)] = i;
    std::stable_sort(want.begin(), want.end(), [&](index x, index y) {
        return values[static_cast<std::size_t>(x)] > values[static_cast<std::size_t>(y)];
    });
    for (const int threads : {1, 2, 3, 4, 7}) {
        const auto [got, permutation] = gb::sort(spec::context_with(threads), gb::gt{}, v);
        CHECK(permutation.to_entries().values == want);
        CHECK(std::is_sorted(got.values().begin(), got.values().end(), std::greater<>()));
    }
    const auto a = skewed<std::int32_t>(98, 3000, 2000, 1500, 30);
    const auto [rows, columns] = gb::sort(contexts()[0], gb::lt{}, a);
    const auto [rows_again, columns_again] = gb::sort(contexts()[2], gb::lt{}, a);
    CHECK(rows == rows_again);
    CHECK(columns == columns_again);
}

TEST_CASE("sort: an order that throws", "[spec][sort]") {
    const auto v = gb::vector<int>::from_dense(std::vector<int>{3, 1, 2});
    if (left_out_on_cuda("sort: an order that throws", "code of one's own is refused there")) return;
    const auto refuse = [](int, int) -> bool { throw std::runtime_error("no"); };
    CHECK_THROWS_AS(gb::sort(contexts()[1], refuse, v), std::runtime_error);
    CHECK_THROWS_AS(gb::sort(contexts()[1], refuse, write<gb::matrix<int>>(read(v))), std::runtime_error);
}

}  // namespace spec
