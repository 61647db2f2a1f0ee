// Counting triangles.
#include "compare.hpp"
#include "kernels.hpp"
#include <algorithms/triangle_count.hpp>

#include <memory>

namespace bench {
namespace {

/// The same matrix without anything that was derived from it before.
gb::matrix<void> fresh_copy(const gb::matrix<void>& a) { return gb::matrix<void>::from_storage(a.to_csr()); }

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
                          [s, &a, which] {
                              if (which == matrix_is::fresh || s->a.nrows() == 0) s->a = fresh_copy(a);
                          },
                          [s, &env] { s->ours = gb::triangle_count(env.context, s->a).triangles; },
                          {}});
    const std::int64_t known = c.ours.known().triangles;
    task.verify = [s, known] {
        return known < 0 ? std::string() : difference_of_counts("triangles", s->ours, known, "the known answer");
    };
    task.counts = [s] { return std::vector{s->ours}; };
    if (!env.rivals) return task;
    const triangle_way way =
        fastest(triangle_ways(), [&](const triangle_way& tried) { (void)count_triangles(c.suitesparse, tried); });
    task.sides.push_back({"SuiteSparse", {}, [s, &c, way] { s->theirs = count_triangles(c.suitesparse, way); }, {}});
    task.verify = [s, against_known = task.verify] {
        const std::string difference = difference_of_counts("triangles", s->ours, s->theirs, "SuiteSparse");
        return difference.empty() ? against_known() : difference;
    };
    task.notes.push_back("SuiteSparse: " + way.name());
    return task;
}

}  // namespace

contest triangles(const environment& env, benchmark_case& c) { return counting(env, c, matrix_is::fresh); }

contest triangles_again(const environment& env, benchmark_case& c) { return counting(env, c, matrix_is::the_same); }

}  // namespace bench
