// grb cc: connected components.
//
// Needs: a square file; values are ignored.
// Idea: an edge joins its two vertices, whatever its direction.
#include "commands.hpp"
#include "progress_bar.hpp"
#include "graph_command.hpp"
#include <algorithms/connected_components.hpp>

#include <memory>

namespace grb {
namespace {

struct cc_command : graph_command {};

int run(const cc_command& options) {
    check_usage(options, true);
    const gb::context ctx = make_context(options.run);
    graph_file file = read_graph(options, ctx);
    const gb::matrix<void> graph = file.to_matrix<void>();
    file.describe(options.run);

    const stopwatch time;
    const gb::connected_components_result found = file.about_this_file([&] {
        const progress_bar bar("joining vertices", &ctx.progress());
        return gb::connected_components(ctx, graph);
    });
    const double milliseconds = time.milliseconds();
    say_moves(options.run, ctx);
    write_labels(options.out, "component", file, found.labels);

    answer result;
    file.describe(result);
    result.add("nrows", graph.nrows());
    result.add("nvals", graph.nvals());
    add_groups(result, "components", found.labels);
    add_run(result, ctx, "union-find", milliseconds, file.milliseconds());
    return conclude(result, options);
}

}  // namespace

void add_connected_components(command_line& line) {
    const auto options = std::make_shared<cc_command>();
    subcommand cc = line.add("cc", "Connected components: which vertices edges join, in either direction");
    declare(cc, *options, "vertex component");
    cc.footer(
        R"(Two vertices are in one component if edges lead from one to the other, no matter which way the edges point. A component is
called by the first of its vertices. 'largest' is the size of the largest component; 'alone' counts the vertices that no edge
joins to another one.

Examples:
  grb cc graph.mtx
  grb cc graph.tsv.gz --out components.tsv
  grb cc people.csv --named --out - --threads 4)");
    cc.runs([options] { return run(*options); });
}

}  // namespace grb
