// grb communities: communities by label propagation.
//
// Needs: a square file; values are ignored.
// Idea: an entry in either direction makes two vertices neighbours.
#include "commands.hpp"
#include "progress_bar.hpp"
#include "graph_command.hpp"
#include <algorithms/label_propagation.hpp>

#include <limits>
#include <memory>

namespace grb {
namespace {

struct communities_command : graph_command {
    int most_rounds = 100;
};

int run(const communities_command& options) {
    check_usage(options, true);
    const gb::context ctx = make_context(options.run);
    graph_file file = read_graph(options, ctx);
    const gb::matrix<void> graph = file.to_matrix<void>();
    file.describe(options.run);

    const stopwatch time;
    const gb::label_propagation_result found = file.about_this_file([&] {
        const progress_bar bar("passing labels on", &ctx.progress());
        return gb::label_propagation(ctx, graph, {.most_rounds = options.most_rounds});
    });
    const double milliseconds = time.milliseconds();
    say_moves(options.run, ctx);
    write_labels(options.out, "community", file, found.labels);

    answer result;
    file.describe(result);
    result.add("nrows", graph.nrows());
    result.add("nvals", graph.nvals());
    add_groups(result, "communities", found.labels);
    result.add("rounds", std::int64_t{found.rounds});
    result.add("settled", found.settled);
    if (!found.settled) result.note("labels were still changing after the last round; --most-rounds allows more");
    add_run(result, ctx, "label_propagation", milliseconds, file.milliseconds());
    return conclude(result, options);
}

}  // namespace

void add_label_propagation(command_line& line) {
    const auto options = std::make_shared<communities_command>();
    subcommand communities = line.add("communities", "Communities by label propagation: vertices with most of their neighbours in common");
    declare(communities, *options, "vertex community");
    communities.option("--most-rounds", options->most_rounds, 0, std::numeric_limits<int>::max(),
                       {"N", "Stop after so many rounds even if labels still change", "Computing"});
    communities.footer(
        R"(Every vertex begins with a label of its own. In each round all vertices take the label that occurs most often among their
neighbours and themselves, of several the first one, until no label changes. Edges count in both directions and self loops not at
all. Nothing is random. A community is called by the vertex whose label it has.

Examples:
  grb communities graph.mtx
  grb communities people.csv --named --out communities.tsv --most-rounds 20)");
    communities.runs([options] { return run(*options); });
}

}  // namespace grb
