// Algorithms that look at the whole graph: components, PageRank, independent sets, core numbers, trusses, similarities.
//
// Idea: ours alone, since SuiteSparse:GraphBLAS has no algorithms; scripts/bench --gapbs runs the GAP benchmark suite beside
// them. Each answer is checked against what it has to be, by a loop over the edges, where there is one by the check of the
// tool.
#include "../tools/graph_checks.hpp"
#include "../tools/neighbours.hpp"
#include "kernels.hpp"
#include <algorithms/connected_components.hpp>
#include <algorithms/jaccard_similarity.hpp>
#include <algorithms/k_core.hpp>
#include <algorithms/k_truss.hpp>
#include <algorithms/maximal_independent_set.hpp>
#include <algorithms/page_rank.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

namespace bench {
namespace {

/// The sum of what one more round of PageRank would change, computed edge by edge.
double residual_of(const gb::structure_view& a, const std::vector<double>& ranks, double damping) {
    const auto n = static_cast<double>(ranks.size());
    std::vector<double> degree(ranks.size()), next(ranks.size(), (1 - damping) / n);
    grb::for_each_entry(a, [&](std::size_t i, std::size_t, gb::row_offset) { degree[i] += 1; });
    grb::for_each_entry(a, [&](std::size_t i, std::size_t j, gb::row_offset) { next[j] += damping * ranks[i] / degree[i]; });
    double sum = 0;
    for (std::size_t v = 0; v < ranks.size(); ++v) sum += std::abs(next[v] - ranks[v]);
    return sum;
}

/// Ours alone: the result of compute() is checked by check(result); count(result) is for other programs to compare.
template <class Compute, class Check, class Count>
contest alone(Compute compute, Check check, Count count) {
    const auto found = std::make_shared<std::invoke_result_t<Compute>>();
    contest task;
    task.sides.push_back({"ours", {}, [=] { *found = compute(); }, {}});
    task.verify = [=]() -> std::string { return check(*found); };
    task.counts = [=] { return std::vector<std::int64_t>{count(*found)}; };
    return task;
}

template <class Rank>
contest ranking(const environment& env, benchmark_case& c) {
    constexpr double tolerance = 1e-4;
    const gb::matrix<void>& a = c.ours.adjacency();
    const gb::page_rank_options options{
        .definition = gb::page_rank_definition::gap, .tolerance = tolerance, .most_iterations = 1000};
    const auto rank = [&env, &a, options] { return gb::page_rank<Rank>(env.context, a, options); };
    const auto check = [&a, options](const auto& found) {
        const auto ranks = found.ranks.to_entries().values;
        const double residual = residual_of(a.rows(), std::vector<double>(ranks.begin(), ranks.end()), options.damping);
        return residual <= tolerance ? std::string() : fmt::format("one more round changes {}", residual);
    };
    contest task = alone(rank, check, [](const auto& found) { return found.iterations; });
    const std::int64_t iterations = rank().iterations;
    task.answers = static_cast<int>(std::max<std::int64_t>(iterations, 1));
    task.notes.push_back(fmt::format("an iteration of {}", iterations));
    return task;
}

}  // namespace

contest connected_components(const environment& env, benchmark_case& c) {
    const gb::matrix<void>& a = c.ours.adjacency();
    (void)a.is_symmetric(env.context);  // as if another kernel had asked before
    return alone([&env, &a] { return gb::connected_components(env.context, a); },
                 [&a](const auto& found) { return grb::check_components(a.rows(), found.labels.to_entries().values); },
                 [](const auto& found) { return found.components; });
}

contest page_rank(const environment& env, benchmark_case& c) { return ranking<double>(env, c); }

contest page_rank_float(const environment& env, benchmark_case& c) { return ranking<float>(env, c); }

contest maximal_independent_set(const environment& env, benchmark_case& c) {
    const gb::matrix<void>& a = c.ours.adjacency();
    return alone([&env, &a] { return gb::maximal_independent_set(env.context, a, {.trusted = true}); },
                 [&a](const auto& found) { return grb::check_independent_set(a.rows(), found.members.to_entries().indices); },
                 [](const auto& found) { return found.members.nvals(); });
}

contest k_core(const environment& env, benchmark_case& c) {
    const gb::matrix<void>& a = c.ours.adjacency();
    const auto check = [&a](const auto& found) -> std::string {
        // Among the vertices of at least its own core number, each vertex has so many neighbours.
        const std::vector<std::int64_t> core = found.core_numbers.to_entries().values;
        std::vector<std::int64_t> neighbours(core.size());
        grb::for_each_entry(
            a.rows(), [&](std::size_t i, std::size_t j, gb::row_offset) { neighbours[i] += i != j && core[j] >= core[i]; });
        for (std::size_t v = 0; v < core.size(); ++v) {
            if (neighbours[v] < core[v]) return fmt::format("vertex {} is not part of the {}-core", v, core[v]);
        }
        return {};
    };
    return alone([&env, &a] { return gb::k_core(env.context, a); }, check, [](const auto& found) { return found.degeneracy; });
}

contest k_truss(const environment& env, benchmark_case& c) {
    const gb::matrix<void>& a = c.ours.adjacency();
    const std::int64_t k = c.ours.is_rmat() ? 10 : 3;
    contest task = alone([&env, &a, k] { return gb::k_truss(env.context, a, k); },
                         [&a, k](const auto& found) { return grb::check_truss(a.rows(), found.edges, k, false); },
                         [](const auto& found) { return found.edges.nvals(); });
    task.notes.push_back(fmt::format("the {}-truss", k));
    return task;
}

contest jaccard_similarity(const environment& env, benchmark_case& c) {
    const gb::matrix<void>& a = c.ours.adjacency();
    return alone([&env, &a] { return gb::jaccard_similarity(env.context, a); },
                 [&a](const auto& found) { return grb::check_similarities(a.rows(), found); },
                 [](const auto& found) { return found.nvals(); });
}

}  // namespace bench
