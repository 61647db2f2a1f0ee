// Breadth-first search from one vertex or from several at once.
//
// Needs: a square matrix whose entry (i, j), whatever its value, is an edge from i to j.
// Idea: the search fills a vector of parents round by round (propagate.hpp): a vertex that has not been reached yet gets the
// smallest of its possible parents, and the number of the round is its level. A round pushes from the frontier or pulls from
// the vertices that are not reached, whichever reads fewer edges. Searches from many vertices are the rows of one matrix, with
// a bit for each search.
// Source: Kepner, Gilbert (eds.), "Graph Algorithms in the Language of Linear Algebra" (SIAM 2011); Beamer, Asanovic,
// Patterson, "Direction-optimizing breadth-first search" (SC 2012); several at once: Then et al., "The more the
// merrier: efficient multi-source graph traversal" (VLDB 2014).
#pragma once

#include <algorithms/common.hpp>
#include <algorithms/structure.hpp>
#include <graphblas_gpu/base/within_memory.hpp>
#include <graphblas_gpu/bit_rows.hpp>
#include <graphblas_gpu/concat.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/graph.hpp>
#include <graphblas_gpu/integer_list.hpp>
#include <graphblas_gpu/matrix.hpp>
#include <graphblas_gpu/planner/method.hpp>
#include <graphblas_gpu/propagate.hpp>
#include <graphblas_gpu/reduce.hpp>
#include <graphblas_gpu/vector.hpp>
#include <semirings/operators.hpp>
#include <semirings/semirings.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace graphblas_gpu {

/// The options of bfs.
struct bfs_options {
    bool parents = true;                     ///< whether parents are computed, or levels only
    enum method method = method::automatic;  ///< of the products; one source: hash and dense push, dot pulls
    /// The search ends after this level, and vertices that are farther away are not reached.
    std::int32_t max_level = std::numeric_limits<std::int32_t>::max();
};

/// The result for one source. Only vertices that are reached have entries.
struct bfs_result {
    vector<std::int32_t> levels;  ///< the number of edges on a shortest path; 0 for the source
    /// The previous vertex on a shortest path, the smallest if there are several; the source is its own parent.
    vector<std::int64_t> parents;
};

/// The results for several sources: row s is the result for source number s.
struct multi_source_bfs_result {
    matrix<std::int32_t> levels;
    matrix<std::int64_t> parents;
};

namespace bfs_detail {

inline void require_level(const bfs_options& options) {
    if (options.max_level < 0) throw invalid_value("bfs: max_level is negative");
}

}  // namespace bfs_detail

/// A search from one source. Throws dimension_mismatch if A is not square, invalid_index if there is no such vertex,
/// unsupported for a method that the engine lacks; invalid_value for a negative max_level. O(nvals(A) + n), and less if pulling ends early; a level costs the edges
/// that it reads. If pulling is possible, A is first tested for symmetry, once for a matrix, because pulling in a symmetric
/// matrix needs no transpose.
template <class T>
bfs_result bfs(const context& ctx, const matrix<T>& a, index source, const bfs_options& options = {}) {
    const running_call whole(ctx);
    algorithm::require_square("bfs", a);
    algorithm::require_vertex("bfs", source, a.nrows());
    bfs_detail::require_level(options);
    if (options.method == method::automatic || options.method == method::dot) (void)a.is_symmetric(ctx);

    bfs_result result{vector<std::int32_t>(a.nrows()), vector<std::int64_t>(a.nrows())};
    const propagate_options how{.most_rounds = options.max_level, .method = options.method, .rounds = &result.levels};
    vector<void> reached(a.nrows());
    reached.set_element(source);
    if (options.parents) {
        result.parents.set_element(source, source);
        propagate(ctx, result.parents, reached, visit, any_secondi<std::int64_t>, a, how);
    } else {
        propagate(ctx, reached, reached, visit, any_pair<bool>, a, how);
    }
    return result;
}

namespace bfs_detail {

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
    return {stack_rows(ctx, a.ncols(), levels), stack_rows(ctx, a.ncols(), parents)};
}

/// Searches for levels only.
template <class T>
multi_source_bfs_result by_rows(const context& ctx, const matrix<T>& a, std::span<const index> sources,
                                const bfs_options& options) {
    (void)a.is_symmetric(ctx);
    const auto rows = static_cast<index>(sources.size());
    std::vector<index> numbers(sources.size());
    std::iota(numbers.begin(), numbers.end(), index{0});
    auto reached = matrix<void>::from_edges(rows, a.nrows(), numbers, sources);
    multi_source_bfs_result result{matrix<std::int32_t>(rows, a.nrows()), matrix<std::int64_t>(rows, a.nrows())};
    propagate(ctx, reached, reached, visit, any_pair<bool>, a,
              {.most_rounds = options.max_level, .rounds_of_rows = &result.levels});
    return result;
}

/// Searches from at most 64 sources, with a bit for each. The levels are stored as binary digits: a vertex that is reached in
/// level 5 = 101b is added to the digits 0 and 2. Returns nothing if there are more levels than sources, because separate
/// searches are then faster.
template <class T>
std::optional<multi_source_bfs_result> by_bits(const context& ctx, const matrix<T>& a, std::span<const index> sources,
                                               const bfs_options& options) {
    const bool parents = options.parents;
    const auto rows = static_cast<index>(sources.size());
    const index n = a.nrows();
    bit_rows reached(rows, n), frontier(rows, n), fresh(rows, n);
    bit_witnesses parent(rows, n);
    for (index s = 0; s < rows; ++s) {
        const index source = sources[static_cast<std::size_t>(s)];
        reached.set_element(s, source);
        frontier.set_element(s, source);
        parent.set_element(s, source, source);
    }

    std::vector<bit_rows> digits;
    for (std::uint32_t level = 1; level <= static_cast<std::uint32_t>(options.max_level); ++level) {
        if (parents) mxm_update(ctx, reached, fresh, frontier, a, {}, parent);
        else mxm_update(ctx, reached, fresh, frontier, a);
        if (fresh.empty()) break;
        if (level > static_cast<std::uint32_t>(rows)) return std::nullopt;
        if (static_cast<std::size_t>(std::bit_width(level)) > digits.size()) digits.emplace_back(rows, n);
        for (std::size_t d = 0; d < digits.size(); ++d) {
            if ((level >> d & 1u) != 0) digits[d].or_with(ctx, fresh);
        }
        std::swap(frontier, fresh);
    }
    multi_source_bfs_result result{to_matrix<std::int32_t>(ctx, reached, digits), matrix<std::int64_t>(rows, n)};
    if (parents) {
        result.parents = to_matrix<std::int64_t>(ctx, reached, parent);
    }
    return result;
}

/// The same for any number of sources, in batches of at most 64.
template <class T>
std::optional<multi_source_bfs_result> by_batches(const context& ctx, const matrix<T>& a, std::span<const index> sources,
                                                  const bfs_options& options) {
    constexpr auto most = static_cast<std::size_t>(bit_rows::max_rows);
    if (sources.size() <= most) return by_bits(ctx, a, sources, options);
    std::vector<matrix<std::int32_t>> levels;
    std::vector<matrix<std::int64_t>> parent;
    // All batches are of about the same size, so that none is too small for a common search.
    const std::size_t batches = (sources.size() + most - 1) / most;
    for (std::size_t b = 0; b < batches; ++b) {
        const std::size_t first = sources.size() * b / batches, last = sources.size() * (b + 1) / batches;
        auto batch = by_bits(ctx, a, sources.subspan(first, last - first), options);
        if (!batch) return std::nullopt;
        levels.push_back(std::move(batch->levels));
        parent.push_back(std::move(batch->parents));
    }
    const auto tiles = static_cast<index>(batches);
    return multi_source_bfs_result{concat(ctx, levels, tiles, 1), concat(ctx, parent, tiles, 1)};
}

/// Searches in which every level is a product of the frontiers, a row for each source, and the matrix of the graph.
multi_source_bfs_result by_matrix_products(const context& ctx, const matrix<void>& a, std::span<const index> sources,
                                           const bfs_options& options);

}  // namespace bfs_detail

/// A search from several sources; row s of the result is the result for source number s; a source may be repeated. Errors as
/// above. If the search from the first source has few levels for the number of sources, up to 64 searches run as one, with a
/// bit for each: O(nvals(A) + n) a level at most, and the time to write the result. Otherwise the searches run one after the
/// other. Searches for levels only are rows of one propagate, which runs up to 64 as one on a CUDA device. If a method is
/// named, every level is a product of two matrices.
template <class T>
multi_source_bfs_result bfs(const context& ctx, const matrix<T>& a, const integer_list<index>& source_list,
                            const bfs_options& options = {}) {
    return base::library_call("bfs", [&] {
        const running_call whole(ctx);
        const std::span<const index> sources = source_list;
        algorithm::require_square("bfs", a);
        for (const index source : sources) algorithm::require_vertex("bfs", source, a.nrows());
        bfs_detail::require_level(options);
        if (options.method != method::automatic) {
            return bfs_detail::by_matrix_products(ctx, algorithm::without_values(ctx, a), sources, options);
        }
        if (searching_at_once_is_profitable(ctx, static_cast<index>(sources.size()), 1, options.parents)) {
            const auto probe = bfs(ctx, a, sources.front(), {.parents = false, .max_level = options.max_level});
            if (searching_at_once_is_profitable(ctx, std::min(static_cast<index>(sources.size()), index{bit_rows::max_rows}),
                                                reduce(ctx, max{}, probe.levels))) {
                if (auto found = bfs_detail::by_batches(ctx, a, sources, options)) return std::move(*found);
            }
        }
        return options.parents ? bfs_detail::one_by_one(ctx, a, sources, options)
                               : bfs_detail::by_rows(ctx, a, sources, options);
    });
}

/// @cond
// The library has compiled these (algorithms/instances).
extern template bfs_result bfs(const context&, const matrix<void>&, index, const bfs_options&);
extern template multi_source_bfs_result bfs(const context&, const matrix<void>&, const integer_list<index>&,
                                            const bfs_options&);
/// @endcond

}  // namespace graphblas_gpu
