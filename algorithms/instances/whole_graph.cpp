// Algorithms of a structure, and spanning forests over weights of type double, compiled once.
#include <algorithms/betweenness_centrality.hpp>
#include <algorithms/connected_components.hpp>
#include <algorithms/k_core.hpp>
#include <algorithms/maximal_independent_set.hpp>
#include <algorithms/minimum_spanning_forest.hpp>
#include <algorithms/page_rank.hpp>
#include <algorithms/structure.hpp>

namespace graphblas_gpu {

void betweenness::normalize(const context& ctx, vector<double>& centrality, std::span<const index> sources) {
    const index n = centrality.size();
    if (n < 3) return;  // no path leads over a vertex
    std::vector<double> pairs(static_cast<std::size_t>(n), static_cast<double>(sources.size()));
    for (const index source : sources) --pairs[static_cast<std::size_t>(source)];
    // Without another source the number is 0, and 0 / 0 would be NaN.
    for (double& of_vertex : pairs) of_vertex = std::max(of_vertex, 1.0) * static_cast<double>(n - 2);
    ewise_mult(ctx, centrality, no_mask, no_accum, divide{}, centrality, vector<double>::from_dense(pairs));
}

template vector<double> betweenness_centrality(const context&, const matrix<void>&, const integer_list<index>&,
                                               const betweenness_options&);
template connected_components_result connected_components(const context&, const matrix<void>&);
template k_core_result k_core(const context&, const matrix<void>&, const k_core_options&);
template maximal_independent_set_result maximal_independent_set(const context&, const matrix<void>&,
                                                                const maximal_independent_set_options&);
template minimum_spanning_forest_result<double> minimum_spanning_forest(const context&, const matrix<double>&);
template minimum_spanning_forest_result<std::int64_t> minimum_spanning_forest(const context&, const matrix<std::int64_t>&);
template page_rank_result page_rank(const context&, const matrix<void>&, const page_rank_options&);
template page_rank_ranks<float> page_rank(const context&, const matrix<void>&, const page_rank_options&);
template matrix<void> undirected_structure(const context&, const matrix<void>&);

}  // namespace graphblas_gpu
