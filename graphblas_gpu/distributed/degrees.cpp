// The degrees of the vertices of a distributed graph.
#include <graphblas_gpu/distributed/graph.hpp>

#include <graphblas_gpu/cuda/structure/block_walk.hpp>
#include <graphblas_gpu/distributed/side_exchange.hpp>

#include <optional>

namespace graphblas_gpu::dist {
namespace {

/// Numbers in host memory or on a device.
template <class T>
struct numbers {
    buffer<T> host;
    cuda::array<T> device;
    numbers(const context& ctx, index n) {
        const auto size = static_cast<std::size_t>(n);
        if (ctx.local().is_cuda()) device = cuda::array<T>(ctx.local().cuda_engine(), size);
        else host = buffer<T>(size);
    }
    T* data() { return host.empty() ? device.data() : host.data(); }
};

graphblas_gpu::vector<std::int64_t> sums_of_pieces(const context& ctx, const std::int64_t* parts, index pieces, index n) {
    if (ctx.local().is_cuda()) {
        const cuda::engine::use here(*ctx.local().cuda_engine(), "degrees");
        return graphblas_gpu::vector<std::int64_t>::from_storage(
            cuda::sums_of_pieces(ctx.local().cuda_engine(), parts, pieces, n));
    }
    auto sums = graphblas_gpu::vector<std::int64_t>::full(n, 0);
    if (n == 0) return sums;
    std::int64_t* const to = sums.written_in_place().values;
    for (index k = 0; k < pieces; ++k)
        for (index i = 0; i < n; ++i) to[i] += parts[k * n + i];
    return sums;
}

}  // namespace

vector<std::int64_t> degrees(const context& ctx, const any_graph& a) {
    constexpr const char* operation = "degrees";
    const index n = a.cuts.shape().nrows;
    vector<std::int64_t> made(ctx, n);
    graphblas_gpu::vector<std::int64_t> own;
    std::optional<side_exchange> rows;
    std::optional<numbers<std::int64_t>> sizes, pieces;
    const bool is_alone = ctx.grid_columns() == 1;
    auto notes = ctx.together(operation, {n, a.nvals}, [&](note& told) {
        if (!(a.of == ctx)) throw invalid_value("degrees: a distributed matrix belongs to another dist::context");
        rows.emplace(ctx, a.cuts, false, sizeof(std::int64_t));
        sizes.emplace(ctx, rows->side().ncols);
        if (ctx.local().is_cuda()) {
            const cuda::engine::use here(*ctx.local().cuda_engine(), operation);
            const auto stored = a.block.device_rows(ctx.local().cuda_engine());
            cuda::row_sizes(ctx.local().cuda_engine(), stored->view(), sizes->data());
        } else {
            const formats::untyped_rows stored = a.block.rows();
            for (index i = 0; i < stored.nrows; ++i) sizes->data()[i] = stored.row_size(i);
        }
        if (is_alone) own = sums_of_pieces(ctx, sizes->data(), 1, rows->side().ncols);
        else pieces.emplace(ctx, rows->pieces() * rows->part().ncols);
        told.number = own.nvals();
    });
    if (!is_alone) {
        rows->fold(sizes->data(), pieces->data());
        notes = ctx.together(operation, {}, [&](note& told) {
            own = sums_of_pieces(ctx, pieces->data(), rows->pieces(), rows->part().ncols);
            told.number = own.nvals();
        });
    }
    made.replace(std::move(own), notes);
    return made;
}

}  // namespace graphblas_gpu::dist
