// vector: building, changing, comparing, copying and moving, as a list and dense.
#include "trial.hpp"

namespace spec {

namespace {
using indices = std::vector<index>;
}

TEST_CASE("vector: construction", "[containers]") {
    const gb::vector<float> none;
    CHECK(none.size() == 0);
    CHECK(none.nvals() == 0);
    CHECK(gb::vector<float>(5).nvals() == 0);

    const auto v = gb::vector<int>::from_entries(70, indices{65, 3, 65, 64}, std::vector<int>{1, 2, 3, 4});
    CHECK(v.size() == 70);
    CHECK(v.to_entries().indices == indices{3, 64, 65});
    CHECK(v.to_entries().values == std::vector<int>{2, 4, 3});
    CHECK(v.get_element(65) == 3);
    CHECK_FALSE(v.has_element(66));
    CHECK(gb::vector<int>::from_entries(70, indices{65, 65}, std::vector<int>{1, 3}, gb::plus{}).get_element(65) == 4);
    CHECK_THROWS_AS(gb::vector<int>::from_entries(70, indices{65, 65}, std::vector<int>{1, 3}, gb::no_duplicates),
                    gb::invalid_value);
    CHECK_THROWS_AS(gb::vector<int>::from_entries(70, indices{70}, std::vector<int>{1}), gb::index_out_of_bounds);
    CHECK_THROWS_AS(gb::vector<int>::from_entries(70, indices{1, 2}, std::vector<int>{1}), gb::dimension_mismatch);
    CHECK(gb::vector<void>::from_entries(70, indices{5, 5}).nvals() == 1);

    for (const index n : {0, 1, 63, 64, 65, 128, 130}) {
        std::vector<int> numbers;
        for (index k = 0; k < n; ++k) numbers.push_back(static_cast<int>(k * k));
        const auto all = gb::vector<int>::from_dense(numbers);
        CHECK(all.size() == n);
        CHECK(all.nvals() == n);
        CHECK(std::equal(numbers.begin(), numbers.end(), all.values().begin(), all.values().end()));
        expect_none(difference(gb::vector<int>::full(n, 7), filled(1, n, 7)), [] { return "full"; });
    }
}

TEST_CASE("vector: elements set and removed, in both forms", "[containers]") {
    for (const bool is_dense : {false, true}) {
        random r(21);
        gb::vector<int> v(130);
        if (is_dense) v.make_dense();
        dense<int> want{1, 130};
        for (int step = 0; step < 800; ++step) {
            const index i = r.below(130);
            if (r.chance(0.4)) {
                v.remove_element(i);
                want.at(0, i).reset();
            } else {
                v.set_element(i, step);
                want.at(0, i) = step;
            }
            CHECK(v.get_element(i) == want.at(0, i));
            expect_none(difference(v, want), [&] { return "after step " + std::to_string(step); });
        }
        CHECK_THROWS_AS(v.set_element(130, 1), gb::invalid_index);
        CHECK_THROWS_AS(v.get_element(-1), gb::invalid_index);
        CHECK_THROWS_AS(v.remove_element(130), gb::invalid_index);
        v.clear();
        CHECK(v == gb::vector<int>(130));
    }
}

TEST_CASE("vector: the form makes no difference to equality", "[containers]") {
    random r(22);
    for (const index n : {0, 1, 64, 65, 200}) {
        const auto v = write<gb::vector<int>>(random_dense<int>(r, 1, n, 0.4));
        const auto list = in_form(v, false), dense = in_form(v, true);
        CHECK(list == dense);
        CHECK(dense == list);
        CHECK(dense == dense);
        CHECK(list.nvals() == dense.nvals());
        CHECK(list.to_entries().indices == dense.to_entries().indices);
        if (v.nvals() == 0) continue;
        auto changed = dense;
        changed.set_element(v.to_entries().indices[0], -100);
        CHECK_FALSE(changed == list);
        CHECK_FALSE(list == changed);
    }
    CHECK_FALSE(gb::vector<int>(3) == gb::vector<int>(4));
}

TEST_CASE("vector: copies are independent", "[containers]") {
    for (const bool is_dense : {false, true}) {
        const auto original =
            in_form(gb::vector<int>::from_entries(9, indices{2, 5}, std::vector<int>{1, 2}), is_dense);
        CHECK(original.values()[1] == 2);  // a list is kept from here on
        auto copy = original;
        copy.set_element(5, 50);
        copy.set_element(6, 60);
        CHECK(original.get_element(5) == 2);
        CHECK(original.nvals() == 2);
        CHECK(copy.values()[1] == 50);
        CHECK(copy.nvals() == 3);
    }
}

TEST_CASE("vector: what was moved from has size 0 and is usable", "[containers]") {
    const gb::context& ctx = contexts()[1];
    for (const bool is_dense : {false, true}) {
        const auto original =
            in_form(gb::vector<int>::from_entries(9, indices{2, 5}, std::vector<int>{1, 2}), is_dense);
        auto v = original;
        CHECK(v.values().size() == 2);
        auto w = std::move(v);
        CHECK(w == original);
        CHECK(v.size() == 0);
        CHECK(v.nvals() == 0);
        CHECK(v.to_entries().indices.empty());
        CHECK(v == gb::vector<int>());
        CHECK(gb::reduce(ctx, gb::plus{}, v) == 0);
        CHECK(gb::apply(ctx, gb::ainv{}, v) == gb::vector<int>());
        CHECK_THROWS_AS(v.set_element(0, 1), gb::invalid_index);
        CHECK(gb::mxv(ctx, gb::plus_times<int>, gb::matrix<int>(4, 0), v) == gb::vector<int>(4));
        v = std::move(w);
        CHECK(v == original);
        CHECK(w.size() == 0);
        CHECK(w == gb::vector<int>());
        w = original;
        CHECK(w == original);
    }
}

TEST_CASE("vector: an output that fills is dense, one that is replaced is a list", "[containers]") {
    const gb::context& ctx = contexts()[0];
    const auto few = gb::vector<int>::from_entries(1000, indices{10, 20}, std::vector<int>{1, 2});
    auto w = gb::vector<int>::from_entries(1000, indices{10}, std::vector<int>{5});
    gb::assign(ctx, w, gb::no_mask, gb::plus{}, few);
    CHECK(w.get_element(10) == 6);
    auto many = gb::vector<int>::full(1000, 1);
    many.remove_element(500);
    gb::assign(ctx, w, gb::no_mask, gb::plus{}, many);
    CHECK((on_cuda() || w.dense().bits != nullptr));  // on a device it is a list
    CHECK(w.get_element(10) == 7);
    CHECK(w.get_element(20) == 3);
    CHECK(w.get_element(999) == 1);
    gb::assign(ctx, w, gb::no_mask, gb::no_accum, few);
    CHECK(w == few);
}

}  // namespace spec
