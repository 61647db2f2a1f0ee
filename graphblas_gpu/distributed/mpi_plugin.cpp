// The plugin: a session of MPI between two calls.
#include <graphblas_gpu/distributed/mpi_plugin.hpp>

#include <graphblas_gpu/distributed/mpi.hpp>

#include <cstdio>
#include <exception>
#include <optional>

static std::optional<graphblas_gpu::mpi::session> running;

graphblas_gpu::dist::communicator* graphblas_gpu_mpi_start(int* argc, char*** argv) {
    try {
        return running.emplace(*argc, *argv).world().get();
    } catch (const std::exception& x) {
        (void)std::fprintf(stderr, "%s\n", x.what());
        return nullptr;
    }
}

void graphblas_gpu_mpi_end() { running.reset(); }
