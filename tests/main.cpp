// What all test programs share beside Catch2's own main function: where tests are asked for on a device and there is none, the
// program says so and ends with the status that ctest takes for "skipped". For Catch2 version 2 or 3.
#define CATCH_CONFIG_EXTERNAL_INTERFACES
#include "tests/catch.hpp"
#include "tests/engine.hpp"

#include <cstdio>
#include <cstdlib>

namespace {

#if __has_include(<catch2/catch_all.hpp>)
using listener = Catch::EventListenerBase;
#else
using listener = Catch::TestEventListenerBase;
#endif

struct device_check : listener {
    using listener::listener;

    void testRunStarting(const Catch::TestRunInfo&) override {
        const int there = graphblas_gpu::cuda::engine::usable_devices();
        if (!spec::on_cuda() || there >= spec::devices()) return;
        if (there > 0) std::printf("skipped: there are %d CUDA devices, and %d are asked for\n", there, spec::devices());
        else std::printf("skipped: there is no CUDA device of compute capability 8.0 or more, or no engine for it\n");
        std::exit(spec::skipped);
    }
};

}  // namespace

CATCH_REGISTER_LISTENER(device_check)
