// The orders of vertices, compiled once.
#include <algorithms/vertex_order.hpp>
#include <algorithms/vertex_order/cuthill_mckee.hpp>
#include <algorithms/vertex_order/neighbours.hpp>
#include <algorithms/vertex_order/tile_grouping.hpp>

#include <vector>

namespace graphblas_gpu::ordering {

std::vector<index> by_degree(const running_call& call, const matrix<void>& neighbours) {
    return descending_degree(call, graph(neighbours));
}

std::vector<index> by_reverse_cuthill_mckee(const running_call& call, const matrix<void>& neighbours) {
    return reverse_cuthill_mckee(call, graph(neighbours));
}

std::vector<index> by_common_neighbours(const running_call& call, const matrix<void>& neighbours) {
    const graph g(neighbours);
    return tile_grouping(call, g).run();
}

}  // namespace graphblas_gpu::ordering
