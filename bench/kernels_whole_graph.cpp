// Algorithms that look at the whole graph: components, PageRank, independent sets, core numbers.
//
// Idea: ours alone, since SuiteSparse:GraphBLAS has no algorithms; scripts/bench --gapbs runs the GAP benchmark suite beside
// them. Each answer is checked against what it has to be, by a loop over the edges, where there is one by the check of the
// tool.
#include "../tools/graph_checks.hpp"
#include "../tools/neighbours.hpp"
#include "kernels.hpp"
#include <algorithms/connected_components.hpp>
#include <algorithms/k_core.hpp>
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
        const double residual =
            residual_of(a.storage().structure(), std::vector<double>(ranks.begin(), ranks.end()), options.damping);
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
    task.verify = [found, &a] { return grb::check_components(a.storage().structure(), found->labels.to_entries().values); };
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
    task.verify = [found, &a] {
        return grb::check_independent_set(a.storage().structure(), found->members.to_entries().indices);
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
        grb::for_each_entry(a.storage().structure(), [&](std::size_t i, std::size_t j, gb::row_offset) {
            neighbours[i] += i != j && core[j] >= core[i];
        });
        for (std::size_t v = 0; v < core.size(); ++v) {
            if (neighbours[v] < core[v]) return fmt::format("vertex {} is not part of the {}-core", v, core[v]);
        }
        return {};
    };
    task.counts = [found] { return std::vector{found->degeneracy}; };
    return task;
}

}  // namespace bench
