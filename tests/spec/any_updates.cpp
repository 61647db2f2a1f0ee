// sort and vxm_update on types that are known at run time, against loops over maps and arrays.
#include "any_maps.hpp"
#include "trial.hpp"

#include <graphblas_gpu/any.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <numeric>

namespace spec {
namespace {

using gb::any_vector;
using gb::type_of;

/// A type of 12 bytes that a program describes by itself; values are sorted and compared by their first number.
struct reading {
    float value;
    std::int32_t from;
    std::int32_t unused;
};
const gb::type_descriptor reading_type{.bytes = sizeof(reading), .name = "reading"};
void is_less(void* z, const void* x, const void* y) {
    *static_cast<bool*>(z) = static_cast<const reading*>(x)->value < static_cast<const reading*>(y)->value;
}
void double_is_greater(void* z, const void* x, const void* y) {
    *static_cast<bool*>(z) = *static_cast<const double*>(x) > *static_cast<const double*>(y);
}

/// Values -3 .. 3, any numbers and the limits of T at some of the indices.
template <class T>
std::map<index, T> random_values(random& r, index size) {
    std::map<index, T> out;
    for (index i = 0; i < size; ++i) {
        if (!r.chance(0.6)) continue;
        const index what = r.below(10);
        if (what == 0) out[i] = std::numeric_limits<T>::lowest();
        else if (what == 1) out[i] = std::numeric_limits<T>::max();
        else if (what < 5) out[i] = static_cast<T>((r.below(index{1} << 62) - (index{1} << 61)) >> r.below(62));
        else out[i] = static_cast<T>(r.below(7) - 3);
    }
    return out;
}
template <class T>
any_vector vector_of(index size, const std::map<index, T>& values) {
    any_vector out(size, type_of<T>());
    for (const auto& [i, x] : values) out.set_element(i, &x);
    return out;
}

/// The indices of the entries in the order of `before`, by a sort of their own; equal ones ascend.
template <class T, class Before>
std::vector<index> order_of(const std::map<index, T>& values, const Before& before) {
    std::vector<index> out;
    for (const auto& [i, x] : values) out.push_back(i);
    std::stable_sort(out.begin(), out.end(), [&](index i, index j) { return before(values.at(i), values.at(j)); });
    return out;
}
std::vector<index> indices_of(const any_vector& permutation) {
    REQUIRE(permutation.type() == type_of<index>());
    const gb::vector<index> typed{any_vector(permutation)};
    return {typed.values().begin(), typed.values().end()};
}

template <class T>
void check_numbers(const gb::context& ctx, random& r, index size) {
    const auto values = random_values<T>(r, size);
    const any_vector u = vector_of(size, values);
    gb::any_matrix row(2, size, type_of<T>());
    for (const auto& [j, x] : values) row.set_element(1, j, &x);
    for (const bool descending : {false, true}) {
        const auto want = order_of(values, [&](T x, T y) { return descending ? y < x : x < y; });
        const auto [sorted, permutation] = gb::sort(ctx, gb::any_operator(descending ? "gt" : "lt", type_of<T>()), u);
        CHECK(indices_of(permutation) == want);
        REQUIRE(sorted.type() == type_of<T>());
        const gb::vector<T> typed{any_vector(sorted)};
        REQUIRE(typed.nvals() == static_cast<index>(want.size()));
        bool are_same = true;
        for (std::size_t n = 0; n < want.size(); ++n)
            are_same &= *typed.get_element(static_cast<index>(n)) == values.at(want[n]);
        CHECK(are_same);
        const auto [rows, columns] = gb::sort(ctx, gb::any_operator(descending ? "gt" : "lt", type_of<T>()), row);
        const gb::matrix<T> values_of_rows{gb::any_matrix(rows)};
        const gb::matrix<index> columns_before{gb::any_matrix(columns)};
        CHECK(values_of_rows.nvals() == static_cast<index>(want.size()));
        for (std::size_t n = 0; n < want.size(); ++n)
            are_same &= values_of_rows.get_element(1, static_cast<index>(n)) == values.at(want[n]) &&
                        columns_before.get_element(1, static_cast<index>(n)) == want[n];
        CHECK(are_same);
    }
}

}  // namespace

TEST_CASE("any: sort numbers of every type", "[any]") {
    random r(61);
    for (const gb::context& ctx : contexts()) {
        for (const gb::type_code code : maps::built_in)
            // Short rows are compared, long ones are sorted by digits.
            for (const index size : {90, 4000})
                gb::base::with_code(code, [&](auto of) { check_numbers<typename decltype(of)::type>(ctx, r, size); });
    }
}

TEST_CASE("any: sort rows, with values cast where they are compared", "[any]") {
    random r(62);
    gb::matrix<std::int64_t> a(30, 40);
    for (index i = 0; i < 30; ++i)
        for (index j = 0; j < 40; ++j)
            if (r.chance(0.05 * static_cast<double>(i % 12))) a.set_element(i, j, 100 * (r.below(6) - 3) + r.below(3));
    for (const gb::context& ctx : contexts()) {
        // As int8, 100 k + m wraps around: the order is that of the cast values, and the values stay whole.
        const auto [sorted, permutation] = gb::sort(ctx, gb::any_operator("lt", type_of<std::int8_t>()), a.any());
        const gb::matrix<std::int64_t> values{gb::any_matrix(sorted)};
        const gb::matrix<index> from{gb::any_matrix(permutation)};
        for (index i = 0; i < 30; ++i) {
            std::map<index, std::int64_t> row;
            for (const auto [at, j, x] : a.entries())
                if (at == i) row[j] = x;
            const auto want = order_of(
                row, [](std::int64_t x, std::int64_t y) { return static_cast<std::int8_t>(x) < static_cast<std::int8_t>(y); });
            for (std::size_t n = 0; n < want.size(); ++n) {
                CHECK(*from.get_element(i, static_cast<index>(n)) == want[n]);
                CHECK(*values.get_element(i, static_cast<index>(n)) == row[want[n]]);
            }
        }
        CHECK(values.nvals() == a.nvals());
    }
}

TEST_CASE("any: sort by functions, NaN last, and what is no order", "[any]") {
    random r(63);
    any_vector u(400, reading_type);
    std::map<index, float> values;
    for (index i = 0; i < 400; ++i) {
        if (r.chance(0.3)) continue;
        const reading x{static_cast<float>(r.below(20)), static_cast<std::int32_t>(i), 0};
        u.set_element(i, &x);
        values[i] = x.value;
    }
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const auto numbers = gb::vector<double>::from_dense(std::vector<double>{nan, 1, -0.0, nan, 3, 0.0, -2});
    const gb::any_operator order(&is_less, reading_type, reading_type, type_of<bool>());
    const gb::any_operator greater(&double_is_greater, type_of<double>(), type_of<double>(), type_of<bool>());
    for (const gb::context& ctx : contexts()) {
        if (ctx.is_cuda()) {
            CHECK_THROWS_AS(gb::sort(ctx, order, u), gb::unsupported);
            CHECK_THROWS_AS(gb::sort(ctx, greater, numbers.any()), gb::unsupported);
        } else {
            const auto [sorted, permutation] = gb::sort(ctx, order, u);
            const auto want = order_of(values, [](float x, float y) { return x < y; });
            CHECK(indices_of(permutation) == want);
            REQUIRE(sorted.type() == reading_type);
            for (std::size_t n = 0; n < want.size(); ++n) {
                reading x{};
                std::memcpy(&x, sorted.find(static_cast<index>(n)), sizeof(x));
                CHECK(x.from == want[n]);
            }
            CHECK(indices_of(gb::sort(ctx, greater, numbers.any()).permutation) == std::vector<index>{4, 1, 2, 5, 6, 0, 3});
        }
        CHECK(indices_of(gb::sort(ctx, gb::any_operator("gt", type_of<double>()), numbers.any()).permutation) ==
              std::vector<index>{4, 1, 2, 5, 6, 0, 3});
        CHECK_THROWS_AS(gb::sort(ctx, {}, numbers.any()), gb::invalid_value);
        CHECK_THROWS_AS(gb::sort(ctx, gb::any_operator("plus", type_of<double>()), numbers.any()), gb::domain_mismatch);
        CHECK_THROWS_AS(gb::sort(ctx, order, numbers.any()), gb::domain_mismatch);
    }
}

namespace {

/// A reading with the sum of two values, and one with the smaller value.
void added(void* z, const void* x, const void* y) {
    const reading *p = static_cast<const reading*>(x), *q = static_cast<const reading*>(y);
    *static_cast<reading*>(z) = {p->value + q->value, p->from + 1, 0};
}
void smaller(void* z, const void* x, const void* y) {
    const reading *p = static_cast<const reading*>(x), *q = static_cast<const reading*>(y);
    *static_cast<reading*>(z) = q->value < p->value ? *q : *p;
}

/// Edges i -> j with lengths, each length once, so that no two paths of few edges have the same sum.
std::map<std::pair<index, index>, std::int64_t> random_edges(random& r, index n) {
    std::map<std::pair<index, index>, std::int64_t> out;
    for (index i = 0; i < n; ++i)
        for (index j = 0; j < n; ++j)
            if (r.chance(0.1)) out[{i, j}] = 1 + r.below(50);
    return out;
}

}  // namespace

TEST_CASE("any: vxm_update returns what vxm changes", "[any]") {
    random r(64);
    const index n = 40;
    const auto edges = random_edges(r, n);
    gb::matrix<float> a(n, n);
    for (const auto& [at, x] : edges) a.set_element(at.first, at.second, static_cast<float>(x));
    for (const gb::context& ctx : contexts()) {
        for (int trial = 0; trial < 60; ++trial) {
            const bool has_mask = r.chance(0.7), complement = r.chance(0.5), replace = r.chance(0.5), is_own = r.chance(0.3);
            const bool accumulates = r.chance(0.5), is_dense = r.chance(0.5);
            std::map<index, std::int64_t> u, w, m;
            for (index i = 0; i < n; ++i) {
                if (r.chance(0.3)) u[i] = r.below(30);
                if (r.chance(0.4)) w[i] = r.below(60);
                if (r.chance(0.5)) m[i] = 1;
            }
            if (is_own) m = w;
            // The specification: T, then what the mask admits.
            std::map<index, std::int64_t> t, want;
            for (const auto& [at, length] : edges) {
                const auto from = u.find(at.first);
                if (from == u.end()) continue;
                const auto known = t.try_emplace(at.second, from->second + length).first;
                known->second = std::min(known->second, from->second + length);
            }
            for (index j = 0; j < n; ++j) {
                const bool admits = !has_mask || m.contains(j) != complement;
                if (!admits) {
                    if (!replace && w.contains(j)) want[j] = w[j];
                } else if (t.contains(j)) {
                    want[j] = accumulates && w.contains(j) ? std::min(w[j], t[j]) : t[j];
                } else if (accumulates && w.contains(j)) {
                    want[j] = w[j];
                }
            }
            std::map<index, std::int64_t> want_changed;
            for (const auto& [j, x] : want)
                if (!w.contains(j) || w[j] != x) want_changed[j] = x;

            any_vector out = vector_of(n, w), changed(n, type_of<std::int16_t>());
            if (is_dense && !ctx.is_cuda()) out.make_dense();
            const any_vector own_mask = vector_of(n, m);
            gb::any_mask mask;
            if (has_mask) mask = {nullptr, is_own ? &out : &own_mask, false, complement};
            gb::vxm_update(
                ctx, out, changed, mask, accumulates ? gb::any_operator("min", type_of<std::int64_t>()) : gb::any_operator(),
                gb::any_semiring("min_plus", type_of<std::int64_t>()), vector_of(n, u), a.any(), {.replace = replace});
            CHECK(gb::vector<std::int64_t>(std::move(out)) == gb::vector<std::int64_t>(vector_of(n, want)));
            std::map<index, std::int16_t> cast(want_changed.begin(), want_changed.end());
            CHECK(gb::vector<std::int16_t>(std::move(changed)) == gb::vector<std::int16_t>(vector_of(n, cast)));
        }
    }
}

TEST_CASE("any: shortest paths by vxm_update over two functions, until nothing changes", "[any]") {
    random r(65);
    const index n = 40;
    const auto edges = random_edges(r, n);
    gb::any_matrix a(n, n, reading_type);
    for (const auto& [at, x] : edges) {
        const reading edge{static_cast<float>(x), 0, 0};
        a.set_element(at.first, at.second, &edge);
    }
    // Bellman and Ford by loops.
    std::vector<float> want(static_cast<std::size_t>(n), std::numeric_limits<float>::infinity());
    want[0] = 0;
    for (index round = 0; round < n; ++round)
        for (const auto& [at, x] : edges) want[at.second] = std::min(want[at.second], want[at.first] + static_cast<float>(x));

    const gb::any_operator min(&smaller, reading_type);
    const gb::any_semiring shortest(gb::semiring_functions{&smaller, &added, &reading_type, &reading_type, &reading_type});
    for (const gb::context& ctx : contexts()) {
        any_vector best(n, reading_type), changed(n, reading_type);
        const reading source{};
        best.set_element(0, &source);
        changed.set_element(0, &source);
        if (ctx.is_cuda()) {
            CHECK_THROWS_AS(gb::vxm_update(ctx, best, changed, {}, min, shortest, changed, a), gb::unsupported);
            CHECK(changed.nvals() == 1);
            continue;
        }
        index rounds = 0;
        for (; changed.nvals() > 0 && rounds <= n; ++rounds) gb::vxm_update(ctx, best, changed, {}, min, shortest, changed, a);
        CHECK(rounds < n);
        for (index i = 0; i < n; ++i) {
            const std::byte* const found = best.find(i);
            REQUIRE((found != nullptr) == std::isfinite(want[static_cast<std::size_t>(i)]));
            reading x{};
            if (found != nullptr) std::memcpy(&x, found, sizeof(x));
            if (found != nullptr) CHECK(x.value == want[static_cast<std::size_t>(i)]);
        }
        // What is refused changes nothing.
        const any_vector before = best;
        CHECK_THROWS_AS(gb::vxm_update(ctx, best, best, {}, min, shortest, changed, a), gb::invalid_value);
        any_vector numbers(n, type_of<double>()), few(3, reading_type);
        CHECK_THROWS_AS(gb::vxm_update(ctx, best, numbers, {}, min, shortest, best, a), gb::domain_mismatch);
        CHECK_THROWS_AS(gb::vxm_update(ctx, best, few, {}, min, shortest, best, a), gb::dimension_mismatch);
        CHECK_THROWS_AS(
            gb::vxm_update(ctx, numbers, few, {}, gb::any_operator("min", type_of<float>()),
                           gb::any_semiring("min_plus", type_of<double>()), numbers, gb::any_matrix(n, n, type_of<double>())),
            gb::domain_mismatch);
        CHECK(best.nvals() == before.nvals());
    }
}

}  // namespace spec
