// Which method masked products take: the counts that the planner is told are those of the operands.
//
// Idea: small matrices of the kinds for which methods differ by factors. The rules have tests of their own,
// tests/unit/planner.cpp.
#include "tests/catch.hpp"
#include <graphblas_gpu/io/generate.hpp>
#include <graphblas_gpu/io/read_matrix.hpp>
#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/select.hpp>

namespace spec {

namespace gb = graphblas_gpu;
using gb::method;

TEST_CASE("planner: C<A> = A*A counts pairs where words of bits hold many entries", "[spec][passes]") {
    const auto chosen = [](const gb::coordinates& entries, const auto& semiring) {
        const gb::context ctx = gb::context::host({.threads = 1});
        const auto a = gb::from_coordinates<void>(entries);
        gb::matrix<std::int64_t> c(a.nrows(), a.ncols());
        gb::mxm(ctx, c, gb::structure(a), gb::no_accum, semiring, a, a);
        return ctx.last_report().method;
    };
    // 6 times, 1.8 times and half as fast as going row by row, at a larger size.
    CHECK(chosen(gb::band(2000, 30), gb::plus_pair<std::int64_t>) == method::dot);
    CHECK(chosen(gb::stencil27(12), gb::plus_pair<std::int64_t>) == method::dot);
    CHECK(chosen(gb::grid2d(50), gb::plus_pair<std::int64_t>) == method::dense);
    // Without a word that says it all, walks are no faster than rows.
    CHECK(chosen(gb::band(2000, 30), gb::plus_times<std::int64_t>) != method::dot);
    CHECK(chosen(gb::grid2d(50), gb::plus_times<std::int64_t>) == method::dense);
}

TEST_CASE("planner: the steps of a k-truss are all made the same way", "[spec][passes]") {
    // C<S> = S*S, of which the entries from k - 2 on are the next S, until it stays: each S is sparser than the last.
    const gb::context ctx = gb::context::host({.threads = 1});
    auto s = gb::from_coordinates<std::int64_t>(gb::rmat(11, 16));
    int steps = 0;
    for (gb::index before = -1; s.nvals() != before; ++steps) {
        before = s.nvals();
        gb::matrix<std::int64_t> c(s.nrows(), s.ncols());
        gb::mxm(ctx, c, gb::structure(s), gb::no_accum, gb::plus_pair<std::int64_t>, s, s);
        INFO("step " << steps << ", " << s.nvals() << " entries: " << ctx.last_report().reason);
        CHECK(ctx.last_report().method == method::dot);
        s = gb::select(ctx, gb::value_ge(std::int64_t{18}), c);
    }
    CHECK(steps > 3);
    CHECK(s.nvals() > 0);
}

}  // namespace spec
