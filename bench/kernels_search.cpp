// Breadth-first search, shortest paths and betweenness.
//
// Idea: one turn answers for all sources, one after the other, and the time is for one of them.
#include "../tools/graph_checks.hpp"
#include "compare.hpp"
#include "kernels.hpp"
#include <algorithms/betweenness_centrality.hpp>
#include <algorithms/bfs.hpp>
#include <algorithms/multi_source_shortest_path.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace bench {
namespace {

/// Sources from which the ways of a rival are tried: the ways differ by more than the sources do.
constexpr int tuned_on_sources = 1;
/// Of bfs64 and sssp64.
constexpr int sources_at_once = 64;

using source_list = std::shared_ptr<const std::vector<gb::index>>;

/// A side that finds state->*results: answer(source) for all sources.
template <class State, class Results, class Answer>
side for_each_source(std::string name, const source_list& sources, std::shared_ptr<State> state, Results State::*results,
                     Answer answer) {
    return computing(std::move(name), std::move(state), results, [sources, answer] {
        Results found;
        found.reserve(sources->size());
        for (const gb::index source : *sources) found.push_back(answer(source));
        return found;
    });
}

/// What differs for the first source for which difference_for(k) is not empty; k is the number of the source.
template <class DifferenceFor>
std::function<std::string()> compared_for_each(const source_list& sources, DifferenceFor difference_for) {
    return [sources, difference_for] {
        std::string difference;
        for (std::size_t k = 0; k < sources->size() && difference.empty(); ++k) difference = difference_for(k);
        return difference;
    };
}

/// Row k of a matrix; `none` stands where there is no entry.
std::vector<std::int32_t> dense_row(const gb::matrix<std::int32_t>& rows, std::size_t k, std::int32_t none) {
    std::vector<std::int32_t> out(static_cast<std::size_t>(rows.ncols()), none);
    for (auto p = static_cast<std::size_t>(rows.row_offsets()[k]); p < static_cast<std::size_t>(rows.row_offsets()[k + 1]); ++p)
        out[rows.columns()[p]] = rows.values()[p];
    return out;
}

source_list sources_of(const graph& g, int count) { return std::make_shared<const std::vector<gb::index>>(g.sources(count)); }

contest for_sources(const std::vector<gb::index>& sources) {
    contest task;
    task.answers = std::max(1, static_cast<int>(sources.size()));
    task.notes.push_back(fmt::format("{} sources", sources.size()));
    task.sources.assign(sources.begin(), sources.end());
    return task;
}

/// How many vertices each search has reached.
template <class Searches, class Reached>
std::vector<std::int64_t> numbers_reached(const Searches& searches, const Reached& reached) {
    std::vector<std::int64_t> numbers;
    for (const auto& found : searches) numbers.push_back(reached(found).nvals());
    return numbers;
}

/// Searches from `count` sources in one call, against the same searches one by one: search(source or sources), whose
/// numbers(found) are the `what` of each vertex, `none` where it is not reached. check(source, numbers) says what else is
/// wrong.
template <class Search, class Numbers, class Check>
contest at_once_and_one_by_one(benchmark_case& c, int count, const char* what, std::int32_t none, Search search,
                               Numbers numbers, Check check) {
    using source_span = std::span<const gb::index>;
    struct state {
        std::invoke_result_t<Search, source_span> together;
        std::vector<std::invoke_result_t<Search, gb::index>> alone;
    };
    const auto s = std::make_shared<state>();
    const auto sources = std::make_shared<const std::vector<gb::index>>(c.ours.sources(count));
    contest task = for_sources(*sources);
    task.sides.push_back(
        computing("ours, at once", s, &state::together, [search, sources] { return search(source_span(*sources)); }));
    task.sides.push_back(for_each_source("ours, one by one", sources, s, &state::alone, search));
    task.verify = compared_for_each(sources, [=](std::size_t k) {
        const std::vector<std::int32_t> found = dense_row(numbers(s->together), k, none);
        const gb::index source = (*sources)[k];
        const std::string wrong =
            difference_of_numbers(what, source, found, to_dense(numbers(s->alone[k]), none), "one by one");
        return wrong.empty() ? check(source, found) : wrong;
    });
    return task;
}

struct bfs_state {
    std::vector<gb::bfs_result> ours;
    std::vector<bfs_answer> suitesparse;
    std::vector<dense_bfs> boost;

    std::string difference(const gb::matrix<void>& a, gb::index source, std::size_t k) {
        const dense_bfs found = to_dense(ours[k]);
        std::string wrong = difference_from_tree(a, source, found);
        const auto compare = [&](const dense_bfs& other, const char* whose) {
            if (wrong.empty()) wrong = difference_of_numbers("level", source, found.levels, other.levels, whose);
            if (wrong.empty()) wrong = difference_from_tree(a, source, other);
        };
        if (!suitesparse.empty()) compare(to_dense(std::move(suitesparse[k])), "SuiteSparse");
        if (!boost.empty()) compare(boost[k], "Boost.Graph");
        return wrong;
    }
};

}  // namespace

contest bfs(const environment& env, benchmark_case& c) {
    const auto s = std::make_shared<bfs_state>();
    const gb::matrix<void>& a = c.ours.adjacency();
    const source_list sources = sources_of(c.ours, env.sources);
    contest task = for_sources(*sources);
    task.sides.push_back(for_each_source("ours", sources, s, &bfs_state::ours,
                                         [&env, &a](gb::index v) { return gb::bfs(env.context, a, v); }));
    task.verify = compared_for_each(sources, [s, &a, sources](std::size_t k) { return s->difference(a, (*sources)[k], k); });
    task.counts = [s] { return numbers_reached(s->ours, [](const gb::bfs_result& found) -> auto& { return found.levels; }); };
    if (!env.rivals) return task;
    c.suitesparse.degrees();
    task.sides.push_back(for_each_source("SuiteSparse", sources, s, &bfs_state::suitesparse,
                                         [&c](gb::index v) { return search(c.suitesparse, v); }));
    const boost_graph& b = c.boost();
    task.sides.push_back(
        for_each_source("Boost.Graph", sources, s, &bfs_state::boost, [&b](gb::index v) { return b.search(v); }));
    return task;
}

contest bfs_levels(const environment& env, benchmark_case& c) {
    const auto s = std::make_shared<bfs_state>();
    const gb::matrix<void>& a = c.ours.adjacency();
    const source_list sources = sources_of(c.ours, env.sources);
    contest task = for_sources(*sources);
    task.sides.push_back(for_each_source("ours", sources, s, &bfs_state::ours,
                                         [&env, &a](gb::index v) { return gb::bfs(env.context, a, v, {.parents = false}); }));
    task.verify = compared_for_each(sources, [s, &a, &env, sources](std::size_t k) {
        return difference_from_shortest(env.threads, a, (*sources)[k], to_dense(s->ours[k].levels, -1), -1);
    });
    return task;
}

contest bfs64(const environment& env, benchmark_case& c) {
    const gb::matrix<void>& a = c.ours.adjacency();
    return at_once_and_one_by_one(
        c, sources_at_once, "level", -1,
        [&env, &a](const auto& from) { return gb::bfs(env.context, a, from, {.parents = false}); },
        [](const auto& found) -> auto& { return found.levels; },
        [&c, &env](gb::index source, const std::vector<std::int32_t>& levels) {
            if (!env.rivals) return std::string();
            return difference_of_numbers("level", source, levels, to_dense(search(c.suitesparse, source)).levels,
                                         "SuiteSparse");
        });
}

contest sssp(const environment& env, benchmark_case& c) {
    struct state {
        std::vector<gb::shortest_path_result<std::int32_t>> ours;
        std::vector<ss::vector_handle> suitesparse;
        std::vector<std::vector<std::int32_t>> boost;
    };
    const auto s = std::make_shared<state>();
    const gb::matrix<std::int32_t>& a = c.ours.lengths();
    const source_list sources = sources_of(c.ours, env.sources);
    contest task = for_sources(*sources);
    task.sides.push_back(for_each_source("ours", sources, s, &state::ours, [&env, &a](gb::index v) {
        return gb::multi_source_shortest_path(env.context, a, v, {.parents = false});
    }));
    task.counts = [s] { return numbers_reached(s->ours, [](const auto& found) -> auto& { return found.distances; }); };
    task.verify = compared_for_each(sources, [s, &a, &env, sources](std::size_t k) {
        return difference_from_shortest(env.threads, a, (*sources)[k], to_dense(s->ours[k].distances, no_path), no_path);
    });
    if (!env.rivals) return task;

    const sssp_way way = fastest(sssp_ways(), [&](const sssp_way& tried) {
        for (const gb::index v : c.ours.sources(tuned_on_sources)) (void)shortest_paths(c.suitesparse, v, tried);
    });
    task.notes.push_back("SuiteSparse: " + way.name());
    task.sides.push_back(for_each_source("SuiteSparse", sources, s, &state::suitesparse,
                                         [&c, way](gb::index v) { return shortest_paths(c.suitesparse, v, way); }));
    const boost_graph& b = c.boost();
    task.sides.push_back(
        for_each_source("Boost.Graph", sources, s, &state::boost, [&b](gb::index v) { return b.shortest_paths(v); }));
    task.verify = compared_for_each(sources, [s, sources](std::size_t k) {
        const std::vector<std::int32_t> found = to_dense(s->ours[k].distances, no_path);
        const std::vector<std::int32_t> theirs = to_dense(ss::vector_from<std::int32_t>(std::move(s->suitesparse[k])), no_path);
        std::string wrong = difference_of_numbers("distance", (*sources)[k], found, theirs, "SuiteSparse");
        if (wrong.empty()) wrong = difference_of_numbers("distance", (*sources)[k], found, s->boost[k], "Boost.Graph");
        return wrong;
    });
    return task;
}

contest sssp64(const environment& env, benchmark_case& c) {
    const gb::matrix<std::int32_t>& a = c.ours.lengths();
    return at_once_and_one_by_one(
        c, sources_at_once, "distance", no_path,
        [&env, &a](const auto& from) { return gb::multi_source_shortest_path(env.context, a, from, {.parents = false}); },
        [](const auto& found) -> auto& { return found.distances; },
        [](gb::index, const std::vector<std::int32_t>&) { return std::string(); });
}

contest betweenness_centrality(const environment& env, benchmark_case& c) {
    struct state {
        std::vector<gb::vector<double>> dependencies;
    };
    const auto s = std::make_shared<state>();
    const gb::matrix<void>& a = c.ours.adjacency();
    const source_list sources = sources_of(c.ours, env.sources);
    contest task = for_sources(*sources);
    task.sides.push_back(for_each_source("ours", sources, s, &state::dependencies, [&env, &a, sources](gb::index v) {
        auto found = gb::betweenness_centrality(env.context, a, std::vector<gb::index>{v});
        if (env.context.is_cuda() && v == sources->back()) env.context.cuda_engine()->synchronise();
        return found;
    }));
    task.verify = compared_for_each(sources, [s, &a, sources](std::size_t k) {
        const std::string wrong =
            grb::check_betweenness(a.rows(), std::span(*sources).subspan(k, 1), s->dependencies[k].to_entries().values);
        return wrong.empty() ? wrong : fmt::format("from {}: {}", (*sources)[k], wrong);
    });
    return task;
}

}  // namespace bench
