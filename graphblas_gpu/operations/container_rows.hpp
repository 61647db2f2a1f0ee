// What containers themselves need of the engines: building rows from lists of entries.
#pragma once

#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/formats/build.hpp>
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
row_storage built_rows(std::nullptr_t, const char*, index nrows, index ncols, std::span<const column_index> rows,
                       std::span<const column_index> columns, const formats::stored<T>* values, const Duplicates& duplicates) {
    index merged = 0;
    const std::vector<column_index> zeros(rows.empty() ? columns.size() : 0);
    if (rows.empty()) rows = {zeros.data(), zeros.size()};
    return {formats::untyped(
                formats::build<T>(nrows, ncols, rows, columns, values, formats::duplicate_rule<T>(duplicates), merged)),
            type_of<T>()};
}

/// The same on the engine of a context.
template <class T, class Duplicates>
row_storage built_rows(const context* ctx, const char* operation, index nrows, index ncols, std::span<const column_index> rows,
                       std::span<const column_index> columns, const formats::stored<T>* values, const Duplicates& duplicates) {
    return on_engine(*ctx, operation, [&](const context& on) {
        if (!on.is_cuda()) return built_rows<T>(nullptr, operation, nrows, ncols, rows, columns, values, duplicates);
        index merged = 0;
        return row_storage(
            shared_rows(device::built<T>(on.cuda_engine(), operation, nrows, ncols,
                                         {rows, columns, formats::code_or_none<T>(), values}, duplicates, merged)),
            type_of<T>());
    });
}

}  // namespace graphblas_gpu::operations
