// The commands on graphs and matrices that are distributed over the processes of mpirun.
//
// Needs: files that every process can read; numbers in an edge list are positions.
// Idea: the commands have the names and the fields of those for one process, and few of their options. Process 0 prints.
#include "distributed_commands.hpp"
#include "answer.hpp"
#include "generate.hpp"
#include "options.hpp"
#include "progress_bar.hpp"
#include <graphblas_gpu/base/stopwatch.hpp>
#include <graphblas_gpu/distributed/files.hpp>
#include <graphblas_gpu/distributed/graph.hpp>
#include <graphblas_gpu/distributed/parts.hpp>

#include <fmt/format.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>

// A namespace of its own, because the commands for one process have structs of the same names.
namespace grb::on_ranks {
namespace {

struct distributed_command {
    std::string path;
    dist::layout layout = dist::layout::shuffled;
    bool undirected = false;
    bool one_based = false;
    run_options run;
};
struct search_command : distributed_command {
    std::string sources;
};
struct rank_command : distributed_command {
    double damping = 0.85, tolerance = 1e-6;
    std::int64_t iterations = 100;
};
struct mxm_command : distributed_command {
    std::string b, semiring = "plus_times";
    bool count = false;
};
struct generate_command : distributed_command {
    generate_options made;
};

/// The ranks of a command, its times, and its answer.
class distributed_run {
  public:
    explicit distributed_run(const distributed_command& given)
        : options(given),
          ctx(context_of_rank(given.run), ranks_of_command(), {.layout = given.layout, .measures_times = given.run.verbose}) {}

    /// Does something for which the user waits, as a progress bar in process 0 says.
    template <class F>
    auto doing(const std::string& what, const F& f) const {
        std::optional<progress_bar> bar;
        if (ctx.rank() == 0) bar.emplace(what);
        return f();
    }
    /// Reads a file.
    dist::file_on_ranks read(const std::string& path, gb::read_options how, bool with_values) {
        how.one_based = options.one_based;
        dist::file_on_ranks file = doing("reading " + path, [&] { return dist::read_file(ctx, path, how, with_values); });
        if (ctx.rank() == 0)
            say(options.run,
                path + (file.is_in_shares ? " was read by all processes" : " was read by process 0 and dealt out"));
        return file;
    }
    /// A square matrix without values.
    dist::matrix<void> graph(bool is_undirected, bool drop_self_loops = false) {
        dist::file_on_ranks file = read(options.path, {.symmetric = is_undirected, .drop_self_loops = drop_self_loops}, false);
        return described(dist::take_matrix<void>(ctx, file));
    }
    template <class T>
    dist::matrix<T> described(dist::matrix<T>&& a) {
        result.add("file", options.path);
        add_shape(a);
        if (a.nrows() != a.ncols())
            throw gb::dimension_mismatch(fmt::format("{}: {} x {} is no graph", options.path, a.nrows(), a.ncols()));
        time.emplace();
        return std::move(a);
    }
    template <class T>
    void add_shape(const dist::matrix<T>& a) {
        add_shape(a.nrows(), a.ncols(), a.nvals());
    }
    void add_shape(gb::index nrows, gb::index ncols, gb::index nvals) {
        result.add("processes", std::int64_t{ctx.size()});
        result.add("nrows", nrows);
        result.add("ncols", ncols);
        result.add("nvals", nvals);
    }
    /// Writes what --out asks for.
    template <class T>
    void write(const dist::matrix<T>& c) {
        if (options.run.out.empty()) return;
        doing("writing " + options.run.out, [&] { dist::write_matrix(ctx, options.run.out, c); });
    }
    /// Prints the answer, with the time since the files were read.
    int conclude() {
        const double milliseconds = time->milliseconds();
        result.add("milliseconds", milliseconds, fmt::format("{:.3f}", milliseconds));
        const dist::traffic &moved = ctx.world().exchanged(), &told = ctx.world().collective();
        const std::int64_t bytes = dist::sum_over_ranks(ctx, gb::plus{}, moved.bytes_received + told.bytes_received),
                           messages = dist::sum_over_ranks(ctx, gb::plus{}, moved.messages_sent + told.messages_sent);
        const std::string times = dist::table_of(ctx.take_times());
        if (ctx.rank() != 0) return 0;
        for (const std::string_view line : split(times, '\n'))
            if (!line.empty()) say(options.run, std::string(line));
        say(options.run,
            fmt::format("{} processes, {} x {}{}: {} bytes in {} messages", ctx.size(), ctx.grid_rows(), ctx.grid_columns(),
                        !ctx.local().is_cuda()     ? ""
                        : ctx.devices() != nullptr ? ", with devices that NCCL joins"
                                                   : ", with devices, through host memory",
                        bytes, messages));
        result.print(options.run);
        return 0;
    }

    const distributed_command& options;
    const dist::context ctx;
    std::optional<gb::base::stopwatch> time;
    answer result;
};

// ---- graphs ----

int run_triangles(const distributed_command& options) {
    distributed_run run(options);
    const auto graph = run.graph(true, true);
    run.result.add("triangles", run.doing("multiplying", [&] { return dist::triangle_count(run.ctx, graph); }));
    return run.conclude();
}

std::vector<gb::index> sources_of(const search_command& options) {
    std::vector<gb::index> sources;
    const gb::index first = options.one_based ? 1 : 0;
    const std::string list = options.sources.empty() ? std::to_string(first) : options.sources;
    for (const std::string_view part : split(list, ','))
        sources.push_back(parse_integer(std::string(part), "--source") - first);
    return sources;
}

template <class T>
using widest = std::conditional_t<std::is_floating_point_v<T>, double, std::int64_t>;

/// The numbers of a vector in process 0, which has one for each source.
template <class T>
std::vector<widest<T>> listed(const dist::context& ctx, const dist::vector<T>& numbers) {
    const auto all = dist::gather(ctx, numbers).to_entries().values;
    return {all.begin(), all.end()};
}

/// Adds the fields of searches, a list each.
template <class T>
void add_reached(distributed_run& run, const search_command& options, const std::vector<std::int64_t>& reached,
                 const std::vector<T>& largest, const std::vector<T>& sums, const char* largest_name, const char* sum_name) {
    std::vector<std::int64_t> sources;
    for (const gb::index v : sources_of(options)) sources.push_back(v + (options.one_based ? 1 : 0));
    run.result.add("sources", sources);
    run.result.add("reached", reached);
    run.result.add(largest_name, largest);
    run.result.add(sum_name, sums);
}
template <class T>
void add_reached(distributed_run& run, const search_command& options, const dist::vector<T>& found, const char* largest,
                 const char* sum) {
    dist::vector<widest<T>> wide(run.ctx, found.size());
    dist::apply(run.ctx, wide, gb::no_mask, gb::no_accum, gb::identity{}, found);
    add_reached<widest<T>>(run, options, {found.nvals()}, {dist::reduce(run.ctx, gb::max{}, wide)},
                           {dist::reduce(run.ctx, gb::plus{}, wide)}, largest, sum);
}
template <class T>
void add_reached(distributed_run& run, const search_command& options, const dist::matrix<T>& found, const char* largest,
                 const char* sum) {
    dist::matrix<widest<T>> wide(run.ctx, found.nrows(), found.ncols());
    dist::apply(run.ctx, wide, gb::no_mask, gb::no_accum, gb::identity{}, found);
    add_reached(run, options, listed(run.ctx, dist::degrees(run.ctx, wide)),
                listed(run.ctx, dist::reduce_rows(run.ctx, gb::max{}, wide)),
                listed(run.ctx, dist::reduce_rows(run.ctx, gb::plus{}, wide)), largest, sum);
}

int run_search(const search_command& options) {
    distributed_run run(options);
    const auto graph = run.graph(options.undirected);
    const std::vector<gb::index> sources = sources_of(options);
    run.doing("searching", [&] {
        if (sources.size() == 1)
            add_reached(run, options, dist::bfs_levels(run.ctx, graph, sources[0]), "max_level", "level_sum");
        else add_reached(run, options, dist::bfs_levels(run.ctx, graph, sources), "max_level", "level_sum");
    });
    return run.conclude();
}

template <class T>
void search_paths(distributed_run& run, const search_command& options, dist::file_on_ranks& file) {
    const auto graph = run.described(dist::take_matrix<T>(run.ctx, file));
    const std::vector<gb::index> sources = sources_of(options);
    run.result.add("type", std::string(gb::type_name<T>()));
    run.doing("searching", [&] {
        if (sources.size() == 1)
            add_reached(run, options, dist::shortest_paths(run.ctx, graph, sources[0]), "max_distance", "distance_sum");
        else add_reached(run, options, dist::shortest_paths(run.ctx, graph, sources), "max_distance", "distance_sum");
    });
}

bool is_real(gb::type_code type) { return type == gb::type_code::float32 || type == gb::type_code::float64; }

int run_paths(const search_command& options) {
    distributed_run run(options);
    dist::file_on_ranks file =
        run.read(options.path, {.symmetric = options.undirected, .duplicates = gb::duplicate_policy::min}, true);
    if (is_real(file.type)) search_paths<double>(run, options, file);
    else search_paths<std::int64_t>(run, options, file);
    return run.conclude();
}

int run_page_rank(const rank_command& options) {
    distributed_run run(options);
    const auto graph = run.graph(options.undirected);
    const auto found = run.doing(
        "ranking", [&] { return dist::page_rank(run.ctx, graph, options.damping, options.tolerance, options.iterations); });
    run.result.add("definition", std::string("standard"));
    run.result.add("damping", options.damping);
    run.result.add("tolerance", options.tolerance);
    run.result.add("iterations", found.iterations);
    run.result.add("residual", found.residual);
    run.result.add("converged", found.residual <= options.tolerance);
    run.result.add("rank_sum", dist::reduce(run.ctx, gb::plus{}, found.ranks));
    return run.conclude();
}

int run_components(const distributed_command& options) {
    distributed_run run(options);
    const auto graph = run.graph(true);
    run.result.add("components", run.doing("searching", [&] { return dist::count_components(run.ctx, graph); }));
    return run.conclude();
}

// ---- matrices ----

template <class T>
void multiply(distributed_run& run, const mxm_command& options, const dist::matrix<T>& a, const dist::matrix<T>& b) {
    run.time.emplace();
    run.result.add("A", options.path);
    run.result.add("B", options.b.empty() ? options.path : options.b);
    if constexpr (std::is_void_v<T>) {
        const auto nvals = run.doing("multiplying", [&] { return dist::mxm_nvals(run.ctx, gb::no_mask, a, b); });
        run.result.add("form", std::string("count"));
        run.add_shape(a.nrows(), b.ncols(), nvals);
    } else {
        const auto by = [&](const auto& semiring) {
            const auto c = run.doing("multiplying", [&] { return dist::mxm(run.ctx, semiring, a, b); });
            run.result.add("semiring", options.semiring);
            run.result.add("type", std::string(gb::type_name<T>()));
            run.add_shape(c);
            run.write(c);
            run.result.add("sum", dist::reduce(run.ctx, gb::plus{}, c));
        };
        if (options.semiring == "min_plus") by(gb::min_plus<T>);
        else if (options.semiring == "max_plus") by(gb::max_plus<T>);
        else by(gb::plus_times<T>);
    }
}

int run_mxm(const mxm_command& options) {
    check_output(options.run);
    if (!options.run.out.empty()) (void)matrix_format_of(options.run.out);
    distributed_run run(options);
    const bool has_b = !options.b.empty();
    const gb::read_options how{.symmetric = options.undirected};
    dist::file_on_ranks a = run.read(options.path, how, !options.count), b;
    if (has_b) b = run.read(options.b, how, !options.count);
    const auto multiply_as = [&]<class T>(std::type_identity<T>) {
        const auto left = dist::take_matrix<T>(run.ctx, a);
        if (has_b) multiply<T>(run, options, left, dist::take_matrix<T>(run.ctx, b));
        else multiply<T>(run, options, left, left);
    };
    if (options.count) multiply_as(std::type_identity<void>{});
    else if (is_real(a.type) || is_real(b.type)) multiply_as(std::type_identity<double>{});
    else multiply_as(std::type_identity<std::int64_t>{});
    return run.conclude();
}

/// How many vertices, or rows, have no entry in any of the vectors of numbers of entries.
std::int64_t count_empty(const dist::context& ctx, const dist::vector<std::int64_t>& a, const dist::vector<std::int64_t>& b) {
    dist::vector<std::int64_t> both(ctx, a.size()), used(ctx, a.size());
    dist::ewise_add(ctx, both, gb::no_mask, gb::no_accum, gb::plus{}, a, b);
    dist::select(ctx, used, gb::no_mask, gb::no_accum, gb::value_gt<std::int64_t>{0}, both);
    return a.size() - used.nvals();
}

template <class T>
void look_at(distributed_run& run, dist::file_on_ranks& file) {
    const dist::context& ctx = run.ctx;
    const auto a = dist::take_matrix<T>(ctx, file);
    run.time.emplace();
    const auto turned = dist::transpose(ctx, a);
    const auto rows = dist::degrees(ctx, a), columns = dist::degrees(ctx, turned);
    const bool is_square = a.nrows() == a.ncols();
    const auto facts = ctx.together("info", {}, [&](dist::note& own) {
        own.changes = is_square && a.block() == turned.block() ? 0 : 1;
        // The layout is natural.
        const gb::structure_view block = a.block().rows();
        for (gb::index i = 0; i < block.nrows; ++i) {
            const gb::index j = i + a.own().row - a.own().column;
            own.number += j >= 0 && j < block.ncols && gb::formats::find(block, i, j) >= 0 ? 1 : 0;
        }
    });
    const std::int64_t empty_rows = count_empty(ctx, rows, rows);
    run.result.add("file", file.path);
    run.result.add("type", std::string(gb::type_name(file.type)));
    run.add_shape(a);
    run.result.add("self_loops", dist::sum_of(facts));
    run.result.add("symmetric", dist::sum_of(facts, &dist::note::changes) == 0);
    run.result.add("empty_rows", empty_rows);
    run.result.add("vertices_without_entries",
                   is_square ? count_empty(ctx, rows, columns) : empty_rows + count_empty(ctx, columns, columns));
    run.result.add("largest_row", a.nrows() == 0 ? std::int64_t{0} : dist::reduce(ctx, gb::max{}, rows));
}

int run_info(const distributed_command& given) {
    distributed_command options = given;
    options.layout = dist::layout::natural;
    distributed_run run(options);
    dist::file_on_ranks file = run.read(options.path, {.symmetric = options.undirected}, true);
    run.doing("counting entries of " + options.path, [&] {
        if (file.type == gb::type_code::none) look_at<void>(run, file);
        else if (is_real(file.type)) look_at<double>(run, file);
        else if (file.type == gb::type_code::uint64) look_at<std::uint64_t>(run, file);
        else look_at<std::int64_t>(run, file);
    });
    return run.conclude();
}

template <class T>
void generate(distributed_run& run, const generate_options& options) {
    const auto graph = run.doing("generating " + options.kind, [&] {
        return dist::generated<T>(run.ctx, [&](const gb::graph_part& part) { return make_graph(options, 1, part); });
    });
    run.write(graph);
    run.result.add("file", run.options.run.out);
    run.result.add("kind", options.kind);
    run.add_shape(graph);
    if (kind_of(options).is_random) run.result.add("seed", options.seed);
}

int run_generate(const generate_command& options) {
    check_output(options.run);
    if (options.run.out.empty()) throw usage_error("generate: --out FILE says where the graph is written");
    (void)matrix_format_of(options.run.out);
    // A part without entries tells whether there are values.
    const bool is_pattern = make_graph(options.made, 1, {0, std::numeric_limits<int>::max()}).is_pattern();
    distributed_run run(options);
    run.time.emplace();
    if (is_pattern) generate<void>(run, options.made);
    else generate<std::int64_t>(run, options.made);
    return run.conclude();
}

// ---- options ----

void declare_common(subcommand& to, distributed_command& options) {
    to.option("--layout", options.layout, {"NAME", "shuffled (blocks of equal size) or natural (as numbered)", "Computing"},
              {{"shuffled", dist::layout::shuffled}, {"natural", dist::layout::natural}});
    declare_host(to, options.run);
    declare_output(to, options.run);
}
void declare_engine_of_ranks(subcommand& to, distributed_command& options) {
    to.option("--engine", options.run.engine,
              {"NAME", "host (the default), or cuda: each process takes a device of its machine", "Computing"},
              {"host", "cuda"});
}
void declare(subcommand& to, distributed_command& options) {
    declare_engine_of_ranks(to, options);
    to.argument("FILE", options.path, "A file that every process can read");
    to.flag("--one-based", options.one_based, "The vertices of an edge list count from 1");
    declare_common(to, options);
}
void declare_directed(subcommand& to, distributed_command& options) {
    declare(to, options);
    to.flag("--undirected", options.undirected, "Follow every edge both ways");
}
void declare_search(subcommand& to, search_command& options) {
    declare_directed(to, options);
    to.option("--source", options.sources, {"LIST", "Vertices to start from, such as 0,5,9; the first vertex by default"});
}
void declare_page_rank(subcommand& to, rank_command& options) {
    declare_directed(to, options);
    const auto number = [&](const char* name, double& value, double below, const char* help) {
        const auto read = [name, below, &value](const std::string& text) {
            value = parse_real(text, name);
            if (!(value >= 0 && value < below)) throw usage_error(fmt::format("{} {} is out of range", name, text));
        };
        to.option(name, read, {"X", help, "Computing"});
    };
    number("--damping", options.damping, 1, "The probability to follow an edge, 0.85 by default");
    number("--tolerance", options.tolerance, 1e300, "Rounds end when the ranks change by this in all, 0.000001 by default");
    const auto read = [&options](const std::string& text) { options.iterations = parse_integer(text, "--iterations"); };
    to.option("--iterations", read, {"N", "The most rounds, 100 by default", "Computing"});
}
void declare_mxm(subcommand& to, mxm_command& options) {
    to.argument("A", options.path, "A file that every process can read");
    to.argument("B", options.b, "The second operand; A again if absent", false);
    to.option("--semiring", options.semiring, {"NAME", "plus_times (the default), min_plus or max_plus"},
              {{"plus_times", std::string("plus_times")},
               {"min_plus", std::string("min_plus")},
               {"max_plus", std::string("max_plus")}});
    to.flag("--count", options.count, "Only how many entries C has: nothing is stored");
    to.option("--out", options.run.out, {"FILE", "Write C in the format that the name says; all processes write"});
    declare_engine_of_ranks(to, options);
    to.exclude("--count", "--out");
    to.exclude("--count", "--semiring");
    to.flag("--undirected", options.undirected, "Follow every edge both ways");
    declare_common(to, options);
}
void declare_generate(subcommand& to, generate_command& options) {
    declare_kind(to, options.made, "  mpirun -n 4 grb generate rmat 22 16 --out graph.gbm");
    to.option("--out", options.run.out, {"FILE", "Write the graph in the format that the name says; all processes write"});
    declare_common(to, options);
}

}  // namespace
}  // namespace grb::on_ranks

namespace grb {

std::vector<std::string> declare_distributed_commands(command_line& line) {
    add_command<on_ranks::distributed_command>(line, "tc", "Count the triangles of the undirected graph",
                                               &on_ranks::run_triangles, &on_ranks::declare);
    add_command<on_ranks::search_command>(line, "bfs", "Search from a vertex, or from several", &on_ranks::run_search,
                                          &on_ranks::declare_search);
    add_command<on_ranks::search_command>(line, "mssp", "Shortest paths from a vertex, or from several", &on_ranks::run_paths,
                                          &on_ranks::declare_search);
    add_command<on_ranks::rank_command>(line, "pagerank", "PageRank", &on_ranks::run_page_rank, &on_ranks::declare_page_rank);
    add_command<on_ranks::distributed_command>(line, "cc", "Count the connected components", &on_ranks::run_components,
                                               &on_ranks::declare);
    add_command<on_ranks::mxm_command>(line, "mxm", "Product of two matrices over a semiring", &on_ranks::run_mxm,
                                       &on_ranks::declare_mxm);
    add_command<on_ranks::distributed_command>(line, "info", "Say what is in a file", &on_ranks::run_info,
                                               &on_ranks::declare_directed);
    add_command<on_ranks::generate_command>(line, "generate", "Make a graph or matrix of known shape", &on_ranks::run_generate,
                                            &on_ranks::declare_generate);
    return {"tc", "bfs", "mssp", "pagerank", "cc", "mxm", "info", "generate"};
}

}  // namespace grb
