// Plans on the CUDA engine that list their products, against the host engine.
//
// Idea: few products an entry, so that plans list them; masks of all kinds, new values, operands of other types, and memory
// that runs out in the middle. Terms are added in ascending k as on the host, so that sums of fractions are the same to the
// bit.
#include <cmath>
#include <random>

#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/plan.hpp>

#include <tests/catch.hpp>
#include <tests/cuda/samples.hpp>

namespace gb = graphblas_gpu;
using namespace device_samples;

namespace {

/// Three entries in most rows, none in some, many in one; values that add up to something else in another order.
template <class T>
gb::matrix<T> sparse_matrix(gb::index n, unsigned seed) {
    std::mt19937 random(seed);
    gb::matrix<T> m{n, n};
    for (gb::index i = 0; i < n; ++i) {
        const int entries = i % 6 == 4 ? 0 : i == 7 ? 40 : 3;
        for (int e = 0; e < entries; ++e) {
            const auto j = static_cast<gb::index>(random() % static_cast<unsigned>(n));
            const auto x = static_cast<double>(1 + random() % 1000);
            if constexpr (std::is_floating_point_v<T>) m.set_element(i, j, static_cast<T>(1 / x));
            else m.set_element(i, j, static_cast<T>(x));
        }
    }
    return m;
}

bool says_listed(const std::string& reason) { return reason.find("; products listed") != std::string::npos; }

template <class Plan>
bool lists(const Plan& plan) {
    return says_listed(plan.reason());
}

template <class S, class Mask, class TA, class TB>
void check_plan(const S& semiring, const Mask& mask, const gb::matrix<TA>& a, const gb::matrix<TB>& b, bool listed) {
    const auto plan = gb::plan_mxm(on_device(), mask, semiring, a, b);
    INFO(plan.reason());
    CHECK(lists(plan) == listed);
    const auto wanted = gb::plan_mxm(on_host(), mask, semiring, a, b).execute();
    CHECK(plan.execute() == wanted);
    CHECK(plan.execute() == wanted);
    CHECK(says_listed(on_device().last_report().reason) == listed);
    CHECK(on_device().last_report().nvals == wanted.nvals());
}

}  // namespace

TEST_CASE("plans that list their products compute what the host does, to the bit") {
    const auto a = sparse_matrix<float>(300, 1), b = sparse_matrix<float>(300, 2);
    check_plan(gb::plus_times<float>, gb::no_mask, a, b, true);
    check_plan(gb::min_plus<float>, gb::no_mask, a, b, true);
    check_plan(gb::plus_times<double>, gb::no_mask, a, b, true);                  // operands of another type
    check_plan(gb::max_times<float>, gb::no_mask, a, b, true);                    // operators that are looked up
    check_plan(gb::plus_pair<std::int64_t>, gb::no_mask, a, b, false);            // no value is read
    check_plan(gb::any_first<float>, gb::no_mask, a, b, false);                   // nothing is added
    check_plan(gb::plus_times<std::int64_t>, gb::no_mask, sparse_matrix<std::int64_t>(300, 3), b, true);
}

TEST_CASE("plans under masks list what the mask lets through") {
    const auto a = sparse_matrix<float>(300, 1), b = sparse_matrix<float>(300, 2);
    const gb::matrix<void> all = gb::mxm_structure(on_host(), a, b);
    const auto m = sparse_matrix<float>(300, 5);
    check_plan(gb::plus_times<float>, !gb::structure(m), a, b, true);
    check_plan(gb::plus_times<float>, gb::structure(all), a, b, true);
    // Hardly any product meets an entry of it: lists are not worth their making.
    check_plan(gb::plus_times<float>, gb::structure(m), a, b, false);
    check_plan(gb::plus_times<float>, !gb::structure(all), a, b, false);
}

TEST_CASE("a plan that lists its products takes new values, and other operands have their own") {
    auto a = sparse_matrix<float>(200, 1);
    const auto b = sparse_matrix<float>(200, 2);
    const auto plan = gb::plan_mxm(on_device(), gb::plus_times<float>, a, b);
    REQUIRE(lists(plan));
    const auto before = plan.execute();
    const gb::csr<float> rows = a.to_csr();
    for (gb::index i = 0; i < a.nrows(); ++i) {
        for (auto p = rows.structure().begin(i); p < rows.structure().end(i); ++p) {
            a.set_element(i, rows.columns[static_cast<std::size_t>(p)], static_cast<float>(p % 7) / 3.0f);
        }
    }
    const auto after = plan.execute();
    CHECK(after == gb::plan_mxm(on_host(), gb::plus_times<float>, a, b).execute());
    CHECK(!(after == before));
    // Results share their structure with the plan and each other, and each can be changed by itself.
    gb::matrix<float> changed = plan.execute();
    changed.set_element(0, 0, 1000.0f);
    gb::matrix<float> c = plan.execute();
    CHECK(c == after);
    gb::mxm(on_device(), c, gb::no_mask, gb::plus{}, gb::plus_times<float>, a, b);
    CHECK(plan.execute() == after);
}

TEST_CASE("a method that is named is not replaced by lists") {
    const auto a = sparse_matrix<float>(100, 1);
    for (const gb::method how : {gb::method::hash, gb::method::dense, gb::method::dot}) {
        const auto plan = gb::plan_mxm(on_device(), gb::plus_times<float>, a, a, {.method = how});
        CHECK(plan.reason() == "asked for");
        check_same(gb::mxm(on_host(), gb::plus_times<float>, a, a), plan.execute());
    }
}

TEST_CASE("entries of more products than a block holds") {
    constexpr gb::index inner = 6000;
    std::vector<gb::index> zeros(inner, 0), ones(inner, 1), all(inner), next(inner);
    std::vector<std::int64_t> x(inner);
    for (gb::index k = 0; k < inner; ++k) {
        all[static_cast<std::size_t>(k)] = k;
        next[static_cast<std::size_t>(k)] = 2 + k;
        x[static_cast<std::size_t>(k)] = k % 11 - 5;
    }
    const auto a = gb::matrix<std::int64_t>::from_edges(100, inner, ones, all, x);
    // One column full, and one entry a row besides, so that C has an entry for every two products.
    std::vector<gb::index> rows = all, columns = zeros;
    rows.insert(rows.end(), all.begin(), all.end());
    columns.insert(columns.end(), next.begin(), next.end());
    std::vector<std::int64_t> y = x;
    y.insert(y.end(), x.begin(), x.end());
    const auto b = gb::matrix<std::int64_t>::from_edges(inner, inner + 2, rows, columns, y);
    check_plan(gb::plus_times<std::int64_t>, gb::no_mask, a, b, true);
}

TEST_CASE("a plan for which memory is short does without lists") {
    const auto a = sparse_matrix<float>(2000, 1);
    const auto expected = gb::mxm(on_host(), gb::plus_times<float>, a, a);
    bool was_short = false, was_enough = false;
    for (std::int64_t limit = 100'000; limit < 16'000'000; limit *= 2) {
        const gb::context ctx = gb::context::cuda({.memory_limit = limit});
        try {
            const auto plan = gb::plan_mxm(ctx, gb::plus_times<float>, a, a);
            (lists(plan) ? was_enough : was_short) = true;
            check_same(expected, plan.execute());
            if (!lists(plan)) CHECK_THAT(plan.reason(), contains_text("; products not listed: that needs "));
        } catch (const gb::out_of_memory&) {
            CHECK(!was_enough);
        }
    }
    CHECK(was_short);
    CHECK(was_enough);
}
