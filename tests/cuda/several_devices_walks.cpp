// Random walks, and so PageRank, and searches that are spread over several devices: the same shares to the bit and the same
// rounds as on one device.
#include <algorithms/page_rank.hpp>
#include <graphblas_gpu/propagate.hpp>

#include <tests/catch.hpp>
#include <tests/cuda/groups.hpp>

#include <vector>

namespace gb = graphblas_gpu;
using namespace device_samples;

namespace {

/// A graph of n vertices: the first ones have rows of incoming edges that are cut into pieces, the last ones have no outgoing
/// edge, and every vertex has about `edges` edges.
gb::matrix<void> graph_with_hubs(gb::index n, int edges) {
    std::vector<gb::index> from, to;
    for (gb::index v = 0; v < n - n / 20; ++v) {
        for (int k = 0; k < edges; ++k) {
            from.push_back(v);
            to.push_back((v * 37 + 11 + 401 * k) % n);
        }
        if (v % 2 == 0 && v != 0) {
            from.push_back(v);
            to.push_back(0);
        }
        if (v % 5 == 0 && v != 3) {
            from.push_back(v);
            to.push_back(3);
        }
    }
    return gb::matrix<void>::from_edges(n, n, from, to);
}

void check_walk(const gb::context& ctx, const gb::matrix<void>& a, const gb::page_rank_options& options) {
    const gb::context one = gb::context::cuda({.memory = spec::device_memory()});
    const gb::matrix<void> on_one = a, on_all = a;
    const auto want = gb::page_rank(one, on_one, options);
    CHECK(one.last_report().devices == 1);
    const auto have = gb::page_rank(ctx, on_all, options);
    CHECK(ctx.last_report().devices == ctx.device_group()->size());
    CHECK(have.ranks == want.ranks);
    CHECK(have.iterations == want.iterations);
    CHECK(have.residual == want.residual);
}

}  // namespace

TEST_CASE("page_rank on several devices has the ranks of one device to the bit", "[page_rank]") {
    const int devices = GENERATE(2, 4);
    if (!has_devices(devices, "spread walks")) return;
    const gb::context ctx = on_first_devices(devices);
    for (const int edges : {1, 11}) {
        const auto a = graph_with_hubs(1500, edges);
        check_walk(ctx, a, {});
        check_walk(ctx, a, {.definition = gb::page_rank_definition::gap, .damping = 0.5, .tolerance = 1e-9});
    }
    // Ends between two looks of the host and at one, at once, and not at all.
    const auto a = graph_with_hubs(200, 3);
    for (const std::int64_t rounds : {0, 1, 3, 4, 6}) check_walk(ctx, a, {.tolerance = 0, .most_iterations = rounds});
    check_walk(ctx, a, {.damping = 0});
    check_walk(ctx, a, {.tolerance = 1});
    // Fewer vertices than devices.
    const std::vector<gb::index> from{0, 1}, to{1, 2};
    check_walk(ctx, gb::matrix<void>::from_edges(3, 3, from, to), {});
}

TEST_CASE("a spread walk copies edges once, and in every round what vertices move", "[page_rank]") {
    const int devices = GENERATE(2, 4);
    if (!has_devices(devices, "copies of walks")) return;
    const gb::context ctx = on_first_devices(devices);
    const auto a = graph_with_hubs(1000, 4);
    (void)gb::page_rank(ctx, a, {.tolerance = 0, .most_iterations = 4});
    const std::int64_t first = ctx.last_report().bytes_between_devices;
    (void)gb::page_rank(ctx, a, {.tolerance = 0, .most_iterations = 4});
    const std::int64_t again = ctx.last_report().bytes_between_devices;
    CHECK(first > again + a.nvals() * 4 / devices);
    (void)gb::page_rank(ctx, a, {.tolerance = 0, .most_iterations = 8});
    // Vertices and sums, to every other device.
    const std::int64_t others = devices - 1;
    CHECK(ctx.last_report().bytes_between_devices - again == 4 * (others * 1000 * 8 + others * devices * 16));
    // Small graphs are not spread.
    (void)gb::page_rank(gb::context::cuda({.devices = {0, 1}}), gb::matrix<void>(a));
    const gb::context usual = gb::context::cuda({.devices = {0, 1}});
    (void)gb::page_rank(usual, gb::matrix<void>(a));
    CHECK(usual.last_report().devices == 1);
}

#ifdef GRAPHBLAS_GPU_REHEARSAL
TEST_CASE("a walk on devices of different memory names the one that has too little", "[page_rank]") {
    if (!has_devices(2, "walks on devices of different memory")) return;
    const auto a = graph_with_hubs(2000, 5);
    rehearsal::set_device_memory(1, 40'000);
    {
        const gb::context ctx = on_devices({0, 1});
        CHECK_THROWS_WITH(gb::page_rank(ctx, gb::matrix<void>(a)), contains_text("on device 1"));
        const auto small = graph_with_hubs(150, 3);
        CHECK(gb::page_rank(ctx, gb::matrix<void>(small)).ranks ==
              gb::page_rank(gb::context::cuda(), gb::matrix<void>(small)).ranks);
    }
    rehearsal::set_device_memory(std::size_t{2} << 30);
}

TEST_CASE("a spread walk whose allocations are refused leaves no memory behind", "[page_rank]") {
    if (!has_devices(2, "refused allocations of walks")) return;
    const auto a = graph_with_hubs(150, 3);
    const auto want = gb::page_rank(gb::context::cuda(), gb::matrix<void>(a));
    const std::int64_t held = rehearsal::live_allocations();
    {
        const gb::context ctx = on_devices({0, 1});
        int failed = 0;
        for (int n = 1; n < 60; ++n) {
            gb::matrix<void> operand = a;
            operand.remove_element(1, 1);  // so that nothing of it is on a device
            rehearsal::fail_allocation(n, 2);
            try {
                const auto ranks = gb::page_rank(ctx, operand);
                rehearsal::fail_allocation(0);
                CHECK(ranks.ranks == want.ranks);
            } catch (const gb::out_of_memory&) {
                rehearsal::fail_allocation(0);
                ++failed;
            }
        }
        CHECK(failed > 5);
    }
    CHECK(rehearsal::live_allocations() == held);
}
#endif

namespace {

/// A symmetric graph: `middle` vertices with about 12 neighbours each, the first of which has all of them, and a path of `tail`
/// vertices at the last one.
gb::matrix<void> graph_with_tail(gb::index middle, gb::index tail) {
    std::vector<gb::index> from, to;
    const auto join = [&](gb::index v, gb::index w) {
        if (v == w) return;
        from.insert(from.end(), {v, w});
        to.insert(to.end(), {w, v});
    };
    for (gb::index v = 0; v < middle; ++v) {
        join(0, v);
        for (gb::index k = 1; k <= 6; ++k) join(v, (v * 31 + 17 * k * k) % middle);
    }
    for (gb::index v = middle; v < middle + tail; ++v) join(v - 1, v);
    return gb::matrix<void>::from_edges(middle + tail, middle + tail, from, to);
}

}  // namespace

TEST_CASE("searches that several devices make have the rounds of one device and of the host") {
    const int devices = GENERATE(2, 4);
    if (!has_devices(devices, "spread searches")) return;
    const gb::context ctx = on_first_devices(devices);
    const gb::context one = gb::context::cuda({.memory = spec::device_memory()});
    // The tail makes the searches go on, in blocks of their own, long after the rounds that pull.
    for (const gb::index tail : {0, 40}) {
        const auto a = graph_with_tail(400, tail);
        for (const gb::index count : {23, 64, 70}) {
            std::vector<gb::index> numbers, sources;
            for (gb::index s = 0; s < count; ++s) {
                numbers.push_back(s);
                sources.push_back((s * 17 + 5) % a.nrows());
            }
            for (const std::int32_t most : {2, 1000}) {
                INFO(count << " searches, a tail of " << tail << ", at most " << most << " rounds");
                const auto searched = [&](const gb::context& on) {
                    auto reached = gb::matrix<void>::from_edges(count, a.nrows(), numbers, sources);
                    gb::matrix<std::int32_t> rounds;
                    gb::matrix<void> graph = a;
                    CHECK(graph.is_symmetric(on));
                    gb::propagate(on, reached, reached, gb::visit, gb::any_pair<bool>, graph,
                                  {.most_rounds = most, .rounds_of_rows = &rounds});
                    CHECK(reached.nvals() == rounds.nvals());
                    return rounds;
                };
                const auto want = searched(one);
                if (most > 2) CHECK_THAT(one.last_report().reason, !contains_text(" 0 pulled"));
                CHECK(searched(gb::context::host()) == want);
                CHECK(searched(ctx) == want);
                CHECK(ctx.last_report().devices == devices);
            }
        }
    }
}
