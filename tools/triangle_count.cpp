// grb tc: triangles of an undirected graph.
//
// Needs: a square file; values are ignored.
// Idea: the triangles are those of the graph of the file without self loops and with both directions of every edge; the answer
// reports what this changed.
#include "answer.hpp"
#include "command_line.hpp"
#include "commands.hpp"
#include "graph_command.hpp"
#include "graph_file.hpp"
#include "options.hpp"
#include "progress_bar.hpp"
#include "verdict_output.hpp"
#include <algorithms/triangle_count.hpp>

#include <fmt/format.h>

#include <memory>
#include <string>

namespace grb {
namespace {

struct tc_options {
    std::string path;
    gb::triangle_count_options counting;
    file_options file;
    run_options run;
};

int run(const tc_options& options) {
    gb::triangle_count_options counting = options.counting;
    counting.method = method_of(options.run);
    counting.trusted = true;  // make_undirected has made the matrix symmetric and without self loops
    refuse_directed(options.file, "triangles are those");
    file_options reading = options.file;
    reading.weights = "none";
    const gb::context ctx = make_context(options.run);
    if (options.run.verify) require_verifier(options.run.threads);

    graph_file file(options.path, reading, ctx);
    file.make_undirected();
    const gb::matrix<void> graph = file.take_matrix<void>();
    file.describe(options.run);

    const stopwatch time;
    const gb::triangle_count_result counted = file.about_this_file([&] {
        const progress_bar bar("counting triangles", &ctx.progress());
        return gb::triangle_count(ctx, graph, counting);
    });
    const double milliseconds = time.milliseconds();
    const gb::report product = ctx.last_report();
    say(options.run, fmt::format("{}; method {}: {}", counted.reason, gb::to_string(product.method), product.reason));
    say_moves(options.run, ctx);

    answer result;
    file.describe(result);
    note_undirected(result, file, "triangles are those");
    result.add("nrows", graph.nrows());
    result.add("edges", graph.nvals() / 2);
    result.add("triangles", counted.triangles);
    result.add("symmetrised", file.mirrored_on_request() > 0);
    result.add("self_loops_dropped", file.report().self_loops_dropped);
    result.add("variant", std::string(gb::to_string(counted.variant)));
    result.add("ordered_by_degree", counted.ordered);
    result.add("reason", counted.reason);
    add_run(result, ctx, gb::to_string(product.method), milliseconds, file.milliseconds());
    return conclude(result, options.run, file.path(), [&] { return verify_triangles(graph, counted.triangles); });
}

}  // namespace

void add_triangle_count(command_line& line) {
    const auto options = std::make_shared<tc_options>();
    subcommand tc = line.add("tc", "Count the triangles of the undirected graph");
    tc.argument("FILE", options->path, input_help);
    tc.option(
        "--variant", options->counting.variant,
        {"NAME", "The product that counts: automatic, burkhardt, cohen, sandia_ll, sandia_uu, sandia_lut or sandia_ult",
         "Computing", {"automatic", "burkhardt", "cohen", "sandia_ll", "sandia_uu", "sandia_lut", "sandia_ult"}},
        &gb::triangle_variant_from_string);
    tc.option("--order", options->counting.order,
              {"NAME", "Which end of an edge is the smaller one: automatic, none (by number) or degree", "Computing"},
              {{"automatic", gb::triangle_order::automatic},
               {"none", gb::triangle_order::none},
               {"degree", gb::triangle_order::degree}});
    declare(tc, options->file, relabelling::offered, weighting::not_offered);
    declare(tc, options->run);
    tc.footer(
        R"(The graph is always taken as undirected, as if --undirected were given (see 'Directions' in grb --help; --directed is
refused), and without self loops. What that changed is said.

Examples:
  grb tc wiki-Vote.mtx.gz
  grb tc graph.tsv --variant burkhardt --method hash --verify
  grb tc graph.tsv --json --threads 8)");
    tc.runs([options] { return run(*options); });
}

}  // namespace grb
