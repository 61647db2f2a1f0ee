// grb_bench_devices: the same calls on one GPU and on several, in one process. See docs/several-devices.md; scaling.cpp has --counts.
//
// Idea: a line is a call on an R-MAT graph; its sides are a context of the first device alone and one of all devices, which take turns.
// Operands are on their devices before the first timed turn, as after any first call. The sides' results are compared.
#include "devices.hpp"

#include <algorithms/triangle_count.hpp>
#include <graphblas_gpu/cuda/device/device_group.hpp>
#include <graphblas_gpu/cuda/device/array.hpp>
#include <graphblas_gpu/io/generate.hpp>
#include <graphblas_gpu/io/read_matrix.hpp>
#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/propagate.hpp>
#include <graphblas_gpu/reduce.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <vector>

namespace bench::devices {
namespace {

namespace gb = graphblas_gpu;

/// The contexts, and what the report of each call adds to its line.
struct environment {
    gb::context one;
    gb::context all;
    gb::context host;
    const options& o;

    /// What the devices have copied from each other so far.
    gb::cuda::moves pulled() const {
        gb::cuda::moves sum;
        for (const auto& e : all.device_group()->engines()) {
            sum.bytes_from_devices += e->moved().bytes_from_devices;
            sum.milliseconds_from_devices += e->moved().milliseconds_from_devices;
        }
        return sum;
    }

    void wait(const gb::context& ctx) const {
        if (const auto& group = ctx.device_group(); group != nullptr) {
            for (const auto& e : group->engines()) e->synchronise();
        } else {
            ctx.cuda_engine()->synchronise();
        }
    }
};

/// Prints one line: medians of both sides, their quotient, and the report of the last call on all devices.
void measure(const environment& env, const std::string& name, const bench::contest& task) {
    bench::outcome times;
    try {
        const gb::cuda::moves before = env.pulled();
        task.sides[1].run();
        const gb::cuda::moves after = env.pulled();
        task.sides[1].discard();
        if (after.bytes_from_devices > before.bytes_from_devices) {
            const auto bytes = static_cast<double>(after.bytes_from_devices - before.bytes_from_devices);
            fmt::print("{:<24} the first call copied {:.1f} MB between devices and waited {:.3f} ms for them\n", name, 1e-6 * bytes,
                       after.milliseconds_from_devices - before.milliseconds_from_devices);
        }
        times = bench::run(task, env.o.how, env.o.verify);
    } catch (const gb::out_of_memory&) {
        // Which side it was is not known: all devices are tried alone.
        env.one.release_memory();
        env.all.release_memory();
        try {
            bench::contest of_all;
            of_all.sides.push_back(task.sides[1]);
            const bench::outcome alone = bench::run(of_all, env.o.how, false);
            fmt::print("{:<24} {:>10} {:>10.3f} {:>6}  {} entries; {}\n", name, "no memory", alone.sides[0].median(), "",
                       env.all.last_report().nvals, env.all.last_report().reason);
        } catch (const gb::out_of_memory& e) {
            fmt::print("{:<24} {:>10} {:>10} {:>6}  {}\n", name, "no memory", "no memory", "", e.what());
        }
        std::fflush(stdout);
        return;
    }
    const gb::report r = env.all.last_report();
    const double one = times.sides[0].median(), all = times.sides[1].median();
    const char* const verdict = times.verified == bench::verdict::equal       ? "equal"
                                : times.verified == bench::verdict::different ? times.difference.c_str()
                                                                              : "not compared";
    fmt::print("{:<24} {:>10.3f} {:>10.3f} {:>6.2f}  {}; {}; {} entries, at most {:.2f} GB on a device\n", name, one, all, one / all, verdict,
               r.reason, r.nvals, 1e-9 * static_cast<double>(r.peak_bytes));
    std::fflush(stdout);
}

/// A contest of call(ctx), which makes a Result, on one device and on all; same(x, y) says whether results are equal.
template <class Result, class Call, class Same>
bench::contest contest_of(const environment& env, Call call, Same same) {
    struct results {
        Result one{}, all{};
    };
    const auto s = std::make_shared<results>();
    const auto side = [&](const char* name, const gb::context& ctx, Result results::*to) {
        return bench::side{name, {}, [&env, &ctx, s, to, call] { (*s).*to = call(ctx); env.wait(ctx); },
                           [&env, &ctx, s, to] { (*s).*to = Result{}; env.wait(ctx); }};
    };
    bench::contest task;
    task.sides.push_back(side("one device", env.one, &results::one));
    task.sides.push_back(side("all devices", env.all, &results::all));
    task.verify = [s, same]() -> std::string { return same(s->one, s->all) ? "" : "the results differ"; };
    return task;
}

/// How fast 2 GiB go from the first device to the second, back, and both ways at once.
void measure_link(const environment& env) {
    constexpr std::size_t bytes = std::size_t{2} << 30;
    const auto engines = env.all.device_group()->engines();
    const gb::cuda::memory a(engines[0], bytes), b(engines[1], bytes), a2(engines[0], bytes), b2(engines[1], bytes);
    const auto copy_of = [](const gb::cuda::memory& from, const gb::cuda::memory& to) {
        return gb::cuda::transfer{from.owner().get(), from.data(), to.owner().get(), to.data(), bytes};
    };
    gb::cuda::communicator& between = *env.all.device_group()->between();
    fmt::print("copies by {}\n", between.name());
    const auto rate = [&](const char* name, double moved, const std::function<void()>& copy) {
        std::vector<double> times;
        for (int turn = 0; turn < 4; ++turn) {
            times.push_back(bench::timed([&] { copy(); env.wait(env.all); }));
        }
        fmt::print("{:<24} {:>10.3f} ms, {:.1f} GB/s\n", name, *std::min_element(times.begin() + 1, times.end()),
                   1e-6 * moved / *std::min_element(times.begin() + 1, times.end()));
    };
    rate("link, first to second", bytes, [&] { between.exchange(std::array{copy_of(a, b)}); });
    rate("link, second to first", bytes, [&] { between.exchange(std::array{copy_of(b, a)}); });
    rate("link, both ways", 2.0 * bytes, [&] { between.exchange(std::array{copy_of(a, b), copy_of(b2, a2)}); });
}

}  // namespace

void measure_lines(const options& o) {
    const environment env{gb::context::cuda({.device = o.devices.front()}), gb::context::cuda({.devices = o.devices, .transport = o.nccl ? gb::device_transport::nccl : gb::device_transport::peer_copies}), gb::context::host(), o};
    fmt::print("{} on devices {}; R-MAT {}/{}; ms on one device, on all, the quotient\n", env.one.cuda_engine()->facts().name,
               fmt::join(o.devices, ","), o.scale, o.edge_factor);
    const auto wanted = [&](const char* name) { return std::find(o.lines.begin(), o.lines.end(), name) != o.lines.end(); };
    if (wanted("link")) measure_link(env);
    const auto graph = gb::from_coordinates<void>(env.host, gb::rmat(o.scale, o.edge_factor, {.threads = env.host.threads()}));
    (void)graph.storage();
    // Every context gets an operand of its own, because a matrix stays on one device and its copies with it.
    const gb::matrix<void> on_one = graph, on_all = graph;
    const auto of = [&](const gb::context& ctx) -> const gb::matrix<void>& { return &ctx == &env.one ? on_one : on_all; };
    const auto name = [&](const char* call) { return fmt::format("{} {}/{}", call, o.scale, o.edge_factor); };

    if (wanted("mxm") || wanted("gathered")) {
        gb::csr<float> weighted;
        weighted.nrows = graph.nrows();
        weighted.ncols = graph.ncols();
        weighted.offsets = graph.storage().offsets;
        weighted.columns = graph.storage().columns;
        weighted.values = gb::buffer<float>(weighted.columns.size(), 1.0f);
        const auto real_one = gb::matrix<float>::from_storage(gb::csr<float>(weighted));
        const auto real_all = gb::matrix<float>::from_storage(std::move(weighted));
        const auto same = [&](const gb::matrix<float>& x, const gb::matrix<float>& y) {
            return x.nvals() == y.nvals() && gb::reduce(env.one, gb::plus{}, x) == gb::reduce(env.all, gb::plus{}, y);
        };
        const auto square = [&](const gb::context& ctx) {
            const gb::matrix<float>& a = &ctx == &env.one ? real_one : real_all;
            return gb::mxm(ctx, gb::plus_times<float>, a, a);
        };
        if (wanted("mxm")) measure(env, name("mxm"), contest_of<gb::matrix<float>>(env, square, same));
        if (wanted("gathered")) {
            measure(env, name("mxm, gathered"), contest_of<gb::matrix<float>>(env, [&](const gb::context& ctx) {
                auto c = square(ctx);
                (void)c.device_storage(ctx.cuda_engine());
                return c;
            }, same));
        }
    }
    env.one.release_memory();
    env.all.release_memory();
    if (wanted("nvals")) {
        measure(env, name("mxm_nvals"), contest_of<gb::index>(env, [&](const gb::context& ctx) { return gb::mxm_nvals(ctx, of(ctx), of(ctx)); },
                                                             [](gb::index x, gb::index y) { return x == y; }));
    }
    if (wanted("masked")) {
        measure(env, name("C<A>, plus_pair"), contest_of<gb::matrix<std::int64_t>>(env, [&](const gb::context& ctx) {
            const gb::matrix<void>& a = of(ctx);
            gb::matrix<std::int64_t> c(a.nrows(), a.ncols());
            gb::mxm(ctx, c, gb::structure(a), gb::no_accum, gb::plus_pair<std::int64_t>, a, a);
            return c;
        }, [](const auto& x, const auto& y) { return x == y; }));
    }
    if (wanted("triangles")) {
        const auto u_one = gb::triu_by_degree(env.one, on_one), u_all = gb::triu_by_degree(env.all, on_all);
        measure(env, name("triangles, oriented"), contest_of<std::int64_t>(env, [&](const gb::context& ctx) {
            const gb::matrix<void>& u = &ctx == &env.one ? u_one : u_all;
            return gb::mxm_reduce(ctx, gb::plus{}, gb::structure(u), gb::plus_pair<std::int64_t>, u, u);
        }, [](std::int64_t x, std::int64_t y) { return x == y; }));
    }
    if (wanted("count")) {
        measure(env, name("triangle_count"), contest_of<std::int64_t>(env, [&](const gb::context& ctx) { return gb::triangle_count(ctx, of(ctx)).triangles; },
                                                                      [](std::int64_t x, std::int64_t y) { return x == y; }));
    }
    if (wanted("levels") || wanted("paths")) {
        std::vector<gb::index> sources, numbers;
        for (gb::index v = 0; static_cast<int>(sources.size()) < o.sources; v = (v + 7919) % graph.nrows()) {
            if (graph.row_offsets()[static_cast<std::size_t>(v) + 1] == graph.row_offsets()[static_cast<std::size_t>(v)]) continue;
            numbers.push_back(static_cast<gb::index>(sources.size()));
            sources.push_back(v);
        }
        (void)on_one.is_symmetric(env.one);
        (void)on_all.is_symmetric(env.all);
        const auto same = [](const auto& x, const auto& y) { return x == y; };
        if (wanted("levels")) {
            measure(env, fmt::format("{}, {} sources", name("levels"), o.sources), contest_of<gb::matrix<std::int32_t>>(env, [&](const gb::context& ctx) {
                gb::matrix<std::int32_t> levels;
                auto reached = gb::matrix<void>::from_edges(o.sources, graph.nrows(), numbers, sources);
                gb::propagate(ctx, reached, reached, gb::fill_blanks, gb::any_pair<bool>, of(ctx), {.rounds_of_rows = &levels});
                return levels;
            }, same));
        }
        if (wanted("paths")) {
            gb::csr<std::int32_t> weighted;
            weighted.nrows = graph.nrows();
            weighted.ncols = graph.ncols();
            weighted.offsets = graph.storage().offsets;
            weighted.columns = graph.storage().columns;
            weighted.values = gb::buffer<std::int32_t>(weighted.columns.size());
            for (std::size_t p = 0; p < weighted.values.size(); ++p) weighted.values[p] = static_cast<std::int32_t>(1 + p * 2654435761u % 255);
            const auto lengths_one = gb::matrix<std::int32_t>::from_storage(gb::csr<std::int32_t>(weighted));
            const auto lengths_all = gb::matrix<std::int32_t>::from_storage(std::move(weighted));
            measure(env, fmt::format("{}, {} sources", name("paths"), o.sources), contest_of<gb::matrix<std::int32_t>>(env, [&](const gb::context& ctx) {
                const auto& a = &ctx == &env.one ? lengths_one : lengths_all;
                const std::vector<std::int32_t> zeros(sources.size(), 0);
                auto distances = gb::matrix<std::int32_t>::from_edges(o.sources, graph.nrows(), numbers, sources, zeros);
                gb::propagate(ctx, distances, distances, gb::improve, gb::min_plus<std::int32_t>, a, {.longest = 255});
                return distances;
            }, same));
        }
    }
}

}  // namespace bench::devices
