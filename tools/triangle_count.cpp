// grb tc: triangles of an undirected graph.
//
// Needs: a square file; values are ignored.
// Idea: the triangles are those of the graph of the file without self loops and with both directions of every edge; the answer
// reports what this changed.
#include "graph_command.hpp"
#include <algorithms/triangle_count.hpp>

namespace grb {
namespace {

struct triangle_command : graph_command {
    gb::triangle_count_options counting;
};

int run_triangle_count(const triangle_command& options) {
    graph_run run(options);
    gb::triangle_count_options counting = options.counting;
    counting.method = run.method;
    counting.trusted = true;  // graph_run has made the matrix symmetric and without self loops
    const gb::matrix<void> graph = run.graph<void>();
    const gb::triangle_count_result counted = run.compute(
        "counting triangles", [&] { return gb::triangle_count(run.ctx, graph, counting); }, &run.ctx.progress());
    run.say_method(counted.reason);
    run.result.add("triangles", counted.triangles);
    run.result.add("variant", std::string(gb::to_string(counted.variant)));
    run.result.add("ordered_by_degree", counted.ordered);
    run.result.add("reason", counted.reason);
    return run.conclude(gb::to_string(run.product.method), [&] { return verify_triangles(graph, counted.triangles); });
}

}  // namespace

void add_triangle_count(command_line& line) {
    add_graph_command<triangle_command>(
        line,
        {.name = "tc",
         .help = "Count the triangles of the undirected graph",
         .main_options = {"--columns", "--verify", "--json"},
         .taken = edges::undirected,
         .whose = "triangles are those",
         .offers_methods = true,
         .footer =
             R"(The graph is always taken as undirected, as if --undirected were given (see 'Directions' in grb --help; --directed is
refused), and without self loops. What that changed is said.

Examples:
  grb tc wiki-Vote.mtx.gz
  grb tc graph.tsv --variant burkhardt --method hash --verify
  grb tc graph.tsv --json --threads 8)"},
        &run_triangle_count, [](subcommand& tc, triangle_command& options) {
            tc.option("--variant", options.counting.variant,
                      {"NAME",
                       "The product that counts: automatic, burkhardt, cohen, sandia_ll, sandia_uu, sandia_lut or sandia_ult",
                       "Computing",
                       {"automatic", "burkhardt", "cohen", "sandia_ll", "sandia_uu", "sandia_lut", "sandia_ult"}},
                      &gb::triangle_variant_from_string);
            tc.option("--order", options.counting.order,
                      {"NAME", "Which end of an edge is the smaller one: automatic, none (by number) or degree", "Computing"},
                      {{"automatic", gb::triangle_order::automatic},
                       {"none", gb::triangle_order::none},
                       {"degree", gb::triangle_order::degree}});
        });
}

}  // namespace grb
