// Lesson 11: the exponential of a matrix by approximate products.
//
// exp(-t L), L the Laplacian of a path, says how heat spreads in time t. Its entries decay with the distance to the diagonal,
// so that most of its blocks are next to nothing. exp(-t L) is the square of exp(-t L / 2), and so on: 16 squarings begin with
// a matrix that a short series gives. Each product may be wrong by a part of what the answer may be wrong by, and blocks that
// are too small are dropped.
#include <graphblas_gpu/spamm.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

namespace gb = graphblas_gpu;

namespace {

constexpr gb::index n = 1500;
constexpr double t = 20;
constexpr int squarings = 16;

/// L x.
std::vector<double> laplacian_times(const std::vector<double>& x) {
    std::vector<double> y(x.size(), 0.0);
    for (std::size_t i = 0; i + 1 < x.size(); ++i) {
        const double flow = x[i] - x[i + 1];
        y[i] += flow;
        y[i + 1] -= flow;
    }
    return y;
}

/// I - h L + h^2 L^2 / 2, whose columns are five entries each.
gb::block_matrix<double> first_factor(double h) {
    std::vector<double> values(static_cast<std::size_t>(n * n), 0.0);
    for (gb::index j = 0; j < n; ++j) {
        std::vector<double> unit(static_cast<std::size_t>(n), 0.0);
        unit[static_cast<std::size_t>(j)] = 1;
        const std::vector<double> once = laplacian_times(unit), twice = laplacian_times(once);
        for (gb::index i = std::max<gb::index>(0, j - 2); i <= std::min(n - 1, j + 2); ++i) {
            const auto at = static_cast<std::size_t>(i);
            values[static_cast<std::size_t>(i * n + j)] = unit[at] - h * once[at] + h * h / 2 * twice[at];
        }
    }
    return gb::block_matrix<double>::from_dense(n, n, values);
}

/// The largest difference of a column of the answer and of the same column by many small steps of a series.
double difference_in_column(const gb::block_matrix<double>& answer, gb::index j) {
    constexpr int steps = 400, order = 10;
    std::vector<double> y(static_cast<std::size_t>(n), 0.0);
    y[static_cast<std::size_t>(j)] = 1;
    for (int step = 0; step < steps; ++step) {
        std::vector<double> term = y;
        for (int k = 1; k <= order; ++k) {
            term = laplacian_times(term);
            for (std::size_t i = 0; i < term.size(); ++i) {
                term[i] *= -t / steps / k;
                y[i] += term[i];
            }
        }
    }
    double most = 0;
    for (gb::index i = 0; i < n; ++i)
        most = std::max(most, std::abs(y[static_cast<std::size_t>(i)] - answer.get_element(i, j)));
    return most;
}

}  // namespace

int main() {
    const gb::context ctx = gb::context::automatic();
    constexpr double tolerance = 1e-4;
    gb::block_matrix<double> x = first_factor(std::ldexp(t, -squarings));
    double bound = 0;
    for (int left = squarings - 1; left >= 0; --left) {
        // An error here is doubled by each squaring that is left, because no factor has a 2-norm above 1.
        const double share = tolerance / 4 / squarings * std::ldexp(1.0, -left);
        const auto [square, report] = gb::spamm(ctx, x, x, {.error = share, .drop_below = share / 100});
        bound = 2 * bound + report.error_bound;
        x = square;
        if (left % 5 == 0) {
            std::printf("%2d squarings left: %5lld of %lld blocks, %.1f %% of the products in %s\n", left,
                        static_cast<long long>(x.nblocks()), static_cast<long long>((n + 31) / 32 * ((n + 31) / 32)),
                        100 * report.valid_ratio, report.precision.c_str());
        }
    }
    double difference = 0;
    for (const gb::index j : {gb::index{0}, n / 3, n - 1}) difference = std::max(difference, difference_in_column(x, j));
    std::printf("error at most %.1e by the reports, largest difference in three columns %.1e\n", bound, difference);
    const bool is_sparse = x.nblocks() < (n + 31) / 32 * ((n + 31) / 32) / 4;
    return bound <= tolerance && difference <= tolerance && is_sparse ? 0 : 1;
}
