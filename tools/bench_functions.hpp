// Idea: what is measured of a graph, as a table of named functions. A function runs once and returns its
// time and its result; repeat() calls it until its time is used up.
#pragma once

#include "graph_command.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace grb {

/// The graph in the forms that the functions need.
struct bench_graph {
    gb::context ctx;
    std::vector<gb::index> sources;
    gb::matrix<void> structure;
    gb::matrix<void> undirected;  ///< the undirected graph without self loops
    std::variant<gb::matrix<std::int64_t>, gb::matrix<double>> lengths;
};

struct bench_run {
    double milliseconds = 0;
    std::int64_t result = 0;
};

struct bench_function {
    const char* name;
    const char* words;
    const char* result;  ///< what the result counts
    bench_run (*run)(const bench_graph&);
};

/// All functions, products first.
std::span<const bench_function> bench_functions();

/// The times of the runs of one function, in milliseconds.
struct bench_times {
    double first = 0;
    std::vector<double> sorted;  ///< times of the runs after the first one; the first one's if there is no other run
    std::int64_t result = 0;

    double median() const {
        const std::size_t half = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }
};

/// Calls run() until the time is used up; `words` is what a progress bar shows. Throws what run() throws.
bench_times repeat(const std::string& words, double seconds, const std::function<bench_run()>& run);

/// Calls compute() and takes the time; freeing the result is not timed. count(computed) is the result.
template <class Compute, class Count>
bench_run timed(const Compute& compute, const Count& count) {
    const stopwatch time;
    const auto computed = compute();
    const double milliseconds = time.milliseconds();
    return {milliseconds, static_cast<std::int64_t>(count(computed))};
}

/// Takes the graph of the file in all forms, without sources. Throws io_error for lengths that do not fit.
bench_graph bench_graph_of(const gb::context& ctx, graph_file& file);

}  // namespace grb
