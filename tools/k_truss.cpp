// grb ktruss: the edges of a k-truss, or of the largest truss.
//
// Needs: a square file; values are ignored.
// Idea: the graph is that of the file without self loops and with both directions of every edge, as for grb tc.
#include "commands.hpp"
#include "graph_command.hpp"
#include "edge_values.hpp"
#include "progress_bar.hpp"
#include "undirected.hpp"
#include <algorithms/k_truss.hpp>

#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <string>

namespace grb {
namespace {

constexpr const char* trusses_are = "trusses are those";

struct k_truss_command : graph_command {
    std::string k = "largest";
};

/// The number k, or 0 for the largest truss.
std::int64_t k_of(const k_truss_command& options) {
    if (options.k == "largest") return 0;
    const std::int64_t k = parse_integer(options.k, "--k");
    if (k < 2) throw usage_error(fmt::format("--k {}: give a number from 2 on, or 'largest'", options.k));
    return k;
}

int run(const k_truss_command& options) {
    const gb::method method = method_of(options.run);
    const std::int64_t k = k_of(options);
    refuse_directed(options.file, trusses_are);
    check_output_path(options.out, options.run);
    const gb::context ctx = make_context(options.run);
    graph_file file = read_graph(options, ctx, weighting::not_offered, true);
    file.make_undirected();
    const gb::matrix<void> graph = file.to_matrix<void>();
    file.describe(options.run);

    const stopwatch time;
    const gb::k_truss_result found = file.about_this_file([&] {
        const progress_bar bar("dropping edges", &ctx.progress());
        return k == 0 ? gb::largest_truss(ctx, graph, {.method = method}) : gb::k_truss(ctx, graph, k, {.method = method});
    });
    const double milliseconds = time.milliseconds();
    const gb::report product = ctx.last_report();
    say(options.run, fmt::format("last product: method {}: {}", gb::to_string(product.method), product.reason));
    if (!options.out.empty()) write_edge_values(options.out, file, "triangles", found.edges, edges_listed::once);
    say_moves(options.run, ctx);

    answer result;
    file.describe(result);
    note_undirected(result, file, trusses_are);
    add_undirected(result, file, graph);
    result.add("k", found.k);
    result.add("truss_edges", found.edges.nvals() / 2);
    result.add("truss_vertices", gb::reduce_rows(ctx, gb::plus{}, found.edges).nvals());
    result.add("truss_triangles", gb::reduce(ctx, gb::plus{}, found.edges) / 6);
    result.add("rounds", found.rounds);
    add_run(result, ctx, gb::to_string(product.method), milliseconds, file.milliseconds());
    return conclude(result, options);
}

}  // namespace

void add_k_truss(command_line& line) {
    const auto options = std::make_shared<k_truss_command>();
    subcommand ktruss = line.add("ktruss", "Edges of the k-truss, or of the largest truss");
    declare(ktruss, *options, "source target triangles", "edge of the truss", weighting::not_offered, true);
    ktruss.option("--k", options->k, {"K", "A number from 2 on, or 'largest' (the default): the largest k with a truss"});
    ktruss.footer(
        R"(The k-truss is the largest part of the graph in which every edge lies in k - 2 triangles or more; the 2-truss is the
graph itself. An edge is written once, with the number of triangles of the truss that it lies in. The graph is always taken
as undirected (see 'Directions' in grb --help; --directed is refused), and without self loops.

Examples:
  grb ktruss graph.tsv.gz
  grb ktruss graph.mtx --k 4 --out truss.tsv.gz --json)");
    ktruss.runs([options] { return run(*options); });
}

}  // namespace grb
