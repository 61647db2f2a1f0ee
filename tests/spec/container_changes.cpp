// build, resize and clear of matrices and vectors, what is derived from them then, and walking over their entries.
#include "trial.hpp"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>
#include <vector>

namespace spec {

namespace {

using indices = std::vector<index>;

template <class T>
void check_resize() {
    random r(61);
    for (const auto& [nrows, ncols] :
         std::array<std::pair<index, index>, 6>{{{0, 0}, {0, 3}, {3, 0}, {1, 1}, {5, 6}, {4, 130}}}) {
        const auto a = random_dense<T>(r, nrows, ncols, 0.5);
        for (const index m : {0, 1, 3, 5, 9}) {
            for (const index n : {0, 1, 4, 6, 64, 200}) {
                auto changed = write<gb::matrix<T>>(a);
                (void)changed.transposed_storage();
                changed.resize(m, n);
                const auto want = resized(a, m, n);
                expect_none(difference(changed, want), [&, &rows = nrows, &columns = ncols] {
                    return shape_text({rows, columns, m, n});
                });
                expect_none(difference(gb::transpose(contexts()[1], changed), transposed(want)),
                            [] { return "transposed"; });
            }
        }
    }
    for (const index size : {0, 1, 5, 64, 130}) {
        const auto v = random_dense<T>(r, 1, size, 0.5);
        for (const bool is_dense : {false, true}) {
            for (const index n : {0, 1, 5, 63, 64, 65, 130, 200, 100000}) {
                auto changed = in_form(write<gb::vector<T>>(v), is_dense);
                (void)changed.list();
                changed.resize(n);
                expect_none(difference(changed, resized(v, 1, n)), [&] { return shape_text({size, n}); });
                if (n == 0) continue;
                changed.set_element(n - 1);
                CHECK(changed.has_element(n - 1));
            }
        }
    }
}

/// The entries as the loop sees them.
template <class T>
auto walked(const gb::matrix<T>& a) {
    dense<read_as<T>> out{a.nrows(), a.ncols()};
    index row = 0, column = -1;
    for (const auto entry : a.entries()) {
        CHECK(std::tuple(entry.row, entry.column) > std::tuple(row, column));
        row = entry.row, column = entry.column;
        if constexpr (std::is_void_v<T>) out.at(row, column) = true;
        else out.at(row, column) = entry.value;
    }
    return out;
}
template <class T>
auto walked(const gb::vector<T>& v) {
    dense<read_as<T>> out{1, v.size()};
    index last = -1;
    for (const auto entry : v.entries()) {
        index at = 0;
        if constexpr (std::is_void_v<T>) at = entry;
        else at = entry.position;
        CHECK(at > last);
        last = at;
        if constexpr (std::is_void_v<T>) out.at(0, at) = true;
        else out.at(0, at) = entry.value;
    }
    return out;
}

template <class T>
void check_entries() {
    STATIC_REQUIRE(std::forward_iterator<typename gb::matrix_entries<T>::iterator>);
    STATIC_REQUIRE(std::forward_iterator<typename gb::vector_entries<T>::iterator>);
    random r(62);
    for (const auto& [nrows, ncols] :
         std::array<std::pair<index, index>, 7>{{{0, 0}, {0, 3}, {3, 0}, {1, 1}, {8, 6}, {4, 130}, {70, 2}}}) {
        for (const double density : {0.0, 0.05, 0.5, 1.0}) {
            const auto want = random_dense<T>(r, nrows, ncols, density);
            const auto a = write<gb::matrix<T>>(want);
            CHECK(walked(a).cells == want.cells);
            CHECK(std::distance(a.entries().begin(), a.entries().end()) == a.nvals());
            CHECK(a.entries().size() == static_cast<std::size_t>(a.nvals()));
            CHECK(a.entries().empty() == (a.nvals() == 0));
        }
    }
    for (const index size : {0, 1, 63, 64, 65, 128, 200, 700}) {
        for (const double density : {0.0, 0.005, 0.5, 1.0}) {
            const auto want = random_dense<T>(r, 1, size, density);
            for (const bool is_dense : {false, true}) {
                const auto v = in_form(write<gb::vector<T>>(want), is_dense);
                CHECK(walked(v).cells == want.cells);
                CHECK(std::distance(v.entries().begin(), v.entries().end()) == v.nvals());
                CHECK(v.entries().size() == static_cast<std::size_t>(v.nvals()));
            }
        }
    }
}

template <class Object>
concept has_entries = requires(Object object) { std::forward<Object>(object).entries().begin(); };

}  // namespace

TEST_CASE("resize drops what lies beyond, and what was derived", "[containers]") {
    check_resize<std::int32_t>();
    check_resize<bool>();
    check_resize<void>();
}

TEST_CASE("resize: a dense vector becomes a list where it would be nearly empty", "[containers]") {
    auto v = gb::vector<int>::full(100, 7);
    REQUIRE(v.dense() != nullptr);
    v.resize(80);
    CHECK(v.dense() != nullptr);
    CHECK(v == gb::vector<int>::full(80, 7));
    v.resize(gb::max_side);
    CHECK(v.dense() == nullptr);
    CHECK(v.size() == gb::max_side);
    CHECK(v.nvals() == 80);
}

TEST_CASE("resize and clear: sides that cannot be, structures that change", "[containers]") {
    auto a = gb::matrix<int>::from_edges(2, 3, indices{0, 1}, indices{2, 0}, std::vector<int>{1, 2});
    const auto before = a;
    const auto id = a.structure_id();
    CHECK_THROWS_AS(a.resize(-1, 3), gb::invalid_value);
    CHECK_THROWS_AS(a.resize(2, gb::max_side + 1), gb::invalid_value);
    CHECK(a == before);
    CHECK(a.structure_id() == id);
    (void)a.is_symmetric();
    a.resize(2, 2);
    CHECK(a.structure_id() != id);
    CHECK_FALSE(a.has_cached_transpose());
    CHECK(a.nvals() == 1);
    CHECK_FALSE(a.is_symmetric());
    (void)a.transposed_storage();
    a.clear();
    CHECK(a == gb::matrix<int>(2, 2));
    CHECK_FALSE(a.has_cached_transpose());
    CHECK(a.transposed_storage()->nvals() == 0);
    gb::vector<int> v(4);
    CHECK_THROWS_AS(v.resize(-1), gb::invalid_value);
    CHECK_THROWS_AS(v.resize(gb::max_side + 1), gb::invalid_value);
    CHECK(v.size() == 4);
    auto moved_from = before;
    const auto taken = std::move(moved_from);
    moved_from.resize(3, 2);
    CHECK(moved_from == gb::matrix<int>(3, 2));
}

TEST_CASE("set_element: entries one by one in any order make what lists make", "[containers]") {
    const index n = 20000, columns_of_a = 200;
    indices positions, rows, columns;
    for (index i = 1; i < n; i += 7) positions.push_back(i * 9 % n);  // 9 and 20 000 have no common divisor
    const auto order = GENERATE(0, 1, 2);
    if (order > 0) std::ranges::sort(positions);
    if (order > 1) std::ranges::reverse(positions);
    std::vector<int> values;
    gb::vector<int> v(n), few(20 * n);  // the first becomes dense
    gb::vector<void> places(n);
    gb::matrix<int> a(n / columns_of_a, columns_of_a);
    for (const index p : positions) {
        rows.push_back(p / columns_of_a), columns.push_back(p % columns_of_a), values.push_back(static_cast<int>(p * 3));
        v.set_element(p, values.back()), few.set_element(p, values.back()), places.set_element(p);
        a.set_element(rows.back(), columns.back(), values.back());
    }
    CHECK(v.dense() != nullptr);
    CHECK(few.dense() == nullptr);
    CHECK(v == gb::vector<int>::from_entries(n, positions, values));
    CHECK(few == gb::vector<int>::from_entries(20 * n, positions, values));
    CHECK(places == gb::vector<void>::from_entries(n, positions));
    CHECK(a == gb::matrix<int>::from_edges(n / columns_of_a, columns_of_a, rows, columns, values));
}

TEST_CASE("set_element: the value may be an entry of the same container", "[containers]") {
    const index n = 16000, entries = 1100;
    gb::vector<int> v(n);  // it becomes dense on the way
    gb::matrix<int> a(1, n);
    v.set_element(0, 7), a.set_element(0, 0, 7);
    for (index j = 1; j < entries; ++j) {
        v.set_element(j, v.values()[0]);
        a.set_element(0, j, std::as_const(a).values()[0]);
    }
    const std::vector<int> sevens(entries, 7);
    CHECK(v.dense() != nullptr);
    CHECK(std::ranges::equal(v.values(), sevens));
    CHECK(std::ranges::equal(std::as_const(a).values(), sevens));
}

TEST_CASE("set_element: a million entries do not take long", "[containers]") {
    const index n = 1000000;
    gb::vector<int> v(n);
    for (index i = 0; i < n; ++i) v.set_element(i, static_cast<int>(i % 9));
    CHECK(v.nvals() == n);
    gb::matrix<int> a(1, n);
    for (index j = 0; j < n; ++j) a.set_element(0, j, static_cast<int>(j % 9));
    CHECK(std::ranges::equal(a.values(), v.values()));
    CHECK(std::as_const(a).columns()[n - 1] == n - 1);
}

TEST_CASE("build fills what is empty, once", "[containers]") {
    const indices rows{1, 0, 1}, columns{2, 0, 2};
    const std::vector<int> numbers{10, 5, 3};
    gb::matrix<int> a(2, 3);
    (void)a.transposed_storage();
    CHECK_THROWS_AS(a.build(rows, columns, numbers), gb::invalid_value);
    CHECK(a.nvals() == 0);
    a.build(rows, columns, numbers, gb::plus{});
    CHECK(a == gb::matrix<int>::from_edges(2, 3, rows, columns, numbers, gb::plus{}));
    CHECK(gb::transpose(contexts()[0], a).get_element(2, 1) == 13);
    try {
        a.build(rows, columns, numbers, gb::plus{});
        FAIL("built twice");
    } catch (const gb::error& e) {
        CHECK(e.code() == gb::error_code::output_not_empty);
        CHECK_THAT(e.what(), contains_text("2 entries"));
    }
    CHECK(a.get_element(1, 2) == 13);
    a.clear();
    CHECK_THROWS_AS(a.build(indices{2}, indices{0}, std::vector<int>{1}), gb::index_out_of_bounds);
    a.build(indices{1}, indices{0}, std::vector<int>{1});
    CHECK(a.nvals() == 1);

    gb::matrix<void> s(2, 3);
    CHECK_THROWS_AS(s.build(rows, columns), gb::invalid_value);
    s.build(rows, columns, gb::second{});
    CHECK(s.nvals() == 2);
    gb::matrix<bool> b(2, 3);
    b.build(rows, columns, std::vector<bool>{true, false, false}, gb::lor{});
    CHECK(b.get_element(1, 2) == true);

    gb::vector<int> v(70);
    v.build(indices{69, 3, 69}, numbers, gb::minus{});
    CHECK(v.get_element(69) == 7);
    CHECK_THROWS_AS(v.build(indices{1}, std::vector<int>{1}), gb::error);
    v.make_dense();
    CHECK_THROWS_AS(v.build(indices{1}, std::vector<int>{1}), gb::error);
    v.clear();
    v.build(indices{1}, std::vector<int>{1});
    CHECK(v.nvals() == 1);
    gb::vector<void> t(5);
    CHECK_THROWS_AS(t.build(indices{4, 4}), gb::invalid_value);
    t.build(indices{4, 4}, gb::second{});
    CHECK(t.has_element(4));
}

TEST_CASE("entries are walked over in order", "[containers]") {
    check_entries<std::int32_t>();
    check_entries<double>();
    check_entries<bool>();
    check_entries<void>();
}

TEST_CASE("entries: in loops and algorithms of the standard library", "[containers]") {
    const auto a = gb::matrix<int>::from_edges(3, 4, indices{2, 0, 2}, indices{1, 3, 0}, std::vector<int>{21, 3, 20});
    std::vector<index> seen;
    for (const auto [i, j, x] : a.entries()) seen.insert(seen.end(), {i, j, x});
    CHECK(seen == std::vector<index>{0, 3, 3, 2, 0, 20, 2, 1, 21});
    const auto all = a.entries();
    CHECK(std::count_if(all.begin(), all.end(), [](const auto& e) { return e.row == 2; }) == 2);
    auto here = all.begin();
    const auto first = here++;
    CHECK(*first == gb::matrix_entry<int>{0, 3, 3});
    CHECK(*here == gb::matrix_entry<int>{2, 0, 20});
    CHECK(first == a.entries().begin());
    CHECK(gb::matrix_entries<int>::iterator() == gb::matrix_entries<int>::iterator());

    gb::vector<void> v(9);
    v.set_element(8);
    v.set_element(2);
    CHECK(std::vector<index>(v.entries().begin(), v.entries().end()) == indices{2, 8});
    // A temporary would be gone before the loop begins.
    STATIC_REQUIRE(has_entries<const gb::matrix<int>&>);
    STATIC_REQUIRE_FALSE(has_entries<gb::matrix<int>>);
    STATIC_REQUIRE_FALSE(has_entries<gb::vector<int>>);
    auto moved_from = a;
    const auto taken = std::move(moved_from);
    CHECK(moved_from.entries().empty());
    CHECK(moved_from.entries().begin() == moved_from.entries().end());
}

}  // namespace spec
