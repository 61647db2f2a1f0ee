// grb msf: a minimum spanning forest.
//
// Needs: a square file; its values are the weights of the edges.
// Idea: an entry in either direction is an edge; if both directions have entries, the lighter one is used.
#include "commands.hpp"
#include "progress_bar.hpp"
#include "graph_command.hpp"
#include <algorithms/minimum_spanning_forest.hpp>

#include <fmt/format.h>

#include <memory>
#include <string>

namespace grb {
namespace {

struct msf_command : graph_command {};

/// Writes a line "vertex vertex weight" for every edge, the smaller vertex first.
void write_forest(const std::string& path, const graph_file& file, const gb::matrix<double>& forest) {
    if (path.empty()) return;
    gb::io::text_writer out(path);
    out.text("# vertex\tvertex\tweight\n");
    std::string line;
    for (const auto [i, j, weight] : forest.entries()) {
        if (i > j) continue;
        line.clear();
        file.append_name(line, i);
        line += '\t';
        file.append_name(line, j);
        line += '\t';
        gb::io::append_number_of_its_kind(line, weight);
        line += '\n';
        out.text(line);
    }
    out.close();
}

int run(const msf_command& options) {
    check_usage(options, true);
    const gb::context ctx = make_context(options.run);
    graph_file file = read_graph(options, ctx, weighting::offered);
    file.require_weights_that_fit<double>();
    const gb::matrix<double> graph = file.to_matrix<double>();
    file.describe(options.run);

    const stopwatch time;
    const auto found = file.about_this_file([&] {
        const progress_bar bar("joining trees", &ctx.progress());
        return gb::minimum_spanning_forest(ctx, graph);
    });
    const double milliseconds = time.milliseconds();
    say_moves(options.run, ctx);
    write_forest(options.out, file, found.forest);

    answer result;
    file.describe(result);
    if (file.entries().is_pattern()) result.note("the file has no weights that are used: every edge has weight 1");
    result.add("nrows", graph.nrows());
    result.add("nvals", graph.nvals());
    result.add("edges", found.edges);
    result.add("trees", found.components);
    result.add("weight", found.total);
    add_run(result, ctx, "boruvka", milliseconds, file.milliseconds());
    return conclude(result, options);
}

}  // namespace

void add_minimum_spanning_forest(command_line& line) {
    const auto options = std::make_shared<msf_command>();
    options->file.usual_duplicates = gb::duplicate_policy::min;
    subcommand msf = line.add("msf", "A minimum spanning forest: the lightest edges that join what the graph joins");
    declare(msf, *options, "vertex vertex weight", "edge of the forest", weighting::offered);
    msf.footer(
        R"(The forest has a tree for each connected component of the graph, single vertices included, and the least total weight that such
trees can have. Edges count in both directions; of several between two vertices the lightest counts. Where edges weigh the
same, those between the first vertices are preferred, so that the forest is the same on every machine.

Examples:
  grb msf roads.tsv
  grb msf graph.mtx --weights random:7 --out forest.tsv)");
    msf.runs([options] { return run(*options); });
}

}  // namespace grb
