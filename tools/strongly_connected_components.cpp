// grb scc: strongly connected components.
//
// Needs: a square file; values are ignored.
// Idea: an entry (i, j) is an edge from i to j.
#include "commands.hpp"
#include "progress_bar.hpp"
#include "graph_command.hpp"
#include <algorithms/strongly_connected_components.hpp>

#include <memory>

namespace grb {
namespace {

struct scc_command : graph_command {};

int run(const scc_command& options) {
    check_usage(options, false);
    const gb::context ctx = make_context(options.run);
    graph_file file = read_graph(options, ctx);
    const gb::matrix<void> graph = file.to_matrix<void>();
    file.describe(options.run);

    const stopwatch time;
    const gb::strongly_connected_components_result found = file.about_this_file([&] {
        const progress_bar bar("searching for cycles", &ctx.progress());
        return gb::strongly_connected_components(ctx, graph);
    });
    const double milliseconds = time.milliseconds();
    say_moves(options.run, ctx);
    write_labels(options.out, "component", file, found.labels);

    answer result;
    file.describe(result);
    file.hint_at_directions(result);
    result.add("nrows", graph.nrows());
    result.add("nvals", graph.nvals());
    add_groups(result, "components", found.labels);
    add_run(result, ctx, "colours", milliseconds, file.milliseconds());
    return conclude(result, options);
}

}  // namespace

void add_strongly_connected_components(command_line& line) {
    const auto options = std::make_shared<scc_command>();
    subcommand scc = line.add("scc", "Strongly connected components: which vertices are on a common cycle");
    declare(scc, *options, "vertex component");
    scc.footer(
        R"(An entry (i, j) of the file is an edge from i to j; see 'Directions' in grb --help. Two vertices are in one component if each
can be reached from the other along edges. A component is called by the first of its vertices. 'largest' is the size of the
largest component; 'alone' counts the vertices that are on no cycle with another one.

Examples:
  grb scc web.tsv.gz
  grb scc graph.mtx --out components.tsv --json)");
    scc.runs([options] { return run(*options); });
}

}  // namespace grb
