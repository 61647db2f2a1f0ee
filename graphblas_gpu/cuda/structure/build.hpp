// Matrices and vectors from unordered entries, on the device.
//
// Idea: a stable sort by position puts duplicates next to each other in input order, so that they give the same result as on
// the host.
#pragma once

#include <graphblas_gpu/base/function_ref.hpp>
#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/cuda/elementwise/function_codes.hpp>

#include <optional>
#include <span>

namespace graphblas_gpu::cuda {

/// The entries of a matrix as lists in host memory; all positions are within the matrix.
struct entry_lists {
    std::span<const column_index> rows;  ///< empty: all entries are in row 0
    std::span<const column_index> columns;
    type_code given = type_code::none;  ///< of the values
    const void* values = nullptr;
};

/// The matrix of the entries, with their values cast to `type` (none: without values). Entries at the same position are
/// combined in input order by `duplicates`, and `merged` receives the number of entries whose position was already taken.
/// Without `duplicates`, a repeated position throws invalid_value, which names the first one. `operation` is for messages.
/// Memory: about five copies of the positions beside the result. Waits. O(entries + nrows + ncols).
csr build_rows(const engine_ptr& e, const char* operation, index nrows, index ncols, const entry_lists& entries, type_code type,
               std::optional<binary_code> duplicates, index& merged);

/// Joins the values of each row of `groups`, which are in input order, and writes one value for each row.
using group_join = base::function_ref<void(const csr_ref& groups, void* to)>;
/// The same with values joined by `join`, which is called if positions are repeated. Memory for it: a copy of the values.
csr build_rows(const engine_ptr& e, const char* operation, index nrows, index ncols, const entry_lists& entries, type_code type,
               const group_join& join, index& merged);

}  // namespace graphblas_gpu::cuda
