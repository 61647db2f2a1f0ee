// The plugin libgraphblas_gpu_<name of an MPI>: the ranks of MPI for a program that does not link MPI and loads it where it finds itself
// among several processes.
#pragma once

#include <graphblas_gpu/distributed/communicator.hpp>

extern "C" {

/// Starts MPI; gives the ranks, which exist until the next function is called. Returns null, with the reason on standard error,
/// if MPI does not start.
graphblas_gpu::dist::communicator* graphblas_gpu_mpi_start(int* argc, char*** argv);
/// Waits for the other ranks and ends MPI.
void graphblas_gpu_mpi_end();
}
