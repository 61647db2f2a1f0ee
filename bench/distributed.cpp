// grb_bench_distributed: distributed operations beside those of one process, on the ranks of mpirun.
//
//     mpirun -n 2 grb_bench_distributed --engine cuda --scale 18
//
// Idea: rank 0 computes alone what all ranks compute then, and compares. Rank r has the device of number r, or that of
// r modulo their number; on host threads each rank has --threads.
#include "command_line.hpp"
#include "harness.hpp"

#include <algorithms/bfs.hpp>
#include <algorithms/connected_components.hpp>
#include <algorithms/page_rank.hpp>
#include <algorithms/triangle_count.hpp>
#include <graphblas_gpu/distributed/files.hpp>
#include <graphblas_gpu/distributed/graph.hpp>
#include <graphblas_gpu/distributed/mpi.hpp>
#include <graphblas_gpu/io/generate.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace {

namespace gb = graphblas_gpu;
namespace dist = gb::dist;

struct settings {
    std::string engine = "host";
    std::vector<std::string> kernels{"mxm", "triangles", "bfs", "bfs_1", "components", "page_rank"};
    int scale = 14, edges_a_vertex = 16, repeat = 5, threads = 1, grid_rows = 0;
    bool staged = false, times = false;
};

/// Waits until what the contexts have queued is done, in every rank.
void meet(const dist::context& ctx) {
    if (ctx.local().is_cuda()) ctx.local().cuda_engine()->synchronise();
    (void)ctx.together("meet", {}, [](dist::note&) {});
}

/// The time in milliseconds of a call of rank 0 alone, or of all ranks.
double time_of(const dist::context& ctx, bool is_alone, const std::function<void()>& call) {
    meet(ctx);
    const auto begin = std::chrono::steady_clock::now();
    if (!is_alone || ctx.rank() == 0) call();
    if (is_alone && ctx.rank() == 0 && ctx.local().is_cuda()) ctx.local().cuda_engine()->synchronise();
    if (!is_alone) meet(ctx);
    const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - begin;
    return taken.count();
}

/// The median of times, and half the distance of their quartiles in percent of it.
struct summary {
    double median, spread;
    explicit summary(std::vector<double> times) {
        std::sort(times.begin(), times.end());
        median = times[times.size() / 2];
        spread = 50 * (times[times.size() * 3 / 4] - times[times.size() / 4]) / median;
    }
};

int measure(const settings& s, int argc, char** argv) {
    const gb::mpi::session mpi(argc, argv);
    const int rank = mpi.world()->rank();
    const gb::context local = s.engine == "cuda" ? gb::context::cuda({.device = rank % gb::cuda::engine::usable_devices()})
                                                 : gb::context::host({.threads = s.threads});
    const dist::context ctx(local, mpi.world(),
                            {.grid_rows = s.grid_rows,
                             .layout = dist::layout::shuffled,
                             .between_devices = s.staged ? dist::between_devices::staged : dist::between_devices::automatic,
                             .measures_times = s.times});
    if (rank == 0) {
        fmt::print("R-MAT {}/{}, {} x {} ranks, {}; medians of {} calls in turns, in milliseconds\n", s.scale, s.edges_a_vertex,
                   ctx.grid_rows(), ctx.grid_columns(),
                   local.is_cuda() ? ctx.devices() ? "parts travel by NCCL" : "parts are staged" : "host threads", s.repeat);
        fmt::print("{:<12} {:>12}      {:>12}      {:>8}  {}\n", "", "one process", "all ranks", "ratio", "same");
    }
    // All edges lead both ways; a vertex has no edge to itself.
    const auto made = dist::rmat(ctx, s.scale, s.edges_a_vertex, {.seed = 1});
    gb::matrix<void> whole = dist::gather(ctx, made);
    dist::matrix<void> a = made;
    dist::matrix<float> weighted(ctx, made.nrows(), made.ncols());
    dist::assign(ctx, weighted, gb::structure(made), gb::no_accum, 1.0F);
    gb::matrix<float> whole_weighted = dist::gather(ctx, weighted);

    int status = 0;
    const auto compare = [&](const char* name, const std::function<void()>& alone, const std::function<void()>& together,
                             const std::function<bool()>& is_same) {
        if (std::find(s.kernels.begin(), s.kernels.end(), name) == s.kernels.end()) return;
        std::vector<double> times_alone, times_together;
        for (int turn = 0; turn <= s.repeat; ++turn) {  // the first is not counted
            const double one = time_of(ctx, true, alone);
            if (turn == 0) (void)ctx.take_times();
            const double all = time_of(ctx, false, together);
            if (turn == 0) continue;
            times_alone.push_back(one);
            times_together.push_back(all);
        }
        const auto operations = ctx.take_times();
        const summary one(times_alone), all(times_together);
        const bool same = is_same();
        if (rank == 0) {
            fmt::print("{:<12} {:>12.3f} {:>3.0f}% {:>12.3f} {:>3.0f}% {:>8.3f}  {}\n", name, one.median, one.spread,
                       all.median, all.spread, one.median / all.median, same ? "yes" : "NO");
            if (!same) status = 1;
        }
        if (s.times && rank == 0) fmt::print("{}", dist::table_of(operations));
    };

    std::int64_t one_count = 0, all_count = 0;
    compare(
        "mxm", [&] { one_count = gb::mxm(local, gb::plus_times<float>, whole_weighted, whole_weighted).nvals(); },
        [&] { all_count = dist::mxm(ctx, gb::plus_times<float>, weighted, weighted).nvals(); },
        [&] { return one_count == all_count; });
    compare(
        "triangles", [&] { one_count = gb::triangle_count(local, whole).triangles; },
        [&] { all_count = dist::triangle_count(ctx, a); }, [&] { return one_count == all_count; });

    std::vector<gb::index> sources;
    for (gb::index k = 0; k < 64; ++k) sources.push_back(k * 37 % made.nrows());
    // Levels alone, as dist::bfs_levels makes them.
    compare(
        "bfs", [&] { one_count = gb::bfs(local, whole, sources, {.parents = false}).levels.nvals(); },
        [&] { all_count = dist::bfs_levels(ctx, a, sources).nvals(); }, [&] { return one_count == all_count; });

    compare(
        "bfs_1", [&] { one_count = gb::bfs(local, whole, 37, {.parents = false}).levels.nvals(); },
        [&] { all_count = dist::bfs_levels(ctx, a, 37).nvals(); }, [&] { return one_count == all_count; });
    compare(
        "components", [&] { one_count = gb::connected_components(local, whole).components; },
        [&] { all_count = dist::count_components(ctx, a); }, [&] { return one_count == all_count; });

    gb::vector<double> one_ranks;
    dist::vector<double> all_ranks(ctx, a.nrows());
    compare(
        "page_rank", [&] { one_ranks = gb::page_rank<double>(local, whole).ranks; },
        [&] { all_ranks = dist::page_rank(ctx, a).ranks; },
        [&] {
            const gb::vector<double> gathered = dist::gather(ctx, all_ranks);
            double difference = 0;
            for (std::size_t v = 0; rank == 0 && v < gathered.values().size(); ++v)
                difference = std::max(difference, std::abs(gathered.values()[v] - one_ranks.values()[v]));
            return difference < 1e-6;
        });
    return status;
}

}  // namespace

int main(int argc, char** argv) {
    settings s;
    CLI::App app("Distributed operations on the ranks of mpirun, beside one process.", "grb_bench_distributed");
    app.add_option("--engine", s.engine, "host or cuda")->check(CLI::IsMember({"host", "cuda"}));
    app.add_option("--scale", s.scale, "the graph is an R-MAT graph with 2^scale vertices")->check(CLI::Range(1, 30));
    app.add_option("--edges", s.edges_a_vertex, "edges for each vertex")->check(CLI::Range(1, 1000));
    app.add_option("--kernels", s.kernels, "separated by commas")->delimiter(',')->check(CLI::IsMember(s.kernels));
    app.add_option("--repeat", s.repeat, "turns")->check(CLI::Range(1, 1000));
    app.add_option("--threads", s.threads, "of each rank on the host")->check(CLI::Range(1, 1024));
    app.add_option("--grid-rows", s.grid_rows, "rows of the grid of ranks; 0: as square as possible");
    app.add_flag("--times", s.times,
                 "what the operations of all calls have taken, which then wait for devices after each step");
    app.add_flag("--staged", s.staged, "parts travel through host memory");
    return bench::run_program(app, argc, argv, [&] { return measure(s, argc, argv); });
}
