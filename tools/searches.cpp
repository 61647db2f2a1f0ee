// grb bfs: levels and parents of breadth-first searches. grb mssp: shortest paths from one source or several.
//
// Needs: a square file. bfs ignores its values; for mssp they are the lengths of the edges, and must not make a negative cycle.
// Idea: both commands have a number and a parent for every vertex that a source reaches, and share everything but the search. A
// search from one source uses vectors, searches from several sources use a matrix. The type of the lengths is that of the file
// unless the command line names another type.
#include "answer.hpp"
#include "command_line.hpp"
#include "commands.hpp"
#include "graph_file.hpp"
#include "options.hpp"
#include "progress_bar.hpp"
#include "target_paths.hpp"
#include "verdict_output.hpp"
#include "vertex_rows.hpp"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace grb {
namespace {

struct search_command {
    std::string path;
    std::string sources;
    std::string type{};  ///< of the distances; bfs has no such option
    std::string out;
    std::string answer;
    std::string target;
    file_options file;
    run_options run;
};

/// What the numbers of a command are called.
struct search_words {
    const char* number;   ///< in the table of --out, such as "level"
    const char* numbers;  ///< in "paths"
    const char* largest;
    const char* sum;
    const char* step;  ///< what the search repeats, such as "level"
};

void note_weights(answer& to, const graph_file& file, const std::string& type) {
    if (file.is_pattern()) to.note("the file has no weights that are used: every edge has length 1");
    if (file.is_real() && !type.starts_with("float") && type != "double")
        to.note(fmt::format("the real weights of the file were cast to {}, which cuts off their fractions", type));
    if (type == "float" && !file.is_pattern())
        to.note("the weights of the file were rounded to float, which has 24 significant bits");
}

/// One run: the constructor finds errors of the command line, then reads the file.
class search_run {
  public:
    search_run(const search_command& options, weighting weights)
        : options_(options),
          wanted_(checked(options)),
          ctx(make_context(options.run)),
          file(read(options, weights)),
          sources(sources_of(file, wanted_.sources)),
          target(target_of(file, wanted_.target)) {
        file.look_at_directions();
    }

    /// Searches by ask(), or reads the answer of --answer, and prints the answer. verify(found) compares it. Returns the exit
    /// status.
    template <class T, class Graph, class Ask, class Verify>
    int answer_with(const search_words& words, const gb::matrix<Graph>& graph, const Ask& ask, const Verify& verify) {
        const bool is_new = options_.answer.empty();
        const stopwatch time;
        const searched_rows<T> found = is_new ? file.about_this_file([&] {
            const progress_bar bar("searching");
            return ask();
        })
                                              : read_rows<T>(options_.answer, words.number, file, sources);
        const double milliseconds = time.milliseconds();
        const gb::report product = ctx.last_report();
        if (is_new)
            say(options_.run, fmt::format("last {}: method {}: {}", words.step, gb::to_string(product.method), product.reason));
        write_rows(options_.out, words.number, file, sources, found.values, found.parents);
        say_moves(options_.run, ctx);

        const row_summary<T> summary(found.values);
        file.describe(result);
        if constexpr (!std::is_void_v<Graph>) note_weights(result, file, gb::type_name<Graph>());
        if (!is_new) result.add("answer", options_.answer);
        result.add("nrows", graph.nrows());
        result.add("nvals", graph.nvals());
        if constexpr (!std::is_void_v<Graph>) result.add("type", std::string(gb::type_name<Graph>()));
        result.add("sources", file.names_of(sources));
        result.add("reached", summary.reached);
        result.add(words.largest, summary.largest);
        result.add(words.sum, summary.sum);
        if (target) add_paths(result, file, sources, *target, words.numbers, found.values, found.parents);
        // With `automatic` each step chooses its own method, so there is no single method to name.
        add_run(result, ctx, is_new ? gb::to_string(method_of(options_.run)) : "none", milliseconds, file.milliseconds());
        if (gb::io::is_standard_output(options_.out)) result.print_to_standard_error();
        return conclude(result, options_.run, file.path(), [&] { return verify(found); });
    }

  private:
    struct vertices {
        std::vector<std::string> sources;
        std::string target;
    };
    static vertices checked(const search_command& options) {
        vertices wanted;
        if (!options.sources.empty()) wanted.sources = parse_vertices(options.sources, options.file);
        if (!options.target.empty()) wanted.target = parse_vertex(options.target, options.file, "--to");
        check_output_path(options.out, options.run);
        check_answer(options.answer, options.run);
        return wanted;
    }
    graph_file read(const search_command& options, weighting weights) const {
        if (options.run.verify) require_verifier(options.run.threads);
        file_options reading = options.file;
        if (weights == weighting::not_offered) reading.weights = "none";
        reading.one_based_for_others = true;
        return graph_file(options.path, reading, ctx);
    }

    const search_command& options_;
    vertices wanted_;

  public:
    const gb::context ctx;
    graph_file file;
    const std::vector<gb::index> sources;
    const std::optional<gb::index> target;
    answer result;
};

int run_bfs(const search_command& options) {
    search_run run(options, weighting::not_offered);
    const gb::matrix<void> graph = run.file.take_matrix<void>();
    run.file.describe(options.run);
    const gb::bfs_options how{.method = method_of(options.run)};
    const auto ask = [&] {
        if (run.sources.size() == 1) return rows_of(gb::bfs(run.ctx, graph, run.sources.front(), how));
        return rows_of(gb::bfs(run.ctx, graph, run.sources, how));
    };
    return run.answer_with<std::int32_t>(
        {"level", "levels", "max_level", "level_sum", "level"}, graph, ask,
        [&](const auto& found) { return verify_bfs(graph, run.sources, found.values, found.parents); });
}

std::vector<std::string> length_types() { return {"int32", "int64", "float", "double"}; }

template <class T>
int run_mssp(const search_command& options, search_run& run) {
    run.file.require_weights_that_fit<T>();
    const gb::matrix<T> graph = run.file.take_matrix<T>();
    run.file.describe(options.run);
    const gb::shortest_path_options how{.method = method_of(options.run)};
    const auto ask = [&] {
        if (run.sources.size() == 1) return rows_of(gb::multi_source_shortest_path(run.ctx, graph, run.sources.front(), how));
        return rows_of(gb::multi_source_shortest_path(run.ctx, graph, run.sources, how));
    };
    return run.answer_with<T>(
        {"distance", "distances", "max_distance", "distance_sum", "round"}, graph, ask,
        [&](const auto& found) { return verify_shortest_paths<T>(graph, run.sources, found.values, found.parents); });
}

int run_mssp(const search_command& options) {
    std::string type;
    if (!options.type.empty()) type = parse_type(options.type, length_types(), "shortest paths");
    search_run run(options, weighting::offered);
    if (type.empty()) type = run.file.is_real() ? "double" : "int64";
    if (type == "int32") return run_mssp<std::int32_t>(options, run);
    if (type == "float") return run_mssp<float>(options, run);
    if (type == "double") return run_mssp<double>(options, run);
    return run_mssp<std::int64_t>(options, run);
}

/// Declares FILE, --source and --to.
void declare_search(subcommand& to, search_command& options) {
    to.argument("FILE", options.path, input_help);
    to.option("--source", options.sources,
              {"LIST", "Vertices to start from, such as 0,5,9, or names with --named; the first vertex if none are given"});
    declare_target(to, options.target);
}
/// Declares all other options, and what is run.
void declare_rest(subcommand& to, const std::shared_ptr<search_command>& options, const char* number, weighting weights,
                  int (*run)(const search_command&)) {
    to.option("--out", options->out,
              {"FILE",
               fmt::format("Write 'source vertex {} parent' for every vertex reached; .gz compresses, '-' is standard output",
                           number),
               "Output"});
    declare_answer(to, options->answer);
    declare(to, options->file, relabelling::offered, weights);
    declare(to, options->run);
    to.runs([options, run] {
        options->run.verify |= !options->answer.empty();
        return run(*options);
    });
}

}  // namespace

void add_bfs(command_line& line) {
    const auto options = std::make_shared<search_command>();
    subcommand bfs = line.add("bfs", "Breadth-first search: levels and parents from one source or several");
    declare_search(bfs, *options);
    declare_rest(bfs, options, "level", weighting::not_offered, &run_bfs);
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
}

void add_shortest_paths(command_line& line) {
    const auto options = std::make_shared<search_command>();
    // Of parallel edges, a shortest path uses the shortest.
    options->file.usual_duplicates = gb::duplicate_policy::min;
    subcommand mssp = line.add("mssp", "Shortest paths from one source or several (multi-source)");
    declare_search(mssp, *options);
    mssp.option("--type", options->type,
                {"NAME", "Type of the distances: int32, int64, float or double; by default double for real weights, else int64",
                 "Computing", length_types()});
    declare_rest(mssp, options, "distance", weighting::offered, &run_mssp);
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
}

}  // namespace grb
