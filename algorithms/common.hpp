// What the algorithms share: checks of their arguments, and one vector a source as the rows of a matrix.
#pragma once

#include <graphblas_gpu/graphblas_gpu.hpp>
#include <graphblas_gpu/operations/device/graph.hpp>

#include <string>
#include <vector>

namespace graphblas_gpu::algorithm {

/// Throws dimension_mismatch unless A is square; `operation` opens the message.
template <class T>
void require_square(const char* operation, const matrix<T>& a) {
    if (a.nrows() == a.ncols()) return;
    throw dimension_mismatch(std::string(operation) + ": A is " + std::to_string(a.nrows()) + "x" +
                             std::to_string(a.ncols()) + "; it must be square");
}

/// Throws invalid_index unless there is such a vertex.
inline void require_vertex(const char* operation, index source, index n) {
    if (source >= 0 && source < n) return;
    throw invalid_index(std::string(operation) + ": source " + std::to_string(source) + " is outside [0, " +
                        std::to_string(n) + ")");
}

/// The matrix whose row s is rows[s]. O(nvals).
template <class T>
matrix<T> stacked(const context& ctx, index ncols, const std::vector<vector<T>>& rows) {
    if constexpr (cuda::is_built_in) {
        if (ctx.is_cuda()) return device::stacked(ctx, ncols, rows);
    }
    std::vector<row_offset> offsets{0};
    for (const auto& row : rows) offsets.push_back(offsets.back() + row.nvals());
    std::vector<column_index> columns;
    std::vector<T> values;
    columns.reserve(static_cast<std::size_t>(offsets.back()));
    values.reserve(static_cast<std::size_t>(offsets.back()));
    for (const auto& row : rows) {
        columns.insert(columns.end(), row.indices().begin(), row.indices().end());
        values.insert(values.end(), row.values().begin(), row.values().end());
    }
    return matrix<T>::from_csr(static_cast<index>(rows.size()), ncols, offsets, columns, values, csr_check::trusted);
}

/// The matrix that has the rows of these, of which there is at least one, one after the other. O(nvals).
template <class T>
matrix<T> one_below_the_other(const context& ctx, const std::vector<matrix<T>>& parts) {
    return concat(ctx, parts, static_cast<index>(parts.size()), 1);
}

}  // namespace graphblas_gpu::algorithm
