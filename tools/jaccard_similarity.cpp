// grb jaccard: the similarity of the two ends of every edge.
//
// Needs: a square file; values are ignored.
// Idea: the similarities are written to a file with a line for each edge, and the answer has their range and average.
#include "commands.hpp"
#include "graph_command.hpp"
#include "edge_values.hpp"
#include "progress_bar.hpp"
#include <algorithms/jaccard_similarity.hpp>

#include <fmt/format.h>

#include <memory>
#include <string>

namespace grb {
namespace {

struct jaccard_command : graph_command {};

int run(const jaccard_command& options) {
    const gb::method method = method_of(options.run);
    check_output_path(options.out, options.run);
    const gb::context ctx = make_context(options.run);
    graph_file file = read_graph(options, ctx, weighting::not_offered, true);
    const gb::matrix<void> graph = file.to_matrix<void>();
    file.describe(options.run);

    const stopwatch time;
    const gb::matrix<double> found = file.about_this_file([&] {
        const progress_bar bar("comparing neighbours", &ctx.progress());
        return gb::jaccard_similarity(ctx, graph, {.method = method});
    });
    const double milliseconds = time.milliseconds();
    if (!options.out.empty()) write_edge_values(options.out, file, "similarity", found, edges_listed::as_stored);
    say_moves(options.run, ctx);

    answer result;
    file.describe(result);
    file.hint_at_directions(result);
    result.add("nrows", graph.nrows());
    result.add("nvals", graph.nvals());
    const auto edges = static_cast<double>(found.nvals());
    result.add("average", edges > 0 ? gb::reduce(ctx, gb::plus{}, found) / edges : 0.0);
    result.add("largest", edges > 0 ? gb::reduce(ctx, gb::max{}, found) : 0.0);
    result.add("without_common_neighbours", gb::select(ctx, gb::value_eq{0.0}, found).nvals());
    // There are several products, and the one that matters is not the last.
    add_run(result, ctx, gb::to_string(method), milliseconds, file.milliseconds());
    return conclude(result, options);
}

}  // namespace

void add_jaccard_similarity(command_line& line) {
    const auto options = std::make_shared<jaccard_command>();
    subcommand jaccard = line.add("jaccard", "Jaccard similarity of the two ends of every edge");
    declare(jaccard, *options, "source target similarity", "edge", weighting::not_offered, true);
    jaccard.footer(
        R"(The similarity of two vertices is the number of neighbours that they share, divided by the number of vertices that are
neighbours of one of them or of both. An entry (i, j) of the file makes j a neighbour of i; with --undirected it makes i a
neighbour of j too (see 'Directions' in grb --help). A self loop makes a vertex its own neighbour.

Examples:
  grb jaccard graph.tsv.gz --undirected
  grb jaccard graph.mtx --out similarities.tsv.gz --json)");
    jaccard.runs([options] { return run(*options); });
}

}  // namespace grb
