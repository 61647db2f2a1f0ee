// From unordered entries to compressed sparse rows, and the other transformations that need no semiring.
//
// Idea: two passes of counting sort, by column and then by row, are stable, so that duplicates meet in input order and a
// rule for them is well defined. O(entries + nrows + ncols).
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <graphblas_gpu/duplicates.hpp>
#include <graphblas_gpu/formats/checks.hpp>
#include <graphblas_gpu/formats/csr.hpp>
#include <graphblas_gpu/formats/numbering.hpp>
#include <semirings/types.hpp>

namespace graphblas_gpu::formats {

/// Stable order of 0 .. keys.size() - 1 by keys[order], given an earlier order. One pass of counting sort.
std::vector<row_offset> stable_order(std::span<const column_index> keys, index key_count,
                                     std::span<const row_offset> earlier);

/// Order of entries by row, then column, equal positions in input order.
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

/// A matrix of entries whose positions are known to fit. combine is a duplicate_rule; `merged` counts its calls. For
/// T = void `values` is ignored.
template <class T, class Combine>
csr<T> build(index nrows, index ncols, std::span<const column_index> rows, std::span<const column_index> columns,
             const stored<T>* values, Combine&& combine, index& merged) {
    const std::vector<row_offset> order = row_major_order(nrows, ncols, rows, columns);
    csr<T> out(nrows, ncols);
    out.columns = buffer<column_index>(order.size());
    out.values = buffer<stored<T>>(std::is_void_v<T> ? 0 : order.size());
    std::size_t size = 0;
    merged = 0;
    for (std::size_t n = 0; n < order.size(); ++n) {
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
            continue;
        }
        out.columns[size] = columns[p];
        if constexpr (!std::is_void_v<T>) out.values[size] = values[p];
        ++out.offsets[std::size_t{rows[p]} + 1];
        ++size;
    }
    for (std::size_t i = 0; i < static_cast<std::size_t>(nrows); ++i) out.offsets[i + 1] += out.offsets[i];
    if (merged > 0) {
        out.columns = buffer<column_index>(std::span<const column_index>(out.columns.data(), size));
        if constexpr (!std::is_void_v<T>) out.values = buffer<T>(std::span<const T>(out.values.data(), size));
    }
    return out;
}

/// The transpose; rows sorted because the rows of `a` are visited in order. O(nvals + nrows + ncols).
template <class T>
csr<T> transposed(const csr_view<T>& a) {
    csr<T> out(a.ncols, a.nrows);
    const auto count = static_cast<std::size_t>(a.nvals());
    out.columns = buffer<column_index>(count);
    const bool with_values = !std::is_void_v<T> && a.values != nullptr;
    out.values = buffer<stored<T>>(with_values ? count : 0);
    for (std::size_t p = 0; p < count; ++p) ++out.offsets[std::size_t{a.columns[p]} + 1];
    for (std::size_t j = 0; j < static_cast<std::size_t>(a.ncols); ++j) out.offsets[j + 1] += out.offsets[j];
    // Each start moves to the end of its row, which is the start of the next one: no second array as long as the columns.
    row_offset* const next = out.offsets.data();
    for (index i = 0; i < a.nrows; ++i) {
        for (row_offset p = a.begin(i); p < a.end(i); ++p) {
            const auto at = static_cast<std::size_t>(next[a.columns[p]]++);
            out.columns[at] = static_cast<column_index>(i);
            if (with_values) out.values[at] = a.values[p];
        }
    }
    std::move_backward(next, next + a.ncols, next + a.ncols + 1);
    next[0] = 0;
    return out;
}

/// The position of column j in row i, or -1. O(log row size).
row_offset find(const structure_view& a, index i, index j);

/// Whether one value can stand for the other: equal, and the same zero. Values that cannot be compared are taken to differ.
template <class T>
constexpr bool interchangeable(const T& x, const T& y) {
    if constexpr (std::floating_point<T>) return x == y && std::signbit(x) == std::signbit(y);
    else if constexpr (std::equality_comparable<T>) return x == y;
    else return false;
}

/// is_symmetric for a matrix with few entries for its rows: every entry's mirror entry is searched for. O(nrows + nvals log), no
/// memory.
template <class T>
bool is_symmetric_by_search(const csr_view<T>& a) {
    for (index i = 0; i < a.nrows; ++i) {
        for (row_offset p = a.begin(i); p < a.end(i); ++p) {
            const row_offset q = find(a, a.columns[p], i);
            if (q < 0) return false;
            if constexpr (!std::is_void_v<T>) {
                if (!interchangeable(a.values[q], a.values[p])) return false;
            }
        }
    }
    return true;
}

/// Whether a and its transpose are the same, structure and values (0 and -0 differ). O(nvals), one cursor a row.
template <class T>
bool is_symmetric(const csr_view<T>& a) {
    if (a.nrows != a.ncols) return false;
    if (is_far_beyond(a.nrows, a.nvals())) return is_symmetric_by_search(a);
    buffer<row_offset> next(std::span<const row_offset>(a.offsets, static_cast<std::size_t>(a.nrows)));
    const row_offset last = a.nvals() - 1;
    for (index i = 0; i < a.nrows; ++i) {
        // Entries before the diagonal mirror those of earlier rows behind it, and were met from there.
        row_offset p = next[static_cast<std::size_t>(i)];
        if (p < a.end(i) && a.columns[p] < static_cast<column_index>(i)) return false;
        if (p < a.end(i) && a.columns[p] == static_cast<column_index>(i)) ++p;
        for (; p < a.end(i); ++p) {
            __builtin_prefetch(next.data() + a.columns[std::min(p + 16, last)]);
            __builtin_prefetch(a.columns + next[a.columns[std::min(p + 8, last)]]);
            // Row i meets the rows j in ascending i, so the mirror entries of row j come up in the order they are stored.
            const column_index j = a.columns[p];
            const row_offset q = next[j]++;
            if (q >= a.end(j) || a.columns[q] != static_cast<column_index>(i)) return false;
            if constexpr (!std::is_void_v<T>) {
                if (!interchangeable(a.values[q], a.values[p])) return false;
            }
        }
    }
    return true;
}

/// Checks that the arrays form a matrix: throws invalid_object naming the row otherwise. O(nvals + nrows).
void check_csr(const structure_view& a, std::size_t offsets_size, std::size_t columns_size, std::size_t values_size,
               bool has_values);

/// `a` with (i, j, value) inserted where it is absent. O(nvals + nrows).
template <class T>
csr<T> with_entry(const csr<T>& a, index i, index j, const stored<T>& value) {
    const auto row = a.columns.begin();
    const auto at = static_cast<std::size_t>(
        std::lower_bound(row + a.offsets[static_cast<std::size_t>(i)], row + a.offsets[static_cast<std::size_t>(i) + 1],
                         static_cast<column_index>(j)) -
        row);
    csr<T> out(0, 0);
    out.nrows = a.nrows;
    out.ncols = a.ncols;
    out.offsets = a.offsets;
    for (auto k = static_cast<std::size_t>(i) + 1; k < out.offsets.size(); ++k) ++out.offsets[k];
    const auto insert = [at](const auto& from, const auto& x) {
        std::remove_cvref_t<decltype(from)> to(from.size() + 1);
        std::copy(from.begin(), from.begin() + at, to.begin());
        to[at] = x;
        std::copy(from.begin() + at, from.end(), to.begin() + at + 1);
        return to;
    };
    out.columns = insert(a.columns, static_cast<column_index>(j));
    if constexpr (!std::is_void_v<T>) out.values = insert(a.values, value);
    return out;
}

/// `a` without the entry at `position`, which lies in row i. O(nvals + nrows).
template <class T>
csr<T> without_entry(const csr<T>& a, index i, row_offset position) {
    csr<T> out = a;
    for (auto k = static_cast<std::size_t>(i) + 1; k < out.offsets.size(); ++k) --out.offsets[k];
    const auto erase = [position](auto& from) {
        std::copy(from.begin() + position + 1, from.end(), from.begin() + position);
        from.truncate(from.size() - 1);
    };
    erase(out.columns);
    if constexpr (!std::is_void_v<T>) erase(out.values);
    return out;
}

/// `a` in another shape: rows and columns beyond it are cut off, new ones are empty. O(nvals + rows of both).
template <class T>
csr<T> resized(const csr_view<T>& a, index nrows, index ncols) {
    csr<T> out(nrows, ncols);
    const index kept = std::min(a.nrows, nrows);
    const auto end_of = [&](index i) -> row_offset {
        if (ncols >= a.ncols) return a.end(i);
        return std::lower_bound(a.columns + a.begin(i), a.columns + a.end(i), static_cast<column_index>(ncols)) - a.columns;
    };
    row_offset size = 0;
    for (index i = 0; i < nrows; ++i) {
        if (i < kept) size += end_of(i) - a.begin(i);
        out.offsets[static_cast<std::size_t>(i) + 1] = size;
    }
    out.columns = buffer<column_index>(static_cast<std::size_t>(size));
    if constexpr (!std::is_void_v<T>) out.values = buffer<T>(static_cast<std::size_t>(size));
    for (index i = 0; i < kept; ++i) {
        const row_offset from = a.begin(i), to = out.offsets[static_cast<std::size_t>(i)];
        const row_offset count = out.offsets[static_cast<std::size_t>(i) + 1] - to;
        std::copy_n(a.columns + from, count, out.columns.begin() + to);
        if constexpr (!std::is_void_v<T>) std::copy_n(a.values + from, count, out.values.begin() + to);
    }
    return out;
}

}  // namespace graphblas_gpu::formats
