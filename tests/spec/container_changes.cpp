// build, resize and clear of matrices and vectors, what is derived from them then, and walking over their entries.
#include "trial.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <thread>
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
                (void)nvals_of_cached_transpose(changed);
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

}  // namespace

TEST_CASE("resize drops what lies beyond, and what was derived", "[containers]") {
    check_resize<std::int32_t>();
    check_resize<bool>();
    check_resize<void>();
}

TEST_CASE("resize: a dense vector becomes a list where it would be nearly empty", "[containers]") {
    auto v = gb::vector<int>::full(100, 7);
    REQUIRE(v.dense().bits != nullptr);
    v.resize(80);
    CHECK(v.dense().bits != nullptr);
    CHECK(v == gb::vector<int>::full(80, 7));
    v.resize(gb::max_side);
    CHECK(v.dense().bits == nullptr);
    CHECK(v.size() == gb::max_side);
    CHECK(v.nvals() == 80);
}

TEST_CASE("resize and clear: sides that cannot be, structures that change", "[containers]") {
    auto a = gb::matrix<int>::from_edges(2, 3, indices{0, 1}, indices{2, 0}, std::vector<int>{1, 2});
    const auto before = a;
    const auto id = a.any().structure_id();
    CHECK_THROWS_AS(a.resize(-1, 3), gb::invalid_value);
    CHECK_THROWS_AS(a.resize(2, gb::max_side + 1), gb::invalid_value);
    CHECK(a == before);
    CHECK(a.any().structure_id() == id);
    (void)a.is_symmetric();
    a.resize(2, 2);
    CHECK(a.any().structure_id() != id);
    CHECK_FALSE(a.any().has_cached_transpose());
    CHECK(a.nvals() == 1);
    CHECK_FALSE(a.is_symmetric());
    (void)nvals_of_cached_transpose(a);
    a.clear();
    CHECK(a == gb::matrix<int>(2, 2));
    CHECK_FALSE(a.any().has_cached_transpose());
    CHECK(nvals_of_cached_transpose(a) == 0);
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
    CHECK(v.dense().bits != nullptr);
    CHECK(few.dense().bits == nullptr);
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
    CHECK(v.dense().bits != nullptr);
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

TEST_CASE("set_element: 320 000 entries in any order, a row behind the other or not, do not take long", "[containers]") {
    const index n = 320000, side = 100000;
    indices rows, columns;
    random r(64);
    for (index k = 0; k < n; ++k) rows.push_back(k * side / n), columns.push_back(r.below(side));
    const bool is_backwards = GENERATE(false, true);
    if (is_backwards) std::ranges::reverse(rows);
    const std::vector<double> ones(n, 1);
    const auto begin = std::chrono::steady_clock::now();
    gb::matrix<double> a(side, side);
    for (std::size_t k = 0; k < rows.size(); ++k) a.set_element(rows[k], columns[k], 1);
    CHECK(a.nvals() > 0);
    // Moving what is behind each entry took 17 s; adding all of them takes a twentieth of a second.
    CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(3));
    CHECK(a == gb::matrix<double>::from_edges(side, side, rows, columns, ones));
}

TEST_CASE("set_element: what is pending belongs to the container in every way", "[containers]") {
    struct cell {  // a value of an odd size
        double x[2];
        char c;
        bool operator==(const cell&) const = default;
    };
    const cell old{{1, 2}, 'o'}, other{{3, 4}, 'p'}, last{{5, 6}, 'l'};
    auto a = gb::matrix<cell>::from_edges(4, 5, {1, 3}, {2, 4}, {old, old});
    gb::vector<cell> v(1000);
    const auto add = [&] {
        a.set_element(1, 3, other), a.set_element(0, 0, last), a.set_element(1, 3, last), a.set_element(1, 2, last);
        v.set_element(9, other), v.set_element(2, last), v.set_element(9, last);
    };
    const auto want = gb::matrix<cell>::from_edges(4, 5, {0, 1, 1, 3}, {0, 2, 3, 4}, {last, last, last, old});
    const auto want_of_v = gb::vector<cell>::from_entries(1000, {2, 9}, {last, last});
    const auto id = a.any().structure_id();
    (void)nvals_of_cached_transpose(a);
    add();
    CHECK(a.any().structure_id() != id);
    SECTION("a read") {
        CHECK(a.nvals() == 4);
        CHECK(v.nvals() == 2);
        CHECK(a.get_element(1, 3) == last);
        CHECK(v.get_element(9) == last);
        CHECK_FALSE(a.has_element(1, 4));
        CHECK(nvals_of_cached_transpose(a) == 4);
    }
    SECTION("a copy, which changes alone") {
        auto copy = a;
        auto copy_of_v = v;
        copy.set_element(0, 1, other), copy_of_v.set_element(0, other);
        CHECK(copy.nvals() == 5);
        CHECK(copy_of_v.nvals() == 3);
    }
    SECTION("a move, which leaves nothing behind") {
        auto moved = std::move(a);
        auto moved_v = std::move(v);
        CHECK(a == gb::matrix<cell>());
        CHECK(v == gb::vector<cell>());
        a = std::move(moved), v = std::move(moved_v);
    }
    SECTION("a swap") {
        gb::matrix<cell> b(2, 2);
        b.set_element(1, 1, old);
        std::swap(a, b);
        CHECK(a.nvals() == 1);
        std::swap(a, b);
    }
    SECTION("a new content, which has nothing of them") {
        gb::matrix<cell> b(2, 2);
        b.set_element(1, 1, old);
        b = want;
        CHECK(b == want);
        b.set_element(0, 1, old);
        b.clear();
        CHECK(b.nvals() == 0);
        gb::vector<cell> w(1000);
        w.set_element(1, old);
        w.clear();
        CHECK(w.nvals() == 0);
    }
    SECTION("remove_element") {
        a.set_element(2, 2, other), v.set_element(3, other);
        a.remove_element(2, 2), v.remove_element(3);
    }
    SECTION("resize") {
        a.resize(6, 7), v.resize(1001);
        CHECK(a.nvals() == 4);
        CHECK(v.nvals() == 2);
        a.resize(4, 5), v.resize(1000);
    }
    SECTION("a call that fails") {
        CHECK_THROWS_AS(a.set_element(4, 0, old), gb::invalid_index);
        CHECK_THROWS_AS(v.set_element(1000, old), gb::invalid_index);
    }
    SECTION("reads by several threads at once") {
        const auto& read = a;
        const auto& read_v = v;
        std::vector<index> counts(8);
        std::vector<std::thread> threads;
        for (index& count : counts)
            threads.emplace_back([&] { count = read.nvals() + read_v.nvals() + gb::matrix<cell>(read).nvals(); });
        for (std::thread& t : threads) t.join();
        CHECK(counts == std::vector<index>(8, 4 + 2 + 4));
    }
    CHECK(a == want);
    CHECK(v == want_of_v);
}

TEST_CASE("set_element: the same entry a million times needs memory for one", "[containers]") {
    gb::vector<double> v(1000);
    gb::matrix<double> a(2, 2);
    for (int k = 0; k <= 1000000; ++k) v.set_element(7, k), a.set_element(1, 0, k);
    CHECK(v.to_entries().values == std::vector<double>{1000000});
    CHECK(a.to_edges().values == std::vector<double>{1000000});
}

TEST_CASE("values in braces are a list of values", "[containers]") {
    const gb::context& ctx = contexts()[0];
    const std::vector<float> values{5, 3};
    const auto a = gb::matrix<float>::from_edges(4, 4, indices{0, 1}, indices{1, 2}, values);
    CHECK(gb::matrix<float>::from_edges(4, 4, {0, 1}, {1, 2}, {5.f, 3.f}) == a);
    CHECK(gb::matrix<float>::from_edges(4, 4, {0, 1}, {1, 2}, {5, 3}) == a);
    CHECK(gb::matrix<float>::from_edges(4, 4, {0, 0, 1}, {1, 1, 2}, {3, 2, 3}, gb::plus{}) == a);
    CHECK(gb::matrix<float>::from_edges(ctx, 4, 4, {0, 1}, {1, 2}, {5.f, 3.f}) == a);
    CHECK(gb::matrix<float>::from_csr(4, 4, {0, 1, 2, 2, 2}, {1, 2}, {5.f, 3.f}) == a);
    CHECK(gb::matrix<float>::from_csr(4, 4, {0, 1, 2, 2, 2}, {1, 2}, {values.data(), values.size()}) == a);
    gb::matrix<float> built(4, 4);
    built.build({0, 1}, {1, 2}, {5.f, 3.f});
    CHECK(built == a);
    CHECK(gb::matrix<bool>::from_edges(2, 2, {0, 1}, {1, 0}, {true, false}).get_element(1, 0) == false);

    const auto v = gb::vector<int>::from_entries(3, indices{0, 1, 2}, std::vector<int>{7, 8, 9});
    CHECK(gb::vector<int>::from_entries(3, {0, 1, 2}, {7, 8, 9}) == v);
    CHECK(gb::vector<int>::from_entries(ctx, 3, {0, 1, 2}, {7, 8, 9}) == v);
    CHECK(gb::vector<int>::from_dense({7, 8, 9}) == v);
    CHECK(gb::vector<bool>::from_dense(std::vector<bool>{true, false}).get_element(0) == true);
    gb::vector<int> filled(3);
    filled.build({2, 0, 1}, {9, 7, 8});
    CHECK(filled == v);
}

TEST_CASE("build fills what is empty, once", "[containers]") {
    const indices rows{1, 0, 1}, columns{2, 0, 2};
    const std::vector<int> numbers{10, 5, 3};
    gb::matrix<int> a(2, 3);
    (void)nvals_of_cached_transpose(a);
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
    auto moved_from = a;
    const auto taken = std::move(moved_from);
    CHECK(moved_from.entries().empty());
    CHECK(moved_from.entries().begin() == moved_from.entries().end());
}

}  // namespace spec
