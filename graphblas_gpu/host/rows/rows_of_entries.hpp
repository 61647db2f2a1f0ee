// Building the rows of a matrix from a list of entries in any order. Values are moved by their size.
//
// Idea: entries are distributed to bins by the leading bits of (row, column). Small bins are joined until each is enough work
// for a thread and still fits its cache. Then each bin is sorted by itself, its duplicates are joined, and its rows are written
// to where they belong. Every step is stable, so duplicates are joined in the order of the input, and the matrix is the same
// for any number of threads. Entries that are sorted already, as in most files, are only copied.
#pragma once

#include <cstddef>
#include <span>

#include <graphblas_gpu/base/function_ref.hpp>
#include <graphblas_gpu/formats/untyped_csr.hpp>
#include <graphblas_gpu/host/threads/team.hpp>

namespace graphblas_gpu::host {

/// Entries (rows[p], columns[p], values[p]) of a matrix. All positions are known to be within its shape.
struct untyped_entries {
    index nrows = 0;
    index ncols = 0;
    std::span<const column_index> rows;
    std::span<const column_index> columns;
    const void* values = nullptr;
    std::size_t value_bytes = 0;  ///< 0 for structure alone
};

/// join(earlier, later, row, column) stores the joined value of two entries at one position in `earlier`. Null without values.
using join_function = base::function_ref<void(void* earlier, const void* later, column_index row, column_index column)>;

/// The matrix of the entries. Values at one position are joined in input order; `join` may throw, and the exception of the
/// smallest position reaches the caller. `merged` counts the calls of `join`. Throws out_of_memory. O(entries + nrows), with a
/// copy of the entries unless they are sorted.
formats::untyped_csr rows_of_entries(team& team, const untyped_entries& in, join_function join, index& merged);

}  // namespace graphblas_gpu::host
