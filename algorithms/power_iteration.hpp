// The loop of PageRank, eigenvector and Katz centrality, and hubs and authorities: rounds that end when little changes.
#pragma once

#include <graphblas_gpu/apply.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/ewise.hpp>
#include <graphblas_gpu/reduce.hpp>
#include <graphblas_gpu/vector.hpp>
#include <semirings/operators.hpp>

#include <cstdint>
#include <string>
#include <utility>

namespace graphblas_gpu {

/// The rounds that were allowed did not bring the result as near as was asked for.
class not_converged : public error {
  public:
    explicit not_converged(const std::string& message) : error(error_code::invalid_value, message) {}
};

namespace algorithm {

/// How many rounds there were, and how much the last one changed; 0 if there was none.
struct iteration_end {
    std::int64_t rounds = 0;
    double residual = 0;
};

/// The sum of the absolute differences of two vectors with an entry everywhere. O(n).
inline double distance(const context& ctx, const vector<double>& x, const vector<double>& y) {
    return reduce(ctx, plus{}, apply(ctx, abs{}, ewise_add(ctx, minus{}, x, y)));
}

/// Replaces x by what round(next, x) stores in `next`, until change(next, x) is not more than the tolerance or there have been
/// most_rounds.
template <class Round, class Change>
iteration_end iterate(vector<double>& x, double tolerance, std::int64_t most_rounds, Round&& round, Change&& change) {
    iteration_end end;
    vector<double> next(x.size());
    while (end.rounds < most_rounds) {
        round(next, x);
        end.residual = change(next, x);
        std::swap(x, next);
        ++end.rounds;
        if (end.residual <= tolerance) break;
    }
    return end;
}

/// Throws not_converged unless the last round changed no more than the tolerance; the message begins with `operation`.
void require_converged(const char* operation, const iteration_end& end, double tolerance);

}  // namespace algorithm

}  // namespace graphblas_gpu
