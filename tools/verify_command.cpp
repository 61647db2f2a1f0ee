// grb verify: everything that the library can compute about a graph, by every method, compared with other libraries.
//
// Needs: a file; SuiteSparse:GraphBLAS and Boost.Graph when the tool is built.
// Idea: a list of questions; each is a line of the table that is printed.
#include "command.hpp"
#include "check_products.hpp"
#include "checklist.hpp"
#include "recast.hpp"
#include "vertex_rows.hpp"
#include <algorithms/structure.hpp>
#include <algorithms/triangle_count.hpp>

#include <fmt/format.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace grb {
namespace {

struct verify_command : file_command {
    std::string sources;
    std::uint64_t most_multiplications = 100'000'000;

    verify_command() { run.verify = true; }
};

using methods_list = std::vector<gb::method>;

/// All methods of products, or the one that was named.
methods_list methods_to_ask(const run_options& options) {
    const gb::method named = method_of(options);
    if (named != gb::method::automatic) return {named};
    return {gb::all_methods.begin(), gb::all_methods.end()};
}

/// The vertices that were named, or three vertices.
std::vector<gb::index> sources_of(const verify_command& options, const graph_file& file) {
    if (!options.sources.empty()) return file.positions_of(parse_vertices(options.sources, options.file));
    const gb::index n = file.nrows();
    std::vector<gb::index> sources;
    for (const gb::index v : {gb::index{0}, n / 2, n - 1})
        if (v >= 0 && v < n && (sources.empty() || sources.back() != v)) sources.push_back(v);
    return sources;
}

void check_triangles(checklist& list, const gb::context& ctx, const gb::matrix<void>& graph, const methods_list& methods) {
    using enum gb::triangle_variant;
    for (const auto variant : {burkhardt, cohen, sandia_ll, sandia_uu, sandia_lut, sandia_ult}) {
        for (const auto order : {gb::triangle_order::none, gb::triangle_order::degree}) {
            const auto ask = [&](gb::method m) {
                return gb::triangle_count(ctx, graph, {.variant = variant, .order = order, .method = m, .trusted = true})
                    .triangles;
            };
            const char* const by = order == gb::triangle_order::degree ? "degree" : "number";
            list.check(fmt::format("tc, {}, ordered by {}", gb::to_string(variant), by), methods, ask,
                       [&](std::int64_t found) { return verify_triangles(graph, found); });
        }
    }
}

/// Checks searches from the first source and from all sources, search(source or sources, method); verify(sources, found)
/// compares.
template <class Search, class Verify>
void check_searches(checklist& list, const std::string& name, const std::vector<gb::index>& sources,
                    const methods_list& methods, const Search& search, const Verify& verify) {
    const std::vector<gb::index> first{sources.front()};
    list.check(
        name + ", one source", methods, [&](gb::method m) { return rows_of(search(first.front(), m)); },
        [&](const auto& found) { return verify(first, found); });
    list.check(
        fmt::format("{}, {} sources", name, sources.size()), methods, [&](gb::method m) { return rows_of(search(sources, m)); },
        [&](const auto& found) { return verify(sources, found); });
}

/// The error of graph_file::require_weights_that_fit, or an empty line.
template <class T>
std::string unfit_weights(const graph_file& file) {
    try {
        file.require_weights_that_fit<T>();
        return {};
    } catch (const gb::error& e) {
        return e.what();
    }
}

template <class T>
void check_shortest_paths(checklist& list, const gb::context& ctx, const std::string& unfit, const gb::matrix<T>& graph,
                          const std::vector<gb::index>& sources, const methods_list& methods) {
    const std::string name = fmt::format("mssp, {}", gb::type_name<T>());
    if (!unfit.empty()) return list.skip(name, unfit);
    try {
        // This call throws if there are no shortest paths.
        (void)gb::multi_source_shortest_path(ctx, graph, sources);
    } catch (const gb::error& e) {
        list.skip(name, e.what());
        return;
    }
    check_searches(
        list, name, sources, methods,
        [&](const auto& from, gb::method m) { return gb::multi_source_shortest_path(ctx, graph, from, {.method = m}); },
        [&](const auto& from, const auto& found) {
            return verify_shortest_paths<T>(graph, from, found.values, found.parents);
        });
}

template <class T>
void check_all(checklist& list, const gb::context& ctx, graph_file& file, const std::vector<gb::index>& sources,
               const verify_command& options) {
    const std::string unfit_int32 = unfit_weights<std::int32_t>(file), unfit_int64 = unfit_weights<std::int64_t>(file),
                      unfit_float = unfit_weights<float>(file), unfit_double = unfit_weights<double>(file);
    const gb::matrix<T> graph = file.take_matrix<T>();
    file.describe(options.run);
    const methods_list methods = methods_to_ask(options.run);
    const methods_list of_vectors = methods_for_vectors(methods);
    if (graph.nrows() != graph.ncols()) {
        list.skip("tc, bfs and mssp", fmt::format("the matrix is {}x{}", graph.nrows(), graph.ncols()));
    } else if (sources.empty()) {
        list.skip("tc, bfs and mssp", "there are no vertices");
    } else {
        const gb::matrix<void> structure = recast<void>(graph);
        check_triangles(list, ctx, gb::undirected_structure(ctx, structure), methods);
        if (of_vectors.empty()) {
            list.skip("bfs and mssp", no_method_for_vectors);
        } else {
            check_searches(
                list, "bfs", sources, of_vectors,
                [&](const auto& from, gb::method m) { return gb::bfs(ctx, structure, from, {.method = m}); },
                [&](const auto& from, const auto& found) { return verify_bfs(structure, from, found.values, found.parents); });
            check_shortest_paths(list, ctx, unfit_int32, recast<std::int32_t>(graph), sources, of_vectors);
            check_shortest_paths(list, ctx, unfit_int64, recast<std::int64_t>(graph), sources, of_vectors);
            check_shortest_paths(list, ctx, unfit_float, recast<float>(graph), sources, of_vectors);
            check_shortest_paths(list, ctx, unfit_double, recast<double>(graph), sources, of_vectors);
        }
    }
    check_products(list, ctx, graph, methods, static_cast<std::int64_t>(options.most_multiplications));
}

int run(const verify_command& options) {
    (void)duplicates_of(options.file);
    if (options.most_multiplications > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
        throw usage_error(fmt::format("--most-multiplications: {} is above 2^63 - 1", options.most_multiplications));
    if (!options.sources.empty()) (void)parse_vertices(options.sources, options.file);
    const gb::context ctx = make_context(options.run);
    require_verifier(options.run.threads);

    file_options reading = options.file;
    reading.one_based_for_others = !options.sources.empty();
    graph_file file(options.path, reading, ctx);
    file.refuse_idle_numbers(options.file);
    const std::vector<gb::index> sources = sources_of(options, file);
    checklist list;
    const stopwatch time;
    if (file.is_real())
        check_all<double>(list, ctx, file, sources, options);
    else
        check_all<std::int64_t>(list, ctx, file, sources, options);

    answer result;
    file.describe(result);
    result.add("nrows", file.nrows());
    result.add("ncols", file.ncols());
    list.describe(result);
    const gb::method method = method_of(options.run);
    add_run(result, ctx, method == gb::method::automatic ? "all" : gb::to_string(method), time.milliseconds(),
            file.milliseconds());
    result.print(options.run);
    if (list.difference().empty()) return 0;
    tell_line(fmt::format("{}: an answer does not verify: {}", file.path(), list.difference()));
    return 1;
}

}  // namespace

void add_verify(command_line& line) {
    add_command<verify_command>(
        line, "verify", "Check everything that can be computed about a graph against other libraries", &run,
        [](subcommand& verify, verify_command& options) {
            verify.argument("FILE", options.path, input_help);
            verify.option("--source", options.sources,
                          {"LIST", "Vertices to search from, such as 0,5,9; by default three of them"});
            verify.option("--most-multiplications", options.most_multiplications,
                          {"N", "Leave out products without a mask that need more; 100000000 by default", "Computing"});
            declare(verify, options.file, relabelling::offered);
            declare_engine(verify, options.run);
            declare_method(verify, options.run);
            declare_output(verify, options.run);
            verify.main_options({"--source", "--undirected", "--json"});
            verify.footer(
                R"(Each of the following is computed by every method that it has, or by the one that --method names. The first answer is
compared with SuiteSparse:GraphBLAS, and with Boost.Graph if it has the algorithm; the answers of the other methods
have to be the same to the last bit. Computed are: the triangles, by every variant and order; breadth-first search and
shortest paths, from one source and from several; products of the matrix A with itself, over every semiring; products
with a vector; and the other forms of a product (structure, number of entries, sum, plan). Exit status 1 if anything
differs.

Examples:
  grb verify graph.mtx
  grb verify roads.tsv --undirected --source 0,17 --json
  grb generate rmat 10 8 --weights random:1 | grb verify -)");
        });
}

}  // namespace grb
