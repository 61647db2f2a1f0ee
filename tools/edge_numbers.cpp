// grb ktruss, jaccard and msf: commands that give a number for edges.
//
// Needs: a square file; values are ignored, except by msf: its values are the weights of the edges.
// Idea: the edges and their numbers are written to a file, and the answer sums them up. ktruss takes the graph as grb tc does.
// msf follows an entry in both directions; if both directions have entries, the lighter one is used.
#include "graph_command.hpp"
#include <algorithms/jaccard_similarity.hpp>
#include <algorithms/k_truss.hpp>
#include <algorithms/minimum_spanning_forest.hpp>
#include <graphblas_gpu/reduce.hpp>
#include <graphblas_gpu/select.hpp>

#include <fmt/format.h>

namespace grb {
namespace {

struct k_truss_command : graph_command {
    std::int64_t k = 0;  ///< 0: the largest k with a truss
};

int run_k_truss(const k_truss_command& options) {
    const std::int64_t k = options.k;
    graph_run run(options);
    const gb::matrix<void> graph = run.graph<void>();
    const gb::k_truss_result found = run.compute("dropping edges", [&] {
        return k == 0 ? gb::largest_truss(run.ctx, graph, {.method = run.method})
                      : gb::k_truss(run.ctx, graph, k, {.method = run.method});
    });
    run.say_method("last product");
    write_edge_values(options.run.out, run.file, "source\ttarget\ttriangles", found.edges, edges_listed::once);
    run.result.add("k", found.k);
    run.result.add("truss_edges", found.edges.nvals() / 2);
    run.result.add("truss_vertices", gb::reduce_rows(run.ctx, gb::plus{}, found.edges).nvals());
    run.result.add("truss_triangles", gb::reduce(run.ctx, gb::plus{}, found.edges) / 6);
    run.result.add("rounds", found.rounds);
    return run.conclude(gb::to_string(run.product.method),
                        [&] { return check_truss(graph.rows(), found.edges, found.k, k == 0); });
}

int run_jaccard_similarity(const graph_command& options) {
    graph_run run(options);
    const gb::matrix<void> graph = run.graph<void>();
    const gb::matrix<double> found = run.compute(
        "comparing neighbours", [&] { return gb::jaccard_similarity(run.ctx, graph, {.method = run.method}); },
        &run.ctx.progress());
    write_edge_values(options.run.out, run.file, "source\ttarget\tsimilarity", found, edges_listed::as_stored);
    const auto count = static_cast<double>(found.nvals());
    run.result.add("average", count > 0 ? gb::reduce(run.ctx, gb::plus{}, found) / count : 0.0);
    run.result.add("largest", count > 0 ? gb::reduce(run.ctx, gb::max{}, found) : 0.0);
    run.result.add("without_common_neighbours", gb::select(run.ctx, gb::value_eq{0.0}, found).nvals());
    // There are several products, and the one that matters is not the last.
    return run.conclude(gb::to_string(run.method), [&] { return check_similarities(graph.rows(), found); });
}

template <class T>
int run_with_weights(graph_run& run, const graph_command& options) {
    const gb::matrix<T> graph = run.graph<T>();
    const auto found = run.compute("joining trees", [&] { return gb::minimum_spanning_forest(run.ctx, graph); });
    write_edge_values(options.run.out, run.file, "source\ttarget\tweight", found.forest, edges_listed::once);
    if (run.file.is_pattern()) run.result.note("no_weights", "no weights are used: every edge has weight 1");
    run.result.add("edges", found.edges);
    run.result.add("trees", found.components);
    run.result.add("weight", found.total);
    return run.conclude("boruvka", [&] { return check_spanning_forest(graph, found.forest, found.total); });
}

int run_minimum_spanning_forest(const graph_command& options) {
    graph_run run(options);
    return run.file.is_real() ? run_with_weights<double>(run, options) : run_with_weights<std::int64_t>(run, options);
}

}  // namespace

void add_k_truss(command_line& line) {
    add_graph_command<k_truss_command>(
        line,
        {.name = "ktruss",
         .help = "Edges of the k-truss, or of the largest truss",
         .main_options = {"--k", "--out", "--json"},
         .line_of_out = "source target triangles",
         .things = "edge of the truss",
         .taken = edges::undirected,
         .whose = "trusses are those",
         .offers_methods = true,
         .names_vertices = true,
         .check = "dropping edges one round after the other",
         .footer =
             R"(The k-truss is the largest part of the graph in which every edge lies in k - 2 triangles or more; the 2-truss is the
graph itself. An edge is written once, with the number of triangles of the truss that it lies in. The graph is always taken
as undirected (see 'Directions' in grb --help; --directed is refused), and without self loops.

Examples:
  grb ktruss graph.tsv.gz
  grb ktruss graph.mtx --k 4 --out truss.tsv.gz --json)"},
        &run_k_truss, [](subcommand& ktruss, k_truss_command& options) {
            const auto read = [&options](const std::string& text) {
                options.k = text == "largest" ? 0 : parse_integer(text, "--k");
                if (text != "largest" && options.k < 2)
                    throw usage_error(fmt::format("--k {}: give a number from 2 on, or 'largest'", text));
            };
            ktruss.option("--k", read, {"K", "A number from 2 on, or 'largest' (the default): the largest k with a truss"});
        });
}

void add_jaccard_similarity(command_line& line) {
    add_graph_command(
        line,
        {.name = "jaccard",
         .help = "Jaccard similarity of the two ends of every edge",
         .line_of_out = "source target similarity",
         .things = "edge",
         .offers_methods = true,
         .names_vertices = true,
         .check = "merging lists of neighbours",
         .footer =
             R"(The similarity of two vertices is the number of neighbours that they share, divided by the number of vertices that are
neighbours of one of them or of both. An entry (i, j) of the file makes j a neighbour of i; with --undirected it makes i a
neighbour of j too (see 'Directions' in grb --help). A self loop makes a vertex its own neighbour.

Examples:
  grb jaccard graph.tsv.gz --undirected
  grb jaccard graph.mtx --out similarities.tsv.gz --json)"},
        &run_jaccard_similarity);
}

void add_minimum_spanning_forest(command_line& line) {
    add_graph_command(
        line,
        {.name = "msf",
         .help = "A minimum spanning forest: the lightest edges that join what the graph joins",
         .main_options = {"--weights", "--out", "--json"},
         .line_of_out = "source target weight",
         .things = "edge of the forest",
         .taken = edges::either_way,
         .weights = weighting::offered,
         .duplicates = gb::duplicate_policy::min,
         .check = "Kruskal's algorithm",
         .footer =
             R"(The forest has a tree for each connected component of the graph, single vertices included, and the least total weight that such
trees can have. Edges count in both directions; of several between two vertices the lightest counts. Where edges weigh the
same, those between the first vertices are preferred, so that the forest is the same on every machine.

Examples:
  grb msf roads.tsv
  grb msf graph.mtx --weights random:7 --out forest.tsv)"},
        &run_minimum_spanning_forest);
}

}  // namespace grb
