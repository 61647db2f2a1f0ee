// grb mcl: clusters by the flow of random walks.
//
// Needs: a square file; its values are similarities, which must not be negative.
// Idea: an entry in either direction is a similarity; if both directions have entries, the larger one is used.
#include "commands.hpp"
#include "progress_bar.hpp"
#include "graph_command.hpp"
#include <algorithms/markov_clustering.hpp>

#include <limits>
#include <memory>

namespace grb {
namespace {

struct mcl_command : graph_command {
    int inflation = 2;
    int most_iterations = 100;
};

int run(const mcl_command& options) {
    check_usage(options, true);
    const gb::context ctx = make_context(options.run);
    graph_file file = read_graph(options, ctx, weighting::offered);
    file.require_weights_that_fit<double>();
    const gb::matrix<double> graph = file.to_matrix<double>();
    file.describe(options.run);

    const stopwatch time;
    const gb::markov_clustering_result found = file.about_this_file([&] {
        const progress_bar bar("letting walks flow", &ctx.progress());
        return gb::markov_clustering(ctx, graph, {.inflation = options.inflation, .most_iterations = options.most_iterations});
    });
    const double milliseconds = time.milliseconds();
    say_moves(options.run, ctx);
    write_labels(options.out, "cluster", file, found.labels);

    answer result;
    file.describe(result);
    if (file.entries().is_pattern()) result.note("the file has no weights that are used: every edge has similarity 1");
    result.add("nrows", graph.nrows());
    result.add("nvals", graph.nvals());
    add_groups(result, "clusters", found.labels);
    result.add("iterations", std::int64_t{found.iterations});
    result.add("chaos", found.chaos);
    result.add("multiplications", found.multiplications);
    if (found.iterations == options.most_iterations)
        result.note("the walks may still have been changing after the last iteration; --most-iterations allows more");
    add_run(result, ctx, gb::to_string(ctx.last_report().method), milliseconds, file.milliseconds());
    return conclude(result, options);
}

}  // namespace

void add_markov_clustering(command_line& line) {
    const auto options = std::make_shared<mcl_command>();
    subcommand mcl = line.add("mcl", "Clusters by the flow of random walks (Markov clustering)");
    declare(mcl, *options, "vertex cluster", "vertex", weighting::offered);
    mcl.option("--inflation", options->inflation, 2, 64,
               {"R", "The power that probabilities are raised to, 2 by default; larger powers give smaller clusters", "Computing"});
    mcl.option("--most-iterations", options->most_iterations, 0, std::numeric_limits<int>::max(),
               {"N", "Stop after so many products even if walks still change", "Computing"});
    mcl.footer(
        R"(Values of the file are similarities: the larger, the more likely a walk takes that edge. Edges count in both directions, and values
on the diagonal not at all. Each iteration multiplies the matrix of the walks by itself, raises its entries to the power of
--inflation, scales its rows to sums of 1 and drops entries below 0.0001. A cluster is called by the first of its vertices.

Examples:
  grb mcl similarities.mtx
  grb mcl graph.tsv --weights none --inflation 3 --out clusters.tsv)");
    mcl.runs([options] { return run(*options); });
}

}  // namespace grb
