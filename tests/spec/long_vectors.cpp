// Operations on vectors that are long enough for all threads, full ones and others, against plain loops.
#include "trial.hpp"

#include <numeric>

namespace spec {
namespace {

using number = std::int64_t;
constexpr index long_size = 100'001;

/// Entries at the positions whose number modulo `of` is below `kept`, with values that depend on the position.
gb::vector<number> some(index kept, index of, number factor) {
    std::vector<index> at;
    std::vector<number> values;
    for (index j = 0; j < long_size; ++j) {
        if (j % of >= kept) continue;
        at.push_back(j);
        values.push_back(factor * j + kept);
    }
    return gb::vector<number>::from_entries(long_size, at, values);
}

/// f(x, y) for every position, x and y being null where there is no entry; an entry where it returns one.
template <class F>
gb::vector<number> by_loop(const gb::vector<number>& a, const gb::vector<number>& b, F&& f) {
    std::vector<index> at;
    std::vector<number> values;
    for (index j = 0; j < long_size; ++j) {
        if (const std::optional<number> x = f(a.get_element(j), b.get_element(j))) {
            at.push_back(j);
            values.push_back(*x);
        }
    }
    return gb::vector<number>::from_entries(long_size, at, values);
}

}  // namespace

TEST_CASE("long vectors: unions, intersections, maps, sums, accumulation and pulling", "[spec][vector]") {
    const auto ctx = context_with(3);
    using entry = std::optional<number>;
    const auto both = [](const entry& x, const entry& y) { return x && y ? entry(*x - *y) : std::nullopt; };
    const auto either = [](const entry& x, const entry& y) { return x && y ? entry(*x - *y) : x ? x : y; };
    const std::array<gb::vector<number>, 3> vectors{some(1, 1, 3), some(2, 7, 5), some(5, 9, 2)};
    for (std::size_t n = 0; n < vectors.size(); ++n) {
        for (std::size_t m = 0; m < vectors.size(); ++m) {
            const auto &a = vectors[n], &b = vectors[m];
            INFO("vectors " << n << " and " << m);
            CHECK(gb::ewise_mult(ctx, gb::minus{}, a, b) == by_loop(a, b, both));
            CHECK(gb::ewise_add(ctx, gb::minus{}, a, b) == by_loop(a, b, either));
            for (const bool is_dense : {false, true}) {
                auto c = in_form(a, is_dense);
                gb::apply(ctx, c, gb::no_mask, gb::minus{}, gb::identity{}, b);
                CHECK(c == by_loop(a, b, either));
            }
        }
        const auto& a = vectors[n];
        CHECK(gb::apply(ctx, gb::bind_second(gb::plus{}, number{1}), a) ==
              by_loop(a, a, [](const entry& x, const entry&) { return x ? entry(*x + 1) : x; }));
        const auto all = a.values();
        CHECK(gb::reduce(ctx, gb::plus{}, a) == std::accumulate(all.begin(), all.end(), number{0}));

        // A u for an A with entries (j, j) and (j, j / 2).
        std::vector<index> rows, columns;
        for (index j = 1; j < long_size; ++j) {
            rows.insert(rows.end(), {j, j});
            columns.insert(columns.end(), {j, j / 2});
        }
        const auto matrix = gb::matrix<void>::from_edges(long_size, long_size, rows, columns);
        gb::vector<number> pulled(long_size);
        gb::mxv(ctx, pulled, gb::no_mask, gb::no_accum, gb::plus_second<number>, matrix, a, {.method = gb::method::dot});
        index at = -1;
        CHECK(pulled == by_loop(a, a, [&](const entry&, const entry&) -> entry {
            if (++at == 0) return std::nullopt;
            const entry x = a.get_element(at), y = a.get_element(at / 2);
            if (!x && !y) return std::nullopt;
            return x.value_or(0) + y.value_or(0);
        }));
    }
}

}  // namespace spec
