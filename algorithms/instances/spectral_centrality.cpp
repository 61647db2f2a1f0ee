// The rounds of eigenvector and Katz centrality and of hubs and authorities, on a structure and on weights.
#include <algorithms/power_iteration.hpp>
#include <algorithms/spectral_centrality.hpp>
#include <graphblas_gpu/assign.hpp>
#include <graphblas_gpu/mask.hpp>
#include <graphblas_gpu/mxv.hpp>
#include <semirings/bind.hpp>
#include <semirings/semirings.hpp>

#include <cmath>
#include <string>
#include <type_traits>

namespace graphblas_gpu::spectral {

namespace {

/// v' A, and A v, over edges of weight 1 or of their own weights.
/// @{
template <class T>
void add_along_edges(const context& ctx, vector<double>& to, const vector<double>& v, const matrix<T>& a) {
    if constexpr (std::is_void_v<T>) vxm(ctx, to, no_mask, plus{}, plus_first<double>, v, a);
    else vxm(ctx, to, no_mask, plus{}, plus_times<double>, v, a);
}
template <class T>
void add_against_edges(const context& ctx, vector<double>& to, const vector<double>& v, const matrix<T>& a) {
    if constexpr (std::is_void_v<T>) mxv(ctx, to, no_mask, plus{}, plus_second<double>, a, v);
    else mxv(ctx, to, no_mask, plus{}, plus_times<double>, a, v);
}
/// @}

/// Divides all numbers, unless by 0.
void divide_by(const context& ctx, vector<double>& v, double by) {
    if (by != 0) apply(ctx, v, no_mask, no_accum, bind_second(divide{}, by), v);
}

double length(const context& ctx, const vector<double>& v) {
    return std::sqrt(reduce(ctx, plus{}, ewise_mult(ctx, times{}, v, v)));
}

/// The numbers with an entry for every vertex. Throws dimension_mismatch.
vector<double> with_blanks_filled(const context& ctx, const char* what, const vector<double>& numbers, index n) {
    if (numbers.size() != n)
        throw dimension_mismatch(std::string(what) + " has size " + std::to_string(numbers.size()) + ", and the graph has " +
                                 std::to_string(n) + " vertices");
    auto all = vector<double>::full(n, 0.0);
    apply(ctx, all, no_mask, plus{}, identity{}, numbers);
    return all;
}

/// The numbers to begin with, scaled to add up to 1.
vector<double> scaled_start(const context& ctx, const std::string& operation, const spectral_options& options, index n) {
    if (options.start == nullptr) return vector<double>::full(n, 1 / static_cast<double>(n));
    vector<double> start = with_blanks_filled(ctx, (operation + ": start").c_str(), *options.start, n);
    const double sum = reduce(ctx, plus{}, start);
    if (sum == 0 || !std::isfinite(sum))
        throw invalid_value(operation + ": the numbers of start add up to " + std::to_string(sum));
    divide_by(ctx, start, sum);
    return start;
}

/// All rounds from x on. Throws not_converged.
template <class Round>
spectral_result all_rounds(const context& ctx, const char* operation, vector<double> x, const spectral_options& options,
                           Round&& round) {
    if (!(options.tolerance >= 0))
        throw invalid_value(std::string(operation) + ": tolerance is " + std::to_string(options.tolerance) +
                            "; it must not be negative");
    if (x.size() == 0) return {std::move(x)};
    const auto end =
        algorithm::iterate(x, options.tolerance, options.most_iterations, round,
                           [&](const auto& next, const auto& last) { return algorithm::distance(ctx, next, last); });
    algorithm::require_converged(operation, end, options.tolerance);
    return {std::move(x), end.rounds, end.residual};
}

}  // namespace

template <class T>
spectral_result eigenvector(const context& ctx, const matrix<T>& a, const spectral_options& options) {
    constexpr const char* name = "eigenvector_centrality";
    return all_rounds(ctx, name, scaled_start(ctx, name, options, a.nrows()), options,
                      [&](vector<double>& next, const vector<double>& x) {
                          next = x;
                          add_along_edges(ctx, next, x, a);
                          divide_by(ctx, next, length(ctx, next));
                      });
}

template <class T>
spectral_result katz(const context& ctx, const matrix<T>& a, double alpha, const vector<double>& beta,
                     const spectral_options& options) {
    const index n = a.nrows();
    const vector<double> own = with_blanks_filled(ctx, "katz_centrality: beta", beta, n);
    auto start = options.start == nullptr ? vector<double>::full(n, 0.0)
                                          : with_blanks_filled(ctx, "katz_centrality: start", *options.start, n);
    auto result =
        all_rounds(ctx, "katz_centrality", std::move(start), options, [&](vector<double>& next, const vector<double>& x) {
            next = own;
            add_along_edges(ctx, next, apply(ctx, bind_first(times{}, alpha), x), a);
        });
    if (options.normalized) divide_by(ctx, result.centrality, length(ctx, result.centrality));
    return result;
}

template <class T>
hits_result hubs_and_authorities(const context& ctx, const matrix<T>& a, const spectral_options& options) {
    const index n = a.nrows();
    const auto zeros = vector<double>::full(n, 0.0);
    vector<double> authorities = zeros;
    auto hubs = all_rounds(ctx, "hits", scaled_start(ctx, "hits", options, n), options,
                           [&](vector<double>& next, const vector<double>& x) {
                               authorities = next = zeros;
                               add_along_edges(ctx, authorities, x, a);
                               add_against_edges(ctx, next, authorities, a);
                               for (vector<double>* v : {&authorities, &next}) divide_by(ctx, *v, reduce(ctx, max{}, *v));
                           });
    if (options.normalized)
        for (vector<double>* v : {&authorities, &hubs.centrality}) divide_by(ctx, *v, reduce(ctx, plus{}, *v));
    return {std::move(hubs.centrality), std::move(authorities), hubs.iterations, hubs.residual};
}

template spectral_result eigenvector(const context&, const matrix<void>&, const spectral_options&);
template spectral_result eigenvector(const context&, const matrix<double>&, const spectral_options&);
template spectral_result katz(const context&, const matrix<void>&, double, const vector<double>&, const spectral_options&);
template spectral_result katz(const context&, const matrix<double>&, double, const vector<double>&, const spectral_options&);
template hits_result hubs_and_authorities(const context&, const matrix<void>&, const spectral_options&);
template hits_result hubs_and_authorities(const context&, const matrix<double>&, const spectral_options&);

}  // namespace graphblas_gpu::spectral
