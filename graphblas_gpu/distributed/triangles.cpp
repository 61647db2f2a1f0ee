// Triangles of a distributed graph.
//
// Idea: the edges to vertices of larger degree are U. Devices count for each edge what the rows of U at its two ends have in
// common, by looking up the columns of one row in the other. An undirected edge stands in two blocks, once in the row of each
// end; it is counted where the longer row of U is, so that the columns of the shorter one are looked up.
// Source: as cuda/dot/common_entries.hpp.
#include <graphblas_gpu/distributed/graph.hpp>

#include <graphblas_gpu/base/graph/orientation.hpp>
#include <graphblas_gpu/cuda/dot/common_entries.hpp>
#include <graphblas_gpu/cuda/structure/graph.hpp>
#include <graphblas_gpu/distributed/side_exchange.hpp>
#include <graphblas_gpu/host/rows/rows.hpp>
#include <graphblas_gpu/operations/graph.hpp>
#include <graphblas_gpu/operations/on_engine.hpp>

#include <optional>

namespace graphblas_gpu::dist {
namespace {

using numbers_of_vertices = graphblas_gpu::vector<std::int64_t>;

/// The numbers of the vertices of a block's rows and columns.
class block_numbers {
  public:
    block_numbers(const context& ctx, const grid_cuts& cuts)
        : rows_(ctx, cuts, false, sizeof(std::int64_t)),
          columns_(ctx, cuts, true, sizeof(std::int64_t)),
          of_rows_(ctx, rows_.side().ncols),
          of_columns_(ctx, columns_.side().ncols) {}

    /// Between steps: gets them from the ranks whose parts they lie in; `own` are those of the own part.
    void expand(const std::int64_t* own) {
        rows_.expand(of_rows_.data(), own);
        columns_.expand(of_columns_.data(), own);
    }
    /// The structure of the entries of the block that lead to a vertex with a larger number, or of the same and with a larger
    /// index; or those that lead from it.
    graphblas_gpu::matrix<void> edges(const graphblas_gpu::context& local, const any_matrix& block, bool to_larger) {
        const cuda::degrees_of_block of{of_rows_.data(), of_columns_.data(), rows_.side().column, columns_.side().column,
                                        to_larger};
        if (local.is_cuda()) {
            const cuda::engine_ptr& e = local.cuda_engine();
            const cuda::engine::use here(*e, "triu_by_degree");
            const auto entries = block.device_rows(e);
            return graphblas_gpu::matrix<void>::from_storage(cuda::edges_by_degree(e, entries->view(), of));
        }
        const formats::untyped_rows a = block.rows();
        const std::span<const row_offset> bound(a.offsets, static_cast<std::size_t>(a.nrows) + 1);
        return graphblas_gpu::matrix<void>::from_storage(
            host::build_rows<void>(local.team(), a.nrows, a.ncols, bound, [&](index i, column_index* to, formats::no_value*) {
                index size = 0;
                for (row_offset p = a.begin(i); p < a.end(i); ++p) {
                    if (of.leads(i, a.columns[p])) to[size++] = a.columns[p];
                }
                return size;
            }));
    }

  private:
    side_exchange rows_, columns_;
    local_array<std::int64_t> of_rows_, of_columns_;
};

const std::int64_t* values_of(const context& ctx, const numbers_of_vertices& numbers) {
    if (!ctx.local().is_cuda()) return numbers.values().data();
    return numbers.any().device_rows(ctx.local().cuda_engine())->view().values_as<std::int64_t>();
}

/// block_numbers::edges of a distributed A, given the numbers of all vertices.
matrix<void> edges_by_number(const context& ctx, const char* operation, const any_graph& a, const vector<std::int64_t>& numbers,
                             bool to_larger) {
    matrix<void> edges(ctx, a.cuts.shape().nrows, a.cuts.shape().ncols);
    std::optional<block_numbers> of_block;
    const std::int64_t* own = nullptr;
    (void)ctx.together(operation, {a.nvals}, [&](note&) {
        of_block.emplace(ctx, a.cuts);
        own = values_of(ctx, numbers.block());
    });
    of_block->expand(own);
    graphblas_gpu::matrix<void> block;
    const auto notes = ctx.together(operation, {}, [&](note& told) {
        block = of_block->edges(ctx.local(), a.block, to_larger);
        told.number = block.nvals();
    });
    edges.replace(std::move(block), notes);
    return edges;
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

}  // namespace

matrix<void> triu_by_degree(const context& ctx, const any_graph& a) {
    constexpr const char* operation = "triu_by_degree";
    const index n = a.cuts.shape().nrows;
    graphblas_gpu::matrix<void> alone;
    const auto notes = ctx.together(operation, {n, a.cuts.shape().ncols, a.nvals}, [&](note& told) {
        require_context(ctx, operation, a);
        shapes::check_same(operation, "A", a.cuts.shape(), {n, n});
        if (ctx.size() > 1) return;
        operations::on_engine(ctx.local(), operation, [&](const graphblas_gpu::context& on) {
            base::orientation_facts facts;
            alone = operations::oriented(on, a.block, facts);
        });
        told.number = alone.nvals();
    });
    if (ctx.size() > 1) return edges_by_number(ctx, operation, a, degrees(ctx, a), true);
    matrix<void> edges(ctx, n, n);
    edges.replace(std::move(alone), notes);
    return edges;
}

std::int64_t triangle_count(const context& ctx, const any_graph& a) {
    constexpr const char* operation = "triangle_count";
    const matrix<void> u = triu_by_degree(ctx, a);
    if (ctx.devices() == nullptr) return mxm_reduce(ctx, plus{}, structure(u), plus_pair<std::int64_t>, u, u);
    const matrix<void> pairs = edges_by_number(ctx, operation, a, degrees(ctx, u), false);
    const auto mask = structure(pairs);
    product_parts parts(ctx, operation, u.cuts(), mask, u, u, {.transpose_b = true});
    return sum_of(parts.run([&](const auto&, const auto& rows, const auto& columns, note& told) {
        told.number = common_entries(ctx.local(), pairs.block(), rows, columns);
    }));
}

}  // namespace graphblas_gpu::dist
