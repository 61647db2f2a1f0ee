// Which device a process of an MPI program takes, for gb::dist::context (docs/distributed.md).
//
// Needs: MPI 3.0 or newer, its header and the program's own link line. Optional: nothing else of the library includes this, and
// the library does not link MPI.
//
// Source: MPI 3.1, MPI_Comm_split_type.
#pragma once

#include <graphblas_gpu/error.hpp>

#include <mpi.h>

#include <string>

namespace graphblas_gpu::mpi {

/// Throws error (code panic) if a call of MPI failed.
inline void check(int status, const char* call) {
    if (status != MPI_SUCCESS) {
        throw error(error_code::panic, std::string(call) + " failed with status " + std::to_string(status));
    }
}

/// The number of this process among those of its machine, which is the number of its device if each machine has a device for
/// every one of its processes. Called by all processes. Throws as above.
inline int device_of_process(MPI_Comm comm = MPI_COMM_WORLD) {
    MPI_Comm machine = MPI_COMM_NULL;
    int rank = 0;
    check(MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine), "MPI_Comm_split_type");
    check(MPI_Comm_rank(machine, &rank), "MPI_Comm_rank");
    check(MPI_Comm_free(&machine), "MPI_Comm_free");
    return rank;
}

}  // namespace graphblas_gpu::mpi
