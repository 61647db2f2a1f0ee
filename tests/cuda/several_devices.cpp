// Products and propagations that are spread over several devices, beside one device.
//
// Idea: what every product gives on several devices is tested by the programs for products, which run with contexts of several
// devices too (ctest: devices2_<name>, devices4_<name>). Here is what only several devices have: where rows are computed, what
// is copied and kept, what stays distributed, and what fails. The emulated device is made to be four; on a machine of one
// device these cases are skipped by name.
#include <cstdio>
#include <string>
#include <vector>

#include <graphblas_gpu/cuda/devices/device_group.hpp>
#include <graphblas_gpu/cuda/devices/peer_copies.hpp>
#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/own_semiring.hpp>
#include <graphblas_gpu/plan.hpp>
#include <graphblas_gpu/propagate.hpp>
#include <graphblas_gpu/reduce.hpp>
#include <graphblas_gpu/select.hpp>

#include <tests/catch.hpp>
#include <tests/cuda/failing_memory.hpp>
#include <tests/cuda/groups.hpp>
#include <tests/cuda/samples.hpp>
#include <tests/cuda/struct_samples.hpp>

namespace gb = graphblas_gpu;
using namespace device_samples;

namespace {

/// Rows of very different work: the first ones have most of it.
template <class T>
gb::matrix<T> uneven(gb::index n, unsigned seed) {
    return random_matrix<T>(n, n, seed, [n](gb::index i, gb::index) { return i < n / 8 ? 0.6 : 0.05; }, any_value<T>);
}

}  // namespace

TEST_CASE("rows of a product are spread over devices, and stay there until they are asked for") {
    const int devices = GENERATE(2, 4);
    if (!has_devices(devices, "spread products")) return;
    const gb::context ctx = on_devices(devices == 2 ? std::vector<int>{1, 0} : std::vector<int>{0, 1, 2, 3});
    CHECK(ctx.cuda_engine()->device() == (devices == 2 ? 1 : 0));
    const auto a = uneven<std::int64_t>(100, 1), b = uneven<std::int64_t>(100, 2);
    const auto want = gb::mxm(on_host(), gb::plus_times<std::int64_t>, a, b);

    gb::matrix<std::int64_t> c = gb::mxm(ctx, gb::plus_times<std::int64_t>, a, b);
    const gb::report said = ctx.last_report();
    CHECK(said.devices >= devices - 1);  // rows are cut at whole tiles, so that a device may have none of few rows
    CHECK(said.nvals == want.nvals());
    CHECK(said.flops == gb::mxm_flops(on_host(), a, b));
    CHECK(said.bytes_between_devices > 0);
    CHECK(c.nvals() == want.nvals());
    CHECK(c.nrows() == 100);

    SECTION("fetched to the host, nothing goes from device to device") {
        const std::int64_t before = pulled_by(ctx);
        CHECK(c == want);
        CHECK(pulled_by(ctx) == before);
    }
    SECTION("as an operand the result is gathered") {
        const gb::context one = gb::context::cuda({.device = ctx.cuda_engine()->device()});
        const std::int64_t before = pulled_by(ctx);
        CHECK(gb::reduce(ctx, gb::plus{}, c) == gb::reduce(on_host(), gb::plus{}, want));
        CHECK(pulled_by(ctx) > before);
        CHECK(c == want);
        CHECK(gb::mxm_nvals(one, c, b) == gb::mxm_nvals(on_host(), want, b));
    }
    SECTION("a distributed matrix changes") {
        auto copy = c;
        copy.resize(90, 110);
        auto smaller = want;
        smaller.resize(90, 110);
        CHECK(copy == smaller);
        c.set_element(3, 3, 77);
        CHECK(c.get_element(3, 3) == 77);
    }
    SECTION("a distributed matrix is accumulated") {
        auto sum = c, host_sum = want;
        gb::mxm(ctx, sum, !gb::structure(a), gb::plus{}, gb::plus_times<std::int64_t>, b, a);
        gb::mxm(on_host(), host_sum, !gb::structure(a), gb::plus{}, gb::plus_times<std::int64_t>, b, a);
        CHECK(sum == host_sum);
    }
}

TEST_CASE("a context of a device that made no part reads a distributed matrix") {
    if (!has_devices(4, "distributed matrices read by others")) return;
    const gb::context ctx = on_devices({0, 1}), other = gb::context::cuda({.device = 3});
    const auto a = uneven<std::int64_t>(100, 11);
    const auto c = gb::mxm(ctx, gb::plus_times<std::int64_t>, a, a);
    CHECK(gb::reduce(other, gb::plus{}, c) ==
          gb::reduce(on_host(), gb::plus{}, gb::mxm(on_host(), gb::plus_times<std::int64_t>, a, a)));
}

TEST_CASE("devices have equal work, not equal rows") {
    const int devices = GENERATE(2, 4);
    if (!has_devices(devices, "equal work")) return;
    const gb::context ctx = on_devices(devices == 2 ? std::vector<int>{0, 1} : std::vector<int>{0, 1, 2, 3});
    const auto a = uneven<void>(400, 3);
    (void)gb::mxm_nvals(ctx, a, a);
    CHECK(ctx.last_report().devices == devices);
    const auto kept = gb::cuda::cuts_kept_with(*a.any().device_rows(ctx.cuda_engine()));
    REQUIRE(kept != nullptr);
    REQUIRE(kept->cuts.size() == static_cast<std::size_t>(devices) + 1);
    CHECK(kept->work == gb::mxm_flops(on_host(), a, a));
    const auto rows = a.row_offsets();
    std::vector<std::int64_t> work(static_cast<std::size_t>(a.nrows()), 0);
    for (const auto [i, k] : a.entries()) {
        const auto row = static_cast<std::size_t>(k);
        work[static_cast<std::size_t>(i)] += rows[row + 1] - rows[row];
    }
    const std::int64_t most = *std::max_element(work.begin(), work.end());
    for (std::size_t d = 0; d + 1 < kept->cuts.size(); ++d) {
        const std::int64_t sum =
            std::accumulate(work.begin() + kept->cuts[d], work.begin() + kept->cuts[d + 1], std::int64_t{0});
        // A cut is at most half a row of tiles and one row away from where it should be.
        CHECK(std::abs(sum - kept->work / devices) <= 10 * most);
    }
    CHECK(10 * most < kept->work / 4);
    // The first rows have most of the work, so that the first device has far fewer than its part of the rows.
    CHECK(kept->cuts[1] < 400 / devices / 2);
}

TEST_CASE("operands are copied to a device once, and again when they have changed") {
    if (!has_devices(2, "copies that are kept")) return;
    const gb::context ctx = on_devices({0, 1});
    auto a = uneven<double>(96, 4);
    (void)gb::mxm(ctx, gb::plus_times<double>, a, a);
    const std::int64_t first = ctx.last_report().bytes_between_devices;
    // A is B, so that its rows are not copied beside it: offsets, columns and values once.
    CHECK(first == (96 + 1) * 8 + a.nvals() * (4 + 8));
    (void)gb::mxm(ctx, gb::plus_times<double>, a, a);
    CHECK(ctx.last_report().bytes_between_devices == 0);
    CHECK(gb::mxm_nvals(ctx, a, a) == gb::mxm_nvals(on_host(), a, a));
    CHECK(ctx.last_report().bytes_between_devices == 0);
    a.set_element(0, 0, 3.0);
    (void)gb::mxm(ctx, gb::plus_times<double>, a, a);
    CHECK(ctx.last_report().bytes_between_devices >= first);
}

TEST_CASE("sums that do not depend on the order have the same bits on several devices") {
    const int devices = GENERATE(2, 4);
    if (!has_devices(devices, "bits of sums")) return;
    const gb::context ctx = on_devices(devices == 2 ? std::vector<int>{0, 1} : std::vector<int>{0, 1, 2, 3});
    std::vector<gb::index> sizes(64);
    for (std::size_t i = 0; i < sizes.size(); ++i) sizes[i] = static_cast<gb::index>(i * 37 % 28);
    const auto a = rows_of_sizes<float>(sizes, 64, 5);
    for (const gb::method how : {gb::method::automatic, gb::method::merge, gb::method::bitmap_tile}) {
        const gb::descriptor desc{.method = how, .deterministic = true};
        CHECK(gb::mxm(ctx, gb::plus_times<float>, a, a, desc) == gb::mxm(on_device(), gb::plus_times<float>, a, a, desc));
        CHECK(ctx.last_report().devices >= devices - 1);
    }
    CHECK(gb::mxm(ctx, gb::min_plus<float>, a, a) == gb::mxm(on_host(), gb::min_plus<float>, a, a));
    // The value is the row, so that every device has to know its first one.
    CHECK(gb::mxm(ctx, gb::any_firsti<std::int64_t>, a, a) == gb::mxm(on_host(), gb::any_firsti<std::int64_t>, a, a));
}

TEST_CASE("an accumulator that carries its source takes a distributed product") {
    if (!has_devices(2, "own accumulators")) return;
    const gb::context ctx = on_devices({0, 1});
    const auto a = uneven<float>(100, 7);
    auto x = a, y = a;
    gb::mxm(on_host(), x, gb::no_mask, sources::keep_larger_magnitude{}, gb::min_plus<float>, a, a);
    gb::mxm(ctx, y, gb::no_mask, sources::keep_larger_magnitude{}, gb::min_plus<float>, a, a);
    CHECK(ctx.last_report().devices == 2);
    CHECK(x == y);
}

TEST_CASE("a device whose rows do not begin at row 0 computes them by every method") {
    if (!has_devices(2, "rows from another one than 0 on")) return;
    const gb::context ctx = on_devices({0, 1});
    const auto check = [&](const auto& semiring, const auto& a, const auto& b) {
        const auto want = gb::mxm(on_host(), semiring, a, b);
        for (const gb::method how : {gb::method::hash, gb::method::merge}) {
            INFO(gb::to_string(how));
            const bool is_same = gb::mxm(ctx, semiring, a, b, {.method = how}) == want;
            CHECK(is_same);
            CHECK(ctx.last_report().devices == 2);
        }
    };
    const auto numbers = uneven<float>(64, 1), other_numbers = uneven<float>(64, 2);
    SECTION("of the catalogue: sums, and what is looked up at the least k") {
        check(gb::min_plus<float>, numbers, other_numbers);
        check(gb::any_second<float>, numbers, other_numbers);
    }
    SECTION("of your own over 16 bytes: rows that are merged, and operators that read positions") {
        check(sources::long_complex_products{}, some_matrix<sources::long_complex>(64, 64, 1),
              some_matrix<sources::long_complex>(64, 64, 2));
        check(sources::placed_products{}, numbers, some_matrix<std::int8_t>(64, 64, 3));
    }
}

TEST_CASE("triangles are summed up on several devices") {
    const int devices = GENERATE(2, 4);
    if (!has_devices(devices, "spread sums")) return;
    const gb::context ctx = on_devices(devices == 2 ? std::vector<int>{0, 1} : std::vector<int>{0, 1, 2, 3});
    const gb::matrix<void> u = gb::select(on_host(), gb::triu{1}, uneven<void>(150, 6));
    const auto count = [&](const gb::context& on, bool transpose, gb::method how) {
        return gb::mxm_reduce(on, gb::plus{}, gb::structure(u), gb::plus_pair<std::int64_t>, u, u,
                              {.transpose_b = transpose, .method = how});
    };
    for (const bool transpose : {false, true}) {
        for (const gb::method how : gb::all_methods) {
            INFO(gb::to_string(how) << (transpose ? ", B'" : ""));
            CHECK(count(ctx, transpose, how) == count(on_host(), transpose, gb::method::automatic));
            // The first rows have most of the work, and cuts are multiples of 8: devices may be left without rows.
            CHECK(ctx.last_report().devices >= devices / 2);
        }
    }
}

TEST_CASE("shortest paths from many sources are spread over devices") {
    const int devices = GENERATE(2, 4);
    if (!has_devices(devices, "spread shortest paths")) return;
    const gb::context ctx = on_devices(devices == 2 ? std::vector<int>{0, 1} : std::vector<int>{0, 1, 2, 3});
    const auto a = random_matrix<std::int32_t>(90, 90, 7, [](gb::index, gb::index) { return 0.03; },
                                               [](std::mt19937& r) { return static_cast<std::int32_t>(r() % 9 + 1); });
    std::vector<gb::index> numbers, sources;
    for (gb::index s = 0; s < 23; ++s) {
        numbers.push_back(s);
        sources.push_back(s * 17 % 90);
    }
    const auto relaxed = [&](const gb::context& on) {
        auto w = gb::matrix<std::int32_t>::from_edges(23, 90, numbers, sources, std::vector<std::int32_t>(23, 0));
        gb::propagate(on, w, w, gb::relax, gb::min_plus<std::int32_t>, a, {.longest = 9});
        return w;
    };
    CHECK(relaxed(ctx) == relaxed(on_host()));
    CHECK(ctx.last_report().devices == devices);
}

TEST_CASE("a plan is kept by all devices, and executed by all of them for new values") {
    const int devices = GENERATE(2, 4);
    if (!has_devices(devices, "plans that are spread")) return;
    const gb::context ctx = on_devices(devices == 2 ? std::vector<int>{0, 1} : std::vector<int>{0, 1, 2, 3});
    auto a = uneven<std::int64_t>(100, 12);
    const auto b = uneven<std::int64_t>(100, 13), m = uneven<std::int64_t>(100, 14);
    gb::descriptor desc;
    desc.method = GENERATE(gb::method::automatic, gb::method::hash, gb::method::bitmap_tile, gb::method::merge);
    const auto check = [&](const auto& mask) {
        const auto plan = gb::plan_mxm(ctx, mask, gb::plus_times<std::int64_t>, a, b, desc);
        const gb::matrix<std::int64_t> blank(100, 100);
        const auto wanted = [&] {
            auto c = blank;
            gb::mxm(on_host(), c, mask, gb::no_accum, gb::plus_times<std::int64_t>, a, b);
            return c;
        };
        CHECK(plan.nvals() == wanted().nvals());
        CHECK(plan.execute() == wanted());
        CHECK(ctx.last_report().devices >= devices - 1);
        CHECK(ctx.last_report().nvals == plan.nvals());
        const auto entries = a.to_csr();
        for (gb::index i = 0; i < a.nrows(); ++i) {
            const gb::column_index j = entries.columns[static_cast<std::size_t>(entries.structure().begin(i))];
            a.set_element(i, j, i % 7 - 3);
        }
        gb::matrix<double> c(100, 100);
        plan.execute(c);  // other values, which are copied to all devices anew, and cast
        gb::matrix<double> cast(100, 100);
        gb::apply(on_host(), cast, gb::no_mask, gb::no_accum, gb::identity{}, wanted());
        CHECK(c == cast);
    };
    check(gb::no_mask);
    check(gb::structure(m));
    check(!gb::structure(m));
}

TEST_CASE("small products, and what only one device can do, run on the first") {
    if (!has_devices(2, "products that are not spread")) return;
    const auto a = uneven<std::int64_t>(60, 8);
    const gb::context usual = gb::context::cuda({.devices = {0, 1}});
    CHECK(gb::mxm(usual, gb::plus_times<std::int64_t>, a, a) == gb::mxm(on_host(), gb::plus_times<std::int64_t>, a, a));
    CHECK(usual.last_report().devices == 1);
    CHECK_THAT(usual.last_report().reason, contains_text("on the first of 2 devices, because there is little work"));
    const auto plan = gb::plan_mxm(usual, gb::plus_times<std::int64_t>, a, a);
    CHECK(plan.execute() == gb::mxm(on_host(), gb::plus_times<std::int64_t>, a, a));
    CHECK_THAT(usual.last_report().reason, contains_text("on the first of 2 devices"));
    const gb::context ctx = on_devices({0, 1});
    const gb::matrix<int> nothing(0, 5);
    CHECK(gb::mxm(ctx, gb::plus_times<int>, nothing, gb::matrix<int>(5, 3)).nrows() == 0);
}

TEST_CASE("what another device than the first one has computed is read outside of operations") {
    if (!has_devices(2, "a context of the second device")) return;
    const gb::context ctx = gb::context::cuda({.device = 1});
    const auto a = uneven<std::int64_t>(60, 11);
    const auto c = gb::mxm(ctx, gb::plus_times<std::int64_t>, a, a);
    CHECK(c == gb::mxm(on_host(), gb::plus_times<std::int64_t>, a, a));
}

TEST_CASE("devices that cannot be used together are refused") {
    if (!has_devices(2, "devices that are refused")) return;
    CHECK_THROWS_WITH(on_devices({0, 0}), "context: CUDA device 0 is named twice");
    CHECK_THROWS_AS(on_devices({0, 1000}), gb::invalid_value);
    CHECK_THROWS_AS(on_devices({-1, 0}), gb::invalid_value);
    CHECK_THROWS_WITH(on_devices(std::vector<int>(65, 0)), "context: 65 devices asked for; at most 64 can be used together");
    CHECK_THROWS_AS(gb::context::cuda({.devices = {0, 1}, .memory_limit = -1}), gb::invalid_value);
    CHECK_THROWS_AS(gb::context::cuda({.devices = {0, 1}, .memory = std::make_shared<failing_memory>(nullptr)}),
                    gb::invalid_value);
    CHECK_THROWS_AS(gb::context::cuda({.devices = {0, 1}, .spread_from = -1}), gb::invalid_value);
    CHECK(gb::context::cuda({.devices = {1}}).cuda_engine()->device() == 1);
    CHECK(gb::context::cuda({.devices = {1}}).device_group() == nullptr);
#ifdef GRAPHBLAS_GPU_REHEARSAL
    rehearsal::set_peer_access(false);
    CHECK_THROWS_AS(on_devices({0, 1}), gb::unsupported);
    rehearsal::set_peer_access(true);
#endif
}

TEST_CASE("where one device runs out of memory, the error names it and the output stays") {
    if (!has_devices(2, "lack of memory")) return;
    // The product has far more entries than its operands, and does not fit.
    const auto a = random_matrix<double>(300, 300, 9, [](gb::index, gb::index) { return 0.08; }, any_value<double>);
    const gb::context small = on_devices({0, 1}, 320'000);
    auto c = gb::matrix<double>::from_edges(300, 300, {1}, {2}, std::vector<double>{5});
    const auto before = c;
    CHECK_THROWS_WITH(gb::mxm(small, c, gb::no_mask, gb::no_accum, gb::plus_times<double>, a, a), contains_text("on device"));
    CHECK(c == before);
    // With more memory on each device than half the product takes it fits, although one device could not hold it.
    const gb::context enough = on_devices({0, 1}, 1'000'000);
    CHECK(gb::mxm_nvals(enough, a, a) == gb::mxm_nvals(on_host(), a, a));
    CHECK(gb::mxm_nvals(small, a, a) == gb::mxm_nvals(on_host(), a, a));
#ifdef GRAPHBLAS_GPU_REHEARSAL
    // Devices of different memory: the second one has too little for its rows.
    rehearsal::set_device_memory(1, 500'000);
    const gb::context uneven_devices = on_devices({0, 1});
    CHECK_THROWS_WITH(gb::mxm(uneven_devices, c, gb::no_mask, gb::no_accum, gb::plus_times<double>, a, a),
                      contains_text("on device 1"));
    CHECK(c == before);
    rehearsal::set_device_memory(std::size_t{2} << 30);
#endif
}

#ifdef GRAPHBLAS_GPU_REHEARSAL
TEST_CASE("spread calls whose allocations are refused leave their output and no memory behind") {
    if (!has_devices(2, "refused allocations")) return;
    const auto a = uneven<std::int64_t>(64, 10);
    const auto want = gb::mxm(on_host(), gb::plus_times<std::int64_t>, a, a);
    const std::int64_t held = rehearsal::live_allocations();
    {
        const gb::context ctx = on_devices({0, 1});
        int failed = 0;
        for (int n = 1; n < 120; n += n < 60 ? 1 : 5) {
            auto c = gb::matrix<std::int64_t>(64, 64);
            const auto operand = a;
            rehearsal::fail_allocation(n, 2);
            try {
                gb::mxm(ctx, c, gb::no_mask, gb::no_accum, gb::plus_times<std::int64_t>, operand, operand);
                rehearsal::fail_allocation(0);
                CHECK(c == want);
            } catch (const gb::out_of_memory&) {
                rehearsal::fail_allocation(0);
                CHECK(c.nvals() == 0);
                ++failed;
            }
            // The next call finds what it needs.
            if (n % 40 == 1) CHECK(gb::mxm(ctx, gb::plus_times<std::int64_t>, operand, operand) == want);
        }
        CHECK(failed > 5);
    }
    CHECK(rehearsal::live_allocations() == held);
}
#endif
