// Lesson 12: one process a device. mpirun -n 2 example_12 [scale of the R-MAT graph]
//
// Every process makes the same graph and the same calls. Products of matrices are spread over the devices of all processes, and
// what they give stays there until it is read, which all processes do together.
#include <graphblas_gpu/interop/mpi.hpp>
#include <graphblas_gpu/io/generate.hpp>
#include <graphblas_gpu/io/read_matrix.hpp>
#include <graphblas_gpu/mxm.hpp>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>

namespace gb = graphblas_gpu;

/// Whether this machine has a device for each of so many processes; they all run on it, and all get the same answer.
static bool has_devices_for(int processes) {
    try {
        (void)gb::context::cuda({.device = processes - 1});
        return true;
    } catch (const gb::error& x) {
        std::printf("skipped: %s\n", x.what());
        return false;
    }
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int status = 0;
    try {
        gb::mpi::processes processes;
        if (!has_devices_for(processes.size())) {
            MPI_Finalize();
            return 77;
        }
        const gb::context ctx =
            gb::context::cuda({.device = gb::mpi::device_of_process(), .spread_from = 0, .processes = &processes});
        const gb::context host = gb::context::host();
        constexpr int small = 10;  // larger graphs are only timed
        const int scale = argc > 1 ? std::atoi(argv[1]) : small;
        const auto a = gb::from_coordinates<void>(host, gb::rmat(scale, 8, {.seed = 1}));

        const auto c = gb::mxm(ctx, gb::plus_pair<std::int64_t>, a, a);
        // The first call copies what the devices need of A, and loads kernels.
        gb::index again = 0;
        double first_ms = 0;
        for (int call = 0; call < 5; ++call) {
            again = gb::mxm_nvals(ctx, a, a);
            if (call == 0) first_ms = ctx.last_report().milliseconds;
        }
        const gb::report last = ctx.last_report();
        if (processes.rank() == 0) {
            std::printf("%lld entries, counted by %d devices in %.2f ms (first call: %.2f)\n", static_cast<long long>(again),
                        last.devices, last.milliseconds, first_ms);
        }
        if (again != c.nvals()) status = 1;
        if (scale <= small && !(c == gb::mxm(host, gb::plus_pair<std::int64_t>, a, a))) status = 1;  // all processes read c
    } catch (const gb::unsupported& x) {
        std::printf("skipped: %s\n", x.what());
        status = 77;
    } catch (const std::exception& x) {
        std::fprintf(stderr, "%s\n", x.what());
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Finalize();
    return status;
}
