// Options of grb_bench_devices.
#pragma once

#include "harness.hpp"

#include <string>
#include <vector>

namespace bench::devices {

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

/// Prints a line for each call that is asked for.
void measure_lines(const options& o);

}  // namespace bench::devices
