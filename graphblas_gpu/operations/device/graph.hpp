// What the algorithms ask of a graph on the CUDA engine beyond the operations.
#pragma once

#include <vector>

#include <graphblas_gpu/cuda/structure/graph.hpp>
#include <graphblas_gpu/operations/device/arrange.hpp>

namespace graphblas_gpu::device {

template <class T>
matrix<void> structure_of(const context& ctx, const matrix<T>& a) {
    const engine_ptr& e = ctx.cuda_engine();
    const cuda::engine::use here(*e, "structure");
    return matrix<void>::from_device(cuda::cloned(e, a.device_storage(e)->view().structure()));
}

template <class T>
matrix<void> edges_by_degree(const context& ctx, const matrix<T>& a, bool to_larger) {
    const engine_ptr& e = ctx.cuda_engine();
    const cuda::engine::use here(*e, "edges by degree");
    return matrix<void>::from_device(cuda::edges_by_degree(e, a.device_storage(e)->view(), to_larger));
}

template <class T>
matrix<T> tight_edges(const context& ctx, const matrix<T>& a, const vector<T>& distances) {
    const engine_ptr& e = ctx.cuda_engine();
    const cuda::engine::use here(*e, "tight edges");
    return matrix<T>::from_device(
        cuda::tight_edges(e, a.device_storage(e)->view(), distances.device_list(e)->view()));
}

/// The sum over the rows of the squares of their sizes in `part`, or of those sizes times what A has beside them.
template <class T>
double wedges(const context& ctx, const matrix<T>& a, const matrix<void>& part, bool squares) {
    const engine_ptr& e = ctx.cuda_engine();
    const cuda::engine::use here(*e, "wedges");
    const auto some = part.device_storage(e);
    return squares ? cuda::squares_of_row_sizes(e, some->view())
                   : cuda::products_of_row_sizes(e, a.device_storage(e)->view(), some->view());
}

/// The vectors as the rows of a matrix.
template <class T>
matrix<T> stacked(const context& ctx, index ncols, const std::vector<vector<T>>& rows) {
    const engine_ptr& e = ctx.cuda_engine();
    const cuda::engine::use here(*e, "stacked rows");
    if (rows.empty()) return matrix<T>(0, ncols);
    host::tiling grid{{0}, {0, ncols}};
    std::vector<std::shared_ptr<const cuda::csr>> there;
    for (const vector<T>& row : rows) {
        there.push_back(row.device_list(e));
        grid.rows.push_back(grid.rows.back() + 1);
    }
    return concatenated<T>(ctx, there, grid);
}

}  // namespace graphblas_gpu::device
