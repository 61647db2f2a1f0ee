// Products on a device by method merge: its sums are the host's to the bit.
#include <algorithm>
#include <random>
#include <vector>

#include <graphblas_gpu/cuda/merge/policy.hpp>
#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/plan.hpp>

#include <tests/catch.hpp>
#include <tests/cuda/samples.hpp>

namespace gb = graphblas_gpu;
using namespace device_samples;

namespace {

constexpr gb::descriptor by_merging{.method = gb::method::merge};

}  // namespace

TEST_CASE("merge: rows of every class, and entries that go on over chunks") {
    // The sizes at which another kernel takes a row, and rows whose multiplications are more than a chunk's.
    using policy = gb::cuda::merge_policy;
    std::vector<gb::index> sizes = {0, 1, 2, 100, 6000, 3, 5000, 1};
    std::vector<gb::index> most_of_class = {policy::max_products_of_lanes, policy::max_products_of_a_warp};
    for (gb::index n = policy::min_block_products; n <= policy::max_block_products; n *= 2) most_of_class.push_back(n);
    for (const gb::index n : most_of_class) sizes.insert(sizes.end(), {n - 1, n, n + 1});
    constexpr gb::index inner = 6000;
    const auto a = rows_of_sizes<float>(sizes, inner, 1);
    const gb::matrix<bool> m = any_matrix<bool>(static_cast<gb::index>(sizes.size()), 40, 3, 0.5);
    // C has one entry a row, about as many as a row has lanes, or nearly one for each multiplication.
    for (const gb::index ncols : {1, 40, 100000}) {
        const auto b = rows_of_sizes<float>(std::vector<gb::index>(inner, 1), ncols, 2);
        INFO(ncols << " columns");
        const auto right = gb::mxm(on_host(), gb::plus_times<float>, a, b);
        CHECK(gb::mxm(on_device(), gb::plus_times<float>, a, b, by_merging) == right);
        CHECK(on_device().last_report().method == gb::method::merge);
        CHECK(gb::mxm_nvals(on_device(), a, b, by_merging) == right.nvals());
        CHECK(gb::mxm_structure(on_device(), a, b, by_merging) == gb::mxm_structure(on_host(), a, b));
        CHECK(gb::mxm(on_device(), gb::min_plus<double>, a, b, by_merging) == gb::mxm(on_host(), gb::min_plus<double>, a, b));
        CHECK(gb::mxm(on_device(), gb::min_secondi<std::int64_t>, a, b, by_merging) ==
              gb::mxm(on_host(), gb::min_secondi<std::int64_t>, a, b));
        if (ncols != 40) continue;
        for (const bool complement : {false, true}) {
            gb::matrix<float> x(a.nrows(), ncols), y(a.nrows(), ncols);
            const auto mask = gb::structure(m);
            if (complement) {
                gb::mxm(on_host(), x, !mask, gb::no_accum, gb::plus_times<float>, a, b);
                gb::mxm(on_device(), y, !mask, gb::no_accum, gb::plus_times<float>, a, b, by_merging);
            } else {
                gb::mxm(on_host(), x, mask, gb::no_accum, gb::plus_times<float>, a, b);
                gb::mxm(on_device(), y, mask, gb::no_accum, gb::plus_times<float>, a, b, by_merging);
            }
            CHECK(x == y);
        }
    }
}

TEST_CASE("merge: rows of B of any length") {
    const auto a = any_matrix<double>(300, 300, 5, 0.05), b = any_matrix<double>(300, 2000, 6, 0.03);
    std::mt19937 random(8);
    const auto fractions = [&](const gb::matrix<double>& of) {
        gb::csr<double> rows = of.to_csr();
        for (double& x : rows.values) x = any_fraction<double>(random);
        return gb::matrix<double>::from_storage(std::move(rows));
    };
    const auto x = fractions(a), y = fractions(b);
    CHECK(gb::mxm(on_device(), gb::plus_times<double>, x, y, by_merging) == gb::mxm(on_host(), gb::plus_times<double>, x, y));
    const auto plan = gb::plan_mxm(on_device(), gb::plus_times<double>, x, y, by_merging);
    CHECK(plan.execute() == gb::mxm(on_host(), gb::plus_times<double>, x, y));
}

TEST_CASE("deterministic sums") {
    const auto a = rows_of_sizes<float>(std::vector<gb::index>(50, 200), 400, 11);
    const auto b = rows_of_sizes<float>(std::vector<gb::index>(400, 20), 300, 12);
    const gb::descriptor desc{.deterministic = true};
    const auto c = gb::mxm(on_device(), gb::plus_times<float>, a, b, desc);
    CHECK(on_device().last_report().method == gb::method::hash);
    CHECK(c == gb::mxm(on_host(), gb::plus_times<float>, a, b));
    // Long rows, whose structure is made first: windows, panels, and sums by rank.
    const auto long_rows = rows_of_sizes<float>({300, 250, 0, 10, 390}, 400, 16);
    for (const gb::index ncols : {500, 9000, 40000}) {
        const auto wide = rows_of_sizes<float>(std::vector<gb::index>(400, 100), ncols, 17);
        CHECK(gb::mxm(on_device(), gb::plus_times<float>, long_rows, wide, desc) ==
              gb::mxm(on_host(), gb::plus_times<float>, long_rows, wide));
        CHECK(on_device().last_report().method == gb::method::hash);
    }
    // A row whose rows of B are short is sorted.
    const auto hub = rows_of_sizes<float>({3, 2600, 4}, 3000, 18);
    const auto short_rows = rows_of_sizes<float>(std::vector<gb::index>(3000, 9), 700, 19);
    CHECK(gb::mxm(on_device(), gb::plus_times<float>, hub, short_rows, desc) ==
          gb::mxm(on_host(), gb::plus_times<float>, hub, short_rows));
    CHECK(on_device().last_report().method == gb::method::merge);
    // Under a mask that admits only its entries short rows are pushed in order, and longer ones merged.
    const auto few = rows_of_sizes<float>(std::vector<gb::index>(50, 4), 400, 14);
    const auto admitted = rows_of_sizes<float>(std::vector<gb::index>(50, 60), 300, 15);
    for (const auto& [left, how] : {std::pair{&few, gb::method::hash}, std::pair{&a, gb::method::merge}}) {
        gb::matrix<float> made(50, 300), wanted(50, 300);
        gb::mxm(on_device(), made, gb::structure(admitted), gb::no_accum, gb::plus_times<float>, *left, b, desc);
        CHECK(on_device().last_report().method == how);
        gb::mxm(on_host(), wanted, gb::structure(admitted), gb::no_accum, gb::plus_times<float>, *left, b);
        CHECK(made == wanted);
        CHECK(gb::plan_mxm(on_device(), gb::structure(admitted), gb::plus_times<float>, *left, b, desc).execute() == wanted);
        CHECK(gb::plan_mxm(on_device(), !gb::structure(admitted), gb::plus_times<float>, *left, b, desc).execute() ==
              gb::plan_mxm(on_host(), !gb::structure(admitted), gb::plus_times<float>, *left, b).execute());
    }
    // Sums that are the same in any order need nothing.
    (void)gb::mxm(on_device(), gb::plus_times<std::int64_t>, a, b, desc);
    CHECK(on_device().last_report().method != gb::method::merge);
    (void)gb::mxm_structure(on_device(), a, b, desc);
    CHECK(on_device().last_report().method != gb::method::merge);
    const auto plan = gb::plan_mxm(on_device(), gb::plus_times<float>, a, b, desc);
    CHECK(plan.execute() == c);
    CHECK(plan.method() == gb::method::hash);
    for (const gb::method how : {gb::method::hash, gb::method::dense, gb::method::dot}) {
        CHECK_THROWS_AS(gb::mxm(on_device(), gb::plus_times<float>, a, b, {.method = how, .deterministic = true}),
                        gb::unsupported);
    }
    const gb::vector<float> u = any_vector<float>(400, 13);
    CHECK_THROWS_AS(gb::mxv(on_device(), gb::plus_times<float>, a, u, desc), gb::unsupported);
    CHECK(gb::mxv(on_device(), gb::plus_times<std::int64_t>, a, u, desc) ==
          gb::mxv(on_host(), gb::plus_times<std::int64_t>, a, u));
}
