// The lines of grb_bench_cuda.
#pragma once

#include "report.hpp"

#include <string>
#include <vector>

namespace bench {

/// The names of all lines.
std::vector<std::string> line_names();

/// Measures the lines that are asked for and prints them. Returns 1 if an answer is wrong, else 0.
int measure_lines(const options& o);

}  // namespace bench
