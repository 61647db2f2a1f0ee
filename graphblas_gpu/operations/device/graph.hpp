// The CUDA engine's part of graphblas_gpu/graph.hpp.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include <graphblas_gpu/cuda/structure/connected_components.hpp>
#include <graphblas_gpu/cuda/structure/graph.hpp>
#include <graphblas_gpu/ewise.hpp>
#include <graphblas_gpu/operations/device/arrange.hpp>
#include <graphblas_gpu/operations/graph.hpp>
#include <graphblas_gpu/reduce.hpp>

namespace graphblas_gpu::device {

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

/// The labels of the components of a square A, and their number.
template <class T>
std::int64_t connected_components(const context& ctx, const matrix<T>& a, vector<std::int64_t>& labels) {
    const engine_ptr& e = ctx.cuda_engine();
    const cuda::engine::use here(*e, "connected components");
    auto found = cuda::connected_components(e, a.device_storage(e)->view(), a.known_symmetric());
    labels = vector<std::int64_t>::from_device(std::move(found.labels));
    return found.components;
}

inline double wedges(const context& ctx, const matrix<void>& part) {
    const engine_ptr& e = ctx.cuda_engine();
    const cuda::engine::use here(*e, "wedges");
    return cuda::squares_of_row_sizes(e, part.device_storage(e)->view());
}

template <class T>
double wedges(const context& ctx, const matrix<T>& a, const matrix<void>& part) {
    const engine_ptr& e = ctx.cuda_engine();
    const cuda::engine::use here(*e, "wedges");
    return cuda::products_of_row_sizes(e, a.device_storage(e)->view(), part.device_storage(e)->view());
}

/// The vectors as the rows of a matrix; the grid has a row of tiles for each.
template <class T>
matrix<T> stacked(const context& ctx, const std::vector<vector<T>>& rows, const host::tiling& grid) {
    const engine_ptr& e = ctx.cuda_engine();
    const cuda::engine::use here(*e, "stack_rows");
    std::vector<std::shared_ptr<const cuda::csr>> there;
    for (const vector<T>& row : rows) there.push_back(row.device_list(e));
    return concatenated<T>(ctx, there, grid);
}

/// Of floating-point values.
template <class T>
value_range<T> range_of_values(const context& ctx, const matrix<T>& a) {
    value_range<T> range{graphblas_gpu::reduce(ctx, min{}, a), graphblas_gpu::reduce(ctx, max{}, a), true};
    // min and max pass over a NaN, which is the only value that differs from itself.
    range.is_finite = range.smallest - range.smallest == T{0} && range.largest - range.largest == T{0} &&
                      !graphblas_gpu::reduce(ctx, lor{}, graphblas_gpu::ewise_mult(ctx, ne{}, a, a));
    return range;
}

}  // namespace graphblas_gpu::device
