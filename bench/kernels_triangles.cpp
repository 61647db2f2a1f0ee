// Counting triangles.
#include "compare.hpp"
#include "kernels.hpp"
#include <algorithms/triangle_count.hpp>
#include <algorithms/vertex_order.hpp>
#include <graphblas_gpu/graph.hpp>
#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/permute.hpp>
#include <graphblas_gpu/select.hpp>
#include <semirings/semirings.hpp>

#include <memory>

namespace bench {
namespace {

std::int64_t count_of_edges(const gb::context& ctx, const gb::matrix<void>& edges, bool transpose) {
    return gb::mxm_reduce(ctx, gb::plus{}, gb::structure(edges), gb::plus_pair<std::int64_t>, edges, edges,
                          {.transpose_b = transpose});
}

enum class matrix_is { fresh, the_same };

contest counting(const environment& env, benchmark_case& c, matrix_is which) {
    struct state {
        gb::matrix<void> a;
        std::int64_t ours = 0, theirs = 0;
    };
    const auto s = std::make_shared<state>();
    const gb::matrix<void>& a = c.ours.adjacency();
    contest task;
    task.sides.push_back({"ours",
                          [s, &a, &env, which] {
                              if (which == matrix_is::fresh || s->a.nrows() == 0) s->a = fresh_copy(env.context, a);
                          },
                          [s, &env] { s->ours = gb::triangle_count(env.context, s->a).triangles; },
                          {}});
    const std::int64_t known = c.ours.known().triangles;
    const auto against_known = [s, known] {
        return known < 0 ? std::string() : difference_of_counts("triangles", s->ours, known, "the known answer");
    };
    task.verify = [s, &env, &a, against_known] {
        // The host's count; ours on the host is compared with that by the other product.
        const std::int64_t expected = count_of_edges(env.threads, gb::triu_by_degree(env.threads, a), !env.context.is_cuda());
        const std::string difference = difference_of_counts("triangles", s->ours, expected, "U*U of the host");
        return difference.empty() ? against_known() : difference;
    };
    task.counts = [s] { return std::vector{s->ours}; };
    if (!env.rivals) return task;
    const triangle_way way =
        fastest(triangle_ways(), [&](const triangle_way& tried) { (void)count_triangles(c.suitesparse, tried); });
    task.sides.push_back({"SuiteSparse", {}, [s, &c, way] { s->theirs = count_triangles(c.suitesparse, way); }, {}});
    task.verify = [s, against_known] {
        const std::string difference = difference_of_counts("triangles", s->ours, s->theirs, "SuiteSparse");
        return difference.empty() ? against_known() : difference;
    };
    task.notes.push_back("SuiteSparse: " + way.name());
    return task;
}

}  // namespace

contest triangles_oriented(const environment& env, benchmark_case& c) {
    struct state {
        gb::matrix<void> edges, renumbered;
        std::int64_t counts[4] = {};
    };
    const auto s = std::make_shared<state>();
    const gb::context& ctx = env.context;
    const gb::matrix<void>& a = c.ours.adjacency();
    s->edges = gb::triu_by_degree(ctx, a);
    const std::vector<gb::index> order = gb::order_vertices(ctx, a, gb::vertex_order::degree);
    s->renumbered = gb::triu_by_degree(ctx, gb::permute(ctx, a, order));
    contest task;
    const auto add = [&](const char* name, gb::matrix<void>& edges, bool transpose, int n) {
        const auto prepare = [&env, &edges] {
            if (env.fresh) edges = fresh_copy(env.context, edges);
        };
        task.sides.push_back({name,
                              prepare,
                              [s, &env, &edges, transpose, n] { s->counts[n] = count_of_edges(env.context, edges, transpose); },
                              {}});
    };
    add("U*U", s->edges, false, 0);
    add("U*U'", s->edges, true, 1);
    add("U*U, renumbered by degree", s->renumbered, false, 2);
    add("U*U', renumbered by degree", s->renumbered, true, 3);
    const gb::matrix<void> on_host = gb::triu_by_degree(env.threads, a);
    const std::int64_t expected = count_of_edges(env.threads, on_host, false);
    task.verify = [s, expected]() -> std::string {
        for (const std::int64_t found : s->counts) {
            if (std::string difference = difference_of_counts("triangles", found, expected, "the host"); !difference.empty())
                return difference;
        }
        return {};
    };
    task.counts = [s] { return std::vector{s->counts[0]}; };
    return task;
}

contest triangles(const environment& env, benchmark_case& c) { return counting(env, c, matrix_is::fresh); }

contest triangles_again(const environment& env, benchmark_case& c) { return counting(env, c, matrix_is::the_same); }

}  // namespace bench
