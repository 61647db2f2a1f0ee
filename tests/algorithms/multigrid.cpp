// Multigrid: the levels against dense products, and solutions against the equations that they solve.
#include "tests/catch.hpp"
#include <algorithms/multigrid.hpp>
#include <graphblas_gpu/io/generate.hpp>
#include <graphblas_gpu/io/read_matrix.hpp>
#include <tests/engine.hpp>
#include <tests/library.hpp>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace gb = graphblas_gpu;

namespace {

using dense = std::vector<std::vector<double>>;

dense dense_of(const gb::matrix<double>& a) {
    dense out(static_cast<std::size_t>(a.nrows()), std::vector<double>(static_cast<std::size_t>(a.ncols())));
    for (const auto [i, j, x] : a.entries()) out[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] = x;
    return out;
}

dense product(const dense& a, const dense& b) {
    dense c(a.size(), std::vector<double>(b.front().size()));
    for (std::size_t i = 0; i < a.size(); ++i)
        for (std::size_t k = 0; k < b.size(); ++k)
            for (std::size_t j = 0; j < b.front().size(); ++j) c[i][j] += a[i][k] * b[k][j];
    return c;
}

double largest_difference(const dense& x, const dense& y) {
    double most = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
        for (std::size_t j = 0; j < x.front().size(); ++j) most = std::max(most, std::abs(x[i][j] - y[i][j]));
    return most;
}

/// |b - A x| / |b|, on the host.
double residual_of(const gb::matrix<double>& a, const gb::vector<double>& b, const gb::vector<double>& x) {
    double squares = 0, of_b = 0;
    std::vector<double> ax(static_cast<std::size_t>(a.nrows()));
    for (const auto [i, j, value] : a.entries()) ax[static_cast<std::size_t>(i)] += value * x.get_element(j).value();
    for (gb::index i = 0; i < a.nrows(); ++i) {
        const double right = b.get_element(i).value_or(0);
        squares += std::pow(right - ax[static_cast<std::size_t>(i)], 2);
        of_b += right * right;
    }
    return std::sqrt(squares / of_b);
}

struct equation {
    std::string name;
    gb::coordinates (*make)(gb::index, const gb::graph_part&);
    gb::index side;
};
const equation equations[] = {{"5 points", gb::stencil5, 40},
                              {"9 points", gb::stencil9, 40},
                              {"7 points", gb::stencil7, 12},
                              {"27 points", gb::stencil27, 12}};

}  // namespace

TEST_CASE("multigrid: Poisson equations are solved in few iterations", "[algorithms][multigrid]") {
    const auto ctx = spec::context_with(GENERATE(from_range(spec::team_sizes({1, 3}))));
    for (const equation& e : equations) {
        INFO(e.name);
        const auto a = gb::from_coordinates<double>(e.make(e.side, {}));
        const gb::multigrid_hierarchy hierarchy = gb::smoothed_aggregation(ctx, a);
        CHECK(hierarchy.size() >= 2);
        CHECK(hierarchy.back().a.nrows() <= 100);
        for (std::size_t l = 1; l < hierarchy.size(); ++l) CHECK(3 * hierarchy[l].a.nrows() <= hierarchy[l - 1].a.nrows());
        gb::vector<double> b(a.nrows());
        for (gb::index i = 0; i < a.nrows(); i += 3) b.set_element(i, static_cast<double>(i % 17) - 5);
        const gb::multigrid_result solved = gb::solve_by_multigrid(ctx, hierarchy, b, {.tolerance = 1e-10});
        // Conjugate gradients alone take 70 (5 points) iterations and more.
        CHECK(solved.iterations <= 30);
        CHECK(solved.residual <= 1e-10);
        CHECK(residual_of(a, b, solved.x) <= 1e-9);
    }
}

TEST_CASE("multigrid: a level is the Galerkin product of the one before, and constants are prolonged",
          "[algorithms][multigrid]") {
    const auto ctx = spec::context_with(2);
    const auto a = gb::from_coordinates<double>(gb::stencil9(14));
    for (const gb::method how : {gb::method::automatic, gb::method::hash, gb::method::merge}) {
        const gb::multigrid_hierarchy hierarchy = gb::smoothed_aggregation(ctx, a, {.coarsest = 30, .method = how});
        REQUIRE(hierarchy.size() >= 2);
        for (std::size_t l = 0; l + 1 < hierarchy.size(); ++l) {
            const gb::multigrid_level& level = hierarchy[l];
            const dense p = dense_of(level.prolongation), r = dense_of(level.restriction);
            // Sums of at most 14^2 products of numbers below 32.
            CHECK(largest_difference(product(r, product(dense_of(level.a), p)), dense_of(hierarchy[l + 1].a)) < 1e-10);
            for (std::size_t i = 0; i < p.size(); ++i)
                for (std::size_t j = 0; j < r.size(); ++j) REQUIRE(p[i][j] == r[j][i]);
        }
    }
}

TEST_CASE("multigrid: small systems, and what is refused", "[algorithms][multigrid]") {
    const auto ctx = spec::context_with(1);
    // One level: conjugate gradients alone.
    const auto small = gb::from_coordinates<double>(gb::stencil5(5));
    const auto one = gb::smoothed_aggregation(ctx, small);
    CHECK(one.size() == 1);
    const auto b = gb::vector<double>::full(25, 2.0);
    CHECK(residual_of(small, b, gb::solve_by_multigrid(ctx, one, b).x) <= 1e-7);
    const gb::multigrid_result zero = gb::solve_by_multigrid(ctx, one, gb::vector<double>(25));
    CHECK(zero.iterations == 0);
    CHECK(zero.residual == 0);
    CHECK(gb::solve_by_multigrid(ctx, one, b, {.most_iterations = 0}).residual == 1);
    // Unknowns that nothing joins make no smaller level.
    const auto diagonal = gb::matrix_diag(ctx, gb::vector<double>::full(200, 4.0));
    const auto apart = gb::smoothed_aggregation(ctx, diagonal);
    CHECK(apart.size() == 1);
    CHECK(gb::solve_by_multigrid(ctx, apart, gb::vector<double>::full(200, 1.0)).x == gb::vector<double>::full(200, 0.25));

    CHECK_THROWS_AS(gb::smoothed_aggregation(ctx, gb::matrix<double>(3, 4)), gb::dimension_mismatch);
    CHECK_THROWS_AS(gb::smoothed_aggregation(ctx, gb::matrix<double>(3, 3)), gb::invalid_value);
    const auto not_a_number = gb::matrix_diag(ctx, gb::vector<double>::from_dense(std::vector<double>{1, std::nan("")}));
    CHECK_THROWS_AS(gb::smoothed_aggregation(ctx, not_a_number), gb::invalid_value);
    gb::matrix<double> endless = small;
    endless.set_element(0, 1, std::numeric_limits<double>::infinity());
    CHECK_THROWS_WITH(gb::smoothed_aggregation(ctx, endless), "smoothed_aggregation: a value of A is NaN or infinite");
    CHECK_THROWS_AS(gb::smoothed_aggregation(ctx, small, {.coarsest = 0}), gb::invalid_value);
    CHECK_THROWS_AS(gb::solve_by_multigrid(ctx, one, gb::vector<double>(24)), gb::dimension_mismatch);
    CHECK_THROWS_AS(gb::solve_by_multigrid(ctx, {}, b), gb::invalid_value);
    CHECK_THROWS_AS(gb::solve_by_multigrid(ctx, one, b, {.most_iterations = -1}), gb::invalid_value);
    for (const double wrong : {std::nan(""), std::numeric_limits<double>::infinity()}) {
        gb::vector<double> right(25);
        right.set_element(3, wrong);
        CHECK_THROWS_AS(gb::solve_by_multigrid(ctx, one, right), gb::invalid_value);
    }
}

TEST_CASE("multigrid: squares of b that leave the range of double change no digit of x", "[algorithms][multigrid]") {
    // A device adds up products with a vector in any order, so that there x is compared with the equations alone.
    const auto ctx = spec::context_with(1);
    const auto a = gb::from_coordinates<double>(gb::stencil5(20));
    const auto hierarchy = gb::smoothed_aggregation(ctx, a);
    const auto x = gb::solve_by_multigrid(ctx, hierarchy, gb::vector<double>::full(400, 3.0)).x;
    for (const double scale : {0x1p-900, 0x1p+900}) {
        const auto scaled = gb::solve_by_multigrid(ctx, hierarchy, gb::vector<double>::full(400, 3 * scale));
        CHECK(scaled.iterations > 0);
        CHECK(scaled.residual <= 1e-8);
        const auto back = gb::apply(ctx, gb::bind_second(gb::times{}, 1 / scale), scaled.x);
        CHECK(residual_of(a, gb::vector<double>::full(400, 3.0), back) <= 1e-7);
        if (!spec::on_cuda()) CHECK(back == x);
    }
}
