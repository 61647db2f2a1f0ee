// Eigenvector centrality, Katz centrality, and hubs and authorities: numbers of vertices that depend on those of their
// neighbours.
//
// Needs: a square matrix whose entry (i, j) is an edge from i to j; its value is ignored, or the weight of the edge.
// Idea: a round is a product of a vector with A, or with A and its transpose, and the fixed point of the rounds is the result
// (power_iteration.hpp). Definitions and the numbers that each round begins with are those of NetworkX.
// Source: Bonacich, "Power and centrality: a family of measures", American J. Sociology 92 (1987); Katz, "A new status index
// derived from sociometric analysis", Psychometrika 18 (1953); Kleinberg, "Authoritative sources in a hyperlinked
// environment", J. ACM 46 (1999); NetworkX, eigenvector_centrality, katz_centrality, hits.
#pragma once

#include <algorithms/common.hpp>
#include <algorithms/power_iteration.hpp>
#include <algorithms/structure.hpp>
#include <graphblas_gpu/base/within_memory.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/matrix.hpp>
#include <graphblas_gpu/vector.hpp>

#include <cstdint>

namespace graphblas_gpu {

/// The options of eigenvector_centrality, katz_centrality and hits.
struct spectral_options {
    bool weighted = false;    ///< values are the weights of edges; otherwise each has weight 1
    bool normalized = true;   ///< of Katz centrality, and of hubs and authorities
    double tolerance = 1e-6;  ///< rounds end when the residual is not more than this; NetworkX has n tol here, and tol for hits
    std::int64_t most_iterations = 1000;
    /// The numbers before the first round; a vertex without an entry has 0. Null: all are equal, for Katz centrality 0.
    const vector<double>* start = nullptr;
};

/// The numbers of vertices, and how the rounds ended.
struct spectral_result {
    vector<double> centrality;    ///< an entry for every vertex
    std::int64_t iterations = 0;  ///< the number of rounds
    double residual = 0;          ///< the sum of the absolute changes of all numbers in the last round
};

/// Hubs and authorities, and how the rounds ended.
struct hits_result {
    vector<double> hubs;         ///< an entry for every vertex
    vector<double> authorities;  ///< an entry for every vertex
    std::int64_t iterations = 0;
    double residual = 0;  ///< of the hubs
};

namespace spectral {

/// The algorithms on weights, or on a structure.
/// @{
template <class T>
spectral_result eigenvector(const context& ctx, const matrix<T>& a, const spectral_options& options);
template <class T>
spectral_result katz(const context& ctx, const matrix<T>& a, double alpha, const vector<double>& beta,
                     const spectral_options& options);
template <class T>
hits_result hubs_and_authorities(const context& ctx, const matrix<T>& a, const spectral_options& options);
/// @}

/// f of the weights of A in double, or of its structure.
template <class T, class F>
auto of_weights(const context& ctx, const char* operation, const matrix<T>& a, bool weighted, F&& f) {
    return base::library_call(operation, [&] {
        const running_call whole(ctx);
        algorithm::require_square(operation, a);
        if (weighted) return f(algorithm::weights_of(ctx, operation, a));
        return f(algorithm::without_values(ctx, a));
    });
}

}  // namespace spectral

/// The eigenvector of A' for its largest eigenvalue, of length 1: the number of a vertex is proportional to the sum of those of
/// the vertices from which edges lead to it, times the weights of these edges. A round multiplies by A' + 1, which has the same
/// eigenvectors, and scales the result to length 1; numbers to begin with are divided by their sum. If several eigenvectors
/// belong to the largest eigenvalue, as in a graph of several components, the result depends on the start.
///
/// On the host the result is the same to the bit for any number of threads. Throws dimension_mismatch if A is not square or
/// `start` has another size; invalid_value if the sum of `start` is 0 or not finite, for a negative tolerance, and for weights
/// of a matrix without values; not_converged if most_iterations rounds do not suffice. For a graph without vertices the result
/// is empty. O(nvals(A) + n) a round.
template <class T>
spectral_result eigenvector_centrality(const context& ctx, const matrix<T>& a, const spectral_options& options = {}) {
    return spectral::of_weights(ctx, "eigenvector_centrality", a, options.weighted,
                                [&](const auto& edges) { return spectral::eigenvector(ctx, edges, options); });
}

/// The solution x of x = alpha A' x + beta: a vertex has beta of its own, and alpha times the numbers of the vertices from
/// which edges lead to it, times the weights of these edges. Rounds compute the right side; they converge if alpha is less than
/// the inverse of the largest eigenvalue of A. Normalised, the result is divided by its length (2-norm).
///
/// `beta` has an entry for every vertex that has a number of its own: vector<double>::full(n, 1.0) is usual. Everything else is
/// as in eigenvector_centrality, but that `start` may have any sum.
template <class T>
spectral_result katz_centrality(const context& ctx, const matrix<T>& a, double alpha, const vector<double>& beta,
                                const spectral_options& options = {}) {
    return spectral::of_weights(ctx, "katz_centrality", a, options.weighted,
                                [&](const auto& edges) { return spectral::katz(ctx, edges, alpha, beta, options); });
}

/// Hubs h and authorities a: h is proportional to A a, and a to A' h. A round computes a from h and h from a, and divides each
/// by its largest number. Normalised, the numbers of each are divided by their sum at the end. In a graph without edges all are
/// 0. Everything else is as in eigenvector_centrality.
template <class T>
hits_result hits(const context& ctx, const matrix<T>& a, const spectral_options& options = {}) {
    return spectral::of_weights(ctx, "hits", a, options.weighted,
                                [&](const auto& edges) { return spectral::hubs_and_authorities(ctx, edges, options); });
}

}  // namespace graphblas_gpu
