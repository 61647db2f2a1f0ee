// grb betweenness: how many shortest paths lead over each vertex.
//
// Needs: a square file; values are ignored.
// Idea: searches from all vertices give the exact result; searches from some vertices are an estimate for large graphs.
#include "commands.hpp"
#include "graph_command.hpp"
#include "progress_bar.hpp"
#include "vertex_values.hpp"
#include <algorithms/betweenness_centrality.hpp>

#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

namespace grb {
namespace {

struct betweenness_command : graph_command {
    std::string sources;
    int batch = 64;
};

std::vector<gb::index> sources_in(const graph_file& file, const std::vector<std::string>& wanted) {
    if (!wanted.empty()) return file.positions_of(wanted);
    std::vector<gb::index> all(static_cast<std::size_t>(file.entries().nrows));
    std::iota(all.begin(), all.end(), gb::index{0});
    return all;
}

int run(const betweenness_command& options) {
    const gb::method method = method_of(options.run);
    std::vector<std::string> wanted;
    if (!options.sources.empty()) wanted = parse_vertices(options.sources, options.file);
    check_output_path(options.out, options.run);
    const gb::context ctx = make_context(options.run);
    graph_file file = read_graph(options, ctx, weighting::not_offered, true);
    const std::vector<gb::index> sources = sources_in(file, wanted);
    const gb::matrix<void> graph = file.to_matrix<void>();
    file.describe(options.run);

    const stopwatch time;
    const gb::vector<double> found = file.about_this_file([&] {
        const progress_bar bar("searching", &ctx.progress());
        return gb::betweenness_centrality(ctx, graph, sources, {.batch = options.batch, .method = method});
    });
    const double milliseconds = time.milliseconds();
    if (!options.out.empty()) write_vertex_values(options.out, file, "betweenness", found);
    say_moves(options.run, ctx);

    answer result;
    file.describe(result);
    file.hint_at_directions(result);
    result.add("nrows", graph.nrows());
    result.add("nvals", graph.nvals());
    result.add("sources", static_cast<std::int64_t>(sources.size()));
    result.add("batch", std::int64_t{options.batch});
    result.add("sum", gb::reduce(ctx, gb::plus{}, found));
    add_largest(result, file, "betweenness", found);
    // With `automatic` each product chooses its own method, so there is no single method to name.
    add_run(result, ctx, gb::to_string(method), milliseconds, file.milliseconds());
    return conclude(result, options);
}

}  // namespace

void add_betweenness_centrality(command_line& line) {
    const auto options = std::make_shared<betweenness_command>();
    subcommand betweenness = line.add("betweenness", "Betweenness centrality of every vertex");
    declare(betweenness, *options, "vertex betweenness", "vertex", weighting::not_offered, true);
    betweenness.option("--source", options->sources,
                       {"LIST", "Vertices to search from, such as 0,5,9, or names with --named; all if none are given"});
    betweenness.option("--batch", options->batch, 1, 1 << 20,
                       {"N", "Searches at once, 64 by default: more of them are faster and take more memory", "Computing"});
    betweenness.footer(
        R"(The betweenness of a vertex v is the sum, over the sources s and all other vertices t, of the share of the shortest paths
from s to t that lead over v. With all vertices as sources it is exact; from k of n vertices, drawn at random, n / k times
the result is an estimate. An entry (i, j) of the file is an edge from i to j; see 'Directions' in grb --help. With
--undirected each pair of vertices counts twice, once in each direction.

Examples:
  grb betweenness graph.tsv --undirected --out betweenness.tsv
  grb betweenness people.csv --named --source alice,bob --json)");
    betweenness.runs([options] { return run(*options); });
}

}  // namespace grb
