// The rows of a matrix from entries in any order, with values that are moved by their size.
//
// Idea: entries are spread over bins by the leading bits of (row, column), small bins put together until each is worth
// a thread's while and fits its cache; a bin is sorted, its duplicates joined, and its rows written to their place,
// apart from all other bins. Every step keeps the order of the input among equals, so duplicates meet in that order,
// and the matrix is the same for any number of threads. Entries that come sorted, as most files do, are copied straight
// into place.
#pragma once

#include <cstddef>
#include <span>

#include <graphblas_gpu/formats/function_ref.hpp>
#include <graphblas_gpu/formats/untyped_csr.hpp>
#include <graphblas_gpu/host/team.hpp>

namespace graphblas_gpu::host {

/// Entries (rows[p], columns[p], values[p]) of a matrix, whose positions are known to fit.
struct untyped_entries {
    index nrows = 0;
    index ncols = 0;
    std::span<const column_index> rows;
    std::span<const column_index> columns;
    const void* values = nullptr;
    std::size_t value_bytes = 0;  ///< 0 for structure alone
};

/// join(earlier, later, row, column) makes `earlier` the joined value of two entries at one position; null without values.
using join_function = formats::function_ref<void(void* earlier, const void* later, column_index row, column_index column)>;

/// The matrix of the entries. Values at one position are joined in input order; `join` may throw, and the exception of the first
/// position passes. `merged` counts its calls. Throws out_of_memory. O(entries + nrows), with a copy of the entries unless they
/// are sorted.
formats::untyped_csr rows_of_entries(team& team, const untyped_entries& in, join_function join, index& merged);

}  // namespace graphblas_gpu::host
