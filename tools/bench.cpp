// grb bench: how long the library takes on the user's own graph and machine.
//
// Needs: a square file.
// Idea: a table of named functions. Each function runs once and returns its time and its result. A line of the table is
// repeated until its time is used up. Its first run also computes what the matrices cache (transposes, symmetry, copies on a
// device) and is shown separately.
#include "command.hpp"
#include "recast.hpp"
#include <algorithms/bfs.hpp>
#include <algorithms/multi_source_shortest_path.hpp>
#include <algorithms/structure.hpp>
#include <algorithms/triangle_count.hpp>
#include <graphblas_gpu/mxm.hpp>
#include <semirings/semirings.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <new>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace grb {
namespace {

/// A line has at most this many runs, however much time is left.
constexpr std::size_t max_runs = 1000;

struct bench_command : file_command {
    std::string sources;
    double seconds = 2;  ///< how long each line is repeated
};

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

/// Calls compute() and takes the time; freeing the result is not timed.
template <class Compute, class Count>
bench_run timed(const Compute& compute, const Count& count) {
    const stopwatch time;
    const auto computed = compute();
    const double milliseconds = time.milliseconds();
    return {milliseconds, static_cast<std::int64_t>(count(computed))};
}

/// Searches from all sources; the time is the average for one source, the result the sum over all sources.
template <class Search, class Count>
bench_run timed_searches(const std::vector<gb::index>& sources, const Search& search, const Count& count) {
    bench_run total;
    for (const gb::index source : sources) {
        const bench_run one = timed([&] { return search(source); }, count);
        total.milliseconds += one.milliseconds / static_cast<double>(sources.size());
        total.result += one.result;
    }
    return total;
}

bench_run count_product(const bench_graph& g) {
    return timed([&] { return gb::mxm_nvals(g.ctx, g.structure, g.structure); }, [](gb::index nvals) { return nvals; });
}

bench_run masked_product(const bench_graph& g) {
    return timed(
        [&] {
            gb::matrix<std::int64_t> c(g.structure.nrows(), g.structure.ncols());
            gb::mxm(g.ctx, c, gb::structure(g.structure), gb::no_accum, gb::plus_pair<std::int64_t>, g.structure, g.structure);
            return c;
        },
        [](const auto& c) { return c.nvals(); });
}

bench_run triangles(const bench_graph& g) {
    return timed([&] { return gb::triangle_count(g.ctx, g.undirected); },
                 [](const auto& counted) { return counted.triangles; });
}

bench_run search(const bench_graph& g, bool parents) {
    return timed_searches(
        g.sources, [&](gb::index source) { return gb::bfs(g.ctx, g.structure, source, {.parents = parents}); },
        [](const gb::bfs_result& found) { return found.levels.nvals(); });
}

bench_run shortest_paths(const bench_graph& g) {
    return std::visit(
        [&](const auto& lengths) {
            return timed_searches(
                g.sources,
                [&](gb::index source) { return gb::multi_source_shortest_path(g.ctx, lengths, source, {.parents = false}); },
                [](const auto& found) { return found.distances.nvals(); });
        },
        g.lengths);
}

struct bench_function {
    const char* name;
    const char* words;
    bench_run (*run)(const bench_graph&);
};

constexpr bench_function bench_functions[] = {
    {"mxm_nvals", "A*A, number of entries", count_product},
    {"mxm_masked", "C<A> = A*A over plus_pair", masked_product},
    {"triangles", "triangles", triangles},
    {"bfs_levels", "breadth-first search, levels", [](const bench_graph& g) { return search(g, false); }},
    {"bfs", "breadth-first search, levels and parents", [](const bench_graph& g) { return search(g, true); }},
    {"sssp", "shortest paths, distances", shortest_paths},
};

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

bench_times repeat(const bench_function& f, const bench_graph& g, double seconds) {
    gb::progress_counters milliseconds;
    const progress_bar bar(fmt::format("measuring: {}", f.words), &milliseconds);
    const stopwatch time;
    const bench_run first = f.run(g);
    bench_times times{first.milliseconds, {}, first.result};
    milliseconds.total = static_cast<std::uint64_t>(1e3 * seconds);
    while (times.sorted.size() < max_runs && time.milliseconds() < 1e3 * seconds) {
        milliseconds.done = static_cast<std::uint64_t>(time.milliseconds());
        times.sorted.push_back(f.run(g).milliseconds);
    }
    if (times.sorted.empty()) times.sorted.push_back(first.milliseconds);
    std::sort(times.sorted.begin(), times.sorted.end());
    return times;
}

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
    for (const bench_function& f : bench_functions) {
        const auto failed = [&](const std::string& why) {
            notes.note("function_failed", fmt::format("{}: {}", f.words, why));
            lines.push_back(line_without_times(f));
        };
        try {
            lines.push_back(line_of(f, repeat(f, g, options.seconds)));
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

/// The vertex with the most outgoing edges, the first such vertex if there are several.
gb::index busiest_vertex(const graph_file& file, const gb::matrix<void>& graph) {
    gb::index best = file.first_vertex();
    const auto offsets = graph.row_offsets();
    const auto degree = [&](gb::index v) {
        return offsets[static_cast<std::size_t>(v) + 1] - offsets[static_cast<std::size_t>(v)];
    };
    for (gb::index v = 0; v < graph.nrows(); ++v)
        if (degree(v) > degree(best)) best = v;
    return best;
}

int run(const bench_command& options) {
    std::vector<std::string> wanted;
    if (!options.sources.empty()) wanted = parse_vertices(options.sources, options.file);
    const gb::context ctx = make_context(options.run);
    file_options reading = options.file;
    reading.one_based_for_others = true;
    graph_file file(options.path, reading, ctx);
    file.refuse_idle_numbers(options.file);

    bench_graph g{ctx, {}, {}, {}, {}};
    const auto take = [&]<class T>(std::type_identity<T>) {
        file.require_weights_that_fit<T>();
        g.structure = recast<void>(std::get<gb::matrix<T>>(g.lengths = file.take_matrix<T>()));
    };
    if (file.is_real()) take(std::type_identity<double>{});
    else take(std::type_identity<std::int64_t>{});
    g.undirected = file.about_this_file([&] {
        const progress_bar bar("arranging " + options.path);
        return gb::undirected_structure(ctx, g.structure);
    });
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
            const auto read_seconds = [&options](const std::string& text) {
                options.seconds = parse_real(text, "--time-limit");
                if (!std::isfinite(options.seconds) || options.seconds < 0)
                    throw usage_error(fmt::format("--time-limit: {} is no number of seconds", text));
            };
            bench.option("--time-limit", read_seconds,
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
source. Lengths are those of the file, 1 where it has none. A line that fails is noted, and the others run.

Nothing else should run on the machine meanwhile. scripts/bench measures other libraries beside this one.

Examples:
  grb bench graph.mtx
  grb bench roads.tsv --undirected --source 0,17 --time-limit 10
  grb bench graph.tsv --weights random:1 --engine cuda --json)");
        });
}

}  // namespace grb
