// Submatrices, subvectors, rows and columns, cut out by the engine of the context.
#include <graphblas_gpu/operations/extract.hpp>

#include <graphblas_gpu/cuda/structure/arrange.hpp>
#include <graphblas_gpu/cuda/structure/transpose.hpp>
#include <graphblas_gpu/host/extract_rows.hpp>
#include <graphblas_gpu/host/transpose.hpp>

namespace graphblas_gpu::operations {

std::pair<selection, selection> selected(shapes::shape shape, const index_list& rows, const index_list& columns) {
    return {rows.within(shape.nrows, "extract: row"), columns.within(shape.ncols, "extract: column")};
}

namespace {

/// The transpose is read if it is there. Else the part is taken from A itself and transposed.
result_rows part_of(const context& ctx, const any_matrix& a, bool transpose, const selection& rows, const selection& columns) {
    if (ctx.is_cuda()) {
        const device::engine_in_use e(ctx.cuda_engine(), "extract");
        if (!transpose || a.has_cached_device_transpose()) {
            return result_rows(cuda::extracted(e, a.device_rows(e, transpose)->view(), rows, columns));
        }
        return result_rows(cuda::transposed(e, cuda::extracted(e, a.device_rows(e, false)->view(), columns, rows).view()));
    }
    host::team& team = ctx.team();
    if (!transpose) return result_rows(host::extract_rows(team, a.rows(), rows, columns));
    if (a.has_cached_transpose()) return result_rows(host::extract_rows(team, a.transposed_rows(team), rows, columns));
    if (rows.size() == 1) return result_rows(host::extract_column(team, a.rows(), columns, rows[0]));
    return result_rows(host::transposed(team, host::extract_rows(team, a.rows(), columns, rows).view()));
}

}  // namespace

result_rows extracted(const context& ctx, const any_matrix& a, bool transpose, const selection& rows,
                      const selection& columns) {
    formats::check_side(rows.size(), "extract: number of rows");
    formats::check_side(columns.size(), "extract: number of columns");
    return part_of(ctx, a, transpose, rows, columns);
}

result_rows extracted(const context& ctx, const any_vector& u, const selection& indices) {
    formats::check_side(indices.size(), "extract: size");
    const selection only_row = selection::whole(1);
    if (ctx.is_cuda()) {
        const device::engine_in_use e(ctx.cuda_engine(), "extract");
        return result_rows(cuda::extracted(e, u.device_rows(e)->view(), only_row, indices));
    }
    const auto dense = u.dense();
    if (dense.bits == nullptr || indices.is_whole(u.size())) {
        return result_rows(host::extract_rows(ctx.team(), u.list(), only_row, indices));
    }
    return result_rows(host::extract_entries(ctx.team(), dense.bits, dense.values, u.type().bytes, indices));
}

result_rows extracted(const context& ctx, const any_matrix& a, index i, bool is_column, const selection& indices) {
    formats::check_side(indices.size(), "extract: size");
    return part_of(ctx, a, is_column, selection::one(i), indices);
}

}  // namespace graphblas_gpu::operations
