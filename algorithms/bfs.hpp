// Breadth-first search from one vertex or from several at once.
//
// Needs: a square matrix whose entry (i, j), whatever its value, is an edge from i to j.
// Idea: the frontier is a vector; one product under the mask "not yet reached" gives the next one, each vertex with the
// smallest of its possible parents. The product pushes from the frontier or pulls from the unreached, whichever meets
// fewer edges. Several searches are the rows of one matrix.
// Source: Kepner, Gilbert (eds.), "Graph Algorithms in the Language of Linear Algebra" (SIAM 2011); Beamer, Asanovic,
// Patterson, "Direction-optimizing breadth-first search" (SC 2012); several at once: Then et al., "The more the
// merrier: efficient multi-source graph traversal" (VLDB 2014).
#pragma once

#include <algorithms/common.hpp>

#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace graphblas_gpu {

struct bfs_options {
    bool parents = true;                     ///< without them only levels are computed
    enum method method = method::automatic;  ///< of the products; one source: hash and dense push, dot pulls
};

/// Entries only for the vertices that are reached.
struct bfs_result {
    vector<std::int32_t> levels;   ///< edges on a shortest path; 0 for the source
    vector<std::int64_t> parents;  ///< the vertex before it, the smallest if there are several; the source is its own
};

/// Row s belongs to the source of that number.
struct multi_source_bfs_result {
    matrix<std::int32_t> levels;
    matrix<std::int64_t> parents;
};

/// From one source. Throws dimension_mismatch if A is not square, invalid_index if there is no such vertex, unsupported
/// for a method that the engine lacks. O(nvals(A) + n) and less where pulling ends early; a level costs what it meets.
/// Whether A is symmetric is found out first, once a matrix, so that pulling need not transpose it.
template <class T>
bfs_result bfs(const context& ctx, const matrix<T>& a, index source, const bfs_options& options = {}) {
    algorithm::require_square("bfs", a);
    algorithm::require_vertex("bfs", source, a.nrows());
    if (options.method == method::automatic || options.method == method::dot) (void)a.is_symmetric();
    const descriptor desc{.method = options.method};

    bfs_result result{vector<std::int32_t>(a.nrows()), vector<std::int64_t>(a.nrows())};
    // Laid out from the start, so that no level has to merge what earlier ones found.
    result.levels.lay_out();
    result.levels.set_element(source, 0);

    const auto search = [&](auto& reached, const auto& semiring) {
        vector<void> frontier(a.nrows());
        frontier.set_element(source);
        for (std::int32_t level = 1;; ++level) {
            vxm_update(ctx, reached, frontier, !structure(reached), no_accum, semiring, frontier, a, desc);
            if (frontier.nvals() == 0) return;
            assign(ctx, result.levels, structure(frontier), no_accum, level);
        }
    };
    if (options.parents) {
        result.parents.lay_out();
        result.parents.set_element(source, source);
        search(result.parents, any_secondi<std::int64_t>);
    } else {
        vector<void> reached(a.nrows());
        reached.lay_out();
        reached.set_element(source);
        search(reached, any_pair<bool>);
    }
    return result;
}

namespace bfs_detail {

/// Threads from which one product for all rows is expected to be faster than searches one after the other. The product
/// runs on all threads but can neither pull nor end a row early; on two threads it takes about three times as long.
inline constexpr int products_pay_from_threads = 12;

template <class T>
multi_source_bfs_result one_by_one(const context& ctx, const matrix<T>& a, std::span<const index> sources,
                                   const bfs_options& options) {
    std::vector<vector<std::int32_t>> levels;
    std::vector<vector<std::int64_t>> parents;
    for (const index source : sources) {
        bfs_result row = bfs(ctx, a, source, options);
        levels.push_back(std::move(row.levels));
        parents.push_back(std::move(row.parents));
    }
    return {algorithm::stacked(a.ncols(), levels, std::identity{}),
            algorithm::stacked(a.ncols(), parents, std::identity{})};
}

}  // namespace bfs_detail

/// From several sources, the rows of the result; a source may be repeated. Errors as above. O(rows * (nvals(A) + n)).
/// A named method runs all rows at once, a product of two matrices for each level; so does `automatic` where there are
/// threads enough for that to be faster than one search after the other.
template <class T>
multi_source_bfs_result bfs(const context& ctx, const matrix<T>& a, std::span<const index> sources,
                            const bfs_options& options = {}) {
    algorithm::require_square("bfs", a);
    const auto rows = static_cast<index>(sources.size());
    std::vector<index> numbers(sources.size());
    for (std::size_t s = 0; s < sources.size(); ++s) {
        algorithm::require_vertex("bfs", sources[s], a.nrows());
        numbers[s] = static_cast<index>(s);
    }
    if (options.method == method::automatic && ctx.threads() < bfs_detail::products_pay_from_threads) {
        return bfs_detail::one_by_one(ctx, a, sources, options);
    }
    const descriptor desc{.replace = true, .method = options.method};

    multi_source_bfs_result result;
    result.levels = matrix<std::int32_t>::from_edges(rows, a.nrows(), numbers, sources,
                                                     std::vector<std::int32_t>(sources.size(), 0));
    const auto search = [&](auto frontier, const auto& semiring, const auto& record_parents) {
        for (std::int32_t level = 1; frontier.nvals() > 0; ++level) {
            mxm(ctx, frontier, !structure(result.levels), no_accum, semiring, frontier, a, desc);
            if (frontier.nvals() == 0) break;  // the merges below cost what was reached so far
            assign(ctx, result.levels, structure(frontier), no_accum, level);
            record_parents(frontier);
        }
    };
    if (!options.parents) {
        search(matrix<void>::from_edges(rows, a.nrows(), numbers, sources), any_pair<bool>, [](const auto&) {});
        result.parents = matrix<std::int64_t>(rows, a.nrows());
        return result;
    }
    result.parents = matrix<std::int64_t>::from_edges(rows, a.nrows(), numbers, sources, sources);
    search(result.parents, any_secondi<std::int64_t>,
           [&](const matrix<std::int64_t>& frontier) { assign(ctx, result.parents, no_mask, second{}, frontier); });
    return result;
}

}  // namespace graphblas_gpu
