// grb bfs: levels and parents of breadth-first searches. grb mssp: shortest paths from one source or several.
//
// Needs: a square file. bfs ignores its values; for mssp they are the lengths of the edges, and must not make a negative cycle.
// Idea: both commands have a number and a parent for every vertex that a source reaches, and share everything but the search. A
// search from one source uses vectors, searches from several sources use a matrix. The type of the lengths is that of the file
// unless the command line names another type. The path to a target is followed from its end, from each vertex to its parent,
// until the source is reached.
#include "graph_command.hpp"
#include "vertex_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace grb {
namespace {

struct search_command : graph_command {
    std::string sources;
    std::string type;    ///< of the distances; bfs has no such option
    std::string answer;  ///< a file that --out wrote
    std::string target;
    std::optional<std::int32_t> depth;   ///< of bfs: the last level
    std::optional<long double> cutoff;   ///< of mssp: the largest distance; it holds every double and every int64
};

/// What the numbers of a command are called.
struct search_words {
    const char* number;   ///< in the table of --out, such as "level"
    const char* numbers;  ///< in "paths"
    const char* largest;
    const char* sum;
    const char* last_step;  ///< of what the search repeats, such as "last level"
};

void note_weights(answer& to, const graph_file& file, const std::string& type) {
    if (file.is_pattern()) to.note("no_weights", "no weights are used: every edge has length 1");
    if (file.is_real() && !type.starts_with("float") && type != "double")
        to.note("weights_rounded",
                fmt::format("the real weights of the file were cast to {}, which cuts off their fractions", type));
    if (type == "float" && !file.is_pattern())
        to.note("weights_rounded", "the weights of the file were rounded to float, which has 24 significant bits");
}

// ---- paths to a target ----

/// The position at which the row's entry for the vertex is stored; negative if there is none.
gb::row_offset position_in_row(const gb::matrix<std::int64_t>& rows, gb::index row, std::int64_t vertex) {
    return gb::formats::find(rows.rows(), row, vertex);
}

/// What of the searches is not beyond the limit. A row is ordered by vertices, and stays so.
template <class T>
searched_rows<T> within(const searched_rows<T>& all, long double limit) {
    std::vector<gb::index> rows, columns;
    std::vector<T> values;
    std::vector<std::int64_t> parents;
    for (std::size_t p = 0; const auto [row, v, x] : all.values.entries()) {
        const std::int64_t parent = all.parents.values()[p++];
        if (static_cast<long double>(x) > limit) continue;
        rows.push_back(row);
        columns.push_back(v);
        values.push_back(x);
        parents.push_back(parent);
    }
    const gb::index nrows = all.values.nrows(), ncols = all.values.ncols();
    return {gb::matrix<T>::from_edges(nrows, ncols, rows, columns, values),
            gb::matrix<std::int64_t>::from_edges(nrows, ncols, rows, columns, parents)};
}

/// The positions at which the entries of the vertices on the path are stored, from the source to the target. Empty if the row
/// has no entry for the target, or if the parents do not lead to the source, which can happen with a wrong answer that was read
/// from a file.
std::vector<std::size_t> entries_on_path(const gb::matrix<std::int64_t>& parents, gb::index row, gb::index source,
                                         gb::index target) {
    std::vector<std::size_t> entries;
    const auto longest = static_cast<std::size_t>(parents.ncols());
    for (std::int64_t vertex = target; entries.size() < longest;) {
        const gb::row_offset p = position_in_row(parents, row, vertex);
        if (p < 0) return {};
        entries.push_back(static_cast<std::size_t>(p));
        if (vertex == source) {
            std::reverse(entries.begin(), entries.end());
            return entries;
        }
        vertex = parents.values()[entries.back()];
    }
    return {};
}

/// Adds "target", and as "paths" a record for each source: "source", "vertices", and under `values_name` the values of these
/// vertices. A source without a path, or whose path ends beyond `limit`, has empty lists and a note. `limit_words` names the
/// limit in it.
template <class T>
void add_paths(answer& to, const graph_file& file, const std::vector<gb::index>& sources, gb::index target,
               const std::string& values_name, const searched_rows<T>& found, std::optional<long double> limit,
               const std::string& limit_words) {
    using wide = std::conditional_t<std::floating_point<T>, double, std::int64_t>;
    std::vector<record> paths;
    for (std::size_t s = 0; s < sources.size(); ++s) {
        const auto row = static_cast<gb::index>(s);
        std::vector<gb::index> vertices;
        std::vector<wide> on_the_way;
        const gb::row_offset end_of_path = position_in_row(found.parents, row, target);
        const bool is_reached =
            end_of_path >= 0 &&
            (!limit || static_cast<long double>(found.values.values()[static_cast<std::size_t>(end_of_path)]) <= *limit);
        for (const std::size_t p : is_reached ? entries_on_path(found.parents, row, sources[s], target) : std::vector<std::size_t>()) {
            vertices.push_back(static_cast<gb::index>(found.values.columns()[p]));
            on_the_way.push_back(static_cast<wide>(found.values.values()[p]));
        }
        if (vertices.empty()) {
            const std::string from = file.shown_name_of(sources[s]), end = file.shown_name_of(target);
            to.note("no_path", is_reached ? fmt::format("the parents do not lead from {} back to {}", end, from)
                                          : fmt::format("no path leads from {} to {}{}", from, end, limit_words));
        }
        paths.push_back(
            {{"source", file.value_of(sources[s])}, {"vertices", file.names_of(vertices)}, {values_name, on_the_way}});
    }
    to.add("target", file.value_of(target));
    to.add_records("paths", std::move(paths));
}

// ---- the searches ----

class search_run : public graph_run {
  public:
    explicit search_run(const search_command& options)
        : graph_run(checked(options)),
          sources(options.sources.empty() ? std::vector{file.first_vertex()}
                                          : file.positions_of(parse_vertices(options.sources, options.file))),
          options_(options) {
        if (!options.target.empty()) target_ = file.positions_of({parse_vertex(options.target, options.file, "--to")}, "--to").front();
    }

    /// Searches by search(source or sources), or reads the answer of --answer, and prints the answer. verify(found) compares
    /// it. Returns the exit status.
    template <class T, class Graph, class Search, class Verify>
    int answer_with(const search_words& words, const gb::matrix<Graph>& graph, const Search& search, const Verify& verify) {
        const bool is_new = options_.answer.empty();
        const stopwatch time;
        const searched_rows<T> found = is_new ? compute("searching", [&] {
            return sources.size() == 1 ? rows_of(search(sources.front())) : rows_of(search(sources));
        })
                                              : read_rows<T>(options_.answer, words.number, file, sources);
        if (is_new) say_method(words.last_step);
        else milliseconds = time.milliseconds();
        // The whole answer can be verified, and has the paths.
        const std::optional<long double> limit = options_.depth ? std::optional<long double>(*options_.depth) : options_.cutoff;
        std::optional<searched_rows<T>> nearer;
        if (limit) nearer = within(found, *limit);
        const searched_rows<T>& shown = nearer ? *nearer : found;
        write_rows(options_.run.out, words.number, file, sources, shown);

        const row_summary<T> summary(shown.values);
        if constexpr (!std::is_void_v<Graph>) note_weights(result, file, gb::type_name<Graph>());
        if (!is_new) result.add("answer", options_.answer);
        if constexpr (!std::is_void_v<Graph>) result.add("type", std::string(gb::type_name<Graph>()));
        if constexpr (!std::is_void_v<Graph>) result.add("lengths", lengths());
        if (options_.depth) result.add("depth", std::int64_t{*options_.depth});
        if (options_.cutoff) result.add("cutoff", static_cast<double>(*options_.cutoff));
        result.add("sources", file.names_of(sources));
        result.add("reached", summary.reached);
        result.add(words.largest, summary.largest);
        result.add(words.sum, summary.sum);
        const std::string beyond = options_.depth    ? fmt::format(" of at most {} edges (--depth)", *options_.depth)
                                   : options_.cutoff ? fmt::format(" of a length up to {} (--cutoff)", *options_.cutoff)
                                                     : "";
        if (target_) add_paths(result, file, sources, *target_, words.numbers, found, limit, beyond);
        // With `automatic` each step chooses its own method, so there is no single method to name.
        return conclude(is_new ? gb::to_string(method) : "none",
                        [&] { return verify(graph, sources, found.values, found.parents); });
    }

    const std::vector<gb::index> sources;

  private:
    /// What of the file the lengths of edges are: "column 3 (km)", "values", "random", or "none", where all are 1.
    std::string lengths() const {
        if (file.is_pattern()) return "none";
        if (parse_weights(options_.file.weights).source == weight_source::random) return "random";
        return file.is_edge_list() ? file.report().weight_column : "values";
    }

    /// Finds errors of the command line before the file is read.
    static const search_command& checked(const search_command& options) {
        if (!options.sources.empty()) (void)parse_vertices(options.sources, options.file);
        if (!options.target.empty()) (void)parse_vertex(options.target, options.file, "--to");
        check_answer(options.answer, options.run);
        return options;
    }

    const search_command& options_;
    std::optional<gb::index> target_;
};

int run_bfs(const search_command& options) {
    search_run run(options);
    const gb::matrix<void> graph = run.graph<void>();
    // The other libraries search to the end.
    gb::bfs_options how{.method = run.method};
    if (options.depth && !options.run.verify) how.max_level = *options.depth;
    const auto search = [&](const auto& from) { return gb::bfs(run.ctx, graph, from, how); };
    return run.answer_with<std::int32_t>({"level", "levels", "max_level", "level_sum", "last level"}, graph, search,
                                         verify_bfs);
}

template <class T>
int run_mssp(search_run& run) {
    const gb::matrix<T> graph = run.graph<T>();
    const auto search = [&](const auto& from) {
        return gb::multi_source_shortest_path(run.ctx, graph, from, {.method = run.method});
    };
    return run.answer_with<T>({"distance", "distances", "max_distance", "distance_sum", "last round"}, graph, search,
                              verify_shortest_paths<T>);
}

std::vector<std::string> length_types() { return {"int32", "int64", "float", "double"}; }

int run_mssp(const search_command& options) {
    std::string type;
    if (!options.type.empty()) type = parse_type(options.type, length_types(), "shortest paths");
    search_run run(options);
    if (type.empty()) type = run.file.is_real() ? "double" : "int64";
    if (const gb::index infinite = run.file.drop_infinite_weights(); infinite > 0)
        run.result.note("infinite_weights", fmt::format("{} infinite {}: there is no such edge", infinite,
                                                        infinite == 1 ? "weight was left out" : "weights were left out"));
    if (type == "int32") return run_mssp<std::int32_t>(run);
    if (type == "float") return run_mssp<float>(run);
    if (type == "double") return run_mssp<double>(run);
    return run_mssp<std::int64_t>(run);
}

void declare_search(subcommand& to, search_command& options) {
    to.option("--source", options.sources,
              {"LIST", "Vertices to start from, such as 0,5,9, or names with --named; the first vertex if none are given"});
    to.option("--to", options.target,
              {"TARGET",
               "Give the vertices on a shortest path from each source to this vertex, and how far each is from the source"});
    declare_answer(to, options.answer, options.run);
}

}  // namespace

void add_bfs(command_line& line) {
    add_graph_command<search_command>(
        line,
        {.name = "bfs",
         .help = "Breadth-first search: levels and parents from one source or several",
         .main_options = {"--source", "--undirected", "--out"},
         .line_of_out = "source vertex level parent",
         .things = "vertex reached",
         .offers_methods = true,
         .names_vertices = true,
         .footer =
             R"(An entry (i, j) of the file is an edge from i to j; see 'Directions' in grb --help. Vertices count from 0, with
--one-based from 1. The source has level 0 and is its own parent; it counts as reached. level_sum is the sum of the
levels of all vertices reached.

With --to the vertices on a path of the fewest edges are given too, from each source to the target, with the level of each.
Of several such paths it is the one whose vertices are the parents that --out writes. A target that is not reached is
noted, and is no error. With --verify the search is made to its end, verified, and then cut at --depth.

Examples:
  grb bfs graph.mtx --source 0,5,9 --undirected
  grb bfs graph.tsv --source 17 --depth 2
  grb bfs graph.tsv --source 17 --to 4
  grb bfs graph.tsv --source 17 --out levels.tsv.gz
  grb bfs graph.tsv --source 17 --answer levels.tsv.gz
  grb bfs ids.csv --relabel --source 900001 --verify --json
  grb bfs people.csv --named --source alice,bob --out levels.tsv)"},
        &run_bfs, [](subcommand& bfs, search_command& options) {
            declare_search(bfs, options);
            const auto read = [&options](const std::string& text) {
                const std::int64_t depth = parse_integer(text, "--depth");
                if (!std::in_range<std::int32_t>(depth) || depth < 0)
                    throw usage_error(fmt::format("--depth {}: give a number of edges from 0 to 2147483647", text));
                options.depth = static_cast<std::int32_t>(depth);
            };
            bfs.option("--depth", read, {"N", "Stop after level N: vertices that are farther away are not reached"});
            bfs.exclude("--depth", "--answer");
        });
}

void add_shortest_paths(command_line& line) {
    add_graph_command<search_command>(
        line,
        {.name = "mssp",
         .help = "Shortest paths from one source or several (multi-source)",
         .main_options = {"--source", "--to", "--out"},
         .line_of_out = "source vertex distance parent",
         .things = "vertex reached",
         .weights = weighting::offered,
         .duplicates = gb::duplicate_policy::min,  // of parallel edges, a shortest path uses the shortest
         .offers_methods = true,
         .names_vertices = true,
         .footer =
             R"(An entry (i, j) of the file is an edge from i to j, its value the length; see 'Directions' in grb --help. A file
without values has edges of length 1. Of parallel edges the shortest counts, unless --duplicates says otherwise. Lengths
may be negative; a cycle of negative length that can be reached is an error. The source has distance 0 and is its own
parent; it counts as reached. Vertices count from 0, with --one-based from 1.

With --to the vertices on a shortest path are given too, from each source to the target, with the distance of each from the
source. Of several such paths it is the one whose vertices are the parents that --out writes. A target that is not reached is
noted, and is no error.

lengths says what was taken for the lengths: a column of an edge list, the values of another file, or none. --cutoff leaves out
what is farther away; the searches themselves are made to their end.

Examples:
  grb mssp roads.tsv --source 0
  grb mssp roads.tsv --source 0 --cutoff 10
  grb mssp roads.csv --named --source Lyon,Paris --to Nice
  grb mssp graph.mtx --source 0,5,9 --weights random:42 --undirected --verify
  grb mssp graph.mtx --source 3 --type float --out distances.tsv)"},
        &run_mssp, [](subcommand& mssp, search_command& options) {
            declare_search(mssp, options);
            const auto read = [&options](const std::string& text) {
                const bool is_whole = text.find_first_not_of("0123456789") == std::string::npos && text.size() < 19;
                options.cutoff = is_whole ? static_cast<long double>(parse_integer(text, "--cutoff"))
                                          : static_cast<long double>(parse_real(text, "--cutoff"));
                if (!(*options.cutoff >= 0)) throw usage_error(fmt::format("--cutoff {}: give a length from 0 on", text));
            };
            mssp.option("--cutoff", read, {"LENGTH", "Leave out vertices whose distance is larger than this"});
            mssp.exclude("--cutoff", "--answer");
            mssp.option("--type", options.type,
                        {"NAME",
                         "Type of the distances: int32, int64, float or double; by default double for real weights, else int64",
                         "Computing", length_types()});
        });
}

}  // namespace grb
