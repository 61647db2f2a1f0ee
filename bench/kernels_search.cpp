// Breadth-first search and shortest paths.
//
// Idea: one turn answers for all sources, one after the other, and the time is for one of them.
#include "compare.hpp"
#include "kernels.hpp"
#include <algorithms/bfs.hpp>
#include <algorithms/multi_source_shortest_path.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

namespace bench {
namespace {

/// Sources from which the ways of a rival are tried: the ways differ by more than the sources do.
constexpr int tuned_on_sources = 1;

/// result[s] = answer(source s) for all sources.
template <class Results, class Answer>
std::function<void()> for_each_source(std::shared_ptr<const std::vector<gb::index>> sources, Results& results,
                                      Answer answer) {
    return [sources, &results, answer] {
        results.clear();
        results.reserve(sources->size());
        for (const gb::index source : *sources) results.push_back(answer(source));
    };
}

/// A graph whose searches take long is measured from fewer sources.
std::shared_ptr<const std::vector<gb::index>> sources_of(const graph& g, int wanted) {
    return std::make_shared<const std::vector<gb::index>>(g.sources(g.sources_for(std::max(1, wanted))));
}

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

struct bfs_state {
    std::vector<gb::bfs_result> ours;
    std::vector<bfs_answer> suitesparse;
    std::vector<boost_bfs_answer> boost;

    std::string difference(const gb::matrix<void>& a, const std::vector<gb::index>& sources) {
        for (std::size_t k = 0; k < sources.size(); ++k) {
            const dense_bfs found = to_dense(ours[k]);
            std::string wrong = difference_from_tree(a, sources[k], found);
            const auto compare = [&](const dense_bfs& other, const char* whose) {
                if (wrong.empty())
                    wrong = difference_of_numbers("level", sources[k], found.levels, other.levels, whose);
                if (wrong.empty()) wrong = difference_from_tree(a, sources[k], other);
            };
            if (!suitesparse.empty()) compare(to_dense(std::move(suitesparse[k])), "SuiteSparse");
            if (!boost.empty()) compare(to_dense(boost[k]), "Boost.Graph");
            if (!wrong.empty()) return wrong;
        }
        return {};
    }
};

}  // namespace

contest bfs(const environment& env, benchmark_case& c) {
    const auto s = std::make_shared<bfs_state>();
    const gb::matrix<void>& a = c.ours.adjacency();
    const auto sources = sources_of(c.ours, env.sources);
    contest task = for_sources(*sources);
    task.sides.push_back(
        {"ours",
         {},
         for_each_source(sources, s->ours, [&env, &a](gb::index v) { return gb::bfs(env.context, a, v); }),
         [s] { s->ours.clear(); }});
    task.verify = [s, &a, sources] { return s->difference(a, *sources); };
    task.counts = [s] { return numbers_reached(s->ours, [](const gb::bfs_result& found) -> auto& { return found.levels; }); };
    if (!env.rivals) return task;
    c.suitesparse.degrees();
    task.sides.push_back(
        {"SuiteSparse",
         {},
         for_each_source(sources, s->suitesparse, [&c](gb::index v) { return search(c.suitesparse, v); }),
         [s] { s->suitesparse.clear(); }});
    const boost_graph& b = c.boost();
    task.sides.push_back(
        {"Boost.Graph", {}, for_each_source(sources, s->boost, [&b](gb::index v) { return b.search(v); }), [s] {
             s->boost.clear();
         }});
    return task;
}

contest bfs_levels(const environment& env, benchmark_case& c) {
    const auto ours = std::make_shared<std::vector<gb::bfs_result>>();
    const gb::matrix<void>& a = c.ours.adjacency();
    const auto sources = sources_of(c.ours, env.sources);
    contest task = for_sources(*sources);
    task.sides.push_back(
        {"ours",
         {},
         for_each_source(sources, *ours, [&env, &a](gb::index v) { return gb::bfs(env.context, a, v, {.parents = false}); }),
         [ours] { ours->clear(); }});
    task.verify = [ours, &a, &env, sources]() -> std::string {
        for (std::size_t k = 0; k < sources->size(); ++k) {
            const std::string wrong =
                difference_from_shortest(env.threads, a, (*sources)[k], to_dense((*ours)[k].levels, -1), -1);
            if (!wrong.empty()) return wrong;
        }
        return {};
    };
    return task;
}

contest bfs64(const environment& env, benchmark_case& c) {
    struct state {
        gb::multi_source_bfs_result together;
        std::vector<gb::bfs_result> alone;
    };
    const auto s = std::make_shared<state>();
    const gb::matrix<void>& a = c.ours.adjacency();
    const auto sources = std::make_shared<const std::vector<gb::index>>(c.ours.sources(4 * env.sources));
    contest task = for_sources(*sources);
    task.sides.push_back({"ours, at once",
                          {},
                          [s, &env, &a, sources] {
                              s->together =
                                  gb::bfs(env.context, a, std::span<const gb::index>(*sources), {.parents = false});
                          },
                          [s] { s->together = {}; }});
    task.sides.push_back(
        {"ours, one by one",
         {},
         for_each_source(sources, s->alone,
                         [&env, &a](gb::index v) { return gb::bfs(env.context, a, v, {.parents = false}); }),
         [s] { s->alone.clear(); }});
    task.verify = [s, &c, &env, sources]() -> std::string {
        const gb::matrix<std::int32_t>& rows = s->together.levels;
        for (std::size_t k = 0; k < sources->size(); ++k) {
            std::vector<std::int32_t> levels(static_cast<std::size_t>(rows.ncols()), -1);
            for (auto p = rows.row_offsets()[k]; p < rows.row_offsets()[k + 1]; ++p)
                levels[rows.columns()[static_cast<std::size_t>(p)]] = rows.values()[static_cast<std::size_t>(p)];
            std::string wrong =
                difference_of_numbers("level", (*sources)[k], levels, to_dense(s->alone[k].levels, -1), "one by one");
            if (wrong.empty() && env.rivals)
                wrong = difference_of_numbers("level", (*sources)[k], levels,
                                              to_dense(search(c.suitesparse, (*sources)[k])).levels, "SuiteSparse");
            if (!wrong.empty()) return wrong;
        }
        return {};
    };
    return task;
}

contest sssp(const environment& env, benchmark_case& c) {
    struct state {
        std::vector<gb::shortest_path_result<std::int32_t>> ours;
        std::vector<ss::vector_handle> suitesparse;
        std::vector<std::vector<std::int32_t>> boost;
    };
    const auto s = std::make_shared<state>();
    const gb::matrix<std::int32_t>& a = c.ours.lengths();
    const auto sources = sources_of(c.ours, env.sources / 2);
    contest task = for_sources(*sources);
    task.sides.push_back(
        {"ours",
         {},
         for_each_source(
             sources, s->ours,
             [&env, &a](gb::index v) { return gb::multi_source_shortest_path(env.context, a, v, {.parents = false}); }),
         [s] { s->ours.clear(); }});
    task.counts = [s] { return numbers_reached(s->ours, [](const auto& found) -> auto& { return found.distances; }); };
    task.verify = [s, &a, &env, sources]() -> std::string {
        for (std::size_t k = 0; k < sources->size(); ++k) {
            const std::string wrong =
                difference_from_shortest(env.threads, a, (*sources)[k], to_dense(s->ours[k].distances, no_path), no_path);
            if (!wrong.empty()) return wrong;
        }
        return {};
    };
    if (!env.rivals) return task;

    const sssp_way way = fastest(sssp_ways(), [&](const sssp_way& tried) {
        for (const gb::index v : c.ours.sources(tuned_on_sources)) (void)shortest_paths(c.suitesparse, v, tried);
    });
    task.notes.push_back("SuiteSparse: " + way.name());
    task.sides.push_back({"SuiteSparse",
                          {},
                          for_each_source(sources, s->suitesparse,
                                          [&c, way](gb::index v) { return shortest_paths(c.suitesparse, v, way); }),
                          [s] { s->suitesparse.clear(); }});
    const boost_graph& b = c.boost();
    task.sides.push_back(
        {"Boost.Graph", {}, for_each_source(sources, s->boost, [&b](gb::index v) { return b.shortest_paths(v); }), [s] {
             s->boost.clear();
         }});
    task.verify = [s, sources]() -> std::string {
        for (std::size_t k = 0; k < sources->size(); ++k) {
            const std::vector<std::int32_t> found = to_dense(s->ours[k].distances, no_path);
            const std::vector<std::int32_t> theirs =
                to_dense(ss::vector_from<std::int32_t>(std::move(s->suitesparse[k])), no_path);
            std::string wrong = difference_of_numbers("distance", (*sources)[k], found, theirs, "SuiteSparse");
            if (wrong.empty())
                wrong = difference_of_numbers("distance", (*sources)[k], found, s->boost[k], "Boost.Graph");
            if (!wrong.empty()) return wrong;
        }
        return {};
    };
    return task;
}

contest sssp64(const environment& env, benchmark_case& c) {
    struct state {
        gb::multi_source_shortest_path_result<std::int32_t> together;
        std::vector<gb::shortest_path_result<std::int32_t>> alone;
    };
    const auto s = std::make_shared<state>();
    const gb::matrix<std::int32_t>& a = c.ours.lengths();
    const auto sources = std::make_shared<const std::vector<gb::index>>(c.ours.sources(4 * env.sources));
    contest task = for_sources(*sources);
    task.sides.push_back({"ours, at once",
                          {},
                          [s, &env, &a, sources] {
                              s->together = gb::multi_source_shortest_path(env.context, a, std::span<const gb::index>(*sources),
                                                                           {.parents = false});
                          },
                          [s] { s->together = {}; }});
    task.sides.push_back(
        {"ours, one by one",
         {},
         for_each_source(
             sources, s->alone,
             [&env, &a](gb::index v) { return gb::multi_source_shortest_path(env.context, a, v, {.parents = false}); }),
         [s] { s->alone.clear(); }});
    task.verify = [s, sources]() -> std::string {
        const gb::matrix<std::int32_t>& rows = s->together.distances;
        for (std::size_t k = 0; k < sources->size(); ++k) {
            std::vector<std::int32_t> distances(static_cast<std::size_t>(rows.ncols()), no_path);
            for (auto p = rows.row_offsets()[k]; p < rows.row_offsets()[k + 1]; ++p)
                distances[rows.columns()[static_cast<std::size_t>(p)]] = rows.values()[static_cast<std::size_t>(p)];
            std::string wrong = difference_of_numbers("distance", (*sources)[k], distances,
                                                      to_dense(s->alone[k].distances, no_path), "one by one");
            if (!wrong.empty()) return wrong;
        }
        return {};
    };
    return task;
}

}  // namespace bench
