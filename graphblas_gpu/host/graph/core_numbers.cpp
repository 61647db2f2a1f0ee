// Needs: a symmetric matrix without a diagonal.
// Idea: every vertex has the number of its remaining edges. A round takes the vertices with k of them or fewer away, and
// subtracts 1 at each neighbour; the thread that brings a neighbour down to k lists it for the next round. When a round has
// none, the vertices that are left are read for the next k. Source: Matula, Beck, "Smallest-last ordering and clustering and
// graph coloring algorithms", J. ACM 30 (1983); Dasari, Ranjan, Zubair, "ParK: an efficient algorithm for k-core decomposition
// on multicore processors" (IEEE Big Data 2014).
#include <graphblas_gpu/host/graph/graph.hpp>
#include <graphblas_gpu/host/threads/team.hpp>

#include <algorithm>
#include <atomic>
#include <limits>
#include <numeric>
#include <vector>

namespace graphblas_gpu::host {

namespace {

using vertex_list = std::vector<column_index>;

/// What one thread has found; in a cache line of its own.
struct alignas(64) found_by_member {
    vertex_list now;    ///< vertices to take away in the next round
    vertex_list later;  ///< vertices that are left
    column_index least = 0;
};

/// Moves the lists of all threads to one.
void join(std::vector<found_by_member>& found, vertex_list found_by_member::*from, vertex_list& to) {
    to.clear();
    for (found_by_member& member : found) {
        to.insert(to.end(), (member.*from).begin(), (member.*from).end());
        (member.*from).clear();
    }
}

}  // namespace

base::peeling_end core_numbers(team& team, const structure_view& a, std::int64_t* numbers, progress_counters& progress) {
    const auto n = static_cast<std::size_t>(a.nrows);
    std::vector<column_index> edges_left(n);
    vertex_list left(n), removed;
    std::iota(left.begin(), left.end(), column_index{0});
    for_ranges(team, a.nrows, a.nrows, [&](index first, index last, int) {
        for (index v = first; v < last; ++v) edges_left[static_cast<std::size_t>(v)] = static_cast<column_index>(a.row_size(v));
    });
    const index work_of_vertex = 1 + a.nvals() / a.nrows;

    std::vector<found_by_member> found(static_cast<std::size_t>(team.size()));
    base::peeling_end end;
    column_index k = 0;
    while (true) {
        for (found_by_member& member : found) member.least = std::numeric_limits<column_index>::max();
        const auto remaining = static_cast<index>(left.size());
        for_ranges(team, remaining, remaining, [&](index first, index last, int member) {
            found_by_member& own = found[static_cast<std::size_t>(member)];
            for (index at = first; at < last; ++at) {
                const column_index v = left[static_cast<std::size_t>(at)], edges = edges_left[v];
                if (edges < k) continue;  // it has been taken away
                if (edges == k) {
                    numbers[v] = k;
                    own.now.push_back(v);
                } else {
                    own.least = std::min(own.least, edges);
                    own.later.push_back(v);
                }
            }
        });
        join(found, &found_by_member::now, removed);
        join(found, &found_by_member::later, left);
        if (removed.empty() && left.empty()) return end;
        if (removed.empty()) {
            for (const found_by_member& member : found)
                k = &member == &found.front() ? member.least : std::min(k, member.least);
            continue;
        }
        end.degeneracy = k;
        for (; !removed.empty(); ++end.rounds) {
            progress.done += removed.size();
            const auto size = static_cast<index>(removed.size());
            for_ranges(team, size, size * work_of_vertex, [&](index first, index last, int member) {
                found_by_member& own = found[static_cast<std::size_t>(member)];
                for (index at = first; at < last; ++at) {
                    const column_index v = removed[static_cast<std::size_t>(at)];
                    for (row_offset p = a.begin(v); p < a.end(v); ++p) {
                        const column_index u = a.columns[p];
                        const std::atomic_ref<column_index> edges(edges_left[u]);
                        if (edges.load(std::memory_order_relaxed) <= k) continue;
                        if (edges.fetch_sub(1, std::memory_order_relaxed) != k + 1) continue;
                        numbers[u] = k;
                        own.now.push_back(u);
                    }
                }
            });
            join(found, &found_by_member::now, removed);
        }
        ++k;
    }
}

}  // namespace graphblas_gpu::host
