// Breadth-first searches from several vertices as products of matrices, for a caller who names a method.
#include <algorithms/bfs.hpp>
#include <graphblas_gpu/assign.hpp>
#include <graphblas_gpu/descriptor.hpp>
#include <graphblas_gpu/mask.hpp>
#include <graphblas_gpu/mxm.hpp>
#include <semirings/operators.hpp>
#include <semirings/semirings.hpp>

#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace graphblas_gpu {

multi_source_bfs_result bfs_detail::by_matrix_products(const context& ctx, const matrix<void>& a,
                                                       std::span<const index> sources, const bfs_options& options) {
    const auto rows = static_cast<index>(sources.size());
    std::vector<index> numbers(sources.size());
    std::iota(numbers.begin(), numbers.end(), index{0});
    const descriptor desc{.replace = true, .method = options.method};

    multi_source_bfs_result result;
    result.levels = matrix<std::int32_t>::from_edges(rows, a.nrows(), numbers, sources,
                                                     std::vector<std::int32_t>(sources.size(), 0));
    const auto search = [&](auto frontier, const auto& semiring, const auto& record_parents) {
        for (std::int32_t level = 1; frontier.nvals() > 0 && level <= options.max_level; ++level) {
            mxm(ctx, frontier, !structure(result.levels), no_accum, semiring, frontier, a, desc);
            if (frontier.nvals() == 0) break;  // without this, the assignments below would merge all reached entries once more
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
