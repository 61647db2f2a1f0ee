// grb bench: how long the library takes on the user's own graph and machine.
//
// Needs: a square file.
// Idea: a line for each function of bench_functions.hpp, which is repeated until its time is used up. Its first run also
// computes what the matrices cache (transposes, symmetry, copies on a device) and is shown separately.
#include "bench_functions.hpp"
#include <graphblas_gpu/mxm.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <new>
#include <string>
#include <vector>

namespace grb {
namespace {

struct bench_command : file_command {
    std::string sources;
    double seconds = 2;  ///< how long each line is repeated
};

named_value milliseconds_of(const char* name, double milliseconds) {
    return {name, milliseconds, fmt::format("{:.3f}", milliseconds)};
}

record line_of(const bench_function& f, const bench_times& times) {
    return {{"name", std::string(f.name), f.words},
            {"result", times.result},
            {"runs", static_cast<std::int64_t>(times.sorted.size())},
            milliseconds_of("median_ms", times.median()),
            milliseconds_of("fastest_ms", times.sorted.front()),
            milliseconds_of("slowest_ms", times.sorted.back()),
            milliseconds_of("first_ms", times.first)};
}

/// The line of a function that has failed.
record line_without_times(const bench_function& f) {
    return {{"name", std::string(f.name), f.words},
            {"result", {}},
            {"runs", std::int64_t{0}},
            {"median_ms", {}},
            {"fastest_ms", {}},
            {"slowest_ms", {}},
            {"first_ms", {}}};
}

/// The lines of the table. A function that fails, for lack of memory or because of a cycle of negative length, gets a note and
/// no times, and the remaining functions still run.
std::vector<record> measure(const bench_command& options, const bench_graph& g, answer& notes) {
    std::vector<record> lines;
    for (const bench_function& f : bench_functions()) {
        const auto failed = [&](const std::string& why) {
            notes.note("function_failed", fmt::format("{}: {}", f.words, why));
            lines.push_back(line_without_times(f));
        };
        try {
            lines.push_back(line_of(f, repeat(f.words, options.seconds, [&] { return f.run(g); })));
            const gb::report product = g.ctx.last_report();
            say(options.run,
                fmt::format("{}: last product: method {}: {}", f.words, gb::to_string(product.method), product.reason));
        } catch (const gb::error& e) {
            failed(e.what());
        } catch (const std::bad_alloc&) {
            failed("there is not enough memory");
        }
    }
    return lines;
}

int run(const bench_command& options) {
    std::vector<std::string> wanted;
    if (!options.sources.empty()) wanted = parse_vertices(options.sources, options.file);
    const gb::context ctx = make_context(options.run);
    file_options reading = options.file;
    reading.one_based_for_others = true;
    graph_file file(options.path, reading, ctx);
    file.refuse_idle_numbers(options.file);

    bench_graph g = bench_graph_of(ctx, file);
    g.sources = wanted.empty() ? std::vector{busiest_vertex(file, g.structure)} : file.positions_of(wanted);
    file.describe(options.run);

    const stopwatch time;
    answer result;
    std::vector<record> lines = measure(options, g, result);
    const double milliseconds = time.milliseconds();
    say_moves(options.run, ctx);

    file.describe(result);
    if (file.is_pattern()) result.note("no_weights", "no weights are used: for shortest paths every edge has length 1");
    result.add("nrows", g.structure.nrows());
    result.add("nvals", g.structure.nvals());
    result.add("undirected_edges", g.undirected.nvals() / 2);
    result.add("multiplications", gb::mxm_flops(ctx, g.structure, g.structure));
    std::vector<std::string> names;
    for (const gb::index v : g.sources) names.push_back(file.name_of(v));
    result.add("sources", file.names_of(g.sources), fmt::format("{}", fmt::join(names, ", ")));
    add_run(result, ctx, "automatic", milliseconds, file.milliseconds());
    result.add_records("lines", std::move(lines));
    result.print(options.run);
    return 0;
}

}  // namespace

void add_bench(command_line& line) {
    add_command<bench_command>(
        line, "bench", "Measure how long the library takes on a graph, on this machine", &run,
        [](subcommand& bench, bench_command& options) {
            bench.argument("FILE", options.path, input_help);
            bench.option("--source", options.sources,
                         {"LIST",
                          "Vertices to search from, such as 0,5,9, or names with --named; the one with the most edges if none "
                          "are given"});
            bench.option("--time-limit",
                         [&options](const std::string& text) { options.seconds = parse_seconds(text, "--time-limit"); },
                         {"SECONDS", "How long each line is repeated, 2 by default; a run that has begun ends", "Computing"});
            // Of parallel edges, a shortest path uses the shortest.
            options.file.usual_duplicates = gb::duplicate_policy::min;
            declare(bench, options.file, relabelling::offered);
            declare_engine(bench, options.run);
            declare_output(bench, options.run);
            bench.main_options({"--source", "--time-limit", "--json"});
            bench.footer(
                R"(Prints a line for each function with its result, the number of runs, and the median, the fastest and the slowest of their
times. A time is that of a call of the library, from matrices in memory to a result in memory; reading the file is not part of
it. The first run of a line is shown by itself and counted only where no other follows: it also finds out what a matrix keeps
(whether it is symmetric, its transpose, its copy on a device). A line has 1000 runs at most.

A is the matrix of the file. Triangles are those of the undirected graph, as grb tc counts them. Searches follow the edges as
grb bfs and grb mssp do; their result is the number of vertices reached from all sources together, their time that for one
source. Lengths are those of the file, 1 where it has none. Core numbers, independent sets and communities are those
of the undirected graph; the result of core numbers is the largest, that of PageRank the number of rounds. A line that fails is
noted, and the others run.

Nothing else should run on the machine meanwhile. scripts/bench measures other libraries beside this one.

Examples:
  grb bench graph.mtx
  grb bench roads.tsv --undirected --source 0,17 --time-limit 10
  grb bench graph.tsv --weights random:1 --engine cuda --json)");
        });
}

}  // namespace grb
