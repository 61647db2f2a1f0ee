#include <graphblas_gpu/operations/container_rows.hpp>

#include <graphblas_gpu/base/within_memory.hpp>
#include <graphblas_gpu/host/rows/rows_of_entries.hpp>
#include <graphblas_gpu/operations/on_engine.hpp>

#include <string>
#include <vector>

namespace graphblas_gpu::operations {
namespace {

using positions = std::vector<column_index>;

row_storage built_on_host(host::team& team, index nrows, index ncols, const positions& rows, const positions& columns,
                          const void* values, const type_descriptor& type, const duplicate_rule& duplicates) {
    const positions zeros(rows.empty() ? columns.size() : 0);
    index merged = 0;
    const auto join = [&](void* earlier, const void* later, column_index i, column_index j) {
        duplicates.join(earlier, later, i, j);
    };
    return {host::rows_of_entries(team, {nrows, ncols, rows.empty() ? zeros : rows, columns, values, type.bytes}, join, merged),
            type};
}

row_storage build_rows(const context* ctx, const char* operation, index nrows, index ncols, const positions& rows,
                       const positions& columns, const void* values, const type_descriptor& type,
                       const duplicate_rule& duplicates) {
    if (ctx == nullptr) {
        host::team alone(1);
        return built_on_host(alone, nrows, ncols, rows, columns, values, type, duplicates);
    }
    return on_engine(*ctx, operation, [&](const context& call_ctx) {
        if (!call_ctx.is_cuda()) return built_on_host(call_ctx.team(), nrows, ncols, rows, columns, values, type, duplicates);
        index merged = 0;
        return row_storage(shared_rows(duplicates.build_on_device(call_ctx.cuda_engine(), operation, nrows, ncols,
                                                                  {rows, columns, type.code, values}, merged)),
                           type);
    });
}

}  // namespace

cuda::csr duplicate_rule::build_on_device(const cuda::engine_ptr& e, const char* operation, index nrows, index ncols,
                                          const cuda::entry_lists& entries, index& merged) const {
    const type_code code = device::code_of_moved_values(operation, *type);
    const device::pair_operator& own = op.on_device;
    if (own.join_rows != nullptr) {
        const auto join = [&](const cuda::csr_ref& groups, void* to) { own.join_rows(e, groups, to, own.op); };
        return cuda::build_rows(e, operation, nrows, ncols, entries, code, join, merged);
    }
    std::optional<cuda::binary_code> combine;
    if (joins && own.find != nullptr) combine = own.find(operation, true, own.op).op;
    else if (joins) combine = cuda::binary_code::first;  // of structure alone
    return cuda::build_rows(e, operation, nrows, ncols, entries, code, combine, merged);
}

row_storage built_matrix(const context* ctx, index nrows, index ncols, const listed_entries& entries,
                         const type_descriptor& type, const duplicate_rule& duplicates) {
    base::check_side(nrows, "matrix: number of rows");
    base::check_side(ncols, "matrix: number of columns");
    base::check_same_length(entries.rows.size(), "rows", entries.columns.size(), "columns");
    return base::library_call(entries.operation, [&] {
        const std::string name = entries.operation;
        const positions rows = base::checked_positions(entries.rows, nrows, (name + ": row").c_str());
        const positions columns = base::checked_positions(entries.columns, ncols, (name + ": column").c_str());
        return build_rows(ctx, entries.operation, nrows, ncols, rows, columns, entries.values, type, duplicates);
    });
}

row_storage built_vector(const context* ctx, index size, const listed_entries& entries, const type_descriptor& type,
                         const duplicate_rule& duplicates) {
    base::check_side(size, "vector: size");
    return base::library_call(entries.operation, [&] {
        const std::string what = std::string(entries.operation) + ": index";
        const positions indices = base::checked_positions(entries.columns, size, what.c_str());
        return build_rows(ctx, entries.operation, 1, size, {}, indices, entries.values, type, duplicates);
    });
}

}  // namespace graphblas_gpu::operations
