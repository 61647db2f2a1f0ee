// grb bfs: levels and parents of breadth-first searches.
//
// Needs: a square file; values are ignored.
// Idea: a search from one source uses vectors, searches from several sources use a matrix.
#include "answer.hpp"
#include "command_line.hpp"
#include "commands.hpp"
#include "graph_file.hpp"
#include "options.hpp"
#include "progress_bar.hpp"
#include "target_paths.hpp"
#include "verdict_output.hpp"
#include "vertex_rows.hpp"
#include <algorithms/bfs.hpp>

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace grb {
namespace {

struct bfs_command {
    std::string path;
    std::string sources;
    std::string out;
    std::string answer;
    std::string target;
    file_options file;
    run_options run;
};

gb::multi_source_bfs_result search(const gb::context& ctx, const gb::matrix<void>& graph,
                                   const std::vector<gb::index>& sources, gb::method method) {
    if (sources.size() > 1) return gb::bfs(ctx, graph, sources, {.method = method});
    const gb::bfs_result one = gb::bfs(ctx, graph, sources.front(), {.method = method});
    return {as_row(one.levels), as_row(one.parents)};
}

/// The answer that is to be verified, or a new one.
gb::multi_source_bfs_result find(const bfs_command& options, const gb::context& ctx, const graph_file& file,
                                 const gb::matrix<void>& graph, const std::vector<gb::index>& sources) {
    if (!options.answer.empty()) {
        auto [levels, parents] = read_rows<std::int32_t>(options.answer, "level", file, sources);
        return {std::move(levels), std::move(parents)};
    }
    return file.about_this_file([&] {
        const progress_bar bar("searching", &ctx.progress());
        return search(ctx, graph, sources, method_of(options.run));
    });
}

int run(const bfs_command& options) {
    const gb::method method = method_of(options.run);
    std::vector<std::string> wanted;
    if (!options.sources.empty()) wanted = parse_vertices(options.sources, options.file);
    std::string wanted_target;
    if (!options.target.empty()) wanted_target = parse_vertex(options.target, options.file, "--to");
    check_output_path(options.out, options.run);
    check_answer(options.answer, options.run);
    file_options reading = options.file;
    reading.weights = "none";
    reading.one_based_for_others = true;
    const gb::context ctx = make_context(options.run);
    if (options.run.verify) require_verifier(options.run.threads);

    graph_file file(options.path, reading, ctx);
    const std::vector<gb::index> sources = sources_of(file, wanted);
    const std::optional<gb::index> target = target_of(file, wanted_target);
    const gb::matrix<void> graph = file.to_matrix<void>();
    file.describe(options.run);

    const stopwatch time;
    const gb::multi_source_bfs_result found = find(options, ctx, file, graph, sources);
    const double milliseconds = time.milliseconds();
    const gb::report product = ctx.last_report();
    if (options.answer.empty())
        say(options.run, fmt::format("last level: method {}: {}", gb::to_string(product.method), product.reason));
    if (!options.out.empty()) write_rows(options.out, "level", file, sources, found.levels, found.parents);

    const row_summary<std::int32_t> summary(found.levels);
    say_moves(options.run, ctx);
    answer result;
    file.describe(result);
    file.hint_at_directions(result);
    if (!options.answer.empty()) result.add("answer", options.answer);
    result.add("nrows", graph.nrows());
    result.add("nvals", graph.nvals());
    result.add("sources", file.names_of(sources));
    result.add("reached", summary.reached);
    result.add("max_level", summary.largest);
    result.add("level_sum", summary.sum);
    if (target) add_paths(result, file, sources, *target, "levels", found.levels, found.parents);
    // With `automatic` each level chooses its own method, so there is no single method to name.
    add_run(result, ctx, options.answer.empty() ? gb::to_string(method) : "none", milliseconds, file.milliseconds());
    if (gb::io::is_standard_output(options.out)) result.print_to_standard_error();
    return conclude(result, options.run, file.path(),
                    [&] { return verify_bfs(graph, sources, found.levels, found.parents); });
}

}  // namespace

void add_bfs(command_line& line) {
    const auto options = std::make_shared<bfs_command>();
    subcommand bfs = line.add("bfs", "Breadth-first search: levels and parents from one source or several");
    bfs.argument("FILE", options->path, input_help);
    bfs.option("--source", options->sources,
               {"LIST", "Vertices to start from, such as 0,5,9, or names with --named; the first vertex if none are given"});
    declare_target(bfs, options->target);
    bfs.option(
        "--out", options->out,
        {"FILE", "Write 'source vertex level parent' for every vertex reached; .gz compresses, '-' is standard output",
         "Output"});
    declare_answer(bfs, options->answer);
    declare(bfs, options->file, relabelling::offered, weighting::not_offered);
    declare(bfs, options->run);
    bfs.footer(
        R"(An entry (i, j) of the file is an edge from i to j; see 'Directions' in grb --help. Vertices count from 0, with
--one-based from 1. The source has level 0 and is its own parent; it counts as reached. level_sum is the sum of the
levels of all vertices reached.

With --to the vertices on a path of the fewest edges are given too, from each source to the target, with the level of each.
Of several such paths it is the one whose vertices are the parents that --out writes. A target that is not reached is
noted, and is no error.

Examples:
  grb bfs graph.mtx --source 0,5,9 --undirected
  grb bfs graph.tsv --source 17 --to 4
  grb bfs graph.tsv --source 17 --out levels.tsv.gz
  grb bfs graph.tsv --source 17 --answer levels.tsv.gz
  grb bfs ids.csv --relabel --source 900001 --verify --json
  grb bfs people.csv --named --source alice,bob --out levels.tsv)");
    bfs.runs([options] {
        options->run.verify |= !options->answer.empty();
        return run(*options);
    });
}

}  // namespace grb
