#include <algorithms/multigrid.hpp>

#include <algorithms/common.hpp>
#include <algorithms/maximal_independent_set.hpp>
#include <algorithms/structure.hpp>
#include <graphblas_gpu/apply.hpp>
#include <graphblas_gpu/base/within_memory.hpp>
#include <graphblas_gpu/descriptor.hpp>
#include <graphblas_gpu/diag.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/ewise.hpp>
#include <graphblas_gpu/graph.hpp>
#include <graphblas_gpu/mask.hpp>
#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/mxv.hpp>
#include <graphblas_gpu/reduce.hpp>
#include <graphblas_gpu/select.hpp>
#include <graphblas_gpu/transpose.hpp>
#include <semirings/bind.hpp>
#include <semirings/operators.hpp>
#include <semirings/semirings.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace graphblas_gpu {

namespace {

double dot(const context& ctx, const vector<double>& x, const vector<double>& y) {
    return reduce(ctx, plus{}, ewise_mult(ctx, times{}, x, y));
}

/// x + factor * y.
vector<double> plus_multiple(const context& ctx, const vector<double>& x, double factor, const vector<double>& y) {
    return ewise_add(ctx, plus{}, x, apply(ctx, bind_second(times{}, factor), y));
}

/// b - A x.
vector<double> residual_of(const context& ctx, const matrix<double>& a, const vector<double>& b, const vector<double>& x) {
    vector<double> r = b;
    mxv(ctx, r, no_mask, minus{}, plus_times<double>, a, x);
    return r;
}

/// D^-1 omega, the step of damped Jacobi; the largest eigenvalue of D^-1 A is at most its largest sum of absolute values in a
/// row.
vector<double> jacobi_step(const context& ctx, const matrix<double>& a) {
    const vector<double> diagonal = vector_diag(ctx, a);
    if (select(ctx, value_gt(0.0), diagonal).nvals() < a.nrows()) {
        throw invalid_value("smoothed_aggregation: an entry on the diagonal is missing or not above 0");
    }
    const vector<double> inverse = apply(ctx, bind_first(divide{}, 1.0), diagonal);
    const vector<double> sums = reduce_rows(ctx, plus{}, apply(ctx, abs{}, a));
    const double bound = a.nrows() == 0 ? 1 : reduce(ctx, max{}, ewise_mult(ctx, times{}, sums, inverse));
    return apply(ctx, bind_second(times{}, 4.0 / 3.0 / bound), inverse);
}

/// T: row i has one entry, in the column of the aggregate of unknown i, and columns have length 1. Members of an independent
/// set of the pairs at distance one and two are the roots of aggregates; neighbours of a root join it, and neighbours of these
/// the first aggregate that they touch.
matrix<double> tentative_prolongation(const context& ctx, const matrix<double>& a,
                                      const smoothed_aggregation_options& options) {
    const index n = a.nrows();
    const matrix<void> neighbours = undirected_structure(ctx, a);
    const matrix<void> two_steps = mxm_structure(ctx, neighbours, neighbours, {.method = options.method});
    const matrix<void> pairs = undirected_structure(ctx, ewise_add(ctx, pair{}, neighbours, two_steps));
    const vector<void> roots = maximal_independent_set(ctx, pairs, {.seed = options.seed, .trusted = true}).members;

    std::vector<std::int64_t> numbers(static_cast<std::size_t>(roots.nvals()));
    std::iota(numbers.begin(), numbers.end(), std::int64_t{0});
    auto aggregate = vector<std::int64_t>::from_entries(n, roots.indices(), numbers);
    for (int distance = 1; distance <= 2; ++distance) {
        const vector<std::int64_t> reached = aggregate;
        mxv(ctx, aggregate, !structure(reached), no_accum, min_second<std::int64_t>, neighbours, reached);
    }

    std::vector<index> unknowns(static_cast<std::size_t>(n));
    std::iota(unknowns.begin(), unknowns.end(), index{0});
    const std::span<const std::int64_t> aggregates = aggregate.values();
    std::vector<double> sizes(numbers.size()), values(unknowns.size());
    for (const std::int64_t k : aggregates) ++sizes[static_cast<std::size_t>(k)];
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = 1 / std::sqrt(sizes[static_cast<std::size_t>(aggregates[i])]);
    return matrix<double>::from_edges(ctx, n, roots.nvals(), unknowns, aggregates, values);
}

/// P = T - omega D^-1 A T.
matrix<double> smoothed(const context& ctx, const multigrid_level& level, const matrix<double>& tentative,
                        const descriptor& desc) {
    const matrix<double> negative_step = matrix_diag(ctx, apply(ctx, bind_second(times{}, -1.0), level.step));
    const matrix<double> moved = mxm(ctx, plus_times<double>, level.a, tentative, desc);
    return ewise_add(ctx, plus{}, tentative, mxm(ctx, plus_times<double>, negative_step, moved, desc));
}

/// Conjugate gradients from x = 0; `precondition(r)` approximates A^-1 r.
template <class Precondition>
multigrid_result conjugate_gradients(const context& ctx, const matrix<double>& a, const vector<double>& b,
                                     const multigrid_options& options, const Precondition& precondition) {
    multigrid_result out{.x = vector<double>::full(a.nrows(), 0)};
    vector<double> r = b, direction{a.nrows()};
    const double length = std::sqrt(dot(ctx, b, b));
    out.residual = length > 0 ? 1 : 0;
    double before = 1;
    while (out.residual > options.tolerance && out.iterations < options.most_iterations) {
        const vector<double> z = precondition(r);
        const double now = dot(ctx, r, z);
        direction = out.iterations == 0 ? z : plus_multiple(ctx, z, now / before, direction);
        const vector<double> moved = mxv(ctx, plus_times<double>, a, direction);
        const double factor = now / dot(ctx, direction, moved);
        out.x = plus_multiple(ctx, out.x, factor, direction);
        r = plus_multiple(ctx, r, -factor, moved);
        before = now;
        out.residual = std::sqrt(dot(ctx, r, r)) / length;
        ++out.iterations;
    }
    return out;
}

/// An approximation of A^-1 b on a level, by the level and those below it.
vector<double> v_cycle(const context& ctx, const multigrid_hierarchy& hierarchy, std::size_t depth, const vector<double>& b) {
    const multigrid_level& level = hierarchy[depth];
    if (depth + 1 == hierarchy.size()) {
        const auto steps = static_cast<int>(std::min<index>(level.a.nrows(), 1000));
        return conjugate_gradients(ctx, level.a, b, {.tolerance = 1e-12, .most_iterations = steps},
                                   [](const vector<double>& r) { return r; })
            .x;
    }
    vector<double> x = ewise_mult(ctx, times{}, level.step, b);
    const vector<double> coarse = mxv(ctx, plus_times<double>, level.restriction, residual_of(ctx, level.a, b, x));
    mxv(ctx, x, no_mask, plus{}, plus_times<double>, level.prolongation, v_cycle(ctx, hierarchy, depth + 1, coarse));
    return ewise_add(ctx, plus{}, x, ewise_mult(ctx, times{}, level.step, residual_of(ctx, level.a, b, x)));
}

}  // namespace

multigrid_hierarchy smoothed_aggregation(const context& ctx, const matrix<double>& a,
                                         const smoothed_aggregation_options& options) {
    return base::library_call("smoothed_aggregation", [&] {
        const running_call whole(ctx);
        algorithm::require_square("smoothed_aggregation", a);
        if (options.coarsest < 1 || options.most_levels < 1) {
            throw invalid_value(
                "smoothed_aggregation: the coarsest level has at least one unknown, and there is at least one level");
        }
        if (a.nvals() > 0 && !range_of_values(ctx, a).is_finite) {
            throw invalid_value("smoothed_aggregation: a value of A is NaN or infinite");
        }
        const descriptor desc{.method = options.method};
        multigrid_hierarchy hierarchy;
        hierarchy.push_back({.a = a, .step = jacobi_step(ctx, a)});
        while (hierarchy.back().a.nrows() > options.coarsest && static_cast<int>(hierarchy.size()) < options.most_levels) {
            multigrid_level& level = hierarchy.back();
            const matrix<double> tentative = tentative_prolongation(ctx, level.a, options);
            if (tentative.ncols() == level.a.nrows()) break;
            level.prolongation = smoothed(ctx, level, tentative, desc);
            level.restriction = transpose(ctx, level.prolongation);
            multigrid_level next;
            next.a = mxm(ctx, plus_times<double>, level.restriction,
                         mxm(ctx, plus_times<double>, level.a, level.prolongation, desc), desc);
            next.step = jacobi_step(ctx, next.a);
            hierarchy.push_back(std::move(next));
        }
        return hierarchy;
    });
}

multigrid_result solve_by_multigrid(const context& ctx, const multigrid_hierarchy& hierarchy, const vector<double>& b,
                                    const multigrid_options& options) {
    return base::library_call("solve_by_multigrid", [&] {
        const running_call whole(ctx);
        if (hierarchy.empty()) throw invalid_value("solve_by_multigrid: the hierarchy has no level");
        if (!(options.tolerance >= 0) || options.most_iterations < 0) {
            throw invalid_value("solve_by_multigrid: neither the tolerance nor the number of iterations is negative");
        }
        const matrix<double>& a = hierarchy.front().a;
        if (b.size() != a.nrows()) {
            throw dimension_mismatch("solve_by_multigrid: b has " + std::to_string(b.size()) + " entries, A has " +
                                     std::to_string(a.nrows()) + " rows");
        }
        const vector<double> right = ewise_add(ctx, plus{}, b, vector<double>::full(b.size(), 0));
        const vector<double> sizes = apply(ctx, abs{}, right);
        if (select(ctx, value_le(std::numeric_limits<double>::max()), sizes).nvals() < b.size()) {
            throw invalid_value("solve_by_multigrid: an entry of b is NaN or infinite");
        }
        // b is scaled by a power of two, so that no square leaves the range of double.
        const double largest = reduce(ctx, max{}, sizes);
        const double scale = largest > 0 ? std::scalbn(1.0, std::clamp(-std::ilogb(largest), -1000, 1000)) : 1;
        multigrid_result out = conjugate_gradients(ctx, a, apply(ctx, bind_second(times{}, scale), right), options,
                                                   [&](const vector<double>& r) { return v_cycle(ctx, hierarchy, 0, r); });
        out.x = apply(ctx, bind_second(times{}, 1 / scale), out.x);
        return out;
    });
}

}  // namespace graphblas_gpu
