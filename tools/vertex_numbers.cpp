// grb kcore, lcc, pagerank and betweenness: commands that give a number for every vertex.
//
// Needs: a square file; values are ignored.
// Idea: the numbers are written to a file, and the answer shows the largest ones. kcore and lcc take the graph as grb tc does.
// The betweenness is exact if the searches start from all vertices, and an estimate for large graphs if they start from some.
#include "graph_command.hpp"
#include <algorithms/betweenness_centrality.hpp>
#include <algorithms/k_core.hpp>
#include <algorithms/local_clustering_coefficient.hpp>
#include <algorithms/page_rank.hpp>
#include <graphblas_gpu/reduce.hpp>
#include <graphblas_gpu/select.hpp>

#include <fmt/format.h>

namespace grb {
namespace {

struct betweenness_command : graph_command {
    std::string sources;
};

std::vector<gb::index> sources_in(const graph_file& file, const std::vector<std::string>& wanted) {
    if (!wanted.empty()) return file.positions_of(wanted);
    std::vector<gb::index> all(static_cast<std::size_t>(file.nrows()));
    std::iota(all.begin(), all.end(), gb::index{0});
    return all;
}

struct page_rank_command : graph_command {
    gb::page_rank_options ranking;
};

int run_k_core(const graph_command& options) {
    graph_run run(options);
    const gb::matrix<void> graph = run.graph<void>();
    gb::progress_counters counters;
    const auto found = run.compute(
        "taking vertices away",
        [&] { return gb::k_core(run.ctx, graph, {.method = run.method, .progress = &counters}); }, &counters);
    run.say_method("last round");
    write_vertex_values(options.run.out, run.file, "core", found.core_numbers);
    run.result.add("degeneracy", found.degeneracy);
    run.result.add("innermost_vertices", gb::select(run.ctx, gb::value_ge{found.degeneracy}, found.core_numbers).nvals());
    run.result.add("rounds", found.rounds);
    add_largest(run.result, run.file, "core_numbers", found.core_numbers);
    // With `automatic` each round chooses its own method, so there is no single method to name.
    return run.conclude(gb::to_string(run.method), [&] {
        return check_core_numbers(graph.storage().structure(), found.core_numbers.to_entries().values);
    });
}

int run_local_clustering_coefficient(const graph_command& options) {
    graph_run run(options);
    const gb::matrix<void> graph = run.graph<void>();
    const auto found = run.compute(
        "counting triangles", [&] { return gb::local_clustering_coefficient(run.ctx, graph, {.method = run.method}); },
        &run.ctx.progress());
    run.say_method("last product");
    write_vertex_values(options.run.out, run.file, "coefficient\ttriangles", found.coefficients, found.triangles);
    const double n = static_cast<double>(graph.nrows());
    run.result.add("average", n > 0 ? gb::reduce(run.ctx, gb::plus{}, found.coefficients) / n : 0.0);
    run.result.add("triangles", gb::reduce(run.ctx, gb::plus{}, found.triangles) / 3);
    add_largest(run.result, run.file, "triangles", found.triangles);
    return run.conclude(gb::to_string(run.product.method), [&] {
        return check_clustering(graph.storage().structure(), found.triangles.to_entries().values,
                                found.coefficients.to_entries().values);
    });
}

int run_page_rank(const page_rank_command& options) {
    graph_run run(options);
    gb::page_rank_options ranking = options.ranking;
    ranking.method = run.method;
    const gb::matrix<void> graph = run.graph<void>();
    const auto found = run.compute("ranking", [&] { return gb::page_rank(run.ctx, graph, ranking); });
    if (found.iterations > 0) run.say_method("last round");
    write_vertex_values(options.run.out, run.file, "rank", found.ranks);
    const bool converged = found.residual <= ranking.tolerance;
    if (!converged)
        run.result.note(
            "not_converged",
            fmt::format("the ranks still changed by {} in the last round; --iterations allows more rounds", found.residual));
    run.result.add("definition", std::string(gb::to_string(ranking.definition)));
    run.result.add("damping", ranking.damping);
    run.result.add("tolerance", ranking.tolerance);
    run.result.add("iterations", found.iterations);
    run.result.add("residual", found.residual);
    run.result.add("converged", converged);
    run.result.add("rank_sum", gb::reduce(run.ctx, gb::plus{}, found.ranks));
    add_largest(run.result, run.file, "ranks", found.ranks);
    return run.conclude(found.iterations > 0 ? gb::to_string(run.product.method) : "none", [&] {
        return check_ranks(graph.storage().structure(), found.ranks.to_entries().values,
                           {.damping = ranking.damping,
                            .shares_dangling = ranking.definition == gb::page_rank_definition::standard,
                            .rounds = found.iterations,
                            .residual = found.residual});
    });
}

int run_betweenness_centrality(const betweenness_command& options) {
    std::vector<std::string> wanted;
    if (!options.sources.empty()) wanted = parse_vertices(options.sources, options.file);
    graph_run run(options);
    const std::vector<gb::index> sources = sources_in(run.file, wanted);
    const gb::matrix<void> graph = run.graph<void>();
    gb::progress_counters counters;
    const auto found = run.compute(
        "searching", [&] { return gb::betweenness_centrality(run.ctx, graph, sources, &counters); }, &counters);
    write_vertex_values(options.run.out, run.file, "betweenness", found);
    run.result.add("sources", static_cast<std::int64_t>(sources.size()));
    run.result.add("sum", gb::reduce(run.ctx, gb::plus{}, found));
    add_largest(run.result, run.file, "betweenness", found);
    return run.conclude(
        "brandes", [&] { return check_betweenness(graph.storage().structure(), sources, found.to_entries().values); });
}

}  // namespace

void add_k_core(command_line& line) {
    add_graph_command(
        line,
        {.name = "kcore",
         .help = "Core number of every vertex (k-core decomposition)",
         .main_options = {"--out", "--verify", "--json"},
         .line_of_out = "vertex core",
         .taken = edges::undirected,
         .whose = "core numbers are those",
         .offers_methods = true,
         .names_vertices = true,
         .check = "peeling one vertex after the other",
         .footer =
             R"(The k-core is the largest part of the graph in which every vertex has k neighbours or more; the core number of a vertex
is the largest k for which it is part of the k-core, and degeneracy is the largest core number. The graph is always taken
as undirected (see 'Directions' in grb --help; --directed is refused), and without self loops.

Examples:
  grb kcore graph.tsv.gz
  grb kcore graph.mtx --out cores.tsv.gz --json)"},
        &run_k_core);
}

void add_local_clustering_coefficient(command_line& line) {
    add_graph_command(
        line,
        {.name = "lcc",
         .help = "Local clustering coefficients, and the triangles of every vertex",
         .main_options = {"--out", "--verify", "--json"},
         .line_of_out = "vertex coefficient triangles",
         .taken = edges::undirected,
         .whose = "clustering coefficients are those",
         .offers_methods = true,
         .names_vertices = true,
         .check = "marking neighbours",
         .footer =
             R"(The coefficient of a vertex is the share of the pairs of its neighbours that are joined by an edge, and 0 where it has
fewer than two neighbours. The graph is always taken as undirected (see 'Directions' in grb --help; --directed is refused),
and without self loops. average is the average of the coefficients of all vertices.

Examples:
  grb lcc graph.tsv.gz
  grb lcc graph.mtx --out coefficients.tsv.gz --json)"},
        &run_local_clustering_coefficient);
}

void add_page_rank(command_line& line) {
    add_graph_command<page_rank_command>(
        line,
        {.name = "pagerank",
         .help = "PageRank of every vertex",
         .main_options = {"--iterations", "--undirected", "--out"},
         .line_of_out = "vertex rank",
         .offers_methods = true,
         .names_vertices = true,
         .check = "one more round",
         .footer =
             R"(An entry (i, j) of the file is an edge from i to j; see 'Directions' in grb --help. A vertex hands its rank on along its
edges in equal parts. residual is the sum of the absolute changes of all ranks in the last round. The ranks add up to 1,
except by the definition gap, where vertices without edges out of them lose what they have.

Examples:
  grb pagerank web.tsv.gz
  grb pagerank web.tsv.gz --tolerance 1e-9 --iterations 500 --out ranks.tsv.gz
  grb pagerank graph.mtx --definition gap --tolerance 1e-4 --iterations 20 --json
  grb pagerank people.csv --named --undirected --out -)"},
        &run_page_rank, [](subcommand& pagerank, page_rank_command& options) {
            gb::page_rank_options& how = options.ranking;
            pagerank.option(
                "--definition", how.definition,
                {"NAME",
                 "What becomes of the rank of a vertex without edges out of it: standard (all vertices share it) or gap "
                 "(it is lost, as in the GAP benchmark)",
                 "Computing", {"standard", "gap"}},
                &gb::page_rank_definition_from_string);
            const auto number = [&pagerank](const char* name, auto& to, const char* wanted, const auto& is_right,
                                            const char* shown, const char* help) {
                const auto read = [=, &to](const std::string& text) {
                    if constexpr (std::is_same_v<decltype(to), double&>) to = parse_real(text, name);
                    else to = parse_integer(text, name);
                    if (!is_right(to)) throw usage_error(fmt::format("{} {}: {}", name, text, wanted));
                };
                pagerank.option(name, read, {shown, help, "Computing"});
            };
            number(
                "--damping", how.damping, "give a number from 0 to 1, but not 1", [](double x) { return x >= 0 && x < 1; }, "X",
                "The probability to follow an edge, 0.85 by default");
            number("--tolerance", how.tolerance, "it must not be negative", [](double x) { return x >= 0; }, "X",
                   "Rounds end when the ranks change by this in all, 0.000001 by default");
            number("--iterations", how.most_iterations, "it must not be negative", [](std::int64_t n) { return n >= 0; }, "N",
                   "The most rounds, 100 by default");
        });
}

void add_betweenness_centrality(command_line& line) {
    add_graph_command<betweenness_command>(
        line,
        {.name = "betweenness",
         .help = "Betweenness centrality of every vertex",
         .main_options = {"--source", "--undirected", "--out"},
         .line_of_out = "vertex betweenness",
         .names_vertices = true,
         .check = "Brandes' algorithm with a queue",
         .footer =
             R"(The betweenness of a vertex v is the sum, over the sources s and all other vertices t, of the share of the shortest paths
from s to t that lead over v. With all vertices as sources it is exact; from k of n vertices, drawn at random, n / k times
the result is an estimate. An entry (i, j) of the file is an edge from i to j; see 'Directions' in grb --help. With
--undirected each pair of vertices counts twice, once in each direction.

Examples:
  grb betweenness graph.tsv --undirected --out betweenness.tsv
  grb betweenness people.csv --named --source alice,bob --json)"},
        &run_betweenness_centrality, [](subcommand& betweenness, betweenness_command& options) {
            betweenness.option(
                "--source", options.sources,
                {"LIST", "Vertices to search from, such as 0,5,9, or names with --named; all if none are given"});
        });
}

}  // namespace grb
