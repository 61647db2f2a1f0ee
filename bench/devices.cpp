// grb_bench_devices: the same calls on one GPU and on several, in one process. See docs/several-devices.md; scaling.cpp has
// --counts.
//
// Idea: a line is a call on an R-MAT graph; its sides are a context of the first device alone and one of all devices, which
// take turns. Operands are on their devices before the first timed turn, as after any first call. The sides' results are
// compared. The calls are those of scaling_rows.hpp.
#include "command_line.hpp"
#include "harness.hpp"
#include "scaling.hpp"
#include "scaling_rows.hpp"
#include <graphblas_gpu/cuda/device/array.hpp>
#include <graphblas_gpu/cuda/device/device_group.hpp>
#include <graphblas_gpu/io/generate.hpp>
#include <graphblas_gpu/io/read_matrix.hpp>

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

namespace bench::devices {
namespace {

namespace gb = graphblas_gpu;

struct options {
    std::vector<int> devices{0, 1};
    bool nccl = false;  ///< copies between devices by NCCL and not by the driver
    std::vector<std::string> lines{"link", "mxm", "nvals", "masked", "triangles", "levels", "paths"};
    int scale = 16;
    int edge_factor = 16;
    int sources = 64;
    bool verify = true;
    bench::policy how{.repeat = 3, .minimum_seconds = 0, .most = 10, .pause_seconds = 0};
};

/// The contexts, and what the report of each call adds to its line.
struct environment {
    gb::context one;
    gb::context all;
    gb::context host;
    const options& o;

    /// What the devices have copied from each other so far.
    gb::cuda::moves pulled() const {
        gb::cuda::moves sum;
        for (const auto& e : engines_of(all)) {
            sum.bytes_from_devices += e->moved().bytes_from_devices;
            sum.milliseconds_from_devices += e->moved().milliseconds_from_devices;
        }
        return sum;
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
            fmt::print("{:<24} the first call copied {:.1f} MB between devices and waited {:.3f} ms for them\n", name,
                       1e-6 * bytes, after.milliseconds_from_devices - before.milliseconds_from_devices);
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
    fmt::print("{:<24} {:>10.3f} {:>10.3f} {:>6.2f}  {}; {}; {} entries, at most {:.2f} GB on a device\n", name, one, all,
               one / all, verdict, r.reason, r.nvals, 1e-9 * static_cast<double>(r.peak_bytes));
    std::fflush(stdout);
}

/// A contest of a task on one device and on all, each with operands and a result of its own.
bench::contest contest_of(const environment& env, const bench::task& on_one) {
    const bench::task on_all = on_one.twin();
    bench::contest contest;
    const auto add = [&](const char* name, const gb::context& ctx, const bench::task& t) {
        t.prepare(ctx);
        contest.sides.push_back({name,
                                 {},
                                 [&ctx, t] {
                                     t.run(ctx);
                                     wait_for(ctx);
                                 },
                                 [&ctx, t] {
                                     t.discard();
                                     wait_for(ctx);
                                 }});
    };
    add("one device", env.one, on_one);
    add("all devices", env.all, on_all);
    contest.verify = [on_one, on_all]() -> std::string {
        on_one.keep();
        return on_all.is_same() ? "" : "the results differ";
    };
    return contest;
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
        for (int turn = 0; turn < 4; ++turn) times.push_back(timed_on(env.all, copy));
        fmt::print("{:<24} {:>10.3f} ms, {:.1f} GB/s\n", name, *std::min_element(times.begin() + 1, times.end()),
                   1e-6 * moved / *std::min_element(times.begin() + 1, times.end()));
    };
    rate("link, first to second", bytes, [&] { between.exchange(std::array{copy_of(a, b)}); });
    rate("link, second to first", bytes, [&] { between.exchange(std::array{copy_of(b, a)}); });
    rate("link, both ways", 2.0 * bytes, [&] { between.exchange(std::array{copy_of(a, b), copy_of(b2, a2)}); });
}

/// Prints a line for each call that is asked for.
void measure_lines(const options& o) {
    const auto transport = o.nccl ? gb::device_transport::nccl : gb::device_transport::peer_copies;
    const environment env{gb::context::cuda({.device = o.devices.front()}),
                          gb::context::cuda({.devices = o.devices, .transport = transport}), gb::context::host(), o};
    fmt::print("{} on devices {}; R-MAT {}/{}; ms on one device, on all, the quotient\n", env.one.cuda_engine()->facts().name,
               fmt::join(o.devices, ","), o.scale, o.edge_factor);
    const auto wanted = [&](const char* name) { return std::find(o.lines.begin(), o.lines.end(), name) != o.lines.end(); };
    if (wanted("link")) measure_link(env);
    const auto graph = gb::from_coordinates<void>(env.host, gb::rmat(o.scale, o.edge_factor, {.threads = env.host.threads()}));
    (void)graph.rows();
    const auto line = [&](const char* name, const std::string& call, const std::function<bench::task()>& make) {
        if (!wanted(name)) return;
        measure(env, call, contest_of(env, make()));
        env.one.release_memory();
        env.all.release_memory();
    };
    const auto sized = [&](const char* call) { return fmt::format("{} {}/{}", call, o.scale, o.edge_factor); };
    const auto from_sources = [&](const char* call) { return fmt::format("{}, {} sources", sized(call), o.sources); };
    line("mxm", sized("mxm"), [&] { return bench::square(graph); });
    line("gathered", sized("mxm, gathered"), [&] { return bench::square(graph, true); });
    line("nvals", sized("mxm_nvals"), [&] { return bench::count_of_square(graph); });
    line("masked", sized("C<A>, plus_pair"), [&] { return bench::masked_square(graph); });
    line("triangles", sized("triangles, oriented"), [&] { return bench::triangles(graph); });
    line("count", sized("triangle_count"), [&] { return bench::triangles_of_graph(graph); });
    line("levels", from_sources("levels"), [&] { return bench::levels(graph, o.sources); });
    line("paths", from_sources("paths"), [&] { return bench::paths(graph, o.sources); });
}

}  // namespace
}  // namespace bench::devices

int main(int argc, char** argv) {
    bench::devices::options o;
    CLI::App app(
        "Measures calls on one GPU and on several of one machine, and compares the answers. Exit status: 0; 1 if something "
        "fails; 2 if "
        "the command line is wrong.",
        "grb_bench_devices");
    const std::vector<std::string> known{"link", "mxm", "gathered", "nvals", "masked", "triangles", "count", "levels", "paths"};
    app.add_option("--devices", o.devices, "numbers of two GPUs or more, by commas; the first is the one that works alone")
        ->expected(2, 64)
        ->delimiter(',')
        ->capture_default_str();
    app.add_option("--lines", o.lines, "what to measure, separated by commas")
        ->delimiter(',')
        ->check(CLI::IsMember(known))
        ->capture_default_str();
    app.add_option("--scale", o.scale, "of the R-MAT graph")->check(CLI::Range(2, 26))->capture_default_str();
    app.add_option("--edge-factor", o.edge_factor, "of the R-MAT graph")->check(CLI::Range(1, 64))->capture_default_str();
    app.add_option("--sources", o.sources, "of searches and paths")->check(CLI::Range(1, 4096))->capture_default_str();
    app.add_option("--repeat", o.how.repeat, "turns of each side")->check(CLI::Range(1, 1000))->capture_default_str();
    app.add_flag("--nccl", o.nccl, "copy between GPUs by NCCL and not by the driver");
    app.add_flag("!--no-verify", o.verify, "do not compare the results");
    bench::scaling_options scaling;
    scaling.counts.clear();
    app.add_option("--counts", scaling.counts,
                   "strong scaling on so many GPUs, such as 1,2,4,8, in place of --lines: a table of its rows beside "
                   "predictions; numbers that the machine does not have are named and left out")
        ->delimiter(',')
        ->check(CLI::Range(1, 64));
    app.add_option("--rows", scaling.rows, "rows of the table of --counts, separated by commas; all by default")
        ->delimiter(',')
        ->check(CLI::IsMember(bench::scaling_rows()));
    app.add_flag("--small", scaling.small, "small sizes for --counts: a rehearsal");
    app.add_option("--budget", scaling.budget_seconds,
                   "rows of --counts that would begin after so many seconds are named and left out");
    app.add_option("--json", scaling.json, "a file that gets a line for each row and number of devices");
    app.add_option("--revision", scaling.revision, "of the program, for --json");
    return bench::run_program(app, argc, argv, [&] {
        scaling.repeat = o.how.repeat;
        if (!scaling.counts.empty())
            bench::measure_scaling(scaling);
        else
            bench::devices::measure_lines(o);
        return 0;
    });
}
