// grb lcc: the local clustering coefficient of every vertex, and the number of triangles that contain it.
//
// Needs: a square file; values are ignored.
// Idea: the graph is that of the file without self loops and with both directions of every edge, as for grb tc.
#include "commands.hpp"
#include "graph_command.hpp"
#include "progress_bar.hpp"
#include "undirected.hpp"
#include "vertex_values.hpp"
#include <algorithms/local_clustering_coefficient.hpp>

#include <fmt/format.h>

#include <memory>
#include <string>

namespace grb {
namespace {

constexpr const char* coefficients_are = "clustering coefficients are those";

struct lcc_command : graph_command {};

int run(const lcc_command& options) {
    const gb::method method = method_of(options.run);
    refuse_directed(options.file, coefficients_are);
    check_output_path(options.out, options.run);
    const gb::context ctx = make_context(options.run);
    graph_file file = read_graph(options, ctx, weighting::not_offered, true);
    file.make_undirected();
    const gb::matrix<void> graph = file.to_matrix<void>();
    file.describe(options.run);

    const stopwatch time;
    const gb::local_clustering_result found = file.about_this_file([&] {
        const progress_bar bar("counting triangles", &ctx.progress());
        return gb::local_clustering_coefficient(ctx, graph, {.method = method});
    });
    const double milliseconds = time.milliseconds();
    const gb::report product = ctx.last_report();
    say(options.run, fmt::format("last product: method {}: {}", gb::to_string(product.method), product.reason));
    if (!options.out.empty()) write_vertex_values(options.out, file, "coefficient\ttriangles", found.coefficients, found.triangles);
    say_moves(options.run, ctx);

    answer result;
    file.describe(result);
    note_undirected(result, file, coefficients_are);
    add_undirected(result, file, graph);
    const double n = static_cast<double>(graph.nrows());
    result.add("average", n > 0 ? gb::reduce(ctx, gb::plus{}, found.coefficients) / n : 0.0);
    result.add("triangles", gb::reduce(ctx, gb::plus{}, found.triangles) / 3);
    add_largest(result, file, "triangles", found.triangles);
    add_run(result, ctx, gb::to_string(product.method), milliseconds, file.milliseconds());
    return conclude(result, options);
}

}  // namespace

void add_local_clustering_coefficient(command_line& line) {
    const auto options = std::make_shared<lcc_command>();
    subcommand lcc = line.add("lcc", "Local clustering coefficients, and the triangles of every vertex");
    declare(lcc, *options, "vertex coefficient triangles", "vertex", weighting::not_offered, true);
    lcc.footer(
        R"(The coefficient of a vertex is the share of the pairs of its neighbours that are joined by an edge, and 0 where it has
fewer than two neighbours. The graph is always taken as undirected (see 'Directions' in grb --help; --directed is refused),
and without self loops. average is the average of the coefficients of all vertices.

Examples:
  grb lcc graph.tsv.gz
  grb lcc graph.mtx --out coefficients.tsv.gz --json)");
    lcc.runs([options] { return run(*options); });
}

}  // namespace grb
