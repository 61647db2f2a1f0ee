// Triangles on devices: the edges to vertices of larger degree, and what rows of them have in common.
#include <graphblas_gpu/distributed/graph.hpp>

#include <graphblas_gpu/cuda/dot/common_entries.hpp>
#include <graphblas_gpu/cuda/structure/graph.hpp>

namespace graphblas_gpu::dist {

graphblas_gpu::matrix<void> edges_to_larger_degree(const graphblas_gpu::context& local, const any_matrix& block,
                                                   const rectangle& own, const graphblas_gpu::vector<std::int64_t>& row_degrees,
                                                   const graphblas_gpu::vector<std::int64_t>& column_degrees) {
    const cuda::engine_ptr& e = local.cuda_engine();
    const cuda::engine::use here(*e, "triu_by_degree");
    const auto edges = block.device_rows(e), of_rows = row_degrees.any().device_rows(e),
               of_columns = column_degrees.any().device_rows(e);
    return graphblas_gpu::matrix<void>::from_storage(cuda::edges_by_degree(
        e, edges->view(),
        {of_rows->view().values_as<std::int64_t>(), of_columns->view().values_as<std::int64_t>(), own.row, own.column}));
}

std::int64_t common_entries(const graphblas_gpu::context& local, const graphblas_gpu::matrix<void>& pairs,
                            const graphblas_gpu::matrix<void>& left, const graphblas_gpu::matrix<void>& right) {
    const cuda::engine_ptr& e = local.cuda_engine();
    {
        const cuda::engine::use here(*e, "triangle_count");
        const auto of_pairs = pairs.any().device_rows(e), of_left = left.any().device_rows(e),
                   of_right = right.any().device_rows(e);
        const auto found = cuda::masked::count_common_entries(e, of_pairs->view(), of_left->view(), of_right->view());
        if (found) return found->common;
    }
    return mxm_reduce(local, plus{}, structure(pairs), plus_pair<std::int64_t>, left, right, {.transpose_b = true});
}

}  // namespace graphblas_gpu::dist
