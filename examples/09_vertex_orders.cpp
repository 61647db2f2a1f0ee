// Lesson 9: the same graph under other numbers.
//
// What a graph is does not depend on how its vertices are numbered; how fast it is worked on may. An order lists the old
// numbers by the new ones: order[k] is the vertex that becomes number k. permute renumbers a matrix or a vector by it, and
// inverse_order leads back.
#include <algorithms/bfs.hpp>
#include <algorithms/structure.hpp>
#include <algorithms/triangle_count.hpp>
#include <algorithms/vertex_order.hpp>
#include <graphblas_gpu/permute.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace gb = graphblas_gpu;

/// How far from the diagonal the farthest entry is.
gb::index bandwidth(const gb::matrix<void>& a) {
    gb::index farthest = 0;
    for (const auto [i, j] : a.entries()) farthest = std::max(farthest, std::abs(i - j));
    return farthest;
}

int main() {
    const gb::context ctx = gb::context::automatic();

    // A strip of 300 triangles, each vertex joined to the next two, but numbered without any order: 7 k mod 302.
    constexpr gb::index n = 302;
    std::vector<gb::index> from, to;
    for (gb::index k = 0; k + 1 < n; ++k) {
        for (gb::index next = k + 1; next <= std::min(k + 2, n - 1); ++next) {
            from.push_back(7 * k % n);
            to.push_back(7 * next % n);
        }
    }
    const gb::matrix<void> edges = gb::matrix<void>::from_edges(n, n, from, to);
    const gb::matrix<void> a = gb::undirected_structure(ctx, edges);

    // Reverse Cuthill-McKee finds the strip again.
    const std::vector<gb::index> order = gb::reverse_cuthill_mckee_order(ctx, a);
    const gb::matrix<void> strip = gb::permute(ctx, a, order);
    std::printf("bandwidth %lld, then %lld\n", static_cast<long long>(bandwidth(a)), static_cast<long long>(bandwidth(strip)));

    // Counts are the same. Answers for vertices come under the new numbers: the inverse order brings them back.
    const auto triangles = gb::triangle_count(ctx, strip).triangles;
    const std::vector<gb::index> new_number = gb::inverse_order(order);
    const gb::index source = 5;
    const auto levels = gb::bfs(ctx, strip, new_number[source]).levels;
    const bool same_levels = gb::permute(ctx, levels, new_number) == gb::bfs(ctx, a, source).levels;
    std::printf("%lld triangles, levels %s\n", static_cast<long long>(triangles), same_levels ? "the same" : "differ");

    return bandwidth(strip) == 2 && triangles == 300 && same_levels ? 0 : 1;
}
