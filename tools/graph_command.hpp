// Needs: a square file.
// Idea: commands about a graph differ in an algorithm and in the fields of its answer. The frame is here: the options, reading
// the file, the time, the table of --out, and what every answer reports.
#pragma once

#include "command.hpp"
#include "graph_checks.hpp"
#include "table_output.hpp"
#include <graphblas_gpu/vector.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <numeric>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace grb {

/// How a command takes the entries of the file.
enum class edges {
    directed,    ///< an entry (i, j) is an edge from i to j
    either_way,  ///< the algorithm follows every edge both ways; --directed is refused
    undirected,  ///< the file is made undirected and loses its self loops, which the answer reports; --directed is refused
    undirected_by_default,  ///< the same unless --directed is given, which keeps the file as it is
};

/// What a command about a graph is called, what it needs and what it writes.
struct graph_words {
    const char* name;
    const char* help;
    std::vector<std::string> main_options = {"--out", "--undirected", "--json"};  ///< those of --help
    const char* line_of_out = nullptr;  ///< --out writes a line of this form for each of `things`; null: there is no --out
    const char* things = "vertex";
    edges taken = edges::directed;
    const char* whose = "";  ///< describes the answer about an undirected graph, such as "core numbers are those"
    weighting weights = weighting::not_offered;
    gb::duplicate_policy duplicates = gb::duplicate_policy::last;  ///< unless --duplicates gives another rule
    bool offers_methods = false;
    bool names_vertices = false;  ///< the answer names vertices, even without --out
    bool is_on_host_alone = false;  ///< it runs on host threads, and has no --verify
    const char* check = nullptr;   ///< what --verify checks the answer by, such as "union-find"; null: other libraries
    const char* footer = "";
};

/// The command line of a command about a graph.
struct graph_command : file_command {
    graph_words words{};
};

/// Declares FILE, --out and the options of files, engines and output.
void declare(subcommand& to, graph_command& options);

/// Adds a command. `run` returns the exit status; `more` declares options of the command's own.
template <class Options>
void add_graph_command(command_line& line, const graph_words& words, int (*run)(const Options&),
                       void (*more)(subcommand&, Options&) = nullptr) {
    const auto options = std::make_shared<Options>();
    options->words = words;
    options->file.usual_duplicates = words.duplicates;
    subcommand to = line.add(words.name, words.help);
    declare(to, *options);
    if (more != nullptr) more(to, *options);
    to.runs([options, run] { return run(*options); });
}

/// One run of a command about a graph.
class graph_run {
  public:
    /// Finds errors of the command line, then reads the file, without its weights unless the command uses them.
    explicit graph_run(const graph_command& options);

    /// The adjacency matrix. Throws io_error for weights that T cannot hold.
    template <class T>
    gb::matrix<T> graph() {
        if constexpr (!std::is_void_v<T>) file.require_weights_that_fit<T>("; --type double takes larger ones");
        gb::matrix<T> a = file.take_matrix<T>();
        file.describe(options_.run);
        describe(a.nrows(), a.nvals());
        if constexpr (std::is_arithmetic_v<T>) note_times(a);
        return a;
    }

    /// Calls f() and takes its time; `doing` is what a progress bar shows, with the share of the work that is done if f
    /// advances the counters. Those of the context begin again with every operation, and so suit an f that is one long product.
    template <class F>
    auto compute(const char* doing, F&& f, const gb::progress_counters* counters = nullptr) {
        const stopwatch time;
        auto found = file.about_this_file([&] {
            const progress_bar bar(doing, counters);
            return f();
        });
        milliseconds = time.milliseconds();
        product = ctx.last_report();
        say_moves(options_.run, ctx);
        return found;
    }

    /// With --verbose, prints the method of the last product, which `which` describes, such as "last round".
    void say_method(const std::string& which) const;

    /// Prints the answer, which names the method; returns the exit status. With --verify, verify() compares it with other
    /// libraries, or check() says what is wrong with the answer, or returns an empty line (graph_checks.hpp).
    /// @{
    int conclude(const std::string& method, const std::function<verdict()>& verify);
    int conclude(const std::string& method, const std::function<std::string()>& check);
    /// @}

    const gb::method method;  ///< the option --method
    const gb::context ctx;
    graph_file file;
    gb::report product;       ///< of the last operation of compute()
    double milliseconds = 0;  ///< of compute()
    answer result;

  private:
    void describe(gb::index nrows, gb::index nvals);
    bool is_made_undirected() const {
        return options_.words.taken == edges::undirected ||
               (options_.words.taken == edges::undirected_by_default && !options_.file.directed);
    }

    /// Notes values that are whole numbers of seconds from 1973 to 2603 as UNIX counts them: a column of times was taken for
    /// weights. Nearly always the first value shows that they are not.
    template <class T>
    void note_times(const gb::matrix<T>& a) {
        const auto is_time = [](T x) {
            const auto seconds = static_cast<double>(x);
            return seconds >= 1e8 && seconds <= 2e10 && seconds == std::floor(seconds);
        };
        if (a.nvals() > 0 && std::all_of(a.values().begin(), a.values().end(), is_time))
            result.note("looks_like_times",
                        "all weights lie between 100000000 and 20000000000 like UNIX times; --weights none does without them, "
                        "--columns 1,2,K takes column K");
    }

    const graph_command& options_;
};

/// The vertex with the most outgoing edges, the first such vertex if there are several. Throws io_error if there is none.
gb::index busiest_vertex(const graph_file& file, const gb::matrix<void>& graph);

/// Adds "NAME" (the number of different labels), "largest" and "alone" (the number of labels of a single vertex) to the answer.
void add_groups(answer& to, const std::string& name, const gb::vector<std::int64_t>& labels);

/// Adds the vertices with the largest values, at most `most` of them, as "top_vertices", and their values as "top_" + name; the
/// largest value comes first, and where values are equal the smaller number. The vector has an entry for every vertex.
template <class T>
void add_largest(answer& to, const graph_file& file, const std::string& name, const gb::vector<T>& values,
                 std::size_t most = 5) {
    const std::vector<T> all = values.to_entries().values;
    std::vector<gb::index> order(all.size());
    std::iota(order.begin(), order.end(), gb::index{0});
    const std::size_t shown = std::min(most, order.size());
    const auto value_of = [&](gb::index v) { return all[static_cast<std::size_t>(v)]; };
    const auto is_before = [&](gb::index v, gb::index w) {
        return value_of(v) != value_of(w) ? value_of(v) > value_of(w) : v < w;
    };
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(shown), order.end(), is_before);
    order.resize(shown);
    std::vector<T> largest;
    for (const gb::index v : order) largest.push_back(value_of(v));
    to.add("top_vertices", file.names_of(order));
    to.add("top_" + name, std::move(largest));
}

}  // namespace grb
