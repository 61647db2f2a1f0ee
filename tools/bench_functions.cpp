// Idea: see bench_functions.hpp.
#include "bench_functions.hpp"

#include "recast.hpp"
#include <algorithms/bfs.hpp>
#include <algorithms/connected_components.hpp>
#include <algorithms/k_core.hpp>
#include <algorithms/label_propagation.hpp>
#include <algorithms/louvain.hpp>
#include <algorithms/maximal_independent_set.hpp>
#include <algorithms/multi_source_shortest_path.hpp>
#include <algorithms/page_rank.hpp>
#include <algorithms/strongly_connected_components.hpp>
#include <algorithms/structure.hpp>
#include <algorithms/triangle_count.hpp>
#include <graphblas_gpu/mxm.hpp>
#include <semirings/semirings.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace grb {
namespace {

/// A line of measurements has at most this many runs, however much time is left.
constexpr std::size_t max_runs = 1000;

/// Searches from all sources; the time is the average for one source, the result the sum over all sources.
template <class Search, class Count>
bench_run timed_searches(const std::vector<gb::index>& sources, const Search& search, const Count& count) {
    bench_run total;
    for (const gb::index source : sources) {
        const bench_run one = timed([&] { return search(source); }, count);
        total.milliseconds += one.milliseconds / static_cast<double>(sources.size());
        total.result += one.result;
    }
    return total;
}

bench_run count_product(const bench_graph& g) {
    return timed([&] { return gb::mxm_nvals(g.ctx, g.structure, g.structure); }, [](gb::index nvals) { return nvals; });
}

bench_run masked_product(const bench_graph& g) {
    return timed(
        [&] {
            gb::matrix<std::int64_t> c(g.structure.nrows(), g.structure.ncols());
            gb::mxm(g.ctx, c, gb::structure(g.structure), gb::no_accum, gb::plus_pair<std::int64_t>, g.structure, g.structure);
            return c;
        },
        [](const auto& c) { return c.nvals(); });
}

bench_run triangles(const bench_graph& g) {
    return timed([&] { return gb::triangle_count(g.ctx, g.undirected); },
                 [](const auto& counted) { return counted.triangles; });
}

bench_run search(const bench_graph& g, bool parents) {
    return timed_searches(
        g.sources, [&](gb::index source) { return gb::bfs(g.ctx, g.structure, source, {.parents = parents}); },
        [](const gb::bfs_result& found) { return found.levels.nvals(); });
}

bench_run shortest_paths(const bench_graph& g) {
    return std::visit(
        [&](const auto& lengths) {
            return timed_searches(
                g.sources,
                [&](gb::index source) { return gb::multi_source_shortest_path(g.ctx, lengths, source, {.parents = false}); },
                [](const auto& found) { return found.distances.nvals(); });
        },
        g.lengths);
}

constexpr bench_function all_functions[] = {
    {"mxm_nvals", "A*A, number of entries", "entries", count_product},
    {"mxm_masked", "C<A> = A*A over plus_pair", "entries", masked_product},
    {"triangles", "triangles", "triangles", triangles},
    {"bfs_levels", "breadth-first search, levels", "reached", [](const bench_graph& g) { return search(g, false); }},
    {"bfs", "breadth-first search, levels and parents", "reached", [](const bench_graph& g) { return search(g, true); }},
    {"sssp", "shortest paths, distances", "reached", shortest_paths},
    {"pagerank", "PageRank", "rounds",
     [](const bench_graph& g) {
         return timed([&] { return gb::page_rank(g.ctx, g.structure); }, [](const auto& found) { return found.iterations; });
     }},
    {"components", "connected components", "components",
     [](const bench_graph& g) {
         return timed([&] { return gb::connected_components(g.ctx, g.structure); },
                      [](const auto& found) { return found.components; });
     }},
    {"strong_components", "strongly connected components", "components",
     [](const bench_graph& g) {
         return timed([&] { return gb::strongly_connected_components(g.ctx, g.structure); },
                      [](const auto& found) { return found.components; });
     }},
    {"core_numbers", "core numbers", "largest",
     [](const bench_graph& g) {
         return timed([&] { return gb::k_core(g.ctx, g.undirected); }, [](const auto& found) { return found.degeneracy; });
     }},
    {"independent_set", "maximal independent set", "members",
     [](const bench_graph& g) {
         return timed([&] { return gb::maximal_independent_set(g.ctx, g.undirected); },
                      [](const auto& found) { return found.members.nvals(); });
     }},
    {"label_propagation", "communities by label propagation", "communities",
     [](const bench_graph& g) {
         return timed([&] { return gb::label_propagation(g.ctx, g.undirected); },
                      [](const auto& found) { return found.communities; });
     }},
    {"louvain", "communities by Louvain's method", "communities",
     [](const bench_graph& g) {
         return timed([&] { return gb::louvain(g.ctx, g.undirected); }, [](const auto& found) { return found.communities; });
     }},
};

}  // namespace

std::span<const bench_function> bench_functions() { return all_functions; }

bench_times repeat(const std::string& words, double seconds, const std::function<bench_run()>& run) {
    gb::progress_counters milliseconds;
    const progress_bar bar("measuring: " + words, &milliseconds);
    const stopwatch time;
    const bench_run first = run();
    bench_times times{first.milliseconds, {}, first.result};
    milliseconds.total = static_cast<std::uint64_t>(1e3 * seconds);
    while (times.sorted.size() < max_runs && time.milliseconds() < 1e3 * seconds) {
        milliseconds.done = static_cast<std::uint64_t>(time.milliseconds());
        times.sorted.push_back(run().milliseconds);
    }
    if (times.sorted.empty()) times.sorted.push_back(first.milliseconds);
    std::sort(times.sorted.begin(), times.sorted.end());
    return times;
}

bench_graph bench_graph_of(const gb::context& ctx, graph_file& file) {
    bench_graph g{ctx, {}, {}, {}, {}};
    const auto take = [&]<class T>(std::type_identity<T>) {
        file.require_weights_that_fit<T>();
        g.structure = recast<void>(std::get<gb::matrix<T>>(g.lengths = file.take_matrix<T>()));
    };
    if (file.is_real()) take(std::type_identity<double>{});
    else take(std::type_identity<std::int64_t>{});
    g.undirected = file.about_this_file([&] {
        const progress_bar bar("arranging " + file.path());
        return gb::undirected_structure(ctx, g.structure);
    });
    return g;
}

}  // namespace grb
