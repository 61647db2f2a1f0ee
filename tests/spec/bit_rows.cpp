// bit_rows against the specification: as a container, and its product.
#include "trial.hpp"

#include <mutex>

namespace spec {

namespace {

gb::bit_rows written(const dense<bool>& from) {
    gb::bit_rows out(from.nrows, from.ncols);
    for (index i = 0; i < from.nrows; ++i)
        for (index j = 0; j < from.ncols; ++j)
            if (from.at(i, j)) out.set_element(i, j);
    return out;
}

constexpr std::array<std::pair<index, index>, 8> shapes{
    {{0, 5}, {1, 1}, {3, 64}, {7, 65}, {64, 63}, {64, 130}, {33, 1}, {64, 3000}}};

/// Rows of very different lengths, some of them empty.
dense<bool> random_square(random& r, index n, double density) {
    auto a = random_dense<void>(r, n, n, density);
    for (index i = 0; i < n; ++i)
        for (index j = 0; j < n; ++j)
            if (i % 5 == 3 || j % 7 == 2) a.at(i, j).reset();
    return a;
}

}  // namespace

TEST_CASE("bit_rows: entries, and back as a matrix", "[containers]") {
    random r(31);
    for (const auto& [nrows, ncols] : shapes) {
        const auto want = random_dense<void>(r, nrows, ncols, 0.3);
        auto a = written(want);
        CHECK(a.nrows() == nrows);
        CHECK(a.ncols() == ncols);
        index nvals = 0;
        for (index i = 0; i < nrows; ++i) {
            for (index j = 0; j < ncols; ++j) {
                nvals += want.at(i, j).has_value();
                if (a.has_element(i, j) != want.at(i, j).has_value()) FAIL("element " << i << ", " << j);
            }
        }
        CHECK(a.nvals() == nvals);
        CHECK(a.empty() == (nvals == 0));
        const auto other = random_dense<void>(r, nrows, ncols, 0.1);
        for (const gb::context& ctx : contexts()) {
            expect_none(difference(gb::to_matrix(ctx, a), want), [] { return "to_matrix"; });
            const auto value = [](index i, index j) { return 1000 * j + i; };
            if (on_cuda()) expect_refused([&] { return gb::to_matrix<std::int64_t>(ctx, a, value); });
            else expect_none(difference(gb::to_matrix<std::int64_t>(ctx, a, value),
                                        apply<std::int64_t>([&](bool, index i, index j) { return value(i, j); }, want)),
                             [] { return "with values"; });
            auto both = a;
            both.or_with(ctx, written(other));
            expect_none(difference(gb::to_matrix(ctx, both), ewise_add<bool>(gb::first{}, want, other)),
                        [] { return "or_with"; });
        }
        const auto copy = a;
        CHECK(copy == a);
        a.clear();
        CHECK(a.nvals() == 0);
        CHECK(a == gb::bit_rows(nrows, ncols));
        expect_none(difference(gb::to_matrix(contexts()[1], copy), want), [] { return "the copy"; });
    }
}

TEST_CASE("bit_rows: values by their binary digits", "[containers]") {
    random r(32);
    const index nrows = 64, ncols = 200;
    const auto structure = random_dense<void>(r, nrows, ncols, 0.5);
    for (const int count : {0, 1, 3, 8, 9, 17, 32}) {
        std::vector<gb::bit_rows> digits;
        auto want = apply<std::int64_t>([](bool, index, index) { return 0; }, structure);
        for (int d = 0; d < count; ++d) {
            const auto digit = random_dense<void>(r, nrows, ncols, 0.4);
            digits.push_back(written(digit));
            for (index i = 0; i < nrows; ++i)
                for (index j = 0; j < ncols; ++j)
                    if (want.at(i, j) && digit.at(i, j)) *want.at(i, j) += std::int64_t{1} << d;
        }
        expect_none(difference(gb::to_matrix<std::int64_t>(contexts()[1], written(structure), digits), want),
                    [&] { return std::to_string(count) + " digits"; });
    }
    std::vector<gb::bit_rows> too_many(33, gb::bit_rows(nrows, ncols)), odd(1, gb::bit_rows(nrows, 199));
    CHECK_THROWS_AS(gb::to_matrix<int>(contexts()[0], written(structure), too_many), gb::invalid_value);
    CHECK_THROWS_AS(gb::to_matrix<int>(contexts()[0], written(structure), odd), gb::dimension_mismatch);
}

TEST_CASE("bit_rows: what it refuses", "[containers]") {
    CHECK_THROWS_WITH(gb::bit_rows(65, 3), contains_text("65 rows"));
    CHECK_THROWS_AS(gb::bit_rows(-1, 3), gb::invalid_value);
    CHECK_THROWS_AS(gb::bit_rows(3, -1), gb::invalid_value);
    gb::bit_rows a(3, 4), b(3, 4), c(3, 4), odd(2, 4);
    CHECK_THROWS_AS(a.set_element(3, 0), gb::invalid_index);
    CHECK_THROWS_AS(a.set_element(0, 4), gb::invalid_index);
    CHECK_THROWS_AS(a.has_element(-1, 0), gb::invalid_index);
    CHECK_THROWS_AS(a.or_with(contexts()[0], odd), gb::dimension_mismatch);
    const gb::matrix<void> square(4, 4), oblong(4, 5), tall(5, 4);
    CHECK_THROWS_AS(gb::mxm_update(contexts()[0], a, b, c, tall), gb::dimension_mismatch);
    CHECK_THROWS_AS(gb::mxm_update(contexts()[0], a, b, c, oblong), gb::dimension_mismatch);
    CHECK_THROWS_AS(gb::mxm_update(contexts()[0], a, odd, c, square), gb::dimension_mismatch);
    CHECK_THROWS_AS(gb::mxm_update(contexts()[0], a, a, c, square), gb::invalid_value);
    CHECK_THROWS_AS(gb::mxm_update(contexts()[0], a, c, c, square), gb::invalid_value);
    for (const auto method : {gb::method::hash, gb::method::merge})
        CHECK_THROWS_AS(gb::mxm_update(contexts()[0], a, b, c, square, {.method = method}), gb::unsupported);

    gb::bit_witnesses witnesses(a.nrows(), a.ncols()), others(1, 1);
    CHECK_THROWS_AS(gb::bit_witnesses(65, 3), gb::invalid_value);
    CHECK_THROWS_AS(witnesses.set_element(a.nrows(), 0, 0), gb::invalid_index);
    CHECK_THROWS_AS(witnesses.set_element(0, -1, 0), gb::invalid_index);
    CHECK_THROWS_AS(witnesses.set_element(0, 0, -1), gb::invalid_index);
    CHECK_THROWS_AS(witnesses(0, 0), gb::invalid_value);
    CHECK_THROWS_AS(gb::mxm_update(contexts()[0], a, b, c, square, {}, others), gb::dimension_mismatch);
    CHECK_THROWS_AS(gb::to_matrix<int>(contexts()[0], a, others), gb::dimension_mismatch);
}

TEST_CASE("mxm_update: bit_witnesses hold the smallest through which an entry came", "[spec]") {
    random r(34);
    for (const index n : {1, 64, 150}) {
        for (const index nrows : {1, 64}) {
            const auto a = random_square(r, n, 0.1);
            const auto u = random_dense<void>(r, nrows, n, 0.1);
            const auto old = random_dense<void>(r, nrows, n, 0.2);
            dense<std::int64_t> want = mxm(gb::any_secondi<std::int64_t>, u, a);
            for (std::size_t p = 0; p < old.cells.size(); ++p)
                if (old.cells[p]) want.cells[p] = 7;
            for (const auto method : {gb::method::dense, gb::method::dot}) {
                for (const gb::context& ctx : contexts()) {
                    const auto words = [&] { return shape_text({nrows, n, n}) + ", " + gb::to_string(method); };
                    gb::bit_witnesses witnesses(nrows, n);
                    for (index i = 0; i < nrows; ++i)
                        for (index j = 0; j < n; ++j)
                            if (old.at(i, j)) witnesses.set_element(i, j, 7);
                    auto w = written(old), fresh = gb::bit_rows(nrows, n);
                    gb::mxm_update(ctx, w, fresh, written(u), write<gb::matrix<void>>(a), {.method = method}, witnesses);
                    CHECK_THROWS_AS(witnesses.set_element(0, 0, 9), gb::invalid_value);
                    expect_none(difference(gb::to_matrix<std::int64_t>(ctx, w, witnesses), want), words);
                }
            }
        }
    }
}

TEST_CASE("mxm_update: the product, what is new, and through whom", "[spec]") {
    random r(33);
    for (const index n : {1, 40, 64, 200}) {
        for (const double density : {0.02, 0.4}) {
            const auto a = random_square(r, n, density);
            for (const index nrows : {1, 5, 64}) {
                const auto u = random_dense<void>(r, nrows, n, density);
                const auto old = random_dense<void>(r, nrows, n, 0.3);
                const auto product = mxm(gb::any_secondi<std::int64_t>, u, a);
                dense<std::int64_t> fresh_want = product;
                for (std::size_t p = 0; p < old.cells.size(); ++p)
                    if (old.cells[p]) fresh_want.cells[p].reset();
                const auto w_want = ewise_add<bool>(gb::first{}, old, fresh_want);
                for (const bool transposed_a : {false, true}) {
                    const auto matrix = write<gb::matrix<void>>(transposed_a ? transposed(a) : a);
                    for (const auto method : {gb::method::automatic, gb::method::dense, gb::method::dot}) {
                        for (const gb::context& ctx : contexts()) {
                            const gb::descriptor d{.transpose_b = transposed_a, .method = method};
                            const auto words = [&] {
                                return shape_text({nrows, n, n}) + (transposed_a ? " transposed, " : ", ") +
                                       gb::to_string(method) + ", " + std::to_string(ctx.threads()) + " threads";
                            };
                            auto w = written(old);
                            // What it holds is forgotten.
                            auto fresh = written(random_dense<void>(r, nrows, n, 0.2));
                            gb::mxm_update(ctx, w, fresh, written(u), matrix, d);
                            expect_none(difference(gb::to_matrix(ctx, w), w_want), words);
                            expect_none(difference(gb::to_matrix(ctx, fresh), fresh_want), words);

                            auto w_too = written(old);
                            auto fresh_too = written(u);
                            if (on_cuda()) {
                                gb::bit_witnesses met(nrows, n);
                                gb::mxm_update(ctx, w_too, fresh_too, written(u), matrix, d, met);
                                CHECK(w_too == w);
                                CHECK(fresh_too == fresh);
                                expect_none(difference(gb::to_matrix<std::int64_t>(ctx, fresh_too, met), fresh_want), words);
                                continue;
                            }
                            std::mutex mutex;
                            dense<std::int64_t> met{nrows, n};
                            bool met_twice = false;
                            gb::mxm_update(ctx, w_too, fresh_too, written(u), matrix, d,
                                           [&](gb::column_index j, std::uint64_t rows, gb::column_index k) noexcept {
                                               const std::lock_guard lock(mutex);
                                               for (index i = 0; i < nrows; ++i) {
                                                   if ((rows >> i & 1U) == 0) continue;
                                                   met_twice |= met.at(i, j).has_value();
                                                   met.at(i, j) = k;
                                               }
                                           });
                            CHECK(w_too == w);
                            CHECK(fresh_too == fresh);
                            CHECK_FALSE(met_twice);
                            gb::mxm_update(ctx, w_too, fresh_too, written(u), matrix, d);
                            CHECK(fresh_too.empty());
                            CHECK(w_too == w);
                            expect_none(met.cells == fresh_want.cells ? "" : "not the smallest k", words);
                        }
                    }
                }
            }
        }
    }
}

TEST_CASE("mxm_update: W may be U", "[spec]") {
    random r(35);
    const index n = 200;
    const auto a = write<gb::matrix<void>>(random_square(r, n, 0.02));
    const auto before = written(random_dense<void>(r, 5, n, 0.05));
    for (const auto method : {gb::method::dense, gb::method::dot}) {
        for (const gb::context& ctx : contexts()) {
            gb::bit_rows want = before, fresh_want(5, n), w = before, fresh(5, n), w_too = before, fresh_too(5, n);
            gb::bit_witnesses met(5, n);
            gb::mxm_update(ctx, want, fresh_want, before, a, {.method = method});
            gb::mxm_update(ctx, w, fresh, w, a, {.method = method});
            gb::mxm_update(ctx, w_too, fresh_too, w_too, a, {.method = method}, met);
            CHECK(w == want);
            CHECK(fresh == fresh_want);
            CHECK(w_too == want);
            CHECK(fresh_too == fresh_want);
        }
    }
}

TEST_CASE("mxm_update: large, on several threads in both directions", "[spec]") {
    random r(34);
    const index n = 30000;
    std::vector<index> rows, columns;
    for (index e = 0; e < 300000; ++e) {
        rows.push_back(r.chance(0.3) ? r.below(30) : r.below(n));  // some rows are long
        columns.push_back(r.below(n));
    }
    const auto a = gb::matrix<void>::from_edges(n, n, rows, columns);
    gb::bit_rows u(64, n), old(64, n);
    for (index e = 0; e < 60000; ++e) u.set_element(r.below(64), r.below(n));
    for (index e = 0; e < 600000; ++e) old.set_element(r.below(64), r.below(n));
    const gb::context& alone = contexts()[0];
    const auto before = gb::to_matrix(alone, old);
    gb::bit_rows product(64, n);
    const gb::matrix<void> entries = gb::to_matrix(alone, u);
    const gb::csr<void>&left = entries.to_csr(), &right = a.to_csr();
    for (std::size_t i = 0; i < 64; ++i) {
        for (auto p = left.offsets[i]; p < left.offsets[i + 1]; ++p) {
            const std::size_t k = left.columns[static_cast<std::size_t>(p)];
            for (auto q = right.offsets[k]; q < right.offsets[k + 1]; ++q) {
                product.set_element(static_cast<index>(i), right.columns[static_cast<std::size_t>(q)]);
            }
        }
    }
    gb::matrix<void> fresh_want(64, n);
    gb::assign(alone, fresh_want, !gb::structure(before), gb::no_accum, gb::to_matrix(alone, product));
    const auto witnesses = [&](const gb::context& ctx, gb::method method) {
        auto w = old;
        gb::bit_rows fresh(64, n);
        gb::bit_witnesses met(64, n);
        gb::mxm_update(ctx, w, fresh, u, a, {.method = method}, met);
        return gb::to_matrix<std::int64_t>(ctx, fresh, met);
    };
    const auto witnesses_want = witnesses(alone, gb::method::dense);
    for (const auto method : {gb::method::dense, gb::method::dot}) {
        for (const gb::context& ctx : contexts()) {
            auto w = old;
            gb::bit_rows fresh(64, n);
            gb::mxm_update(ctx, w, fresh, u, a, {.method = method});
            CHECK(gb::to_matrix(ctx, fresh) == fresh_want);
            CHECK(witnesses(ctx, method) == witnesses_want);
            auto both = old;
            both.or_with(ctx, fresh);
            CHECK(w == both);
        }
    }
}

}  // namespace spec
