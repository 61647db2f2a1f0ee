// grb mssp: shortest paths from one source or several.
//
// Needs: a square file; its values are the lengths of the edges, and must not make a negative cycle.
// Idea: a search from one source uses vectors, searches from several sources use a matrix. The type of the lengths is that of
// the file unless the command line names another type.
#include "answer.hpp"
#include "command_line.hpp"
#include "commands.hpp"
#include "graph_file.hpp"
#include "options.hpp"
#include "progress_bar.hpp"
#include "target_paths.hpp"
#include "verdict_output.hpp"
#include "vertex_rows.hpp"
#include <algorithms/multi_source_shortest_path.hpp>

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace grb {
namespace {

struct mssp_command {
    std::string path;
    std::string sources;
    std::string type;
    std::string out;
    std::string answer;
    std::string target;
    file_options file;
    run_options run;
};

std::vector<std::string> length_types() { return {"int32", "int64", "float", "double"}; }

template <class T>
gb::multi_source_shortest_path_result<T> search(const gb::context& ctx, const gb::matrix<T>& graph,
                                                const std::vector<gb::index>& sources, gb::method method) {
    if (sources.size() > 1) return gb::multi_source_shortest_path(ctx, graph, sources, {.method = method});
    const auto one = gb::multi_source_shortest_path(ctx, graph, sources.front(), {.method = method});
    return {as_row(one.distances), as_row(one.parents)};
}

/// The answer that is to be verified, or a new one.
template <class T>
gb::multi_source_shortest_path_result<T> find(const mssp_command& options, const gb::context& ctx,
                                              const graph_file& file, const gb::matrix<T>& graph,
                                              const std::vector<gb::index>& sources) {
    if (!options.answer.empty()) {
        auto [distances, parents] = read_rows<T>(options.answer, "distance", file, sources);
        return {std::move(distances), std::move(parents)};
    }
    return file.about_this_file([&] {
        const progress_bar bar("searching", &ctx.progress());
        return search(ctx, graph, sources, method_of(options.run));
    });
}

void note_weights(answer& to, const graph_file& file, const std::string& type) {
    if (file.entries().is_pattern()) to.note("the file has no weights that are used: every edge has length 1");
    if (file.entries().is_real() && !type.starts_with("float") && type != "double")
        to.note(fmt::format("the real weights of the file were cast to {}, which cuts off their fractions", type));
    if (type == "float" && !file.entries().is_pattern())
        to.note("the weights of the file were rounded to float, which has 24 significant bits");
}

template <class T>
int run_with(const mssp_command& options, const gb::context& ctx, graph_file& file, const std::vector<gb::index>& sources,
             std::optional<gb::index> target) {
    const gb::method method = method_of(options.run);
    file.require_weights_that_fit<T>();
    const gb::matrix<T> graph = file.to_matrix<T>();
    file.describe(options.run);

    const stopwatch time;
    const auto found = find(options, ctx, file, graph, sources);
    const double milliseconds = time.milliseconds();
    const gb::report product = ctx.last_report();
    if (options.answer.empty())
        say(options.run, fmt::format("last round: method {}: {}", gb::to_string(product.method), product.reason));
    if (!options.out.empty())
        write_rows(options.out, "distance", file, sources, found.distances, found.parents);

    const row_summary<T> summary(found.distances);
    say_moves(options.run, ctx);
    answer result;
    file.describe(result);
    file.hint_at_directions(result);
    note_weights(result, file, gb::type_name<T>());
    if (!options.answer.empty()) result.add("answer", options.answer);
    result.add("nrows", graph.nrows());
    result.add("nvals", graph.nvals());
    result.add("type", std::string(gb::type_name<T>()));
    result.add("sources", file.names_of(sources));
    result.add("reached", summary.reached);
    result.add("max_distance", summary.largest);
    result.add("distance_sum", summary.sum);
    if (target) add_paths(result, file, sources, *target, "distances", found.distances, found.parents);
    // With `automatic` each round chooses its own method, so there is no single method to name.
    add_run(result, ctx, options.answer.empty() ? gb::to_string(method) : "none", milliseconds, file.milliseconds());
    if (gb::io::is_standard_output(options.out)) result.print_to_standard_error();
    return conclude(result, options.run, file.path(),
                    [&] { return verify_shortest_paths<T>(graph, sources, found.distances, found.parents); });
}

int run(const mssp_command& options) {
    std::string type;
    if (!options.type.empty()) type = parse_type(options.type, length_types(), "shortest paths");
    (void)method_of(options.run);
    std::vector<std::string> wanted;
    if (!options.sources.empty()) wanted = parse_vertices(options.sources, options.file);
    std::string wanted_target;
    if (!options.target.empty()) wanted_target = parse_vertex(options.target, options.file, "--to");
    check_output_path(options.out, options.run);
    check_answer(options.answer, options.run);
    const gb::context ctx = make_context(options.run);
    if (options.run.verify) require_verifier(options.run.threads);

    file_options reading = options.file;
    reading.one_based_for_others = true;
    graph_file file(options.path, reading, ctx);
    const std::vector<gb::index> sources = sources_of(file, wanted);
    const std::optional<gb::index> target = target_of(file, wanted_target);
    if (type.empty()) type = file.entries().is_real() ? "double" : "int64";
    if (type == "int32") return run_with<std::int32_t>(options, ctx, file, sources, target);
    if (type == "float") return run_with<float>(options, ctx, file, sources, target);
    if (type == "double") return run_with<double>(options, ctx, file, sources, target);
    return run_with<std::int64_t>(options, ctx, file, sources, target);
}

}  // namespace

void add_shortest_paths(command_line& line) {
    const auto options = std::make_shared<mssp_command>();
    subcommand mssp = line.add("mssp", "Shortest paths from one source or several (multi-source)");
    mssp.argument("FILE", options->path, input_help);
    mssp.option("--source", options->sources,
                {"LIST", "Vertices to start from, such as 0,5,9, or names with --named; the first vertex if none are given"});
    declare_target(mssp, options->target);
    mssp.option(
        "--type", options->type,
        {"NAME", "Type of the distances: int32, int64, float or double; by default double for real weights, else int64",
         "Computing", length_types()});
    mssp.option(
        "--out", options->out,
        {"FILE",
         "Write 'source vertex distance parent' for every vertex reached; .gz compresses, '-' is standard output",
         "Output"});
    declare_answer(mssp, options->answer);
    // Of parallel edges, a shortest path uses the shortest.
    options->file.usual_duplicates = gb::duplicate_policy::min;
    declare(mssp, options->file, relabelling::offered);
    declare(mssp, options->run);
    mssp.footer(
        R"(An entry (i, j) of the file is an edge from i to j, its value the length; see 'Directions' in grb --help. A file
without values has edges of length 1. Of parallel edges the shortest counts, unless --duplicates says otherwise. Lengths
may be negative; a cycle of negative length that can be reached is an error. The source has distance 0 and is its own
parent; it counts as reached. Vertices count from 0, with --one-based from 1.

With --to the vertices on a shortest path are given too, from each source to the target, with the distance of each from the
source. Of several such paths it is the one whose vertices are the parents that --out writes. A target that is not reached is
noted, and is no error.

Examples:
  grb mssp roads.tsv --source 0
  grb mssp roads.csv --named --source Lyon,Paris --to Nice
  grb mssp graph.mtx --source 0,5,9 --weights random:42 --undirected --verify
  grb mssp graph.mtx --source 3 --type float --out distances.tsv)");
    mssp.runs([options] {
        options->run.verify |= !options->answer.empty();
        return run(*options);
    });
}

}  // namespace grb
