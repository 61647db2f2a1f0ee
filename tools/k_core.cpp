// grb kcore: the core number of every vertex.
//
// Needs: a square file; values are ignored.
// Idea: the graph is that of the file without self loops and with both directions of every edge, as for grb tc.
#include "commands.hpp"
#include "graph_command.hpp"
#include "progress_bar.hpp"
#include "undirected.hpp"
#include "vertex_values.hpp"
#include <algorithms/k_core.hpp>

#include <fmt/format.h>

#include <memory>
#include <string>

namespace grb {
namespace {

constexpr const char* core_numbers_are = "core numbers are those";

struct k_core_command : graph_command {};

int run(const k_core_command& options) {
    const gb::method method = method_of(options.run);
    refuse_directed(options.file, core_numbers_are);
    check_output_path(options.out, options.run);
    const gb::context ctx = make_context(options.run);
    graph_file file = read_graph(options, ctx, weighting::not_offered, true);
    file.make_undirected();
    const gb::matrix<void> graph = file.to_matrix<void>();
    file.describe(options.run);

    const stopwatch time;
    const gb::k_core_result found = file.about_this_file([&] {
        const progress_bar bar("taking vertices away", &ctx.progress());
        return gb::k_core(ctx, graph, {.method = method});
    });
    const double milliseconds = time.milliseconds();
    const gb::report product = ctx.last_report();
    say(options.run, fmt::format("last round: method {}: {}", gb::to_string(product.method), product.reason));
    if (!options.out.empty()) write_vertex_values(options.out, file, "core", found.core_numbers);
    say_moves(options.run, ctx);

    answer result;
    file.describe(result);
    note_undirected(result, file, core_numbers_are);
    add_undirected(result, file, graph);
    result.add("degeneracy", found.degeneracy);
    result.add("innermost_vertices", gb::select(ctx, gb::value_ge{found.degeneracy}, found.core_numbers).nvals());
    result.add("rounds", found.rounds);
    add_largest(result, file, "core_numbers", found.core_numbers);
    // With `automatic` each round chooses its own method, so there is no single method to name.
    add_run(result, ctx, gb::to_string(method), milliseconds, file.milliseconds());
    return conclude(result, options);
}

}  // namespace

void add_k_core(command_line& line) {
    const auto options = std::make_shared<k_core_command>();
    subcommand kcore = line.add("kcore", "Core number of every vertex (k-core decomposition)");
    declare(kcore, *options, "vertex core", "vertex", weighting::not_offered, true);
    kcore.footer(
        R"(The k-core is the largest part of the graph in which every vertex has k neighbours or more; the core number of a vertex
is the largest k for which it is part of the k-core, and degeneracy is the largest core number. The graph is always taken
as undirected (see 'Directions' in grb --help; --directed is refused), and without self loops.

Examples:
  grb kcore graph.tsv.gz
  grb kcore graph.mtx --out cores.tsv.gz --json)");
    kcore.runs([options] { return run(*options); });
}

}  // namespace grb
