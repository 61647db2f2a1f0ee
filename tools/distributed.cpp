// How grb finds the other processes of mpirun: MPI from the plugin.
#include "distributed.hpp"
#include "command_line.hpp"
#include "distributed_commands.hpp"
#include <graphblas_gpu/distributed/mpi_plugin.hpp>
#include <graphblas_gpu/error.hpp>

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

namespace grb {
namespace {

dist::communicator* world = nullptr;  // from the plugin; commands are called without arguments of ours

/// The plugins in the order in which they are looked for. The launcher of MPICH sets PMI_SIZE; the others are taken for that of Open
/// MPI, if its plugin is there. The environment variable GRAPHBLAS_GPU_MPI names another one.
std::vector<std::string> plugins_for(const launched_rank& launched) {
    std::vector<std::string> names{"openmpi", "mpich", "mpi"};
    if (std::string(launched.variable) == "PMI_SIZE") std::swap(names[0], names[1]);
    if (const char* const named = std::getenv("GRAPHBLAS_GPU_MPI")) names = {named};
    for (std::string& name : names) name = "libgraphblas_gpu_" + name + ".so";
    return names;
}

/// MPI from the plugin.
class plugin {
  public:
    plugin(int& argc, char**& argv, const launched_rank& launched) {
        const std::vector<std::string> names = plugins_for(launched);
        void* library = nullptr;
        std::string name, why;
        for (const std::string& tried : names) {
            // RTLD_GLOBAL: Open MPI loads components that look for its own functions.
            library = ::dlopen((name = tried).c_str(), RTLD_NOW | RTLD_GLOBAL);
            if (library != nullptr) break;
            why += (why.empty() ? "" : "; ") + std::string(::dlerror());
        }
        if (library == nullptr) {
            throw gb::unsupported(
                fmt::format("this is one of {} processes ({}), which would each give an answer; to give one together they need {}, "
                            "which is built with MPI and shared libraries ({})",
                            launched.size, launched.variable, fmt::join(names, " or "), why));
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
        const char *size, *rank, *on_machine;
    };
    // SLURM_STEP_NUM_TASKS is that of srun; SLURM_NTASKS is set in a batch script, too, which is one process.
    for (const names& n : {names{"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_LOCAL_RANK"},
                           names{"PMI_SIZE", "PMI_RANK", "MPI_LOCALRANKID"}, names{"PMIX_SIZE", "PMIX_RANK", "PMIX_LOCAL_RANK"},
                           names{"SLURM_STEP_NUM_TASKS", "SLURM_PROCID", "SLURM_LOCALID"}}) {
        const char *const size = std::getenv(n.size), *const rank = std::getenv(n.rank);
        if (size == nullptr || rank == nullptr || std::atoi(size) <= 1) continue;
        const char* const on_machine = std::getenv(n.on_machine);
        return {std::atoi(rank), std::atoi(size), std::atoi(on_machine != nullptr ? on_machine : rank), n.size};
    }
    return {};
}

gb::context context_of_rank(const run_options& options) {
    if (options.engine != "cuda") return make_host_context(options);
    if (options.threads > 0) throw usage_error("--threads is for the host engine, but --engine cuda asks for a device");
    const int devices = std::max(1, gb::cuda::engine::usable_devices());
    return gb::context::cuda({.device = launched_rank_of_process().on_machine % devices, .memory_limit = options.memory_limit});
}

std::shared_ptr<dist::communicator> ranks_of_command() {
    return std::shared_ptr<dist::communicator>(std::shared_ptr<void>(), world);  // the plugin owns them
}

int run_on_ranks(int argc, char** argv, const launched_rank& launched) {
    const plugin mpi(argc, argv, launched);
    if (launched.rank != 0 && std::freopen("/dev/null", "w", stdout) == nullptr) return 1;  // one process prints
    command_line line("grb", "Graph algorithms on graphs that are distributed over the processes of mpirun.",
                      "docs/distributed.md says more. Without mpirun there are more commands and options.", "grb " GRB_VERSION);
    const std::vector<std::string> names = declare_distributed_commands(line);
    const std::string name = argc > 1 ? argv[1] : "";
    if (!name.empty() && name[0] != '-' && std::find(names.begin(), names.end(), name) == names.end()) {
        throw usage_error(
            fmt::format("'{}' is no command for the {} processes of {}, which give one answer together; there are {}", name,
                        launched.size, launched.variable, fmt::join(names, ", ")));
    }
    return line.parse(argc, argv)();
}

}  // namespace grb
