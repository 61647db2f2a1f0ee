// grb kcore, lcc, pagerank, betweenness and closeness: commands that give a number for every vertex.
//
// Needs: a square file; pagerank and betweenness use its values if --weights says so, all others ignore them.
// Idea: the numbers are written to a file, and the answer shows the largest ones. kcore and lcc take the graph as grb tc does.
// The betweenness is exact if the searches start from all vertices, and an estimate for large graphs if they start from some.
#include "graph_command.hpp"
#include "vertex_rows.hpp"
#include <algorithms/betweenness_centrality.hpp>
#include <algorithms/distance_centrality.hpp>
#include <algorithms/k_core.hpp>
#include <algorithms/local_clustering_coefficient.hpp>
#include <algorithms/page_rank.hpp>
#include <graphblas_gpu/reduce.hpp>
#include <graphblas_gpu/select.hpp>

#include <fmt/format.h>

#include <cmath>

namespace grb {
namespace {

struct closeness_command : graph_command {
    distance_measure measure = distance_measure::closeness;
};

struct betweenness_command : graph_command {
    std::string sources;
    bool normalized = false;
};

/// Whether --weights asks for weights of a command that uses none otherwise.
bool uses_weights(const graph_command& options) { return !options.file.weights.empty() && options.file.weights != "none"; }

/// The matrix with the weights. Throws io_error that names the first edge whose weight is below 0, or is 0 where that is not
/// allowed; `wanted` says what the weights have to be.
template <class T>
gb::matrix<T> weighted_graph(graph_run& run, bool zero_is_allowed, const char* wanted) {
    gb::matrix<T> graph = run.graph<T>();
    for (const auto [i, j, weight] : graph.entries())
        if (weight < 0 || (weight == 0 && !zero_is_allowed))
            throw gb::io_error(gb::io::input_name(run.file.path()), 0,
                               fmt::format("the weight of the edge from {} to {} is {}; {}", run.file.shown_name_of(i),
                                           run.file.shown_name_of(j), weight, wanted));
    return graph;
}

std::vector<gb::index> sources_in(const graph_file& file, const std::vector<std::string>& wanted) {
    if (!wanted.empty()) return file.positions_of(wanted);
    std::vector<gb::index> all(static_cast<std::size_t>(file.nrows()));
    std::iota(all.begin(), all.end(), gb::index{0});
    return all;
}

struct page_rank_command : graph_command {
    gb::page_rank_options ranking;
    std::string personalization;  ///< a file with numbers of vertices
    std::string start;            ///< another one
};

int run_k_core(const graph_command& options) {
    graph_run run(options);
    const gb::matrix<void> graph = run.graph<void>();
    gb::progress_counters counters;
    const auto found = run.compute(
        "taking vertices away", [&] { return gb::k_core(run.ctx, graph, {.progress = &counters}); }, &counters);
    write_vertex_values(options.run.out, run.file, "core", found.core_numbers);
    run.result.add("degeneracy", found.degeneracy);
    run.result.add("innermost_vertices", gb::select(run.ctx, gb::value_ge{found.degeneracy}, found.core_numbers).nvals());
    run.result.add("rounds", found.rounds);
    add_largest(run.result, run.file, "core_numbers", found.core_numbers);
    return run.conclude("peeling", [&] { return check_core_numbers(graph.rows(), found.core_numbers.to_entries().values); });
}

int run_local_clustering_coefficient(const graph_command& options) {
    graph_run run(options);
    const gb::matrix<void> graph = run.graph<void>();
    const bool directed = options.file.directed;
    const auto found = run.compute(
        "counting triangles",
        [&] { return gb::local_clustering_coefficient(run.ctx, graph, {.method = run.method, .directed = directed}); },
        &run.ctx.progress());
    run.say_method("last product");
    const std::string counted = directed ? "neighbour_edges" : "triangles";
    write_vertex_values(options.run.out, run.file, "coefficient\t" + counted, found.coefficients, found.triangles);
    const double n = static_cast<double>(graph.nrows());
    run.result.add("average", n > 0 ? gb::reduce(run.ctx, gb::plus{}, found.coefficients) / n : 0.0);
    // A triangle has three vertices.
    run.result.add(counted, gb::reduce(run.ctx, gb::plus{}, found.triangles) / (directed ? 1 : 3));
    add_largest(run.result, run.file, counted, found.triangles);
    return run.conclude(gb::to_string(run.product.method), [&] {
        const auto check = directed ? check_directed_clustering : check_clustering;
        return check(graph.rows(), found.triangles.to_entries().values, found.coefficients.to_entries().values);
    });
}

/// The numbers with 0 for vertices that have none.
std::vector<double> numbers_of_all(const gb::vector<double>& numbers) {
    std::vector<double> all(static_cast<std::size_t>(numbers.size()), 0);
    for (const auto [v, x] : numbers.entries()) all[static_cast<std::size_t>(v)] = x;
    return all;
}

template <class T>
int rank(graph_run& run, const page_rank_command& options, const gb::matrix<T>& graph) {
    gb::page_rank_options ranking = options.ranking;
    ranking.method = run.method;
    ranking.weighted = !std::is_void_v<T>;
    gb::vector<double> personalization, start;
    if (!options.personalization.empty())
        ranking.personalization = &(personalization = read_vertex_numbers(options.personalization, run.file));
    if (!options.start.empty()) ranking.start = &(start = read_vertex_numbers(options.start, run.file));
    const auto found = run.compute("ranking", [&] { return gb::page_rank(run.ctx, graph, ranking); });
    if (found.iterations > 0) run.say_method("last round");
    write_vertex_values(options.run.out, run.file, "rank", found.ranks);
    const bool converged = found.residual <= ranking.tolerance;
    if (!converged)
        run.result.note(
            "not_converged",
            fmt::format("the ranks still changed by {} in the last round; --iterations allows more rounds", found.residual));
    run.result.add("definition", std::string(gb::to_string(ranking.definition)));
    run.result.add("weighted", ranking.weighted);
    if (ranking.personalization != nullptr) run.result.add("personalization", options.personalization);
    if (ranking.start != nullptr) run.result.add("start", options.start);
    run.result.add("damping", ranking.damping);
    run.result.add("tolerance", ranking.tolerance);
    run.result.add("iterations", found.iterations);
    run.result.add("residual", found.residual);
    run.result.add("converged", converged);
    run.result.add("rank_sum", gb::reduce(run.ctx, gb::plus{}, found.ranks));
    add_largest(run.result, run.file, "ranks", found.ranks);
    return run.conclude(found.iterations > 0 ? gb::to_string(run.product.method) : "none", [&] {
        struct ranking how {
            .damping = ranking.damping, .shares_dangling = ranking.definition == gb::page_rank_definition::standard,
            .rounds = found.iterations, .residual = found.residual
        };
        if constexpr (!std::is_void_v<T>) how.weights = graph.values();
        if (ranking.personalization != nullptr) how.personalization = numbers_of_all(personalization);
        if (ranking.start != nullptr) how.start = numbers_of_all(start);
        return check_ranks(graph.rows(), found.ranks.to_entries().values, how);
    });
}

int run_page_rank(const page_rank_command& options) {
    if (options.personalization == "-" && options.start == "-")
        throw usage_error("--personalization and --start cannot both read standard input");
    graph_run run(options);
    if (!uses_weights(options)) return rank(run, options, run.graph<void>());
    return rank(run, options, weighted_graph<double>(run, true, "pagerank needs weights that are not negative"));
}

template <class T>
int find_betweenness(graph_run& run, const betweenness_command& options, const std::vector<gb::index>& sources,
                     const gb::matrix<T>& graph) {
    gb::progress_counters counters;
    const gb::betweenness_options how{.weighted = !std::is_void_v<T>, .normalized = options.normalized, .progress = &counters};
    const auto found = run.compute(
        "searching", [&] { return gb::betweenness_centrality(run.ctx, graph, sources, how); }, &counters);
    write_vertex_values(options.run.out, run.file, "betweenness", found);
    run.result.add("sources", static_cast<std::int64_t>(sources.size()));
    run.result.add("weighted", how.weighted);
    run.result.add("normalized", how.normalized);
    run.result.add("sum", gb::reduce(run.ctx, gb::plus{}, found));
    add_largest(run.result, run.file, "betweenness", found);
    return run.conclude("brandes", [&] {
        const std::vector<double> numbers = found.to_entries().values;
        if constexpr (std::is_void_v<T>) return check_betweenness(graph.rows(), sources, numbers, how.normalized);
        else return check_betweenness(graph, sources, numbers, how.normalized);
    });
}

int run_betweenness_centrality(const betweenness_command& options) {
    std::vector<std::string> wanted;
    if (!options.sources.empty()) wanted = parse_vertices(options.sources, options.file);
    graph_run run(options);
    const std::vector<gb::index> sources = sources_in(run.file, wanted);
    if (!uses_weights(options)) return find_betweenness(run, options, sources, run.graph<void>());
    constexpr const char* wanted_weights = "betweenness needs weights above 0, the lengths of the edges";
    if (run.file.is_real()) return find_betweenness(run, options, sources, weighted_graph<double>(run, false, wanted_weights));
    return find_betweenness(run, options, sources, weighted_graph<std::int64_t>(run, false, wanted_weights));
}

int run_closeness(const closeness_command& options) {
    graph_run run(options);
    const gb::matrix<void> graph = run.graph<void>();
    gb::progress_counters counters;
    const gb::distance_options how{.progress = &counters};
    const auto found = run.compute(
        "searching",
        [&] {
            switch (options.measure) {
                case distance_measure::harmonic: return gb::harmonic_centrality(run.ctx, graph, gb::all, how);
                case distance_measure::eccentricity: return gb::eccentricity(run.ctx, graph, gb::all, how);
                default: return gb::closeness_centrality(run.ctx, graph, gb::all, true, how);
            }
        },
        &counters);
    const std::string name = distance_measure_names.of(options.measure);
    write_vertex_values(options.run.out, run.file, name, found);
    run.result.add("measure", name);
    const double largest = graph.nrows() > 0 ? gb::reduce(run.ctx, gb::max{}, found) : 0.0;
    if (std::isinf(largest)) {
        run.result.note("not_connected", "some vertices do not reach all others, and their eccentricity is infinite");
    } else {
        if (options.measure == distance_measure::eccentricity && graph.nrows() > 0) {
            run.result.add("diameter", largest);
            run.result.add("radius", gb::reduce(run.ctx, gb::min{}, found));
        }
        add_largest(run.result, run.file, name, found);
    }
    return run.conclude("searches from 64 vertices at a time",
                        [&] { return check_distances(graph.rows(), found.to_entries().values, options.measure); });
}

}  // namespace

void add_closeness(command_line& line) {
    add_graph_command<closeness_command>(
        line,
        {.name = "closeness",
         .help = "Closeness or harmonic centrality, or eccentricity, of every vertex",
         .main_options = {"--measure", "--undirected", "--out"},
         .line_of_out = "vertex number",
         .names_vertices = true,
         .check = "a search from every vertex",
         .footer =
             R"(The closeness of a vertex is (r - 1) / (the sum of the distances from the r vertices that reach it) times (r - 1) / (n - 1); its
harmonic centrality is the sum of 1 / distance from all others that reach it. Its eccentricity is the largest distance from it
to any vertex, infinity if it does not reach all; the largest is the diameter and the smallest the radius. Edges have length
1. An entry (i, j) of the file is an edge from i to j; see 'Directions' in grb --help. Definitions are those of NetworkX.

Examples:
  grb closeness graph.tsv --undirected
  grb closeness graph.tsv --measure eccentricity --undirected --json
  grb closeness people.csv --named --measure harmonic --out harmonic.tsv)"},
        &run_closeness, [](subcommand& closeness, closeness_command& options) {
            closeness.option("--measure", options.measure,
                             {"NAME", "closeness (the default), harmonic or eccentricity", "Computing"},
                             {{"closeness", distance_measure::closeness},
                              {"harmonic", distance_measure::harmonic},
                              {"eccentricity", distance_measure::eccentricity}});
        });
}

void add_k_core(command_line& line) {
    add_graph_command(
        line,
        {.name = "kcore",
         .help = "Core number of every vertex (k-core decomposition)",
         .main_options = {"--out", "--verify", "--json"},
         .line_of_out = "vertex core",
         .taken = edges::undirected,
         .whose = "core numbers are those",
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
         .taken = edges::undirected_by_default,
         .whose = "clustering coefficients are those",
         .offers_methods = true,
         .names_vertices = true,
         .check = "marking neighbours",
         .footer =
             R"(The coefficient of a vertex is the share of the pairs of its neighbours that are joined by an edge, and 0 where it has
fewer than two neighbours. The graph is taken as undirected unless --directed is given, and without self loops. With --directed
it is the coefficient of LDBC Graphalytics: the neighbours of a vertex are those that its edges lead to or come from, and the
edges from one of them to another (neighbour_edges) are divided by the number of ordered pairs of them. average is the
average of the coefficients of all vertices.

Examples:
  grb lcc graph.tsv.gz
  grb lcc web.tsv --directed
  grb lcc graph.mtx --out coefficients.tsv.gz --json)"},
        &run_local_clustering_coefficient);
}

void add_page_rank(command_line& line) {
    add_graph_command<page_rank_command>(
        line,
        {.name = "pagerank",
         .help = "PageRank of every vertex",
         .main_options = {"--weights", "--personalization", "--out"},
         .line_of_out = "vertex rank",
         .weights = weighting::on_request,
         .offers_methods = true,
         .names_vertices = true,
         .check = "one more round",
         .footer =
             R"(An entry (i, j) of the file is an edge from i to j; see 'Directions' in grb --help. A vertex hands its rank on along its
edges in equal parts, or with --weights in proportion to their weights, which must not be negative. residual is the sum of the
absolute changes of all ranks in the last round. The ranks add up to 1, except by the definition gap, where vertices without
edges out of them lose what they have. With --personalization, whoever follows no edge goes to the vertices of the file, in
proportion to their numbers, and the rank of vertices without edges out of them goes there too, as in NetworkX.

Examples:
  grb pagerank web.tsv.gz
  grb pagerank web.tsv.gz --tolerance 1e-9 --iterations 500 --out ranks.tsv.gz
  grb pagerank graph.mtx --definition gap --tolerance 1e-4 --iterations 20 --json
  grb pagerank links.tsv --weights column --personalization topics.tsv
  grb pagerank web.tsv --start ranks.tsv --out ranks.tsv
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
            pagerank.option("--personalization", options.personalization,
                            {"FILE",
                             "Where whoever follows no edge goes: lines 'vertex number' or 'vertex', with the names that the "
                             "graph's file has; other vertices have 0",
                             "Computing"});
            pagerank.option("--start", options.start,
                            {"FILE",
                             "The ranks to begin with, in such lines: those of --out of an earlier run, after which few rounds "
                             "are needed",
                             "Computing"});
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
         .main_options = {"--weights", "--undirected", "--out"},
         .line_of_out = "vertex betweenness",
         .weights = weighting::on_request,
         .duplicates = gb::duplicate_policy::min,
         .names_vertices = true,
         .check = "Brandes' algorithm with a queue",
         .footer =
             R"(The betweenness of a vertex v is the sum, over the sources s and all other vertices t, of the share of the shortest paths
from s to t that lead over v. With all vertices as sources it is exact; from k of n vertices, drawn at random, n / k times
the result is an estimate. An entry (i, j) of the file is an edge from i to j; see 'Directions' in grb --help. With
--undirected each pair of vertices counts twice, once in each direction.

--normalized divides the number of v by the number of pairs (s, t) that a path over v could join: of n vertices and with all of
them as sources by (n - 1)(n - 2), with --undirected too, as NetworkX does. With --weights the weights are the lengths of the
edges, and must be positive. Sums of whole numbers are exact. Sums of real numbers are rounded to double, and paths are equally
short only if their sums are the same number: 0.1 + 0.2 is longer than 0.3. Such searches run on host threads.

Examples:
  grb betweenness roads.tsv --weights column --normalized --undirected
  grb betweenness graph.tsv --undirected --out betweenness.tsv
  grb betweenness people.csv --named --source alice,bob --json)"},
        &run_betweenness_centrality, [](subcommand& betweenness, betweenness_command& options) {
            betweenness.option(
                "--source", options.sources,
                {"LIST", "Vertices to search from, such as 0,5,9, or names with --named; all if none are given"});
            betweenness.flag("--normalized", options.normalized,
                             "Divide by the number of pairs that a path over the vertex could join, as NetworkX does",
                             "Computing");
        });
}

}  // namespace grb
