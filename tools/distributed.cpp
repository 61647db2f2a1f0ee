// The commands on graphs that are distributed over the processes of mpirun.
//
// Needs: a binary file (grb convert), of which each process reads its share, or the numbers of an R-MAT graph.
// Idea: the commands have the names and answers of those for one process, and few of their options. Process 0 prints.
#include "distributed.hpp"
#include "answer.hpp"
#include "command_line.hpp"
#include "options.hpp"
#include <graphblas_gpu/distributed/files.hpp>
#include <graphblas_gpu/distributed/graph.hpp>
#include <graphblas_gpu/distributed/mpi_plugin.hpp>
#include <graphblas_gpu/formats/stopwatch.hpp>

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <memory>

namespace grb {
namespace {

namespace dist = gb::dist;

struct distributed_command {
    std::string path;
    std::string source = "0";
    dist::layout layout = dist::layout::shuffled;
    run_options run;
};

dist::communicator* world = nullptr;  // from the plugin; commands are called without arguments of ours

/// The graph of a command, and its answer.
struct distributed_run {
    distributed_run(const distributed_command& given, const gb::read_options& how)
        : options(given),
          // Commands do not destroy the ranks, which the plugin owns.
          ctx(make_host_context(given.run), std::shared_ptr<dist::communicator>(std::shared_ptr<void>(), world),
              {.layout = given.layout}),
          graph(dist::read_matrix<void>(ctx, given.path, how)) {
        if (graph.nrows() != graph.ncols())
            throw gb::dimension_mismatch(fmt::format("{}: {} x {} is no graph", given.path, graph.nrows(), graph.ncols()));
        result.add("file", given.path);
        result.add("ranks", std::int64_t{ctx.size()});
        result.add("vertices", graph.nrows());
        result.add("nvals", graph.nvals());
    }
    /// Prints the answer, with the time since the graph was read.
    int conclude() {
        result.add("milliseconds", time.milliseconds(), fmt::format("{:.3f}", time.milliseconds()));
        const dist::traffic& moved = ctx.world().exchanged();
        std::int64_t bytes = moved.bytes_received, messages = moved.messages_sent;
        bytes = dist::sum_over_ranks(ctx, gb::plus{}, bytes);
        messages = dist::sum_over_ranks(ctx, gb::plus{}, messages);
        if (ctx.rank() != 0) return 0;
        say(options.run, fmt::format("{} ranks, {} x {}: {} bytes in {} messages", ctx.size(), ctx.grid_rows(),
                                     ctx.grid_columns(), bytes, messages));
        result.print(options.run);
        return 0;
    }

    const distributed_command& options;
    const dist::context ctx;
    const dist::matrix<void> graph;
    const gb::formats::stopwatch time;
    answer result;
};

int run_triangles(const distributed_command& options) {
    distributed_run run(options, {.symmetric = true, .drop_self_loops = true});
    run.result.add("triangles", dist::triangle_count(run.ctx, run.graph));
    return run.conclude();
}

int run_search(const distributed_command& options) {
    distributed_run run(options, {});
    const auto levels = dist::bfs_levels(run.ctx, run.graph, parse_integer(options.source, "--source"));
    run.result.add("reached", levels.nvals());
    run.result.add("levels", std::int64_t{dist::reduce(run.ctx, gb::max{}, levels)});
    return run.conclude();
}

int run_components(const distributed_command& options) {
    distributed_run run(options, {.symmetric = true});
    run.result.add("components", dist::count_components(run.ctx, run.graph));
    return run.conclude();
}

void declare(subcommand& to, distributed_command& options) {
    to.argument("FILE", options.path, "A binary file of grb convert, which every process can read");
    to.option("--layout", options.layout, {"NAME", "shuffled (blocks of equal size) or natural (as numbered)", "Computing"},
              {{"shuffled", dist::layout::shuffled}, {"natural", dist::layout::natural}});
    declare_host(to, options.run);
    declare_output(to, options.run);
}
void declare_with_source(subcommand& to, distributed_command& options) {
    declare(to, options);
    to.option("--source", options.source, {"V", "The vertex at which the search begins; 0 by default"});
}

/// MPI from the plugin.
class plugin {
  public:
    plugin(int& argc, char**& argv, const launched_rank& launched) {
        constexpr const char* name = "libgraphblas_gpu_mpi.so";
        // RTLD_GLOBAL: Open MPI loads components that look for its own functions.
        void* const library = ::dlopen(name, RTLD_NOW | RTLD_GLOBAL);
        if (library == nullptr) {
            throw gb::unsupported(
                fmt::format("this is one of {} processes ({}), which would each give an answer; to give one "
                            "together they need {}, which is built with MPI and shared libraries ({})",
                            launched.size, launched.variable, name, ::dlerror()));
        }
        const auto start = reinterpret_cast<decltype(&graphblas_gpu_mpi_start)>(::dlsym(library, "graphblas_gpu_mpi_start"));
        end_ = reinterpret_cast<decltype(&graphblas_gpu_mpi_end)>(::dlsym(library, "graphblas_gpu_mpi_end"));
        if (start == nullptr || end_ == nullptr) throw gb::unsupported(fmt::format("{} is of another version", name));
        world = start(&argc, &argv);
        if (world == nullptr) throw gb::unsupported("MPI does not start");
        if (world->size() != launched.size) {
            throw gb::unsupported(
                fmt::format("{} says that there are {} processes, but MPI knows {}: {} was built with another "
                            "MPI than that of the launcher",
                            launched.variable, launched.size, world->size(), name));
        }
    }
    plugin(const plugin&) = delete;
    plugin& operator=(const plugin&) = delete;
    ~plugin() { end_(); }

  private:
    decltype(&graphblas_gpu_mpi_end) end_ = nullptr;
};

}  // namespace

launched_rank launched_rank_of_process() {
    struct names {
        const char *size, *rank;
    };
    // SLURM_STEP_NUM_TASKS is that of srun; SLURM_NTASKS is set in a batch script, too, which is one process.
    for (const names& n : {names{"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"}, names{"PMI_SIZE", "PMI_RANK"},
                           names{"PMIX_SIZE", "PMIX_RANK"}, names{"SLURM_STEP_NUM_TASKS", "SLURM_PROCID"}}) {
        const char *const size = std::getenv(n.size), *const rank = std::getenv(n.rank);
        if (size != nullptr && rank != nullptr && std::atoi(size) > 1) return {std::atoi(rank), std::atoi(size), n.size};
    }
    return {};
}

int run_on_ranks(int argc, char** argv, const launched_rank& launched) {
    const plugin mpi(argc, argv, launched);
    if (launched.rank != 0 && std::freopen("/dev/null", "w", stdout) == nullptr) return 1;  // one process prints
    command_line line("grb", "Graph algorithms on graphs that are distributed over the processes of mpirun.",
                      "docs/distributed.md says more. Without mpirun there are more commands and options.", "grb " GRB_VERSION);
    add_command<distributed_command>(line, "tc", "Count the triangles of the undirected graph", &run_triangles, &declare);
    add_command<distributed_command>(line, "bfs", "Search from a vertex", &run_search, &declare_with_source);
    add_command<distributed_command>(line, "cc", "Count the connected components", &run_components, &declare);
    return line.parse(argc, argv)();
}

}  // namespace grb
