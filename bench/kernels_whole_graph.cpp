// Algorithms that look at the whole graph: components, PageRank, independent sets, core numbers, betweenness.
//
// Idea: ours alone, since SuiteSparse:GraphBLAS has no algorithms; scripts/bench --gapbs runs the GAP benchmark suite beside
// them. Each answer is checked against what it has to be, by a loop over the edges.
#include "kernels.hpp"
#include <algorithms/betweenness_centrality.hpp>
#include <algorithms/connected_components.hpp>
#include <algorithms/k_core.hpp>
#include <algorithms/maximal_independent_set.hpp>
#include <algorithms/page_rank.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <span>
#include <vector>

namespace bench {
namespace {

/// f(i, j) for every edge.
template <class F>
void for_each_edge(const gb::matrix<void>& a, F&& f) {
    const std::span<const gb::row_offset> offsets = a.row_offsets();
    const std::span<const gb::column_index> columns = a.columns();
    for (gb::index i = 0; i < a.nrows(); ++i) {
        for (auto p = offsets[static_cast<std::size_t>(i)]; p < offsets[static_cast<std::size_t>(i) + 1]; ++p)
            f(static_cast<std::size_t>(i), static_cast<std::size_t>(columns[static_cast<std::size_t>(p)]));
    }
}

/// The smallest vertex of the component of each vertex, by union-find on one thread.
std::vector<std::int64_t> smallest_of_components(const gb::matrix<void>& a) {
    std::vector<std::size_t> parent(static_cast<std::size_t>(a.nrows()));
    std::iota(parent.begin(), parent.end(), std::size_t{0});
    const auto root = [&](std::size_t v) {
        while (parent[v] != v) v = parent[v] = parent[parent[v]];
        return v;
    };
    for_each_edge(a, [&](std::size_t i, std::size_t j) {
        const std::size_t u = root(i), v = root(j);
        parent[std::max(u, v)] = std::min(u, v);
    });
    std::vector<std::int64_t> labels;
    for (std::size_t v = 0; v < parent.size(); ++v) labels.push_back(static_cast<std::int64_t>(root(v)));
    return labels;
}

/// The dependency of a source on every vertex but the source, by Brandes' algorithm on one thread.
std::vector<double> dependencies(const gb::matrix<void>& a, std::size_t source) {
    const std::span<const gb::row_offset> offsets = a.row_offsets();
    const std::span<const gb::column_index> columns = a.columns();
    const auto neighbours = [&](std::size_t v) {
        return columns.subspan(static_cast<std::size_t>(offsets[v]), static_cast<std::size_t>(offsets[v + 1] - offsets[v]));
    };
    const auto n = static_cast<std::size_t>(a.nrows());
    std::vector<std::int64_t> level(n, -1);
    std::vector<double> paths(n), dependency(n);
    std::vector<std::size_t> queue{source};
    level[source] = 0;
    paths[source] = 1;
    for (std::size_t at = 0; at < queue.size(); ++at) {
        const std::size_t v = queue[at];
        for (const std::size_t w : neighbours(v)) {
            if (level[w] < 0) {
                level[w] = level[v] + 1;
                queue.push_back(w);
            }
            if (level[w] == level[v] + 1) paths[w] += paths[v];
        }
    }
    for (std::size_t at = queue.size(); at-- > 0;) {
        const std::size_t v = queue[at];
        double received = 0;
        for (const std::size_t w : neighbours(v)) {
            if (level[w] == level[v] + 1) received += (1 + dependency[w]) / paths[w];
        }
        dependency[v] = paths[v] * received;
    }
    dependency[source] = 0;
    return dependency;
}

/// The sum of what one more round of PageRank would change, computed edge by edge.
double residual_of(const gb::matrix<void>& a, const std::vector<double>& ranks, double damping) {
    const auto n = static_cast<double>(ranks.size());
    std::vector<double> degree(ranks.size()), next(ranks.size(), (1 - damping) / n);
    for_each_edge(a, [&](std::size_t i, std::size_t) { degree[i] += 1; });
    for_each_edge(a, [&](std::size_t i, std::size_t j) { next[j] += damping * ranks[i] / degree[i]; });
    double sum = 0;
    for (std::size_t v = 0; v < ranks.size(); ++v) sum += std::abs(next[v] - ranks[v]);
    return sum;
}

template <class Rank>
contest ranking(const environment& env, benchmark_case& c) {
    constexpr double tolerance = 1e-4;
    const auto found = std::make_shared<gb::page_rank_ranks<Rank>>();
    const gb::matrix<void>& a = c.ours.adjacency();
    const gb::page_rank_options options{
        .definition = gb::page_rank_definition::gap, .tolerance = tolerance, .most_iterations = 1000};
    *found = gb::page_rank<Rank>(env.context, a, options);
    contest task;
    task.answers = static_cast<int>(std::max<std::int64_t>(found->iterations, 1));
    task.notes.push_back(fmt::format("an iteration of {}", found->iterations));
    task.sides.push_back(
        {"ours", {}, [found, &env, &a, options] { *found = gb::page_rank<Rank>(env.context, a, options); }, {}});
    task.verify = [found, &a, options]() -> std::string {
        const auto ranks = found->ranks.to_entries().values;
        const double residual = residual_of(a, std::vector<double>(ranks.begin(), ranks.end()), options.damping);
        return residual <= tolerance ? "" : fmt::format("one more round changes {}", residual);
    };
    task.counts = [found] { return std::vector{found->iterations}; };
    return task;
}

}  // namespace

contest connected_components(const environment& env, benchmark_case& c) {
    const auto found = std::make_shared<gb::connected_components_result>();
    const gb::matrix<void>& a = c.ours.adjacency();
    (void)a.is_symmetric(env.context);  // as if another kernel had asked before
    contest task;
    task.sides.push_back({"ours", {}, [found, &env, &a] { *found = gb::connected_components(env.context, a); }, {}});
    task.verify = [found, &a]() -> std::string {
        return found->labels.to_entries().values == smallest_of_components(a)
                   ? ""
                   : "the components differ from those of union-find";
    };
    task.counts = [found] { return std::vector{found->components}; };
    return task;
}

contest page_rank(const environment& env, benchmark_case& c) { return ranking<double>(env, c); }

contest page_rank_float(const environment& env, benchmark_case& c) { return ranking<float>(env, c); }

contest maximal_independent_set(const environment& env, benchmark_case& c) {
    const auto found = std::make_shared<gb::maximal_independent_set_result>();
    const gb::matrix<void>& a = c.ours.adjacency();
    contest task;
    task.sides.push_back(
        {"ours", {}, [found, &env, &a] { *found = gb::maximal_independent_set(env.context, a, {.trusted = true}); }, {}});
    task.verify = [found, &a]() -> std::string {
        std::vector<bool> member(static_cast<std::size_t>(a.nrows()), false), has_member = member;
        for (const gb::index v : found->members.entries()) member[static_cast<std::size_t>(v)] = true;
        bool is_independent = true;
        for_each_edge(a, [&](std::size_t i, std::size_t j) {
            if (member[j]) has_member[i] = true;
            is_independent &= !(member[i] && member[j]);
        });
        if (!is_independent) return "two members are neighbours";
        for (std::size_t v = 0; v < member.size(); ++v) {
            if (!member[v] && !has_member[v]) return fmt::format("vertex {} could be a member", v);
        }
        return {};
    };
    task.counts = [found] { return std::vector{found->members.nvals()}; };
    return task;
}

contest k_core(const environment& env, benchmark_case& c) {
    const auto found = std::make_shared<gb::k_core_result>();
    const gb::matrix<void>& a = c.ours.adjacency();
    contest task;
    task.sides.push_back({"ours", {}, [found, &env, &a] { *found = gb::k_core(env.context, a); }, {}});
    task.verify = [found, &a]() -> std::string {
        // Among the vertices of at least its own core number, each vertex has so many neighbours.
        const std::vector<std::int64_t> core = found->core_numbers.to_entries().values;
        std::vector<std::int64_t> neighbours(core.size());
        for_each_edge(a, [&](std::size_t i, std::size_t j) { neighbours[i] += i != j && core[j] >= core[i]; });
        for (std::size_t v = 0; v < core.size(); ++v) {
            if (neighbours[v] < core[v]) return fmt::format("vertex {} is not part of the {}-core", v, core[v]);
        }
        return {};
    };
    task.counts = [found] { return std::vector{found->degeneracy}; };
    return task;
}

contest betweenness_centrality(const environment& env, benchmark_case& c) {
    const gb::matrix<void>& a = c.ours.adjacency();
    const auto sources =
        std::make_shared<const std::vector<gb::index>>(c.ours.sources(c.ours.sources_for(std::max(1, env.sources))));
    const auto found = std::make_shared<std::vector<gb::vector<double>>>();
    contest task;
    task.answers = static_cast<int>(std::max<std::size_t>(sources->size(), 1));
    task.sources.assign(sources->begin(), sources->end());
    task.notes.push_back(fmt::format("{} sources", sources->size()));
    task.sides.push_back({"ours",
                          {},
                          [found, sources, &env, &a] {
                              found->clear();
                              for (const gb::index v : *sources)
                                  found->push_back(gb::betweenness_centrality(env.context, a, std::vector<gb::index>{v}));
                              if (env.context.is_cuda()) env.context.cuda_engine()->synchronise();
                          },
                          {}});
    task.verify = [found, sources, &a]() -> std::string {
        for (std::size_t s = 0; s < sources->size(); ++s) {
            const std::vector<double> expected = dependencies(a, static_cast<std::size_t>((*sources)[s]));
            const std::vector<double> ours = (*found)[s].to_entries().values;
            if (ours.size() != expected.size()) return fmt::format("{} values for {} vertices", ours.size(), expected.size());
            for (std::size_t v = 0; v < ours.size(); ++v) {
                // NaN: more paths than a double can count.
                const bool same = std::isnan(expected[v])
                                      ? std::isnan(ours[v])
                                      : std::abs(ours[v] - expected[v]) <= 1e-9 * std::max(1.0, expected[v]);
                if (!same) return fmt::format("from {}, vertex {} has {} and not {}", (*sources)[s], v, ours[v], expected[v]);
            }
        }
        return {};
    };
    return task;
}

}  // namespace bench
