// Checks of answers that label or choose vertices, or choose edges: cc, scc, mis, communities, msf and mcl.
//
// Idea: see graph_checks.hpp.
#include "graph_checks.hpp"
#include "neighbours.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

namespace grb {
namespace {

/// Sets of vertices that can be joined; each is known by its first vertex.
class vertex_sets {
  public:
    explicit vertex_sets(std::size_t n) : parents_(n) { std::iota(parents_.begin(), parents_.end(), std::size_t{0}); }

    std::size_t first_of(std::size_t v) {
        while (parents_[v] != v) v = parents_[v] = parents_[parents_[v]];
        return v;
    }
    /// Returns false if both were in one set already.
    bool join(std::size_t v, std::size_t w) {
        v = first_of(v);
        w = first_of(w);
        parents_[std::max(v, w)] = std::min(v, w);
        return v != w;
    }
    vertex_labels all() {
        vertex_labels firsts(parents_.size());
        for (std::size_t v = 0; v < firsts.size(); ++v) firsts[v] = static_cast<std::int64_t>(first_of(v));
        return firsts;
    }

  private:
    std::vector<std::size_t> parents_;
};

/// All vertices in the order in which a depth-first search leaves them.
std::vector<std::size_t> by_leaving(const neighbour_lists& next) {
    std::vector<std::size_t> left, path, seen(next.size(), 0);  // seen[v]: how many neighbours of v were looked at, plus 1
    for (std::size_t root = 0; root < next.size(); ++root) {
        if (seen[root] > 0) continue;
        path.push_back(root);
        seen[root] = 1;
        while (!path.empty()) {
            const std::size_t v = path.back();
            if (seen[v] > next[v].size()) {
                left.push_back(v);
                path.pop_back();
                continue;
            }
            const std::size_t w = next[v][seen[v]++ - 1];
            if (seen[w] > 0) continue;
            seen[w] = 1;
            path.push_back(w);
        }
    }
    return left;
}

/// The most frequent label, the smallest of several.
std::int64_t most_frequent(vertex_labels& all) {
    std::sort(all.begin(), all.end());
    std::int64_t best = all.front();
    std::ptrdiff_t most = 0;
    for (auto run = all.begin(); run != all.end();) {
        const auto end = std::upper_bound(run, all.end(), *run);
        if (end - run > most) std::tie(best, most) = std::pair(*run, end - run);
        run = end;
    }
    return best;
}

vertex_labels next_labels(const neighbour_lists& next, const vertex_labels& before) {
    vertex_labels after(before.size()), around;
    for (std::size_t v = 0; v < next.size(); ++v) {
        around.assign(1, before[v]);
        for (const std::size_t w : next[v]) around.push_back(before[w]);
        after[v] = most_frequent(around);
    }
    return after;
}

/// Where a walk may be next: vertices in ascending order, each with its probability.
using walk_row = std::vector<std::pair<std::size_t, double>>;

void scale(walk_row& r) {
    double sum = 0;
    for (const auto& [j, x] : r) sum += x;
    for (auto& [j, x] : r) x *= 1 / sum;
}

double largest(const walk_row& r) {
    double most = 0;
    for (const auto& [j, x] : r) most = std::max(most, x);
    return most;
}

/// An edge for every two vertices that are joined by a weight above 0, in both directions, the larger weight; and a loop with
/// the weight of the heaviest edge, 1 without edges.
std::vector<walk_row> first_walks(const gb::matrix<double>& a) {
    std::vector<walk_row> walks(static_cast<std::size_t>(a.nrows()));
    for (const auto [i, j, x] : a.entries()) {
        if (i == j || x < std::numeric_limits<double>::min()) continue;
        walks[static_cast<std::size_t>(i)].emplace_back(j, x);
        walks[static_cast<std::size_t>(j)].emplace_back(i, x);
    }
    for (std::size_t v = 0; v < walks.size(); ++v) {
        walk_row& r = walks[v];
        const double heaviest = r.empty() ? 1 : largest(r);
        r.emplace_back(v, heaviest);
        for (auto& [j, x] : r) x *= 1 / heaviest;
        std::sort(r.begin(), r.end(),
                  [](const auto& x, const auto& y) { return x.first != y.first ? x.first < y.first : x.second > y.second; });
        r.erase(std::unique(r.begin(), r.end(), [](const auto& x, const auto& y) { return x.first == y.first; }), r.end());
        scale(r);
    }
    return walks;
}

std::vector<walk_row> walk_on(const std::vector<walk_row>& walks, int inflation) {
    constexpr double prune_below = 1e-4;
    std::vector<walk_row> after(walks.size());
    std::vector<double> sums(walks.size());
    std::vector<std::size_t> reached;
    for (std::size_t v = 0; v < walks.size(); ++v) {
        for (const auto& [k, x] : walks[v]) {
            for (const auto& [j, y] : walks[k]) {
                if (sums[j] == 0) reached.push_back(j);
                sums[j] += x * y;
            }
        }
        std::sort(reached.begin(), reached.end());
        reached.erase(std::unique(reached.begin(), reached.end()), reached.end());
        walk_row& r = after[v];
        for (const std::size_t j : reached) {
            double x = sums[j];
            for (int power = 1; power < inflation; ++power) x *= sums[j];
            r.emplace_back(j, x);
            sums[j] = 0;
        }
        reached.clear();
        scale(r);
        const double limit = std::min(prune_below, largest(r));
        std::erase_if(r, [limit](const auto& entry) { return entry.second < limit; });
        scale(r);
    }
    return after;
}

}  // namespace

std::string check_components(const gb::structure_view& a, const vertex_labels& found) {
    vertex_sets sets(static_cast<std::size_t>(a.nrows));
    for_each_entry(a, [&](std::size_t i, std::size_t j, gb::row_offset) { sets.join(i, j); });
    return first_difference("the component of vertex", found, sets.all());
}

std::string check_strong_components(const gb::structure_view& a, const vertex_labels& found) {
    const std::vector<std::size_t> left = by_leaving(neighbours_in(a, followed::forward));
    const neighbour_lists back = neighbours_in(a, followed::backward);
    vertex_labels expected(back.size(), -1);
    std::vector<std::size_t> members;
    for (auto root = left.rbegin(); root != left.rend(); ++root) {
        if (expected[*root] >= 0) continue;
        members.assign(1, *root);
        expected[*root] = 0;
        for (std::size_t k = 0; k < members.size(); ++k) {
            for (const std::size_t w : back[members[k]]) {
                if (expected[w] < 0) expected[w] = 0, members.push_back(w);
            }
        }
        const auto first = static_cast<std::int64_t>(*std::min_element(members.begin(), members.end()));
        for (const std::size_t v : members) expected[v] = first;
    }
    return first_difference("the component of vertex", found, expected);
}

std::string check_independent_set(const gb::structure_view& a, std::span<const gb::index> members) {
    const auto n = static_cast<std::size_t>(a.nrows);
    std::vector<bool> is_member(n), has_member(n);
    for (const gb::index v : members) is_member[static_cast<std::size_t>(v)] = true;
    std::string wrong;
    for_each_entry(a, [&](std::size_t i, std::size_t j, gb::row_offset) {
        if (i == j) return;
        if (is_member[i] && is_member[j] && wrong.empty())
            wrong = fmt::format("members {} and {} are neighbours", std::min(i, j), std::max(i, j));
        if (is_member[i]) has_member[j] = true;
        if (is_member[j]) has_member[i] = true;
    });
    for (std::size_t v = 0; v < n && wrong.empty(); ++v)
        if (!is_member[v] && !has_member[v]) wrong = fmt::format("vertex {} could be a member too", v);
    return wrong;
}

std::string check_communities(const gb::structure_view& a, const vertex_labels& found, std::int64_t rounds, bool settled) {
    const neighbour_lists next = neighbours_in(a, followed::both_ways);
    vertex_labels expected(next.size());
    std::iota(expected.begin(), expected.end(), std::int64_t{0});
    for (std::int64_t round = 0; round < rounds; ++round) expected = next_labels(next, expected);
    std::string wrong = first_difference("the community of vertex", found, expected);
    if (wrong.empty() && settled && next_labels(next, expected) != expected) wrong = "another round would change labels";
    return wrong;
}

template <class T>
std::string check_spanning_forest(const gb::matrix<T>& a, const gb::matrix<T>& forest, std::type_identity_t<T> total) {
    using edge = std::tuple<T, gb::index, gb::index>;
    std::vector<edge> edges, expected, found;
    for (const auto [i, j, x] : a.entries())
        if (i != j) edges.emplace_back(x, std::min(i, j), std::max(i, j));
    std::sort(edges.begin(), edges.end());
    vertex_sets trees(static_cast<std::size_t>(a.nrows()));
    T weight = 0;
    for (const auto& [x, i, j] : edges) {
        if (!trees.join(static_cast<std::size_t>(i), static_cast<std::size_t>(j))) continue;
        expected.emplace_back(x, i, j);
        weight += x;
    }
    for (const auto [i, j, x] : forest.entries())
        if (i < j) found.emplace_back(x, i, j);
    std::sort(found.begin(), found.end());
    if (forest.nvals() != 2 * static_cast<gb::index>(found.size())) return "an edge of the forest has one direction only";
    for (std::size_t n = 0; n < std::max(found.size(), expected.size()); ++n) {
        if (n < found.size() && n < expected.size() && found[n] == expected[n]) continue;
        const auto& [x, i, j] = n < expected.size() ? expected[n] : found[n];
        return fmt::format("of {} edges, {} is right; edge {} is ({}, {}) with weight {}", found.size(), expected.size(), n, i,
                           j, x);
    }
    if (weight != total && !(weight != weight && total != total))
        return fmt::format("the weight is {}, {} is right", total, weight);
    return {};
}

template std::string check_spanning_forest(const gb::matrix<double>&, const gb::matrix<double>&, double);
template std::string check_spanning_forest(const gb::matrix<std::int64_t>&, const gb::matrix<std::int64_t>&, std::int64_t);

std::string check_clusters(const gb::matrix<double>& a, const vertex_labels& found, std::int64_t iterations, int inflation) {
    std::vector<walk_row> walks = first_walks(a);
    for (std::int64_t n = 0; n < iterations; ++n) walks = walk_on(walks, inflation);
    vertex_sets sets(walks.size());
    for (std::size_t v = 0; v < walks.size(); ++v)
        for (const auto& [j, x] : walks[v]) sets.join(v, j);
    return first_difference("the cluster of vertex", found, sets.all());
}

std::string check_modularity(const gb::structure_view& a, const vertex_labels& found, double modularity, double resolution) {
    std::vector<double> ends(found.size(), 0), inside(found.size(), 0);
    double all = 0;
    for (gb::index v = 0; v < a.nrows; ++v) {
        const auto label = static_cast<std::size_t>(found[static_cast<std::size_t>(v)]);
        if (found[static_cast<std::size_t>(v)] > v || found[label] != found[static_cast<std::size_t>(v)])
            return fmt::format("the community of vertex {} is {}, which is not its first vertex", v, label);
        for (gb::row_offset p = a.begin(v); p < a.end(v); ++p) {
            ++ends[label];
            ++all;
            if (found[a.columns[p]] == found[static_cast<std::size_t>(v)]) ++inside[label];
        }
    }
    double right = 0;
    for (std::size_t c = 0; c < ends.size() && all > 0; ++c)
        right += inside[c] / all - resolution * (ends[c] / all) * (ends[c] / all);
    // Sums of at most n terms, which add up to 1 + the resolution at most.
    if (std::abs(modularity - right) <= 8 * (static_cast<double>(found.size()) + 8) * (1 + resolution) * 0x1p-53) return {};
    return fmt::format("the modularity is {}, {} is right", modularity, right);
}

}  // namespace grb
