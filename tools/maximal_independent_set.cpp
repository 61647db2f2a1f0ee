// grb mis: a maximal independent set.
//
// Needs: a square file; values are ignored.
// Idea: an entry in either direction makes two vertices neighbours.
#include "commands.hpp"
#include "progress_bar.hpp"
#include "graph_command.hpp"
#include <algorithms/maximal_independent_set.hpp>

#include <memory>

namespace grb {
namespace {

struct mis_command : graph_command {
    std::uint64_t seed = 0;
};

int run(const mis_command& options) {
    check_usage(options, true);
    const gb::context ctx = make_context(options.run);
    graph_file file = read_graph(options, ctx);
    const gb::matrix<void> graph = file.to_matrix<void>();
    file.describe(options.run);

    const stopwatch time;
    const gb::maximal_independent_set_result found = file.about_this_file([&] {
        const progress_bar bar("choosing vertices", &ctx.progress());
        return gb::maximal_independent_set(ctx, graph, {.seed = options.seed});
    });
    const double milliseconds = time.milliseconds();
    say_moves(options.run, ctx);
    write_vertices(options.out, file, found.members);

    answer result;
    file.describe(result);
    result.add("nrows", graph.nrows());
    result.add("nvals", graph.nvals());
    result.add("members", found.members.nvals());
    result.add("seed", options.seed);
    add_run(result, ctx, "luby", milliseconds, file.milliseconds());
    return conclude(result, options);
}

}  // namespace

void add_maximal_independent_set(command_line& line) {
    const auto options = std::make_shared<mis_command>();
    subcommand mis = line.add("mis", "A maximal independent set: vertices no two of which are neighbours");
    declare(mis, *options, "vertex", "member of the set");
    mis.option("--seed", options->seed, {"N", "Of the random order in which vertices are preferred; another seed, another set"});
    mis.footer(
        R"(No two vertices of the set are neighbours, and every other vertex has a neighbour in it. Edges count in both directions and
self loops not at all. The set depends on the file and the seed alone. There may be larger sets: the largest one would take
far too long to find.

Examples:
  grb mis graph.mtx
  grb mis graph.tsv --seed 5 --out members.tsv)");
    mis.runs([options] { return run(*options); });
}

}  // namespace grb
