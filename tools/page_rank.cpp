// grb pagerank: the rank of every vertex.
//
// Needs: a square file; values are ignored.
// Idea: the ranks are written to a file, and the answer shows the largest ones and whether the rounds converged.
#include "commands.hpp"
#include "graph_command.hpp"
#include "progress_bar.hpp"
#include "vertex_values.hpp"
#include <algorithms/page_rank.hpp>

#include <fmt/format.h>

#include <memory>
#include <string>

namespace grb {
namespace {

struct page_rank_command : graph_command {
    std::string definition = "standard";
    std::string damping;
    std::string tolerance;
    std::string iterations;
};

gb::page_rank_options ranking_options(const page_rank_command& options) {
    gb::page_rank_options ranking;
    ranking.definition = gb::page_rank_definition_from_string(options.definition);
    if (!options.damping.empty()) ranking.damping = parse_real(options.damping, "--damping");
    if (!options.tolerance.empty()) ranking.tolerance = parse_real(options.tolerance, "--tolerance");
    if (!options.iterations.empty()) ranking.most_iterations = parse_integer(options.iterations, "--iterations");
    if (!(ranking.damping >= 0 && ranking.damping < 1))
        throw usage_error(fmt::format("--damping {}: give a number from 0 to 1, but not 1", options.damping));
    if (!(ranking.tolerance >= 0)) throw usage_error(fmt::format("--tolerance {}: it must not be negative", options.tolerance));
    if (ranking.most_iterations < 0) throw usage_error(fmt::format("--iterations {}: it must not be negative", options.iterations));
    ranking.method = method_of(options.run);
    return ranking;
}

int run(const page_rank_command& options) {
    const gb::page_rank_options ranking = ranking_options(options);
    check_output_path(options.out, options.run);
    const gb::context ctx = make_context(options.run);
    graph_file file = read_graph(options, ctx, weighting::not_offered, true);
    const gb::matrix<void> graph = file.to_matrix<void>();
    file.describe(options.run);

    const stopwatch time;
    const gb::page_rank_result found = file.about_this_file([&] {
        const progress_bar bar("ranking", &ctx.progress());
        return gb::page_rank(ctx, graph, ranking);
    });
    const double milliseconds = time.milliseconds();
    const gb::report product = ctx.last_report();
    if (found.iterations > 0)
        say(options.run, fmt::format("last round: method {}: {}", gb::to_string(product.method), product.reason));
    if (!options.out.empty()) write_vertex_values(options.out, file, "rank", found.ranks);
    say_moves(options.run, ctx);

    answer result;
    file.describe(result);
    file.hint_at_directions(result);
    const bool converged = found.residual <= ranking.tolerance;
    if (!converged)
        result.note(fmt::format("the ranks still changed by {} in the last round; --iterations allows more rounds", found.residual));
    result.add("nrows", graph.nrows());
    result.add("nvals", graph.nvals());
    result.add("definition", std::string(gb::to_string(ranking.definition)));
    result.add("damping", ranking.damping);
    result.add("tolerance", ranking.tolerance);
    result.add("iterations", found.iterations);
    result.add("residual", found.residual);
    result.add("converged", converged);
    result.add("rank_sum", gb::reduce(ctx, gb::plus{}, found.ranks));
    add_largest(result, file, "ranks", found.ranks);
    add_run(result, ctx, found.iterations > 0 ? gb::to_string(product.method) : "none", milliseconds, file.milliseconds());
    return conclude(result, options);
}

}  // namespace

void add_page_rank(command_line& line) {
    const auto options = std::make_shared<page_rank_command>();
    subcommand pagerank = line.add("pagerank", "PageRank of every vertex");
    declare(pagerank, *options, "vertex rank", "vertex", weighting::not_offered, true);
    pagerank.option("--definition", options->definition,
                    {"NAME",
                     "What becomes of the rank of a vertex without edges out of it: standard (all vertices share it) or gap (it is "
                     "lost, as in the GAP benchmark)",
                     "Computing"},
                    {"standard", "gap"});
    pagerank.option("--damping", options->damping, {"X", "The probability to follow an edge, 0.85 by default", "Computing"});
    pagerank.option("--tolerance", options->tolerance,
                    {"X", "Rounds end when the ranks change by this in all, 0.000001 by default", "Computing"});
    pagerank.option("--iterations", options->iterations, {"N", "The most rounds, 100 by default", "Computing"});
    pagerank.footer(
        R"(An entry (i, j) of the file is an edge from i to j; see 'Directions' in grb --help. A vertex hands its rank on along its
edges in equal parts. residual is the sum of the absolute changes of all ranks in the last round. The ranks add up to 1,
except by the definition gap, where vertices without edges out of them lose what they have.

Examples:
  grb pagerank web.tsv.gz
  grb pagerank web.tsv.gz --tolerance 1e-9 --iterations 500 --out ranks.tsv.gz
  grb pagerank graph.mtx --definition gap --tolerance 1e-4 --iterations 20 --json
  grb pagerank people.csv --named --undirected --out -)");
    pagerank.runs([options] { return run(*options); });
}

}  // namespace grb
