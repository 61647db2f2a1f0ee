// The main function of the test programs, for Catch2 version 2 or 3: tests for an engine that the machine lacks are skipped by
// name.
#define CATCH_CONFIG_RUNNER
#include "tests/catch.hpp"
#include "tests/engine.hpp"

#include <cstdio>

int main(int argc, char** argv) {
    if (spec::on_cuda() && graphblas_gpu::cuda::engine::usable_devices() == 0) {
        std::printf("skipped: %s: there is no CUDA device of compute capability 8.0 or more, or no engine for it\n", argv[0]);
        return spec::skipped;
    }
    return Catch::Session().run(argc, argv);
}
