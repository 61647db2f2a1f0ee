// matrix: building, changing, comparing, copying, moving, and what is derived and cached.
#include "trial.hpp"

#include <cmath>
#include <utility>

namespace spec {

namespace {

using indices = std::vector<index>;

gb::matrix<int> small() {
    return gb::matrix<int>::from_edges(3, 4, indices{2, 0, 0}, indices{1, 3, 0}, std::vector<int>{21, 3, 7});
}

/// The message of the E that f throws.
template <class E, class F>
std::string message_of(F&& f) {
    try {
        f();
    } catch (const E& e) {
        return e.what();
    } catch (const std::exception& e) {
        FAIL("threw another kind of exception: " << e.what());
    }
    FAIL("threw nothing");
    return {};
}

bool mentions(const std::string& message, std::initializer_list<const char*> words) {
    UNSCOPED_INFO(message);
    for (const char* word : words)
        if (message.find(word) == std::string::npos) return false;
    return true;
}

}  // namespace

TEST_CASE("matrix: new ones are empty", "[containers]") {
    const gb::matrix<float> none;
    CHECK(none.nrows() == 0);
    CHECK(none.ncols() == 0);
    CHECK(none.nvals() == 0);
    CHECK(none.row_offsets().size() == 1);
    const gb::matrix<void> a(3, 5);
    CHECK(a.nrows() == 3);
    CHECK(a.ncols() == 5);
    CHECK(a.nvals() == 0);
    CHECK(a.row_offsets().size() == 4);
    CHECK(a == gb::matrix<void>(3, 5));
    CHECK_FALSE(a == gb::matrix<void>(5, 3));
}

TEST_CASE("matrix: from_edges sorts", "[containers]") {
    const gb::matrix<int> a = small();
    CHECK(a.nvals() == 3);
    const gb::edges<int> list = a.to_edges();
    CHECK(list.rows == indices{0, 0, 2});
    CHECK(list.columns == indices{0, 3, 1});
    CHECK(list.values == std::vector<int>{7, 3, 21});
    CHECK(a.get_element(2, 1) == 21);
    CHECK_FALSE(a.get_element(1, 1).has_value());
    CHECK(a.has_element(0, 3));
}

TEST_CASE("matrix: from_edges gives the same for sorted, unsorted, few and many entries", "[containers]") {
    random r(11);
    for (const index ncols : {7, 100000}) {
        for (const int entries : {5, 3000}) {
            const index nrows = 40;
            dense<int> want{nrows, std::min<index>(ncols, 7)};
            indices rows, columns;
            std::vector<int> values;
            for (int n = 0; n < entries; ++n) {
                rows.push_back(r.below(nrows));
                columns.push_back(r.below(7));
                values.push_back(n);
                want.at(rows.back(), columns.back()) = n;
            }
            const auto a = gb::matrix<int>::from_edges(nrows, ncols, rows, columns, values);
            index filled_cells = 0;
            for (index i = 0; i < nrows; ++i) {
                for (index j = 0; j < 7; ++j) {
                    filled_cells += want.at(i, j).has_value();
                    CHECK(a.get_element(i, j) == want.at(i, j));
                }
            }
            CHECK(a.nvals() == filled_cells);
            const auto list = a.to_edges();
            CHECK(gb::matrix<int>::from_edges(nrows, ncols, list.rows, list.columns, list.values) == a);
        }
    }
}

TEST_CASE("matrix: rules for duplicates", "[containers]") {
    const indices rows{1, 0, 1, 1}, columns{2, 0, 2, 2};
    const std::vector<int> values{10, 5, 3, 4};
    using M = gb::matrix<int>;
    CHECK(M::from_edges(2, 3, rows, columns, values).get_element(1, 2) == 4);
    CHECK(M::from_edges(2, 3, rows, columns, values, gb::first{}).get_element(1, 2) == 10);
    CHECK(M::from_edges(2, 3, rows, columns, values, gb::plus{}).get_element(1, 2) == 17);
    CHECK(M::from_edges(2, 3, rows, columns, values, gb::minus{}).get_element(1, 2) == 3);
    CHECK(M::from_edges(2, 3, rows, columns, values, [](int x, int y) { return 10 * x + y; }).get_element(1, 2) ==
          1034);
    CHECK(M::from_edges(2, 3, rows, columns, values).nvals() == 2);
    CHECK(
        mentions(message_of<gb::invalid_value>([&] { M::from_edges(2, 3, rows, columns, values, gb::no_duplicates); }),
                 {"(1, 2)"}));
    CHECK(gb::matrix<void>::from_edges(2, 3, rows, columns).nvals() == 2);
    CHECK_THROWS_AS(gb::matrix<void>::from_edges(2, 3, rows, columns, gb::no_duplicates), gb::invalid_value);
    const indices once{1, 0}, at{2, 0};
    CHECK(gb::matrix<void>::from_edges(2, 3, once, at, gb::no_duplicates).nvals() == 2);
}

TEST_CASE("matrix: from_edges refuses what does not fit", "[containers]") {
    using M = gb::matrix<int>;
    const std::vector<int> one{1};
    const auto build = [&](index i, index j) {
        return [=] { M::from_edges(3, 4, indices{i}, indices{j}, std::vector<int>{1}); };
    };
    CHECK(mentions(message_of<gb::index_out_of_bounds>(build(3, 0)), {"row 3", "entry 0", "3)"}));
    CHECK(mentions(message_of<gb::index_out_of_bounds>(build(0, 4)), {"column 4", "4)"}));
    CHECK(mentions(message_of<gb::index_out_of_bounds>(build(-1, 0)), {"row -1"}));
    CHECK(mentions(message_of<gb::index_out_of_bounds>(build(0, -5)), {"column -5"}));
    // 2^32 must not be taken for 0.
    CHECK_THROWS_AS(M::from_edges(3, 4, indices{index{1} << 32}, indices{0}, one), gb::index_out_of_bounds);
    CHECK(mentions(message_of<gb::dimension_mismatch>([&] {
                       M::from_edges(3, 4, indices{0, 1}, indices{0}, one);
                   }),
                   {"2", "1"}));
    CHECK_THROWS_AS(M::from_edges(3, 4, indices{0, 1}, indices{0, 1}, one), gb::dimension_mismatch);
    CHECK_THROWS_AS(M::from_edges(3, 4, indices{0}, indices{0, 1}, one), gb::dimension_mismatch);
    CHECK_THROWS_AS(M::from_edges(-1, 4, indices{}, indices{}, std::vector<int>{}), gb::invalid_value);
}

TEST_CASE("matrix: a side may be 2^32 - 1, and no more", "[containers]") {
    const index most = 0xffffffff;
    gb::matrix<int> a(2, most);
    a.set_element(1, most - 1, 5);
    CHECK(a.get_element(1, most - 1) == 5);
    CHECK_THROWS_AS(a.get_element(0, most), gb::invalid_index);
    CHECK(mentions(message_of<gb::invalid_value>([] { gb::matrix<int>(2, index{1} << 32); }),
                   {"4294967296", "4294967295"}));
    CHECK_THROWS_AS(gb::matrix<int>(index{1} << 32, 2), gb::invalid_value);
    CHECK_THROWS_AS(gb::matrix<int>(-1, 2), gb::invalid_value);
    CHECK_THROWS_AS(gb::matrix<int>(2, -1), gb::invalid_value);
    CHECK_THROWS_AS(gb::vector<int>(index{1} << 32), gb::invalid_value);
    CHECK_THROWS_AS(gb::vector<int>(-1), gb::invalid_value);

    gb::vector<int> v(most);
    v.set_element(most - 1, 1);
    CHECK(v.get_element(most - 1) == 1);
    CHECK(v.nvals() == 1);
}

TEST_CASE("matrix: from_csr takes what to_csr gives", "[containers]") {
    const gb::matrix<int> a = small();
    CHECK(gb::matrix<int>::from_csr(3, 4, a.row_offsets(), a.columns(), a.values()) == a);
    CHECK(gb::matrix<int>::from_csr(3, 4, a.row_offsets(), a.columns(), a.values(), gb::csr_check::trusted) == a);
    const gb::csr<int> arrays = a.to_csr();
    CHECK(gb::matrix<int>::from_csr(3, 4, arrays.offsets, arrays.columns, arrays.values) == a);
    const auto structure = gb::matrix<void>::from_csr(3, 4, a.row_offsets(), a.columns());
    CHECK(structure.nvals() == 3);
    CHECK(structure.has_element(2, 1));
}

TEST_CASE("matrix: from_csr names what is malformed", "[containers]") {
    using offsets = std::vector<gb::row_offset>;
    using columns = std::vector<gb::column_index>;
    using values = std::vector<int>;
    const auto problem = [](index nrows, index ncols, const offsets& o, const columns& c, const values& v) {
        return message_of<gb::invalid_object>([&] { gb::matrix<int>::from_csr(nrows, ncols, o, c, v); });
    };
    CHECK_NOTHROW(gb::matrix<int>::from_csr(2, 3, offsets{0, 1, 3}, columns{2, 0, 1}, values{1, 2, 3}));
    CHECK(mentions(problem(2, 3, {}, {}, {}), {"no offsets"}));
    CHECK(mentions(problem(2, 3, {0, 1}, {2}, {1}), {"2 offsets", "3 expected"}));
    CHECK(mentions(problem(2, 3, {0, 1, 1, 1}, {2}, {1}), {"4 offsets"}));
    CHECK(mentions(problem(2, 3, {1, 1, 3}, {2, 0, 1}, {1, 2, 3}), {"begin with 1"}));
    CHECK(mentions(problem(2, 3, {-1, 1, 3}, {2, 0, 1}, {1, 2, 3}), {"begin with -1"}));
    CHECK(mentions(problem(2, 3, {0, 3, 2}, {0, 1}, {1, 2}), {"fall from 3 to 2", "row 1"}));
    CHECK(mentions(problem(2, 3, {0, -1, 2}, {0, 1}, {1, 2}), {"fall from 0 to -1", "row 0"}));
    CHECK(mentions(problem(2, 3, {0, 1, 3}, {2, 0}, {1, 2}), {"2 columns", "3"}));
    CHECK(mentions(problem(2, 3, {0, 1, 2}, {2, 0, 1}, {1, 2, 3}), {"3 columns", "2"}));
    CHECK(mentions(problem(2, 3, {0, 1, 3}, {2, 0, 1}, {1, 2}), {"2 values", "3"}));
    CHECK(mentions(problem(2, 3, {0, 1, 3}, {2, 0, 3}, {1, 2, 3}), {"column 3", "row 1", "3 columns"}));
    CHECK(mentions(problem(2, 3, {0, 1, 3}, {2, 1, 0}, {1, 2, 3}), {"0 follows column 1", "row 1"}));
    CHECK(mentions(problem(2, 3, {0, 1, 3}, {2, 1, 1}, {1, 2, 3}), {"1 follows column 1", "row 1"}));
    CHECK_THROWS_AS(gb::matrix<int>::from_csr(-1, 3, offsets{}, columns{}, values{}), gb::invalid_value);
    CHECK_THROWS_AS(gb::matrix<int>::from_csr(1, index{1} << 32, offsets{0, 0}, columns{}, values{}),
                    gb::invalid_value);
    CHECK_THROWS_AS(gb::matrix<void>::from_csr(2, 3, offsets{0, 1, 3}, columns{2, 1, 0}), gb::invalid_object);
}

TEST_CASE("matrix: set_element, remove_element and clear", "[containers]") {
    random r(12);
    gb::matrix<int> a(6, 70);
    dense<int> want{6, 70};
    for (int step = 0; step < 600; ++step) {
        const index i = r.below(6), j = r.below(70);
        if (r.chance(0.4)) {
            a.remove_element(i, j);
            want.at(i, j).reset();
        } else {
            a.set_element(i, j, step);
            want.at(i, j) = step;
        }
        expect_none(difference(a, want), [&] { return "after step " + std::to_string(step); });
    }
    a.clear();
    CHECK(a == gb::matrix<int>(6, 70));
    CHECK(mentions(message_of<gb::invalid_index>([&] { a.set_element(6, 0, 1); }), {"row 6", "6)"}));
    CHECK(mentions(message_of<gb::invalid_index>([&] { a.get_element(0, 70); }), {"column 70", "70)"}));
    CHECK_THROWS_AS(a.remove_element(-1, 0), gb::invalid_index);
    CHECK_THROWS_AS(a.has_element(0, -1), gb::invalid_index);

    gb::matrix<void> s(2, 2);
    s.set_element(1, 0);
    s.set_element(1, 0);
    CHECK(s.nvals() == 1);
    s.remove_element(1, 0);
    s.remove_element(1, 0);
    CHECK(s.nvals() == 0);
}

TEST_CASE("matrix: equality looks at shape, structure and values", "[containers]") {
    gb::matrix<int> a = small();
    gb::matrix<int> b = a;
    CHECK(a == b);
    b.set_element(0, 0, 8);
    CHECK_FALSE(a == b);
    b.set_element(0, 0, 7);
    CHECK(a == b);
    b.set_element(1, 1, 0);
    CHECK_FALSE(a == b);
    b.remove_element(1, 1);
    CHECK(a == b);
}

TEST_CASE("matrix: copies are independent", "[containers]") {
    const gb::matrix<int> original = small();
    gb::matrix<int> copy = original;
    (void)gb::transpose(contexts()[0], original);
    copy.values()[0] = 100;
    CHECK(original.get_element(0, 0) == 7);
    CHECK(gb::transpose(contexts()[0], copy).get_element(0, 0) == 100);
    copy.clear();
    CHECK(original.nvals() == 3);
    copy = std::as_const(copy);
    CHECK(copy.nrows() == 3);
}

TEST_CASE("matrix: what was moved from is 0x0 and usable", "[containers]") {
    const gb::context& ctx = contexts()[1];
    gb::matrix<int> a = small();
    (void)gb::transpose(ctx, a);
    gb::matrix<int> b = std::move(a);
    CHECK(b == small());
    CHECK(gb::transpose(ctx, b).get_element(1, 2) == 21);

    // What is checked below is what a move leaves behind.
    CHECK(a.nrows() == 0);
    CHECK(a.ncols() == 0);
    CHECK(a.nvals() == 0);
    CHECK(a.row_offsets().size() == 1);
    CHECK(a.to_edges().rows.empty());
    CHECK(a == gb::matrix<int>());
    CHECK(gb::transpose(ctx, a) == gb::matrix<int>());
    CHECK(gb::apply(ctx, gb::ainv{}, a) == gb::matrix<int>());
    CHECK(gb::ewise_add(ctx, gb::plus{}, a, a) == gb::matrix<int>());
    CHECK(gb::reduce(ctx, gb::plus{}, a) == 0);
    CHECK(gb::select(ctx, gb::tril{}, a) == gb::matrix<int>());
    CHECK(a.is_symmetric());

    a = small();
    CHECK(a == b);
    a = std::move(b);
    CHECK(a == small());
    CHECK(b == gb::matrix<int>());
    b.clear();
    CHECK(b == gb::matrix<int>());
}

TEST_CASE("matrix: the cached transpose follows every change", "[containers]") {
    const gb::context& ctx = contexts()[0];
    gb::matrix<int> a = small();
    const auto transpose_is_right = [&] {
        // Twice: as it is made and as it is cached.
        for (int round = 0; round < 2; ++round)
            expect_none(difference(gb::transpose(ctx, a), transposed(read(a))), [] { return "transpose"; });
        CHECK(a.is_symmetric() == (difference(a, transposed(read(a))).empty()));
    };
    transpose_is_right();
    a.set_element(0, 0, 70);
    transpose_is_right();
    a.set_element(1, 1, 5);
    transpose_is_right();
    a.values()[1] = 9;
    transpose_is_right();
    for (int& x : a.values()) x += 1;
    transpose_is_right();
    a.remove_element(2, 1);
    transpose_is_right();
    a = gb::matrix<int>::from_edges(2, 2, indices{0}, indices{1}, std::vector<int>{4});
    transpose_is_right();
    a.set_element(1, 0, 4);
    transpose_is_right();
    CHECK(a.is_symmetric());
    a.set_element(1, 0, 5);
    transpose_is_right();
    a.clear();
    transpose_is_right();
}

TEST_CASE("matrix: is_symmetric", "[containers]") {
    // A copy keeps what is known of a matrix, so that each engine gets one of its own.
    const auto is_symmetric = [](const auto& make) {
        const bool answer = make().is_symmetric();
        for (const gb::context& ctx : contexts()) CHECK(make().is_symmetric(ctx) == answer);
        return answer;
    };
    const auto from = [&]<class T>(index n, const indices& i, const indices& j, const std::vector<T>& x) {
        return is_symmetric([&] { return gb::matrix<T>::from_edges(n, n, i, j, x); });
    };
    using ints = std::vector<int>;
    CHECK(is_symmetric([] { return gb::matrix<int>(); }));
    CHECK(is_symmetric([] { return gb::matrix<int>(3, 3); }));
    CHECK_FALSE(is_symmetric([] { return gb::matrix<int>(3, 2); }));
    CHECK(from(3, {0, 1, 2}, {1, 0, 2}, ints{4, 4, 9}));
    CHECK_FALSE(from(3, {0, 1, 2}, {1, 0, 2}, ints{4, 5, 9}));
    CHECK_FALSE(from(3, {0}, {1}, ints{4}));
    CHECK_FALSE(from(3, {1}, {0}, ints{4}));
    CHECK_FALSE(from(3, {0, 1, 1}, {1, 0, 2}, ints{4, 4, 4}));
    CHECK(is_symmetric([] { return gb::matrix<void>::from_edges(2, 2, indices{0, 1}, indices{1, 0}); }));
    using doubles = std::vector<double>;
    CHECK_FALSE(from(2, {0, 1}, {1, 0}, doubles{0.0, -0.0}));
    CHECK_FALSE(from(2, {0, 1}, {1, 0}, doubles{std::nan(""), std::nan("")}));
    CHECK(from(2, {0, 0, 1}, {0, 1, 0}, doubles{std::nan(""), 1, 1}));

    random r(13);
    for (int round = 0; round < 200; ++round) {
        auto d = random_dense<bool>(r, 6, 6, 0.4);
        if (round % 2 == 0) {
            const auto other = transposed(d);
            for (index i = 0; i < 6; ++i)
                for (index j = 0; j < i; ++j) d.at(i, j) = other.at(i, j);
        }
        const auto a = write<gb::matrix<bool>>(d);
        CHECK(is_symmetric([&] { return write<gb::matrix<bool>>(d); }) == difference(a, transposed(d)).empty());
    }
}

TEST_CASE("matrix: both signs of zero keep their positions in a transpose", "[containers]") {
    const auto a = gb::matrix<double>::from_edges(2, 2, indices{0, 1}, indices{1, 0}, std::vector<double>{0.0, -0.0});
    expect_none(difference(gb::transpose(contexts()[0], a), transposed(read(a))), [] { return "0 and -0"; });
}

TEST_CASE("containers are made from lists of any integers", "[containers]") {
    const std::vector<int> rows{0, 2, 1}, columns{1, 0, 2};
    const std::vector<float> values{1, 2, 3};
    const auto a = gb::matrix<float>::from_edges(3, 3, indices{0, 2, 1}, indices{1, 0, 2}, values);
    CHECK(gb::matrix<float>::from_edges(3, 3, rows, columns, values) == a);
    CHECK(gb::matrix<float>::from_edges(contexts()[1], 3, 3, rows, std::vector<std::uint8_t>{1, 0, 2}, values) == a);
    CHECK(gb::matrix<float>::from_edges(3, 3, {0, 2, 1}, {1, 0, 2}, values) == a);
    const auto structure = gb::matrix<void>::from_edges(3, 3, rows, columns);
    CHECK(structure == gb::matrix<void>::from_edges(contexts()[1], 3, 3, rows, columns));
    CHECK(structure.nvals() == 3);
    gb::matrix<float> built(3, 3);
    built.build(rows, columns, values);
    CHECK(built == a);
    CHECK(gb::matrix<float>::from_csr(3, 3, std::vector<int>{0, 1, 2, 3}, std::vector<int>{1, 2, 0},
                                      std::vector<float>{1, 3, 2}) == a);
    const auto v = gb::vector<float>::from_entries(4, std::vector<unsigned short>{3, 0, 1}, values);
    CHECK(v == gb::vector<float>::from_entries(4, indices{3, 0, 1}, values));
    CHECK(gb::vector<float>::from_entries(contexts()[1], 4, rows, values).get_element(2) == 2);
    gb::vector<void> w(4);
    w.build(rows);
    CHECK(w.nvals() == 3);

    const gb::context& ctx = contexts()[1];
    CHECK(gb::permute(ctx, a, std::vector<int>{2, 0, 1}) == gb::permute(ctx, a, indices{2, 0, 1}));
    CHECK(gb::inverse_order(std::vector<int>{2, 0, 1}) == indices{1, 2, 0});
    CHECK(gb::split(ctx, a, std::vector<int>{1, 2}, std::vector<int>{3}).size() == 2);

    CHECK_THROWS_AS(gb::matrix<void>::from_edges(3, 3, std::vector<int>{0, -1, 2}, columns), gb::index_out_of_bounds);
    CHECK_THROWS_AS(gb::matrix<void>::from_edges(3, 3, std::vector<std::uint64_t>{0, 1, 1ULL << 63}, columns),
                    gb::index_out_of_bounds);
    CHECK_THROWS_AS(gb::vector<float>::from_entries(2, rows, values), gb::index_out_of_bounds);
    CHECK_THROWS_WITH(gb::matrix<float>::from_csr(3, 3, std::vector<int>{0, 1, 2, 3}, std::vector<int>{1, -2, 0}, values),
                      contains_text("-2 in entry 1 of a list of integers does not fit uint32"));
}

TEST_CASE("matrix and vector of bool: what to_edges gives can be given back", "[containers]") {
    const auto a =
        gb::matrix<bool>::from_edges(2, 3, indices{0, 1, 1}, indices{2, 0, 1}, std::vector<bool>{true, false, true});
    const auto edges = a.to_edges();
    CHECK(gb::matrix<bool>::from_edges(2, 3, edges.rows, edges.columns, edges.values) == a);
    CHECK(a.get_element(1, 0) == false);
    const auto v = gb::vector<bool>::from_entries(4, indices{3, 1}, std::vector<bool>{true, false});
    const auto entries = v.to_entries();
    CHECK(gb::vector<bool>::from_entries(4, entries.indices, entries.values) == v);
}

}  // namespace spec
