// Small products by one kernel, against the host, and what goes on without it.
#include <graphblas_gpu/cuda/small/small_product.hpp>
#include <graphblas_gpu/io/generate.hpp>
#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/mxv.hpp>
#include <graphblas_gpu/plan.hpp>

#include <string>

#include <tests/catch.hpp>
#include <tests/cuda/samples.hpp>

namespace gb = graphblas_gpu;
using namespace device_samples;

namespace {

bool was_small() { return on_device().last_report().reason.find("by one kernel") != std::string::npos; }

/// Whole numbers, so that sums are exact. Row 2 is full, every 50th row half full, every seventh empty.
template <class T>
gb::matrix<T> sample(gb::index nrows, gb::index ncols, unsigned seed) {
    const auto chance = [](gb::index i, gb::index) { return i == 2 ? 1.0 : i % 50 == 3 ? 0.5 : i % 7 == 0 ? 0.0 : 0.03; };
    return random_matrix<T>(nrows, ncols, seed, chance, [](std::mt19937& random) { return any_value<T>(random); });
}

gb::matrix<float> as_row(const gb::vector<float>& u) {
    gb::matrix<float> row(1, u.size());
    for (gb::index j = 0; j < u.size(); ++j) {
        if (const auto x = u.get_element(j)) row.set_element(0, j, *x);
    }
    return row;
}

template <class S>
void check(const S& semiring, gb::index nrows, gb::index inner, gb::index ncols) {
    using value = gb::semiring_value_t<S>;
    CAPTURE(nrows, inner, ncols);
    const auto a = sample<gb::semiring_left_t<S>>(nrows, inner, 1);
    const auto b = sample<gb::semiring_right_t<S>>(inner, ncols, 2);
    const auto mask = sample<void>(nrows, ncols, 3);
    CHECK(gb::mxm(on_device(), semiring, a, b) == gb::mxm(on_host(), semiring, a, b));
    CHECK(was_small());
    CHECK(on_device().last_report().method == gb::method::dense);
    CHECK(on_device().last_report().flops == gb::mxm_flops(on_host(), a, b));
    CHECK(gb::mxm_nvals(on_device(), a, b) == gb::mxm_nvals(on_host(), a, b));
    CHECK(was_small());
    CHECK(gb::mxm_structure(on_device(), !gb::structure(mask), a, b) ==
          gb::mxm_structure(on_host(), !gb::structure(mask), a, b));
    CHECK(was_small());
    for (const bool replaces : {false, true}) {
        auto here = sample<value>(nrows, ncols, 4), there = here;
        const gb::descriptor d{.replace = replaces};
        gb::mxm(on_device(), here, !gb::structure(mask), gb::max{}, semiring, a, b, d);
        CHECK(was_small());
        gb::mxm(on_host(), there, !gb::structure(mask), gb::max{}, semiring, a, b, d);
        CHECK(here == there);
    }
}

}  // namespace

TEST_CASE("small products by one kernel are the host's, under complemented masks and accumulators too", "[one device]") {
    // Columns on both sides of a word of bits, and of a word for each thread.
    for (const gb::index ncols : {1, 31, 32, 33, 700, 8193}) {
        check(gb::plus_times<float>, 120, 60, ncols);
        check(gb::min_plus<float>, 60, 40, ncols);
    }
    check(gb::plus_times<double>, 300, 200, 250);
    check(gb::plus_pair<std::int64_t>, 300, 200, 250);
    check(gb::min_plus<float>, 300, 200, 250);
    check(gb::plus_times<float>, 1, 500, 3000);
    check(gb::plus_times<float>, 3, 10, 26000);  // as much shared memory as two blocks of a multiprocessor have
}

TEST_CASE("what is not small is counted by the kernel and multiplied as usual", "[one device]") {
    const auto full = [](gb::index nrows, gb::index ncols) {
        return random_matrix<float>(
            nrows, ncols, 5, [](gb::index, gb::index) { return 1.0; }, [](std::mt19937&) { return 1.0f; });
    };
    const auto differs = [&](const gb::matrix<float>& a, const gb::matrix<float>& b) {
        CHECK(gb::mxm(on_device(), gb::plus_times<float>, a, b) == gb::mxm(on_host(), gb::plus_times<float>, a, b));
        CHECK_FALSE(was_small());
        CHECK(on_device().last_report().flops == gb::mxm_flops(on_host(), a, b));
    };
    differs(full(1, 400), full(400, 400));    // too many multiplications in one row
    differs(full(2100, 1), full(1, 2100));    // too many entries
}

TEST_CASE("a named method, ordered sums and a limit of memory go without the kernel of small products", "[one device]") {
    const auto a = sample<float>(300, 300, 1);
    const auto wanted = gb::mxm(on_host(), gb::plus_times<float>, a, a);
    CHECK(gb::mxm(on_device(), gb::plus_times<float>, a, a, {.method = gb::method::hash}) == wanted);
    CHECK_FALSE(was_small());
    CHECK(gb::mxm(on_device(), gb::plus_times<float>, a, a, {.deterministic = true}) == wanted);
    CHECK_FALSE(was_small());
    const gb::context limited = gb::context::cuda({.memory_limit = gb::gib(1)});
    CHECK(gb::mxm(limited, gb::plus_times<float>, a, a) == wanted);
    CHECK(limited.last_report().reason.find("by one kernel") == std::string::npos);
}

TEST_CASE("a plan and a fold of a small product", "[one device]") {
    const auto a = sample<float>(300, 300, 1);
    const auto plan = gb::plan_mxm(on_device(), gb::plus_times<float>, a, a);
    CHECK(plan.reason().find("; counted, and the structure made, by one kernel") != std::string::npos);
    CHECK(plan.execute() == gb::mxm(on_host(), gb::plus_times<float>, a, a));
    CHECK(gb::mxm_reduce(on_device(), gb::plus{}, gb::no_mask, gb::plus_times<float>, a, a) ==
          gb::mxm_reduce(on_host(), gb::plus{}, gb::no_mask, gb::plus_times<float>, a, a));
}

TEST_CASE("a vector with few entries is pushed by one block", "[one device]") {
    const auto a = sample<float>(300, 2000, 1);
    const gb::vector<float> u = any_vector<float>(300, 2, 0.1);
    const gb::vector<float> on_columns = any_vector<float>(2000, 3, 0.05);
    const auto mask = any_vector<float>(2000, 4);
    const auto by_one_block = [] { return on_device().last_report().reason.find("by one block") != std::string::npos; };
    const auto in_all_forms = [&](const auto& semiring) {
        CHECK(gb::vxm(on_device(), semiring, u, a) == gb::vxm(on_host(), semiring, u, a));
        CHECK(by_one_block());
        CHECK(on_device().last_report().flops == gb::mxm_flops(on_host(), as_row(u), a));
        auto here = any_vector<float>(2000, 5), there = here;
        gb::vxm(on_device(), here, !gb::structure(mask), gb::max{}, semiring, u, a);
        CHECK(by_one_block());
        gb::vxm(on_host(), there, !gb::structure(mask), gb::max{}, semiring, u, a);
        CHECK(here == there);
        gb::vxm(on_device(), here, gb::structure(mask), gb::no_accum, semiring, u, a);
        CHECK_FALSE(by_one_block());
        gb::vxm(on_host(), there, gb::structure(mask), gb::no_accum, semiring, u, a);
        CHECK(here == there);
        // A' u pushes along the rows of A, with u as the right factor.
        CHECK(gb::mxv(on_device(), semiring, a, u, {.transpose_a = true}) ==
              gb::mxv(on_host(), semiring, a, u, {.transpose_a = true}));
        CHECK(by_one_block());
        CHECK(gb::mxv(on_device(), semiring, a, on_columns) == gb::mxv(on_host(), semiring, a, on_columns));
    };
    in_all_forms(gb::plus_times<float>);
    in_all_forms(gb::min_plus<float>);
    in_all_forms(gb::plus_pair<std::int64_t>);
    // As many entries as the block has threads, and one more; none of the matrix; more multiplications than a row may have.
    const auto as_many = [&](gb::index size, gb::index ncols, double density, bool is_small) {
        const auto wide = random_matrix<float>(
            size, ncols, 9, [=](gb::index i, gb::index) { return i % 3 == 0 ? 0.0 : density; }, any_value<float>);
        const auto all = any_vector<float>(size, 10, 1.0);
        CHECK(gb::vxm(on_device(), gb::plus_times<float>, all, wide) == gb::vxm(on_host(), gb::plus_times<float>, all, wide));
        CHECK(by_one_block() == is_small);
        CHECK(on_device().last_report().flops == wide.nvals());
    };
    constexpr gb::index most = gb::cuda::small::max_entries_of_vector;
    as_many(most, 1000, 0.1, true);
    as_many(most + 1, 1000, 0.1, false);
    as_many(most, 40, 0.0, true);
    as_many(most, 1000, 1.0, false);
    // As many columns as shared memory has room for, and a few more.
    namespace small = gb::cuda::small;
    const auto fits = [](gb::index ncols) {
        return small::fits_block(small::row_bytes(ncols, sizeof(float)), on_device().cuda_engine()->facts());
    };
    gb::index widest = 32;
    while (fits(widest + 32)) widest += 32;
    as_many(20, widest, 0.01, true);
    as_many(20, widest + 1, 0.01, false);
    // A product whose factors cannot be swapped.
    CHECK(gb::mxv(on_device(), gb::min_first<float>, a, u, {.transpose_a = true}) ==
          gb::mxv(on_host(), gb::min_first<float>, a, u, {.transpose_a = true}));
    CHECK_FALSE(by_one_block());
    // Values of another type are converted, once the work is known.
    const auto whole = sample<std::int32_t>(300, 2000, 6);
    CHECK(gb::vxm(on_device(), gb::plus_times<float>, u, whole) == gb::vxm(on_host(), gb::plus_times<float>, u, whole));
    CHECK(by_one_block());
    const auto wide = random_matrix<std::int32_t>(
        200, 20000, 7, [](gb::index, gb::index) { return 0.5; }, [](std::mt19937&) { return 1; });
    const gb::vector<float> all = any_vector<float>(200, 8, 1.0);
    CHECK(gb::vxm(on_device(), gb::plus_times<float>, all, wide) == gb::vxm(on_host(), gb::plus_times<float>, all, wide));
    CHECK_FALSE(by_one_block());
}
