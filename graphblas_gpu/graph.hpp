// Operations on the matrix of a graph that algorithms need and that the standard does not have. Every engine gives the same
// results.
//
// Needs: entry (i, j) of a matrix is an edge from vertex i to vertex j. The degree of a vertex is the number of entries of its
// row.
// Source: named in algorithms/, where each operation is used.
#pragma once

#include <graphblas_gpu/base/graph/independent_set.hpp>
#include <graphblas_gpu/base/graph/orientation.hpp>
#include <graphblas_gpu/base/graph/peeling.hpp>
#include <graphblas_gpu/concat.hpp>
#include <graphblas_gpu/integer_list.hpp>
#include <graphblas_gpu/operations/graph.hpp>
#include <graphblas_gpu/operations/on_engine.hpp>
#include <graphblas_gpu/progress.hpp>
#include <graphblas_gpu/reduce.hpp>
#include <semirings/monoids.hpp>

#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace graphblas_gpu {

/// The structure of a square A above, or below, its diagonal as it would be with vertices sorted by ascending degree, and by
/// number where degrees are equal: the edges that lead to a vertex of larger, or smaller, rank. The vertices are not
/// renumbered. Throws dimension_mismatch if A is not square. O(nvals).
/// @{
template <class T>
matrix<void> triu_by_degree(const context& ctx, const matrix<T>& a) {
    return operations::on_engine(ctx, "triu_by_degree", operations::sizes_of(a), [&](const context& call_ctx) {
        shapes::check_same("triu_by_degree", "A", shapes::of(a), {a.nrows(), a.nrows()});
        return operations::edges_by_degree(call_ctx, a.any(), true).template as<matrix<void>>();
    });
}
template <class T>
matrix<void> tril_by_degree(const context& ctx, const matrix<T>& a) {
    return operations::on_engine(ctx, "tril_by_degree", operations::sizes_of(a), [&](const context& call_ctx) {
        shapes::check_same("tril_by_degree", "A", shapes::of(a), {a.nrows(), a.nrows()});
        return operations::edges_by_degree(call_ctx, a.any(), false).template as<matrix<void>>();
    });
}
/// @}

/// An undirected graph with every edge once, and whether the matrix that it was made of is one.
struct oriented_graph {
    matrix<void> edges;        ///< triu_by_degree(A); from a device it may keep its transpose, which then takes as much memory
    bool is_symmetric = true;  ///< every entry has a mirror entry; values may differ
    index self_loops = 0;      ///< entries of the diagonal
};

/// triu_by_degree(A) and, in the same pass over A, whether the structure of A is symmetric and without self loops. Throws
/// dimension_mismatch if A is not square. O(nvals + nrows).
///
/// A symmetric structure is always reported as symmetric. A structure that is not symmetric is reported as symmetric with a
/// chance of about 2^-63, because a sum of hashes is compared (base/graph/orientation.hpp). Where that matters, ask
/// is_symmetric() of the structure, which is exact unless a device has answered before.
template <class T>
oriented_graph orient_by_degree(const context& ctx, const matrix<T>& a) {
    return operations::on_engine(ctx, "orient_by_degree", operations::sizes_of(a), [&](const context& call_ctx) {
        shapes::check_same("orient_by_degree", "A", shapes::of(a), {a.nrows(), a.nrows()});
        oriented_graph out;
        base::orientation_facts facts;
        out.edges = operations::oriented(call_ctx, a.any(), facts);
        out.is_symmetric = facts.mirror_sum == 0;
        out.self_loops = facts.self_loops;
        return out;
    });
}

/// The triangles of an undirected graph, and whether the matrix that it was made of is one.
struct counted_triangles {
    std::int64_t triangles = 0;
    bool is_symmetric = true;  ///< every entry has a mirror entry; values may differ
    index self_loops = 0;      ///< entries of the diagonal
};

/// The triangles of a graph whose vertices have few neighbours, in one pass over A (base/graph/short_rows.hpp). No oriented
/// graph is made, because in such graphs making it takes longer than counting. Returns nothing if A has more than 8 entries a
/// row on average or a row with more than 32. Throws dimension_mismatch if A is not square. O(32 nvals + nrows).
///
/// The number is meaningless if A is not symmetric or has self loops. is_symmetric is exact, unlike that of orient_by_degree.
template <class T>
std::optional<counted_triangles> count_triangles_of_short_rows(const context& ctx, const matrix<T>& a) {
    return operations::on_engine(
        ctx, "count_triangles_of_short_rows", operations::sizes_of(a),
        [&](const context& call_ctx) -> std::optional<counted_triangles> {
            shapes::check_same("count_triangles_of_short_rows", "A", shapes::of(a), {a.nrows(), a.nrows()});
            const auto found = operations::count_short_rows(call_ctx, a.any());
            if (!found) return std::nullopt;
            return counted_triangles{found->triangles, found->graph.mirror_sum == 0, found->graph.self_loops};
        });
}

/// The structure of the edges (i, j) of a square A for which the distance of i plus the length of the edge is not more than the
/// distance of j. Once no distance can get shorter, these edges lie on shortest paths. `distances` has an entry for every
/// vertex. The largest value of T (infinity) means that a vertex is not reached; such a vertex has no tight edges. Sums
/// saturate at the bounds of T. Throws dimension_mismatch if A is not square or `distances` has another size, invalid_value if
/// a vertex has no distance. O(nvals).
template <detail::one_of<std::int32_t, std::int64_t, float, double> T>
matrix<void> tight_edges(const context& ctx, const matrix<T>& a, const vector<T>& distances) {
    return operations::on_engine(ctx, "tight_edges", operations::sizes_of(a), [&](const context& call_ctx) {
        shapes::check_same("tight_edges", "A", shapes::of(a), {a.nrows(), a.nrows()});
        operations::check_full("tight_edges", "distances", distances.size(), distances.nvals(), a.nrows());
        return operations::tight_edges(call_ctx, a, distances).template as<matrix<void>>();
    });
}

/// The connected components of a graph.
struct component_labels {
    vector<std::int64_t> labels;      ///< for each vertex the smallest vertex of its component
    std::int64_t components = 0;
};

/// The components of the graph of a square A, in which an entry connects its vertices in both directions. Throws
/// dimension_mismatch if A is not square. O(nvals + nrows) in practice; if A is known to be symmetric, rows of the largest
/// component are not read to the end.
template <class T>
component_labels label_components(const context& ctx, const matrix<T>& a) {
    return operations::on_engine(ctx, "label_components", operations::sizes_of(a), [&](const context& call_ctx) {
        if (a.nrows() != a.ncols()) {
            throw dimension_mismatch("label_components: A is " + std::to_string(a.nrows()) + "x" + std::to_string(a.ncols()) +
                                     "; it must be square");
        }
        component_labels out;
        out.components = operations::label_components(call_ctx, a.any(), out.labels);
        return out;
    });
}

/// Where a damped random walk is. Share is float or double.
template <class Share>
struct random_walk_shares {
    vector<Share> shares;     ///< an entry for every vertex
    std::int64_t rounds = 0;
    double residual = 0;      ///< the sum of the absolute changes of all shares in the last round; 0 if there was none
};
/// The shares in double.
using random_walk_result = random_walk_shares<double>;

/// The share of its time that a random walk along the edges (i, j) of a square A spends at each vertex. Rounds begin with equal
/// shares, and in each one
///
///     share(j) = (1 - damping) / n + damping * (the sum of share(i) / degree(i) over the entries (i, j)).
///
/// Rounds end when the residual is not more than the tolerance. The residual and the share of vertices without outgoing
/// edges are sums of multiples of 2^-61. Values are ignored. For a graph without vertices there are no shares and no rounds.
///
/// On the host the shares are the same to the bit for any number of threads; on a device they differ from them by rounding.
/// random_walk<float>(ctx, a) moves half of the memory. A share has then the precision of float, and the residual may stay
/// above a tolerance that is not far above 2^-24. A device computes in double and rounds the shares in the end.
///
/// Throws dimension_mismatch if A is not square; invalid_value if damping is not in [0, 1), or tolerance or most_rounds is
/// negative. O(nvals + n) a round. A is first tested for symmetry, once for a matrix; if it is not symmetric, its transpose
/// is cached with it.
template <detail::one_of<float, double> Share = double, class T>
random_walk_shares<Share> random_walk(const context& ctx, const matrix<T>& a, const random_walk_options& walk = {}) {
    return operations::on_engine(ctx, "random_walk", operations::sizes_of(a), [&](const context& call_ctx) {
        shapes::check_same("random_walk", "A", shapes::of(a), {a.nrows(), a.nrows()});
        operations::check_random_walk("random_walk", walk);
        (void)a.is_symmetric(call_ctx);
        random_walk_shares<Share> out;
        const base::walk_end end = operations::random_walk(call_ctx, a.any(), walk, out.shares);
        out.rounds = end.rounds;
        out.residual = end.residual;
        return out;
    });
}

/// Adds to the total of every vertex v the dependency of a breadth-first search on v: the sum, over all other vertices t that
/// are reached, of the share of the shortest paths to t that lead over v. `levels` has an entry for every vertex that is
/// reached: the fewest edges on a path to it from a vertex of level 0. Paths begin at level 0, and nothing is added to the
/// totals of these vertices. A level outside 0 .. n - 1 counts as no entry. Entry (i, j) of A is an edge from i to j of length
/// 1; values are ignored.
///
/// Numbers of paths are floating-point: above 2^53 they are rounded, and above 2^1000 they are counted again with an exponent
/// of their own, so that they do not overflow. On the host the totals are the same to the bit for any number of threads; on a
/// device they are the same in every run and differ from the host's by rounding.
///
/// Throws dimension_mismatch if A is not square, or totals or levels have another size; invalid_value if a vertex has no
/// total. If levels are not those of a search along the edges of A, the totals have arbitrary values. O(nvals + n). A is
/// first tested for symmetry, once for a matrix; if it is not symmetric, its transpose is cached with it.
template <class T>
void accumulate_dependencies(const context& ctx, vector<double>& totals, const matrix<T>& a,
                             const vector<std::int32_t>& levels) {
    operations::on_engine(ctx, "accumulate_dependencies", operations::sizes_of(a), [&](const context& call_ctx) {
        shapes::check_same("accumulate_dependencies", "A", shapes::of(a), {a.nrows(), a.nrows()});
        shapes::check_same("accumulate_dependencies", "levels", levels.size(), a.nrows());
        operations::check_full("accumulate_dependencies", "totals", totals.size(), totals.nvals(), a.nrows());
        if (levels.nvals() == 0) return;
        (void)a.is_symmetric(call_ctx);
        operations::accumulate_dependencies(call_ctx, totals, a.any(), levels);
    });
}

/// Adds to the total of every vertex v, for each source, the sum of the share of the shortest paths to all other vertices t
/// that lead over v, where the values of A are the lengths of its edges. Nothing is added to the total of the source itself.
///
/// Lengths must be positive and finite. Sums of integers are exact, in int64. Real lengths are added up in double, one edge
/// after the other from the source, and paths are equally short if these sums are the same number: 0.1 + 0.2 is longer than
/// 0.3. An edge so short that it does not change the sum makes its path longer than any that ends before it. Numbers of paths
/// have 53 significant bits and an exponent that does not overflow. The totals are the same to the bit for any number of
/// threads. `progress`, if given, counts sources.
///
/// Throws dimension_mismatch if A is not square or totals has another size; invalid_index for a source outside A; invalid_value
/// if a vertex has no total, for a length that is not positive and finite, and for a path beyond the range of int64 or double;
/// unsupported on a device. O((nvals + n) log n) for each source, which one thread searches from; a thread needs about 60 bytes
/// for each vertex.
template <detail::one_of<std::int32_t, std::int64_t, float, double> T>
void accumulate_weighted_dependencies(const context& ctx, vector<double>& totals, const matrix<T>& a,
                                      const integer_list<index>& source_list, progress_counters* progress = nullptr) {
    const std::span<const index> sources = source_list;
    operations::on_engine(ctx, "accumulate_weighted_dependencies", operations::sizes_of(a), [&](const context& call_ctx) {
        constexpr const char* name = "accumulate_weighted_dependencies";
        shapes::check_same(name, "A", shapes::of(a), {a.nrows(), a.nrows()});
        operations::check_full(name, "totals", totals.size(), totals.nvals(), a.nrows());
        operations::accumulate_weighted_dependencies(call_ctx, totals, a, sources, progress);
    });
}

/// The maximal independent set of a symmetric A that takes the vertices by falling priority (independent_set_order) and skips
/// neighbours of vertices that are in the set. Vertices with few neighbours tend to come first. Entries of the diagonal are
/// ignored. Throws dimension_mismatch if A is not square. O(nvals + nrows) a round; the number of rounds is about the
/// logarithm of nrows.
template <class T>
vector<void> independent_set_by_priority(const context& ctx, const matrix<T>& a, std::uint64_t seed) {
    return operations::on_engine(ctx, "independent_set_by_priority", operations::sizes_of(a), [&](const context& call_ctx) {
        shapes::check_same("independent_set_by_priority", "A", shapes::of(a), {a.nrows(), a.nrows()});
        return operations::independent_set(call_ctx, a.any(), seed).template as<vector<void>>();
    });
}

/// The core numbers of an undirected graph. The k-core is the largest part of the graph in which every vertex has k neighbours
/// or more; its vertices are those with a core number of k or more.
struct core_decomposition {
    vector<std::int64_t> core_numbers;  ///< an entry for every vertex
    std::int64_t degeneracy = 0;        ///< the largest core number
    std::int64_t rounds = 0;            ///< the number of rounds that removed vertices
};

/// The core numbers of a symmetric A without entries on its diagonal. A round removes all vertices that have no more edges left
/// than the k of this round; k grows to the fewest edges of any vertex when there are none. The numbers and the rounds are the
/// same for every engine and number of threads. If A is not symmetric or has a diagonal, the numbers have no meaning.
/// `progress`, if given, counts vertices with a core number; a device has all of them at the end.
///
/// Throws dimension_mismatch if A is not square. O(nvals + nrows), and for each core number that occurs the vertices that are
/// left.
template <class T>
core_decomposition core_numbers(const context& ctx, const matrix<T>& a, progress_counters* progress = nullptr) {
    return operations::on_engine(ctx, "core_numbers", operations::sizes_of(a), [&](const context& call_ctx) {
        shapes::check_same("core_numbers", "A", shapes::of(a), {a.nrows(), a.nrows()});
        core_decomposition out;
        const base::peeling_end end = operations::core_numbers(call_ctx, a.any(), out.core_numbers, progress);
        out.degeneracy = end.degeneracy;
        out.rounds = end.rounds;
        return out;
    });
}

/// Whether breadth-first searches from `sources` vertices are expected to be faster all at once, with a bit for each search
/// (bit_rows), than one after the other (propagate). A single search passes over an edge once; searches at once pass over an
/// edge in every level in which one of them has reached its vertex. On the host searches at once are faster from 12 sources
/// on for R-MAT, scale 16, edge factor 16. On an H200, 16 at once took as long as 14 single searches on that graph (5
/// levels), as 29 on a uniform graph of a million vertices (7 levels), and as 30 on R-MAT, scale 20 (6 levels). On a device
/// searches for levels only are never faster in this way, because propagate searches from many sources at once there.
bool searching_at_once_is_profitable(const context& ctx, index sources, index levels, bool parents = true);

/// The range of the values of A, which is cached with A until its values change. If a value is NaN, only is_finite has a
/// meaning. O(nvals) once.
template <class T>
requires std::integral<T> || detail::one_of<T, float, double> value_range<T> range_of_values(const context& ctx,
                                                                                             const matrix<T>& a) {
    return a.any().template range_by<T>([&]() -> value_range<T> {
        if constexpr (std::integral<T>) {
            // Two vectorised passes, one for each bound, are faster than one pass for both bounds.
            return {reduce(ctx, min{}, a), reduce(ctx, max{}, a), true};
        } else {
            return operations::range_of_values(ctx, a);
        }
    });
}

}  // namespace graphblas_gpu
