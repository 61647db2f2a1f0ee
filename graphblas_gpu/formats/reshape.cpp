// Transposes, symmetry and changes of single entries: values are moved by their size and compared by their bits.
#include <graphblas_gpu/base/blocks.hpp>
#include <graphblas_gpu/base/value_mover.hpp>
#include <graphblas_gpu/formats/build.hpp>

#include <algorithm>
#include <cstring>

namespace graphblas_gpu::formats {

untyped_csr untyped_csr::with_room(index nrows, index ncols, std::size_t entries, std::size_t value_bytes) {
    untyped_csr out;
    out.nrows = nrows;
    out.ncols = ncols;
    out.offsets = buffer<row_offset>(static_cast<std::size_t>(nrows) + 1);
    out.columns = buffer<column_index>(entries);
    out.values = buffer<std::byte>(entries * value_bytes);
    out.value_bytes = value_bytes;
    return out;
}

void untyped_csr::shrink() {
    const auto entries = static_cast<std::size_t>(nvals());
    columns.shrink(entries);
    values.shrink(entries * value_bytes);
}

bool same_structure(const structure_view& a, const structure_view& b) {
    return a.nrows == b.nrows && a.ncols == b.ncols && std::equal(a.offsets, a.offsets + a.nrows + 1, b.offsets) &&
           std::equal(a.columns, a.columns + a.nvals(), b.columns);
}

untyped_csr copy_of(const untyped_view& a) {
    const auto count = static_cast<std::size_t>(a.nvals());
    untyped_csr out;
    out.nrows = a.nrows;
    out.ncols = a.ncols;
    out.offsets = buffer<row_offset>(std::span<const row_offset>(a.offsets, static_cast<std::size_t>(a.nrows) + 1));
    out.columns = buffer<column_index>(count);
    base::copy_in_blocks(out.columns.data(), a.columns, count * sizeof(column_index));
    out.values = buffer<std::byte>(count * a.value_bytes);
    base::copy_in_blocks(out.values.data(), a.values, count * a.value_bytes);
    out.value_bytes = a.value_bytes;
    return out;
}

namespace {

/// Copies entries [from, from + count) of `a` to the entries of `out` from number `to` on.
void copy_entries(const untyped_view& a, row_offset from, row_offset count, untyped_csr& out, row_offset to) {
    if (count == 0) return;
    std::copy_n(a.columns + from, count, out.columns.data() + to);
    if (a.value_bytes == 0) return;
    const auto n = static_cast<std::size_t>(count) * a.value_bytes;
    std::memcpy(out.values.data() + static_cast<std::size_t>(to) * a.value_bytes,
                a.values + static_cast<std::size_t>(from) * a.value_bytes, n);
}

}  // namespace

untyped_csr transposed(const untyped_view& a) {
    const auto count = static_cast<std::size_t>(a.nvals());
    untyped_csr out = untyped_csr::with_room(a.ncols, a.nrows, count, a.value_bytes);
    std::fill(out.offsets.begin(), out.offsets.end(), row_offset{0});
    base::in_blocks(std::size_t{0}, count, base::entries_between_looks, [&](std::size_t first, std::size_t last) {
        for (std::size_t p = first; p < last; ++p) ++out.offsets[std::size_t{a.columns[p]} + 1];
    });
    for (std::size_t j = 0; j < static_cast<std::size_t>(a.ncols); ++j) out.offsets[j + 1] += out.offsets[j];
    // Each start moves to the end of its row, which is the start of the next row. So no second array as long as the columns is
    // needed.
    row_offset* const next = out.offsets.data();
    base::with_value_mover(a.value_bytes, [&, from = a.values, to = out.values.data()](auto mover) {
        base::in_blocks_of_rows(a.offsets, 0, a.nrows, [&](index first, index last) {
            for (index i = first; i < last; ++i) {
                for (row_offset p = a.begin(i); p < a.end(i); ++p) {
                    const auto at = static_cast<std::size_t>(next[a.columns[p]]++);
                    out.columns[at] = static_cast<column_index>(i);
                    mover.copy(to, at, from, static_cast<std::size_t>(p));
                }
            }
        });
    });
    std::move_backward(next, next + a.ncols, next + a.ncols + 1);
    next[0] = 0;
    return out;
}

namespace {

/// is_symmetric for a matrix with few entries for its rows: searches for the mirror entry of every entry. O(nrows + nvals log),
/// without additional memory.
template <class Same>
bool is_symmetric_by_search(const structure_view& a, const void* values, const Same& same) {
    bool all_same = true;
    base::in_blocks_of_rows(a.offsets, 0, a.nrows, [&](index first, index last) {
        for (index i = first; i < last && all_same; ++i) {
            for (row_offset p = a.begin(i); p < a.end(i) && all_same; ++p) {
                const row_offset q = find(a, a.columns[p], i);
                all_same = q >= 0 && same(values, q, p);
            }
        }
    });
    return all_same;
}

template <class Same>
bool is_symmetric_by_cursors(const structure_view& a, const void* values, const Same& same) {
    buffer<row_offset> next(std::span<const row_offset>(a.offsets, static_cast<std::size_t>(a.nrows)));
    const row_offset last_entry = a.nvals() - 1;
    const auto is_same = [&](index i) {
        // Entries before the diagonal were compared with their mirror entries, which are behind the diagonal in earlier rows.
        row_offset p = next[static_cast<std::size_t>(i)];
        if (p < a.end(i) && a.columns[p] < static_cast<column_index>(i)) return false;
        if (p < a.end(i) && a.columns[p] == static_cast<column_index>(i)) ++p;
        for (; p < a.end(i); ++p) {
            __builtin_prefetch(next.data() + a.columns[std::min(p + 16, last_entry)]);
            __builtin_prefetch(a.columns + next[a.columns[std::min(p + 8, last_entry)]]);
            // Rows i are visited in ascending order, so the mirror entries in row j are needed in the order in which they are
            // stored.
            const column_index j = a.columns[p];
            const row_offset q = next[j]++;
            if (q >= a.end(j) || a.columns[q] != static_cast<column_index>(i)) return false;
            if (!same(values, q, p)) return false;
        }
        return true;
    };
    bool all_same = true;
    base::in_blocks_of_rows(a.offsets, 0, a.nrows, [&](index first, index last) {
        for (index i = first; i < last && all_same; ++i) all_same = is_same(i);
    });
    return all_same;
}

}  // namespace

bool is_symmetric(const structure_view& a, const void* values, const base::value_equality& equality) {
    if (a.nrows != a.ncols) return false;
    return base::with_equality(equality, [&](const auto& same) {
        return is_hypersparse(a.nrows, a.nvals()) ? is_symmetric_by_search(a, values, same)
                                                 : is_symmetric_by_cursors(a, values, same);
    });
}

untyped_csr without_entry(const untyped_view& a, index i, row_offset position) {
    untyped_csr out = untyped_csr::with_room(a.nrows, a.ncols, static_cast<std::size_t>(a.nvals()) - 1, a.value_bytes);
    for (index k = 0; k <= a.nrows; ++k) out.offsets[static_cast<std::size_t>(k)] = a.offsets[k] - (k > i);
    copy_entries(a, 0, position, out, 0);
    copy_entries(a, position + 1, a.nvals() - position - 1, out, position);
    return out;
}

untyped_csr resized(const untyped_view& a, index nrows, index ncols) {
    const index kept = std::min(a.nrows, nrows);
    const auto end_of = [&](index i) -> row_offset {
        if (ncols >= a.ncols) return a.end(i);
        return std::lower_bound(a.columns + a.begin(i), a.columns + a.end(i), static_cast<column_index>(ncols)) - a.columns;
    };
    buffer<row_offset> offsets(static_cast<std::size_t>(nrows) + 1, row_offset{0});
    row_offset size = 0;
    for (index i = 0; i < nrows; ++i) {
        if (i < kept) size += end_of(i) - a.begin(i);
        offsets[static_cast<std::size_t>(i) + 1] = size;
    }
    untyped_csr out = untyped_csr::with_room(0, ncols, static_cast<std::size_t>(size), a.value_bytes);
    out.nrows = nrows;
    out.offsets = std::move(offsets);
    for (index i = 0; i < kept; ++i) {
        const row_offset to = out.offsets[static_cast<std::size_t>(i)];
        copy_entries(a, a.begin(i), out.offsets[static_cast<std::size_t>(i) + 1] - to, out, to);
    }
    return out;
}

}  // namespace graphblas_gpu::formats
