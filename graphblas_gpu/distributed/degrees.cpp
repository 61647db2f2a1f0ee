// The degrees of the vertices of a distributed graph.
#include <graphblas_gpu/distributed/graph.hpp>

#include <graphblas_gpu/cuda/structure/block_walk.hpp>
#include <graphblas_gpu/distributed/side_exchange.hpp>

#include <optional>

namespace graphblas_gpu::dist {

vector<std::int64_t> degrees(const context& ctx, const any_graph& a) {
    constexpr const char* operation = "degrees";
    const index n = a.cuts.shape().nrows;
    vector<std::int64_t> made(ctx, n);
    graphblas_gpu::vector<std::int64_t> own;
    std::optional<side_exchange> rows;
    local_array<std::int64_t> sizes, pieces;
    const bool is_alone = ctx.grid_columns() == 1;
    auto notes = ctx.together(operation, {n, a.nvals}, [&](note& told) {
        require_context(ctx, operation, a);
        rows.emplace(ctx, a.cuts, false, sizeof(std::int64_t));
        sizes = local_array<std::int64_t>(ctx, rows->side().ncols);
        if (ctx.local().is_cuda()) {
            const cuda::engine::use here(*ctx.local().cuda_engine(), operation);
            const auto stored = a.block.device_rows(ctx.local().cuda_engine());
            cuda::row_sizes(ctx.local().cuda_engine(), stored->view(), sizes.data());
        } else {
            const formats::untyped_rows stored = a.block.rows();
            for (index i = 0; i < stored.nrows; ++i) sizes.data()[i] = stored.row_size(i);
        }
        if (is_alone) own = sums_of_pieces(ctx, sizes.data(), 1, rows->side().ncols);
        else pieces = local_array<std::int64_t>(ctx, rows->pieces() * rows->part().ncols);
        told.number = own.nvals();
    });
    if (!is_alone) {
        rows->fold(sizes.data(), pieces.data());
        notes = ctx.together(operation, {}, [&](note& told) {
            own = sums_of_pieces(ctx, pieces.data(), rows->pieces(), rows->part().ncols);
            told.number = own.nvals();
        });
    }
    made.replace(std::move(own), notes);
    return made;
}

}  // namespace graphblas_gpu::dist
