// What containers themselves need of the engines: building rows from lists of entries, and testing for symmetry.
#pragma once

#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/cuda/structure/transpose.hpp>
#include <graphblas_gpu/formats/build.hpp>
#include <graphblas_gpu/host/transpose.hpp>
#include <graphblas_gpu/integer_list.hpp>
#include <graphblas_gpu/operations/device/build.hpp>
#include <graphblas_gpu/operations/on_engine.hpp>
#include <graphblas_gpu/row_storage.hpp>

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace graphblas_gpu::operations {

/// The rows that have these entries, joined by `duplicates`, in host memory. All positions are within nrows x ncols. `rows` is
/// empty for a vector, whose entries are all in row 0.
template <class T, class Duplicates>
row_storage<T> built_rows(std::nullptr_t, const char*, index nrows, index ncols, std::span<const column_index> rows,
                        std::span<const column_index> columns, const formats::stored<T>* values, const Duplicates& duplicates) {
    index merged = 0;
    const std::vector<column_index> zeros(rows.empty() ? columns.size() : 0);
    if (rows.empty()) rows = {zeros.data(), zeros.size()};
    return row_storage<T>(
        formats::build<T>(nrows, ncols, rows, columns, values, formats::duplicate_rule<T>(duplicates), merged));
}

/// The same on the engine of a context.
template <class T, class Duplicates>
row_storage<T> built_rows(const context* ctx, const char* operation, index nrows, index ncols,
                          std::span<const column_index> rows, std::span<const column_index> columns,
                          const formats::stored<T>* values, const Duplicates& duplicates) {
    return on_engine(*ctx, operation, [&](const context& on) {
        if (!on.is_cuda()) return built_rows<T>(nullptr, operation, nrows, ncols, rows, columns, values, duplicates);
        index merged = 0;
        return row_storage<T>(
            shared_rows(device::built<T>(on.cuda_engine(), operation, nrows, ncols,
                                         {rows, columns, formats::code_or_none<T>(), values}, duplicates, merged)));
    });
}

template <class T>
bool is_symmetric(const context& ctx, const row_storage<T>& rows) {
    return on_engine(ctx, "is_symmetric", [&](const context& on) {
        if (on.is_cuda()) return cuda::is_symmetric(on.cuda_engine(), rows.device(on.cuda_engine())->view());
        return host::is_symmetric(on.team(), rows.host().view());
    });
}

}  // namespace graphblas_gpu::operations
