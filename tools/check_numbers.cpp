// Checks of answers that give a number for every vertex or edge: kcore, lcc, ktruss, jaccard, pagerank and betweenness.
//
// Idea: see graph_checks.hpp.
// Source: for the sums: Higham, "Accuracy and Stability of Numerical Algorithms" (SIAM 2002), section 4.2: a sum of n numbers
// that are not negative is off by n 2^-53 of itself at most.
#include "graph_checks.hpp"
#include "neighbours.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <numeric>
#include <set>
#include <span>
#include <utility>

namespace grb {
namespace {

constexpr double unit_roundoff = 0x1p-53;

/// For each neighbour w of v, in order, the vertices that are neighbours of both; marks has a place for every vertex, all
/// false.
std::vector<std::int64_t> common_neighbours(const neighbour_lists& next, std::size_t v, std::vector<bool>& marks) {
    for (const std::size_t w : next[v]) marks[w] = true;
    std::vector<std::int64_t> counts;
    for (const std::size_t w : next[v])
        counts.push_back(std::count_if(next[w].begin(), next[w].end(), [&](std::size_t u) { return marks[u]; }));
    for (const std::size_t w : next[v]) marks[w] = false;
    return counts;
}

std::vector<std::vector<std::int64_t>> triangles_of_edges(const neighbour_lists& next) {
    std::vector<bool> marks(next.size());
    std::vector<std::vector<std::int64_t>> counts;
    for (std::size_t v = 0; v < next.size(); ++v) counts.push_back(common_neighbours(next, v, marks));
    return counts;
}

/// Drops edges in fewer than k - 2 triangles until there are none.
void reduce_to_truss(neighbour_lists& next, std::int64_t k) {
    for (bool changed = true; changed;) {
        changed = false;
        const auto triangles = triangles_of_edges(next);
        for (std::size_t v = 0; v < next.size(); ++v) {
            std::vector<std::size_t> kept;
            for (std::size_t n = 0; n < next[v].size(); ++n)
                if (triangles[v][n] >= k - 2) kept.push_back(next[v][n]);
            changed |= kept.size() < next[v].size();
            next[v] = std::move(kept);
        }
    }
}

/// A number of paths, of which there may be more than the largest double: fraction * 2^exponent.
struct path_count {
    double fraction = 0;
    int exponent = 0;

    void add(const path_count& other) {
        if (fraction == 0) exponent = other.exponent;
        const int common = std::max(exponent, other.exponent);
        int shift = 0;
        fraction =
            std::frexp(std::ldexp(fraction, exponent - common) + std::ldexp(other.fraction, other.exponent - common), &shift);
        exponent = common + shift;
    }
    double divided_by(const path_count& other) const {
        return std::ldexp(fraction / other.fraction, exponent - other.exponent);
    }
};

/// Compares sums of dependencies with those that were found.
std::string compare_betweenness(const gb::structure_view& a, std::span<const gb::index> sources,
                                const std::vector<double>& found, std::vector<double> expected, bool normalized) {
    // All terms are positive. The number of a vertex has a term for each edge behind it at most, of three operations, from each
    // source; the numbers of paths are sums over the edges before it.
    const double tolerance = 2 * (4 * static_cast<double>(a.nvals()) + static_cast<double>(sources.size())) * unit_roundoff;
    for (std::size_t v = 0; v < found.size(); ++v) {
        if (normalized) {
            const auto others =
                std::count_if(sources.begin(), sources.end(), [&](gb::index s) { return s != static_cast<gb::index>(v); });
            if (others > 0 && found.size() > 2)
                expected[v] /= static_cast<double>(others) * static_cast<double>(found.size() - 2);
        }
        if (std::abs(found[v] - expected[v]) <= tolerance * expected[v]) continue;
        return fmt::format("the betweenness of vertex {} is {}, {} is right", v, found[v], expected[v]);
    }
    return {};
}

/// check_betweenness of either type of lengths.
template <class T>
std::string check_along_lengths(const gb::matrix<T>& graph, std::span<const gb::index> sources,
                                const std::vector<double>& found, bool normalized) {
    const gb::structure_view a = graph.rows();
    const auto n = static_cast<std::size_t>(a.nrows);
    constexpr T unreached = std::numeric_limits<T>::max();
    std::vector<double> expected(n, 0);
    for (const gb::index source : sources) {
        std::vector<T> distances(n, unreached);
        distances[static_cast<std::size_t>(source)] = 0;
        const auto for_edges_of = [&](std::size_t v, const auto& f) {
            const auto row = static_cast<gb::index>(v);
            for (gb::row_offset p = a.begin(row); p < a.end(row); ++p)
                f(std::size_t{a.columns[p]}, static_cast<T>(distances[v] + graph.values()[static_cast<std::size_t>(p)]));
        };
        for (std::deque<std::size_t> changed{static_cast<std::size_t>(source)}; !changed.empty(); changed.pop_front())
            for_edges_of(changed.front(), [&](std::size_t w, T distance) {
                if (distance < distances[w]) distances[w] = distance, changed.push_back(w);
            });
        std::vector<std::size_t> order;
        for (std::size_t v = 0; v < n; ++v)
            if (distances[v] != unreached) order.push_back(v);
        std::sort(order.begin(), order.end(), [&](std::size_t v, std::size_t w) { return distances[v] < distances[w]; });
        std::vector<path_count> paths(n);
        paths[static_cast<std::size_t>(source)] = {1, 0};
        std::string too_short;
        for (const std::size_t v : order)
            for_edges_of(v, [&](std::size_t w, T distance) {
                if (distance == distances[v] && w != v)
                    too_short =
                        fmt::format("not checked: the edge from {} to {} is too short beside the distance {}", v, w, distance);
                if (distance == distances[w] && w != v) paths[w].add(paths[v]);
            });
        if (!too_short.empty()) return too_short;
        std::vector<double> dependencies(n, 0);
        for (std::size_t k = order.size(); k-- > 1;) {
            const std::size_t v = order[k];
            for_edges_of(v, [&](std::size_t w, T distance) {
                if (distance == distances[w] && w != v)
                    dependencies[v] += paths[v].divided_by(paths[w]) * (1 + dependencies[w]);
            });
            expected[v] += dependencies[v];
        }
    }
    return compare_betweenness(a, sources, found, expected, normalized);
}

}  // namespace

std::string check_core_numbers(const gb::structure_view& a, const std::vector<std::int64_t>& found) {
    const neighbour_lists next = neighbours_in(a, followed::both_ways);
    std::vector<std::int64_t> degrees, cores(next.size(), -1);
    std::set<std::pair<std::int64_t, std::size_t>> left;
    for (std::size_t v = 0; v < next.size(); ++v) {
        degrees.push_back(static_cast<std::int64_t>(next[v].size()));
        left.emplace(degrees[v], v);
    }
    for (std::int64_t core = 0; !left.empty();) {
        const auto [degree, v] = *left.begin();
        left.erase(left.begin());
        cores[v] = core = std::max(core, degree);
        for (const std::size_t w : next[v])
            if (left.erase({degrees[w], w}) > 0) left.emplace(--degrees[w], w);
    }
    return first_difference("the core number of vertex", found, cores);
}

std::string check_clustering(const gb::structure_view& a, const std::vector<std::int64_t>& triangles,
                             const std::vector<double>& coefficients) {
    const neighbour_lists next = neighbours_in(a, followed::both_ways);
    std::vector<std::int64_t> expected;
    std::vector<double> shares;
    std::vector<bool> marks(next.size());
    for (std::size_t v = 0; v < next.size(); ++v) {
        std::int64_t twice = 0;
        for (const std::int64_t count : common_neighbours(next, v, marks)) twice += count;
        const auto degree = static_cast<double>(next[v].size());
        expected.push_back(twice / 2);
        shares.push_back(twice == 0 ? 0 : static_cast<double>(twice) / (degree * (degree - 1)));
    }
    const std::string wrong = first_difference("the number of triangles of vertex", triangles, expected);
    return wrong.empty() ? first_difference("the coefficient of vertex", coefficients, shares) : wrong;
}

std::string check_directed_clustering(const gb::structure_view& a, const std::vector<std::int64_t>& edges,
                                      const std::vector<double>& coefficients) {
    const neighbour_lists next = neighbours_in(a, followed::both_ways);
    std::vector<std::int64_t> expected;
    std::vector<double> shares;
    std::vector<bool> marks(next.size());
    for (std::size_t v = 0; v < next.size(); ++v) {
        for (const std::size_t w : next[v]) marks[w] = true;
        std::int64_t count = 0;
        for (const std::size_t w : next[v]) {
            const auto row = static_cast<gb::index>(w);
            for (gb::row_offset p = a.begin(row); p < a.end(row); ++p) count += a.columns[p] != w && marks[a.columns[p]];
        }
        for (const std::size_t w : next[v]) marks[w] = false;
        const auto degree = static_cast<double>(next[v].size());
        expected.push_back(count);
        shares.push_back(count == 0 ? 0 : static_cast<double>(count) / (degree * (degree - 1)));
    }
    const std::string wrong = first_difference("the number of edges between neighbours of vertex", edges, expected);
    return wrong.empty() ? first_difference("the coefficient of vertex", coefficients, shares) : wrong;
}

std::string check_truss(const gb::structure_view& a, const gb::matrix<std::int64_t>& found, std::int64_t k, bool is_largest) {
    neighbour_lists next = neighbours_in(a, followed::both_ways);
    reduce_to_truss(next, k);
    const auto triangles = triangles_of_edges(next);
    const gb::structure_view edges = found.rows();
    for (std::size_t v = 0; v < next.size(); ++v) {
        const auto row = static_cast<gb::index>(v);
        const auto* const columns = edges.columns + edges.begin(row);
        if (!std::equal(next[v].begin(), next[v].end(), columns, edges.columns + edges.end(row)))
            return fmt::format("other edges of vertex {} are in the {}-truss", v, k);
        if (!std::equal(triangles[v].begin(), triangles[v].end(), found.values().begin() + edges.begin(row)))
            return fmt::format("edges of vertex {} are in other numbers of triangles of the truss", v);
    }
    if (!is_largest) return {};
    const auto has_edges = [&] {
        return std::any_of(next.begin(), next.end(), [](const auto& list) { return !list.empty(); });
    };
    if (!has_edges()) return found.nvals() == 0 && k == 0 && a.nvals() == 0 ? "" : fmt::format("the {}-truss is empty", k);
    reduce_to_truss(next, k + 1);
    return has_edges() ? fmt::format("there is a {}-truss", k + 1) : "";
}

std::string check_similarities(const gb::structure_view& a, const gb::matrix<double>& found) {
    const gb::structure_view s = found.rows();
    if (s.nvals() != a.nvals() || !std::equal(a.columns, a.columns + a.nvals(), s.columns) ||
        !std::equal(a.offsets, a.offsets + a.nrows + 1, s.offsets))
        return "the similarities are at other positions than the edges";
    std::string wrong;
    for_each_entry(a, [&](std::size_t i, std::size_t j, gb::row_offset p) {
        if (!wrong.empty()) return;
        std::vector<gb::column_index> common;
        const auto begin = [&](std::size_t v) { return a.columns + a.begin(static_cast<gb::index>(v)); };
        const auto end = [&](std::size_t v) { return a.columns + a.end(static_cast<gb::index>(v)); };
        std::set_intersection(begin(i), end(i), begin(j), end(j), std::back_inserter(common));
        const auto both = static_cast<double>(common.size());
        const double right = both / (static_cast<double>((end(i) - begin(i)) + (end(j) - begin(j))) - both);
        const double similarity = found.values()[static_cast<std::size_t>(p)];
        if (similarity != right) wrong = fmt::format("the similarity of {} and {} is {}, {} is right", i, j, similarity, right);
    });
    return wrong;
}

std::string check_ranks(const gb::structure_view& a, const std::vector<double>& found, const ranking& how) {
    const auto n = static_cast<double>(found.size());
    if (how.rounds == 0) {
        std::vector<double> start = how.start.empty() ? std::vector<double>(found.size(), 1) : how.start;
        const auto sum = static_cast<double>(std::accumulate(start.begin(), start.end(), 0.0L));
        for (std::size_t v = 0; v < found.size(); ++v) {
            const double right = !how.shares_dangling && !how.start.empty() && sum <= 1 ? start[v] : start[v] / sum;
            if (std::abs(found[v] - right) > 2 * (n + 4) * unit_roundoff * right)
                return fmt::format("the rank of vertex {} is {}, {} is right", v, found[v], right);
        }
        return {};
    }
    const auto goal_sum = static_cast<double>(std::accumulate(how.personalization.begin(), how.personalization.end(), 0.0L));
    double dangling = 0;
    std::vector<double> next(found.size(), 0);
    std::vector<std::int64_t> in_degrees(found.size(), 0);
    for (gb::index i = 0; i < a.nrows; ++i) {
        const double rank = found[static_cast<std::size_t>(i)];
        const auto weight = [&](gb::row_offset p) {
            return how.weights.empty() ? 1 : how.weights[static_cast<std::size_t>(p)];
        };
        double all = 0;
        for (gb::row_offset p = a.begin(i); p < a.end(i); ++p) all += weight(p);
        if (all == 0 && how.shares_dangling) dangling += rank;
        for (gb::row_offset p = a.begin(i); p < a.end(i) && all > 0; ++p) {
            next[a.columns[p]] += how.damping * rank * (weight(p) / all);
            ++in_degrees[a.columns[p]];
        }
    }
    double change = 0;
    for (std::size_t v = 0; v < found.size(); ++v)
        change += std::abs(next[v] +
                           (1 - how.damping + how.damping * dangling) *
                               (how.personalization.empty() ? 1 / n : how.personalization[v] / goal_sum) -
                           found[v]);
    // Without rounding a round changes the ranks by `damping` times the change of the last one at most. The ranks add up to 1,
    // and each is a sum of as many terms as its vertex has edges; the library's round and this one are rounded. The sums over
    // all vertices have n terms, the library's in steps of 2^-61.
    // Weights are divided by sums of as many terms as a vertex has edges that leave it.
    gb::index max_weights = 0;
    for (gb::index i = 0; i < a.nrows && !how.weights.empty(); ++i) max_weights = std::max(max_weights, a.row_size(i));
    const auto max_terms = static_cast<double>(*std::max_element(in_degrees.begin(), in_degrees.end()) + max_weights) + 8;
    const double allowed = how.damping * how.residual + 2 * (max_terms + n) * unit_roundoff;
    if (change <= allowed) return {};
    return fmt::format("another round changes the ranks by {}; after one of residual {} at most {} is right", change,
                       how.residual, allowed);
}

std::string check_betweenness(const gb::structure_view& a, std::span<const gb::index> sources, const std::vector<double>& found,
                              bool normalized) {
    const auto next = [&](std::size_t v) {
        const auto row = static_cast<gb::index>(v);
        return std::span(a.columns + a.begin(row), static_cast<std::size_t>(a.row_size(row)));
    };
    const auto n = static_cast<std::size_t>(a.nrows);
    std::vector<double> expected(n, 0);
    for (const gb::index source : sources) {
        std::vector<std::int64_t> levels(n, -1);
        std::vector<path_count> paths(n);
        std::vector<double> dependencies(n, 0);
        std::vector<std::size_t> queue{static_cast<std::size_t>(source)};
        levels[queue[0]] = 0;
        paths[queue[0]] = {1, 0};
        for (std::size_t k = 0; k < queue.size(); ++k) {
            const std::size_t v = queue[k];
            for (const std::size_t w : next(v)) {
                if (levels[w] < 0) levels[w] = levels[v] + 1, queue.push_back(w);
                if (levels[w] == levels[v] + 1) paths[w].add(paths[v]);
            }
        }
        for (std::size_t k = queue.size(); k-- > 1;) {
            const std::size_t v = queue[k];
            for (const std::size_t w : next(v))
                if (levels[w] == levels[v] + 1) dependencies[v] += paths[v].divided_by(paths[w]) * (1 + dependencies[w]);
            expected[v] += dependencies[v];
        }
    }
    return compare_betweenness(a, sources, found, expected, normalized);
}

std::string check_betweenness(const gb::matrix<std::int64_t>& a, std::span<const gb::index> sources,
                              const std::vector<double>& found, bool normalized) {
    return check_along_lengths(a, sources, found, normalized);
}

std::string check_betweenness(const gb::matrix<double>& a, std::span<const gb::index> sources, const std::vector<double>& found,
                              bool normalized) {
    return check_along_lengths(a, sources, found, normalized);
}

std::string check_distances(const gb::structure_view& a, const std::vector<double>& found, distance_measure measure) {
    const std::size_t n = found.size();
    // The numbers of vertices that reach each vertex at a distance above 0, the sums of their distances and of the reciprocals.
    std::vector<double> others(n, 0), total(n, 0), reciprocal(n, 0);
    const auto wrong = [&](std::size_t v, double right) {
        return fmt::format("the {} of vertex {} is {}, {} is right", distance_measure_names.of(measure), v, found[v], right);
    };
    for (std::size_t source = 0; source < n; ++source) {
        std::vector<std::int64_t> distance(n, -1);
        std::vector<gb::column_index> queue{static_cast<gb::column_index>(source)};
        distance[source] = 0;
        for (std::size_t k = 0; k < queue.size(); ++k) {
            const gb::column_index v = queue[k];
            const auto far = static_cast<double>(distance[v]);
            if (far > 0) {
                ++others[v];
                total[v] += far;
                reciprocal[v] += 1 / far;
            }
            for (gb::row_offset p = a.begin(v); p < a.end(v); ++p) {
                if (distance[a.columns[p]] >= 0) continue;
                distance[a.columns[p]] = distance[v] + 1;
                queue.push_back(a.columns[p]);
            }
        }
        const double farthest =
            queue.size() < n ? std::numeric_limits<double>::infinity() : static_cast<double>(distance[queue.back()]);
        if (measure == distance_measure::eccentricity && found[source] != farthest) return wrong(source, farthest);
    }
    for (std::size_t v = 0; v < n && measure != distance_measure::eccentricity; ++v) {
        const auto all = static_cast<double>(n - 1);
        const double right = measure == distance_measure::harmonic ? reciprocal[v]
                             : others[v] > 0                       ? others[v] / total[v] * (others[v] / all)
                                                                   : 0.0;
        if (std::abs(found[v] - right) > 2 * all * unit_roundoff * right) return wrong(v, right);
    }
    return {};
}

}  // namespace grb
