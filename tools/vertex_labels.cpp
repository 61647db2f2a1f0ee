// grb cc, scc, communities, louvain, mcl and mis: commands that label or choose vertices.
//
// Needs: a square file; values are ignored, except by mcl: its values are similarities, which must not be negative.
// Idea: all but scc follow an entry in both directions; if both directions have entries, mcl uses the larger one.
#include "graph_command.hpp"
#include <algorithms/connected_components.hpp>
#include <algorithms/label_propagation.hpp>
#include <algorithms/louvain.hpp>
#include <algorithms/markov_clustering.hpp>
#include <algorithms/maximal_independent_set.hpp>
#include <algorithms/strongly_connected_components.hpp>

#include <fmt/format.h>

#include <limits>

namespace grb {
namespace {

struct communities_command : graph_command {
    int most_rounds = 100;
};

struct louvain_command : graph_command {
    double resolution = 1;
};

struct mcl_command : graph_command {
    int inflation = 2;
    int most_iterations = 100;
};

struct mis_command : graph_command {
    std::uint64_t seed = 0;
};

int run_connected_components(const graph_command& options) {
    graph_run run(options);
    const gb::matrix<void> graph = run.graph<void>();
    const auto found = run.compute("joining vertices", [&] { return gb::connected_components(run.ctx, graph); });
    write_labels(options.run.out, "component", run.file, found.labels);
    add_groups(run.result, "components", found.labels);
    return run.conclude("union-find", [&] { return check_components(graph.rows(), found.labels.to_entries().values); });
}

int run_strongly_connected_components(const graph_command& options) {
    graph_run run(options);
    const gb::matrix<void> graph = run.graph<void>();
    const auto found = run.compute("searching for cycles", [&] { return gb::strongly_connected_components(run.ctx, graph); });
    write_labels(options.run.out, "component", run.file, found.labels);
    add_groups(run.result, "components", found.labels);
    // On the host the search finds all of them; a device leaves to it what is left after the last round.
    const bool has_rounds = run.ctx.is_cuda() && found.searched_in_depth < graph.nrows();
    if (has_rounds && found.searched_in_depth > 0)
        say(options.run, fmt::format("rounds on the device were ended: the components of {} vertices were found on the host",
                                     found.searched_in_depth));
    return run.conclude(!has_rounds                   ? "depth-first search"
                        : found.searched_in_depth > 0 ? "colours, depth-first search"
                                                      : "colours",
                        [&] { return check_strong_components(graph.rows(), found.labels.to_entries().values); });
}

int run_label_propagation(const communities_command& options) {
    graph_run run(options);
    const gb::matrix<void> graph = run.graph<void>();
    const auto found = run.compute("passing labels on",
                                   [&] { return gb::label_propagation(run.ctx, graph, {.most_rounds = options.most_rounds}); });
    write_labels(options.run.out, "community", run.file, found.labels);
    add_groups(run.result, "communities", found.labels);
    run.result.add("rounds", std::int64_t{found.rounds});
    run.result.add("settled", found.settled);
    if (!found.settled)
        run.result.note("not_converged", "labels were still changing after the last round; --most-rounds allows more");
    return run.conclude("label_propagation", [&] {
        return check_communities(graph.rows(), found.labels.to_entries().values, found.rounds, found.settled);
    });
}

int run_louvain(const louvain_command& options) {
    graph_run run(options);
    const gb::matrix<void> graph = run.graph<void>();
    const auto found =
        run.compute("moving vertices", [&] { return gb::louvain(run.ctx, graph, {.resolution = options.resolution}); });
    write_labels(options.run.out, "community", run.file, found.labels);
    add_groups(run.result, "communities", found.labels);
    run.result.add("resolution", options.resolution);
    run.result.add("modularity", found.modularity);
    run.result.add("levels", std::int64_t{found.levels});
    return run.conclude("louvain", [&] {
        return check_modularity(graph.rows(), found.labels.to_entries().values, found.modularity, options.resolution);
    });
}

int run_markov_clustering(const mcl_command& options) {
    graph_run run(options);
    const gb::matrix<double> graph = run.graph<double>();
    const auto found = run.compute("letting walks flow", [&] {
        return gb::markov_clustering(run.ctx, graph,
                                     {.inflation = options.inflation, .most_iterations = options.most_iterations});
    });
    write_labels(options.run.out, "cluster", run.file, found.labels);
    if (run.file.is_pattern()) run.result.note("no_weights", "no weights are used: every edge has similarity 1");
    add_groups(run.result, "clusters", found.labels);
    run.result.add("iterations", std::int64_t{found.iterations});
    run.result.add("chaos", found.chaos);
    run.result.add("multiplications", found.multiplications);
    if (found.iterations == options.most_iterations)
        run.result.note("not_converged",
                        "the walks may still have been changing after the last iteration; --most-iterations allows more");
    return run.conclude(gb::to_string(run.product.method), [&] {
        return check_clusters(graph, found.labels.to_entries().values, found.iterations, options.inflation);
    });
}

int run_maximal_independent_set(const mis_command& options) {
    graph_run run(options);
    const gb::matrix<void> graph = run.graph<void>();
    const auto found =
        run.compute("choosing vertices", [&] { return gb::maximal_independent_set(run.ctx, graph, {.seed = options.seed}); });
    write_vertices(options.run.out, run.file, found.members);
    run.result.add("members", found.members.nvals());
    run.result.add("seed", options.seed);
    return run.conclude("luby", [&] {
        const auto members = found.members.to_entries().indices;
        return check_independent_set(graph.rows(), members);
    });
}

}  // namespace

void add_connected_components(command_line& line) {
    add_graph_command(
        line,
        {.name = "cc",
         .help = "Connected components: which vertices edges join, in either direction",
         .main_options = {"--out", "--verify", "--json"},
         .line_of_out = "vertex component",
         .taken = edges::either_way,
         .check = "union-find",
         .footer =
             R"(Two vertices are in one component if edges lead from one to the other, no matter which way the edges point. A component is
called by the first of its vertices. 'largest' is the size of the largest component; 'alone' counts the vertices that no edge
joins to another one.

Examples:
  grb cc graph.mtx
  grb cc graph.tsv.gz --out components.tsv
  grb cc people.csv --named --out - --threads 4)"},
        &run_connected_components);
}

void add_strongly_connected_components(command_line& line) {
    add_graph_command(
        line,
        {.name = "scc",
         .help = "Strongly connected components: which vertices are on a common cycle",
         .main_options = {"--out", "--verify", "--json"},
         .line_of_out = "vertex component",
         .check = "two depth-first searches",
         .footer =
             R"(An entry (i, j) of the file is an edge from i to j; see 'Directions' in grb --help. Two vertices are in one component if each
can be reached from the other along edges. A component is called by the first of its vertices. 'largest' is the size of the
largest component; 'alone' counts the vertices that are on no cycle with another one. On the host the answer takes one
depth-first search, on one thread; a device makes a bounded number of rounds, and this search finds what they leave.

Examples:
  grb scc web.tsv.gz
  grb scc graph.mtx --out components.tsv --json)"},
        &run_strongly_connected_components);
}

void add_label_propagation(command_line& line) {
    add_graph_command<communities_command>(
        line,
        {.name = "communities",
         .help = "Communities by label propagation: vertices with most of their neighbours in common",
         .line_of_out = "vertex community",
         .taken = edges::either_way,
         .check = "rounds that count labels",
         .footer =
             R"(Every vertex begins with a label of its own. In each round all vertices take the label that occurs most often among their
neighbours and themselves, of several the first one, until no label changes. Edges count in both directions and self loops not at
all. Nothing is random. A community is called by the vertex whose label it has.

Examples:
  grb communities graph.mtx
  grb communities people.csv --named --out communities.tsv --most-rounds 20)"},
        &run_label_propagation, [](subcommand& communities, communities_command& options) {
            communities.option("--most-rounds", options.most_rounds, 0, std::numeric_limits<int>::max(),
                               {"N", "Stop after so many rounds even if labels still change; 100 by default", "Computing"});
        });
}

void add_louvain(command_line& line) {
    add_graph_command<louvain_command>(
        line,
        {.name = "louvain",
         .help = "Communities of large modularity, by the Louvain method",
         .main_options = {"--resolution", "--out", "--json"},
         .line_of_out = "vertex community",
         .taken = edges::undirected,
         .whose = "communities are those",
         .check = "the modularity of the communities",
         .footer =
             R"(Vertex after vertex moves to the community of its neighbours where the modularity gains most; then each community becomes one
vertex, and everything begins again. Vertices are taken in ascending order, so that the answer is the same in every run. A
community is called by its first vertex. modularity is the share of the edges within communities, less the share that is expected
by chance, times the resolution. The graph is always taken as undirected (see 'Directions' in grb --help; --directed is refused),
and without self loops; every edge has weight 1.

Examples:
  grb louvain graph.tsv.gz
  grb louvain graph.tsv --resolution 2 --out communities.tsv)"},
        &run_louvain, [](subcommand& louvain, louvain_command& options) {
            const auto read = [&options](const std::string& text) {
                options.resolution = parse_real(text, "--resolution");
                if (!(options.resolution >= 0))
                    throw usage_error(fmt::format("--resolution {}: it must not be negative", text));
            };
            louvain.option("--resolution", read,
                           {"X", "Above 1 communities are smaller, below 1 larger; 1 by default", "Computing"});
        });
}

void add_markov_clustering(command_line& line) {
    add_graph_command<mcl_command>(
        line,
        {.name = "mcl",
         .help = "Clusters by the flow of random walks (Markov clustering)",
         .main_options = {"--inflation", "--undirected", "--out"},
         .line_of_out = "vertex cluster",
         .taken = edges::either_way,
         .weights = weighting::offered,
         .check = "walks row by row",
         .footer =
             R"(Values of the file are similarities: the larger, the more likely a walk takes that edge. Edges count in both
directions, and values on the diagonal do not count. Each iteration multiplies the matrix of the walks by itself, raises
its entries to the power of --inflation, scales its rows to sums of 1 and drops entries below 0.0001. A cluster is called
by the first of its vertices.

Examples:
  grb mcl similarities.mtx
  grb mcl graph.tsv --weights none --inflation 3 --out clusters.tsv)"},
        &run_markov_clustering, [](subcommand& mcl, mcl_command& options) {
            mcl.option("--inflation", options.inflation, 2, 64,
                       {"R", "The power that probabilities are raised to, 2 by default; larger powers give smaller clusters",
                        "Computing"});
            mcl.option("--most-iterations", options.most_iterations, 0, std::numeric_limits<int>::max(),
                       {"N", "Stop after so many products even if walks still change; 100 by default", "Computing"});
        });
}

void add_maximal_independent_set(command_line& line) {
    add_graph_command<mis_command>(
        line,
        {.name = "mis",
         .help = "A maximal independent set: vertices no two of which are neighbours",
         .main_options = {"--seed", "--out", "--json"},
         .line_of_out = "vertex",
         .things = "member of the set",
         .taken = edges::either_way,
         .check = "the neighbours of every vertex",
         .footer =
             R"(No two vertices of the set are neighbours, and every other vertex has a neighbour in it. Edges count in both directions and
self loops not at all. The set depends on the file and the seed alone. There may be larger sets: the largest one would take
far too long to find.

Examples:
  grb mis graph.mtx
  grb mis graph.tsv --seed 5 --out members.tsv)"},
        &run_maximal_independent_set, [](subcommand& mis, mis_command& options) {
            mis.option("--seed", options.seed,
                       {"N", "The seed of the random order in which vertices are taken; 0 by default"});
        });
}

}  // namespace grb
