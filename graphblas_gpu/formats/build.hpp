// Builds compressed sparse rows from unordered entries, and has the other transformations of matrices that need no semiring.
//
// Idea: two passes of counting sort, by column and then by row, are stable. So duplicates are adjacent, in input order, and a
// rule for them is well defined. O(entries + nrows + ncols).
#pragma once

#include <concepts>
#include <span>
#include <vector>

#include <graphblas_gpu/duplicates.hpp>
#include <graphblas_gpu/formats/blocks.hpp>
#include <graphblas_gpu/formats/checks.hpp>
#include <graphblas_gpu/formats/csr.hpp>
#include <graphblas_gpu/formats/numbering.hpp>
#include <graphblas_gpu/formats/untyped_csr.hpp>
#include <graphblas_gpu/formats/value_equality.hpp>
#include <semirings/types.hpp>

namespace graphblas_gpu::formats {

/// The numbers 0 .. keys.size() - 1 sorted by their keys; numbers with equal keys keep their order in `earlier`. One pass of
/// counting sort.
std::vector<row_offset> stable_order(std::span<const column_index> keys, index key_count,
                                     std::span<const row_offset> earlier);

/// The order of the entries by row, then by column; entries at equal positions keep the input order.
std::vector<row_offset> row_major_order(index nrows, index ncols, std::span<const column_index> rows,
                                        std::span<const column_index> columns);

/// The rule for duplicates as build() calls it: f(earlier, later, row, column) -> joined value.
template <class T, class Duplicates>
auto duplicate_rule(const Duplicates& duplicates) {
    return [&duplicates](const stored<T>& x, [[maybe_unused]] const stored<T>& y, column_index i, column_index j) -> stored<T> {
        if constexpr (std::is_same_v<Duplicates, no_duplicates_t>) {
            throw_duplicate(i, j);
        } else if constexpr (std::is_void_v<T>) {
            return x;
        } else {
            return cast<T>(duplicates(x, y));
        }
    };
}

/// The matrix of entries whose positions are known to be in range. `combine` is a duplicate_rule; `merged` counts its calls.
/// For T = void `values` is ignored.
template <class T, class Combine>
csr<T> build(index nrows, index ncols, std::span<const column_index> rows, std::span<const column_index> columns,
             const stored<T>* values, Combine&& combine, index& merged) {
    const std::vector<row_offset> order = row_major_order(nrows, ncols, rows, columns);
    csr<T> out(nrows, ncols);
    out.columns = buffer<column_index>(order.size());
    out.values = buffer<stored<T>>(std::is_void_v<T> ? 0 : order.size());
    std::size_t size = 0;
    merged = 0;
    const auto put = [&](std::size_t n) {
        const auto p = static_cast<std::size_t>(order[n]);
        const bool repeats = n > 0 && rows[p] == rows[static_cast<std::size_t>(order[n - 1])] &&
                             columns[p] == columns[static_cast<std::size_t>(order[n - 1])];
        if (repeats) {
            ++merged;
            if constexpr (!std::is_void_v<T>) {
                out.values[size - 1] = combine(out.values[size - 1], values[p], rows[p], columns[p]);
            } else {
                combine(no_value{}, no_value{}, rows[p], columns[p]);
            }
            return;
        }
        out.columns[size] = columns[p];
        if constexpr (!std::is_void_v<T>) out.values[size] = values[p];
        ++out.offsets[std::size_t{rows[p]} + 1];
        ++size;
    };
    in_blocks(std::size_t{0}, order.size(), entries_between_looks, [&](std::size_t first, std::size_t last) {
        for (std::size_t n = first; n < last; ++n) put(n);
    });
    for (std::size_t i = 0; i < static_cast<std::size_t>(nrows); ++i) out.offsets[i + 1] += out.offsets[i];
    if (merged > 0) {
        out.columns = buffer<column_index>(std::span<const column_index>(out.columns.data(), size));
        if constexpr (!std::is_void_v<T>) out.values = buffer<T>(std::span<const T>(out.values.data(), size));
    }
    return out;
}

/// The transpose. Its rows are sorted because the rows of `a` are visited in order. O(nvals + nrows + ncols).
untyped_csr transposed(const untyped_view& a);
template <class T>
csr<T> transposed(const csr_view<T>& a) {
    return typed<T>(transposed(untyped(a)));
}

/// The position of column j in row i, or -1. O(log row size).
row_offset find(const structure_view& a, index i, index j);

/// Whether a and its transpose are the same, structure and values (0 and -0 differ). O(nvals), one cursor a row.
bool is_symmetric(const structure_view& a, const void* values, const value_equality& equality);
template <class T>
bool is_symmetric(const csr_view<T>& a) {
    return is_symmetric(a, a.values, equality_of<T>());
}

/// Throws invalid_object, which names the row, unless the arrays form a matrix. O(nvals + nrows).
void check_csr(const structure_view& a, std::size_t offsets_size, std::size_t columns_size, std::size_t values_size,
               bool has_values);

/// `a` without the entry at `position`, which lies in row i. O(nvals + nrows).
untyped_csr without_entry(const untyped_view& a, index i, row_offset position);
template <class T>
csr<T> without_entry(const csr<T>& a, index i, row_offset position) {
    return typed<T>(without_entry(untyped(a.view()), i, position));
}

/// `a` in another shape: entries outside the new shape are dropped, new rows and columns are empty. O(nvals + rows of both).
untyped_csr resized(const untyped_view& a, index nrows, index ncols);
template <class T>
csr<T> resized(const csr_view<T>& a, index nrows, index ncols) {
    return typed<T>(resized(untyped(a), nrows, ncols));
}

}  // namespace graphblas_gpu::formats
