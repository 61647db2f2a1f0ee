// Lines of the report of grb_bench_cuda, on the terminal and as JSON.
#pragma once

#include "harness.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include <graphblas_gpu/cuda/device/engine.hpp>

namespace bench {
namespace gb = graphblas_gpu;

inline constexpr double copy_bytes_per_ms = 3.97e9;  // docs/benchmarks.md says how the two were measured
inline constexpr double atomics_per_ms = 490e6;

/// The options of the command line.
struct options {
    std::string matrices = "build/matrices";
    std::string data;
    std::vector<std::string> only;
    std::vector<std::string> generated;  ///< names of generated matrices, in place of those of the table
    std::vector<std::string> rows;
    std::vector<std::string> types{"float", "double"};
    policy how{.repeat = 5, .minimum_seconds = 0.05, .most = 50, .pause_seconds = 0};
    std::string json;
    std::string revision;
    bool verify = true;
    int device = 0;
};

/// One line.
struct result {
    std::string matrix, type, kernel;
    std::vector<timing> sides;  ///< ours first
    double floor = 0;           ///< ms; 0: none is known
    std::int64_t our_temporary = 0, their_temporary = 0;
    std::string verified = "-";
    std::vector<std::string> notes;

    double ours() const { return sides.empty() ? 0.0 : sides[0].median(); }
    double best_rival() const;
    /// The times and the verdict of a contest.
    void take(const outcome& measured);
};

/// A matrix that lines are about.
struct matrix_facts {
    std::string name;
    gb::index nrows = 0, nvals = 0;
    std::int64_t products = 0;
    gb::index tiles = 0;

    double entries_a_tile() const { return tiles > 0 ? static_cast<double>(nvals) / static_cast<double>(tiles) : 0.0; }
};

void print(const matrix_facts& m);
void print(const result& r);
/// Prints the geometric mean of the ratios to cuSPARSE over all whole products in fp32.
void print_mean(const std::vector<result>& all);
/// Throws io_error.
void write_json(const options& o, const gb::cuda::device_facts& device, const std::vector<matrix_facts>& matrices,
                const std::vector<result>& all);

}  // namespace bench
