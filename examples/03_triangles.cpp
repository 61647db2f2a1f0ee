// Lesson 3: a sum over a product that is never stored.
//
// Two neighbours of a vertex that are neighbours themselves close a triangle. With L, the part of the adjacency matrix
// below the diagonal, C<L> = L*L counts for each edge the triangles it closes; the sum over C is the answer.
#include <algorithms/triangle_count.hpp>
#include <graphblas_gpu/graphblas_gpu.hpp>

#include <cstdio>
#include <vector>

namespace gb = graphblas_gpu;

int main() {
    const gb::context ctx = gb::context::automatic();

    // The octahedron: six vertices, each joined to all but the one opposite. Every face is a triangle.
    std::vector<gb::index> from, to;
    for (gb::index u = 0; u < 6; ++u) {
        for (gb::index v = u + 1; v < 6; ++v) {
            if (u + v == 5) continue;
            from.push_back(u);
            to.push_back(v);
        }
    }
    const auto edges = gb::matrix<void>::from_edges(6, 6, from, to);
    // Each edge was listed once; an undirected graph has it in both directions.
    const gb::matrix<void> a = gb::undirected_structure(ctx, edges);

    // By hand: two calls.
    const gb::matrix<void> l = gb::select(ctx, gb::tril{-1}, a);
    const auto by_hand = gb::mxm_reduce(ctx, gb::plus{}, gb::structure(l), gb::plus_pair<std::int64_t>, l, l);

    // By the library, which checks its input, picks a variant and an order, and says why.
    const gb::triangle_count_result result = gb::triangle_count(ctx, a);
    std::printf("%lld triangles by hand, %lld by %s (%s)\n", static_cast<long long>(by_hand),
                static_cast<long long>(result.triangles), gb::to_string(result.variant), result.reason.c_str());

    // How many triangles is each vertex part of? Keep the product this time, and add up its rows: every triangle of a
    // vertex shows twice, once for each of its two edges there.
    gb::matrix<std::int64_t> at_edge(6, 6);
    gb::mxm(ctx, at_edge, gb::structure(a), gb::no_accum, gb::plus_pair<std::int64_t>, a, a);
    const gb::vector<std::int64_t> twice = gb::reduce_rows(ctx, gb::plus{}, at_edge);
    std::printf("vertex 0 is part of %lld\n", static_cast<long long>(*twice.get_element(0) / 2));

    return by_hand == 8 && result.triangles == 8 && twice.get_element(0) == 8 ? 0 : 1;
}
