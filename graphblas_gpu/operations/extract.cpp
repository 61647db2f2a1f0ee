// Submatrices, subvectors, rows and columns, cut out by the engine of the context.
#include <graphblas_gpu/operations/extract.hpp>

#include <graphblas_gpu/cuda/structure/arrange.hpp>
#include <graphblas_gpu/cuda/structure/transpose.hpp>
#include <graphblas_gpu/host/arrange/extract_rows.hpp>
#include <graphblas_gpu/host/arrange/transpose.hpp>
#include <graphblas_gpu/operations/on_engine.hpp>

#include <string>
#include <utility>

namespace graphblas_gpu::operations {

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

result_rows rows_of_part(const context& ctx, const any_matrix& a, bool transpose, const selection& rows,
                         const selection& columns) {
    base::check_side(rows.size(), "extract: number of rows");
    base::check_side(columns.size(), "extract: number of columns");
    return part_of(ctx, a, transpose, rows, columns);
}

result_rows row_of_part(const context& ctx, const any_vector& u, const selection& indices) {
    base::check_side(indices.size(), "extract: size");
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

result_rows part_of_line(const context& ctx, const any_matrix& a, const matrix_line& line, const selection& indices) {
    base::check_side(indices.size(), "extract: size");
    return part_of(ctx, a, line.transpose != line.is_column, selection::one(line.number), indices);
}

/// The selected rows and columns, checked against the shape of the matrix.
std::pair<selection, selection> selected_in(const any_matrix& a, bool transpose, const index_list& rows,
                                            const index_list& columns) {
    const shapes::shape shape = a.shape().transposed_if(transpose);
    return {rows.within(shape.nrows, "extract: row"), columns.within(shape.ncols, "extract: column")};
}

/// The selected positions in a row or a column, after its number is checked.
selection selected_in(const any_matrix& a, const matrix_line& line, const index_list& indices) {
    const shapes::shape shape = a.shape().transposed_if(line.transpose);
    const std::string name = line.operation;
    base::check_index(line.number, line.is_column ? shape.ncols : shape.nrows,
                      (name + (line.is_column ? ": column" : ": row")).c_str());
    return indices.within(line.is_column ? shape.nrows : shape.ncols, (name + (line.is_column ? ": row" : ": column")).c_str());
}

}  // namespace

result_rows extracted(const context& ctx, const any_matrix& a, bool transpose, const index_list& rows,
                      const index_list& columns) {
    return on_engine(ctx, "extract", sizes_of(a), [&](const context& call_ctx) {
        const auto [i, j] = selected_in(a, transpose, rows, columns);
        return rows_of_part(call_ctx, a, transpose, i, j);
    });
}

void extract(const context& ctx, const any_matrix& a, bool transpose, const index_list& rows, const index_list& columns,
             const any_output& out) {
    on_engine(ctx, "extract", sizes_of(a), [&](const context& call_ctx) {
        const auto [i, j] = selected_in(a, transpose, rows, columns);
        out.check_shape("extract", {i.size(), j.size()});
        store(call_ctx, "extract", out, rows_of_part(call_ctx, a, transpose, i, j));
    });
}

result_rows extracted(const context& ctx, const any_vector& u, const index_list& indices) {
    return on_engine(ctx, "extract", sizes_of(u), [&](const context& call_ctx) {
        return row_of_part(call_ctx, u, indices.within(u.size(), "extract: index"));
    });
}

void extract(const context& ctx, const any_vector& u, const index_list& indices, const any_output& out) {
    on_engine(ctx, "extract", sizes_of(u), [&](const context& call_ctx) {
        const selection i = indices.within(u.size(), "extract: index");
        out.check_shape("extract", {1, i.size()});
        store(call_ctx, "extract", out, row_of_part(call_ctx, u, i));
    });
}

result_rows extracted(const context& ctx, const any_matrix& a, const matrix_line& line, const index_list& indices) {
    return on_engine(ctx, line.operation, sizes_of(a),
                     [&](const context& call_ctx) { return part_of_line(call_ctx, a, line, selected_in(a, line, indices)); });
}

void extract(const context& ctx, const any_matrix& a, const matrix_line& line, const index_list& indices,
             const any_output& out) {
    on_engine(ctx, line.operation, sizes_of(a), [&](const context& call_ctx) {
        const selection i = selected_in(a, line, indices);
        out.check_shape(line.operation, {1, i.size()});
        store(call_ctx, line.operation, out, part_of_line(call_ctx, a, line, i));
    });
}

}  // namespace graphblas_gpu::operations
