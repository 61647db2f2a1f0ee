// What weighted and personalised ranks are made of: distributions over the vertices, and transitions along the edges.
#include <algorithms/page_rank.hpp>
#include <graphblas_gpu/diag.hpp>
#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/select.hpp>
#include <semirings/index_operators.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <span>

namespace graphblas_gpu {

void algorithm::require_converged(const char* operation, const iteration_end& end, double tolerance) {
    if (end.rounds > 0 && end.residual <= tolerance) return;
    char numbers[80];
    std::snprintf(numbers, sizeof numbers, "%.3g in all, and the tolerance is %.3g", end.residual, tolerance);
    throw not_converged(std::string(operation) + ": " + std::to_string(end.rounds) +
                        " rounds have not converged; the last one changed " + numbers);
}

namespace page_ranks {

vector<double> distribution(const context& ctx, const char* what, const vector<double>& numbers, index n,
                            bool only_if_above_1) {
    if (numbers.size() != n)
        throw dimension_mismatch(std::string("page_rank: ") + what + " has size " + std::to_string(numbers.size()) +
                                 ", and the graph has " + std::to_string(n) + " vertices");
    double largest = 0;
    for (const auto [v, x] : numbers.entries()) {
        if (!(x >= 0 && std::isfinite(x)))
            throw invalid_value(std::string("page_rank: ") + what + " of vertex " + std::to_string(v) + " is " +
                                std::to_string(x) + "; it must be finite and not negative");
        largest = std::max(largest, x);
    }
    if (largest == 0) throw invalid_value(std::string("page_rank: ") + what + " is 0 for every vertex");
    // Divided by the largest number first, the sum neither overflows nor vanishes.
    double sum = 0;
    for (const auto [v, x] : numbers.entries()) sum += x / largest;
    const bool scaled = !only_if_above_1 || sum * largest > 1;
    vector<double> shares(n);
    assign(ctx, shares, no_mask, no_accum, 0.0);
    const vector<double> relative = apply(ctx, bind_second(divide{}, scaled ? largest : 1.0), numbers);
    apply(ctx, shares, no_mask, plus{}, bind_second(divide{}, scaled ? sum : 1.0), relative);
    return shares;
}

matrix<double> transitions(const context& ctx, const matrix<double>& weights) {
    if (const auto range = range_of_values(ctx, weights); weights.nvals() > 0 && !(range.is_finite && range.smallest >= 0)) {
        for (const auto [i, j, w] : weights.entries()) {
            if (w >= 0 && std::isfinite(w)) continue;
            throw invalid_value("page_rank: the weight of the edge from " + std::to_string(i) + " to " + std::to_string(j) +
                                " is " + std::to_string(w) + "; it must be finite and not negative");
        }
    }
    const matrix<double> kept = select(ctx, value_gt{0.0}, weights);
    const vector<double> sums = reduce_rows(ctx, plus{}, kept);
    for (const auto [v, sum] : sums.entries())
        if (!std::isfinite(sum))
            throw invalid_value("page_rank: the sum of the weights of the edges from " + std::to_string(v) +
                                " is beyond the range of double");
    // Each weight is divided by the sum itself: its reciprocal may be beyond the range of double.
    const matrix<double> sums_of_edges = mxm(ctx, plus_first<double>, matrix_diag(ctx, sums), kept);
    return ewise_mult(ctx, divide{}, kept, sums_of_edges);
}

}  // namespace page_ranks

}  // namespace graphblas_gpu
