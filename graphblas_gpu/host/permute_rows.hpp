// A matrix with its rows and its columns in another order.
//
// Idea: the sizes of the new rows are known, so that every row is written where it belongs. Its entries get their new columns
// from a table and are sorted by them, together with where their values stood: by comparison where the row is short, by
// digits where it is long, so that an entry costs a bounded number of steps.
#pragma once

#include <algorithm>
#include <cstdint>

#include <graphblas_gpu/formats/radix_sort.hpp>
#include <graphblas_gpu/host/rows.hpp>

namespace graphblas_gpu::host {

namespace permuting {

/// Rows from which digits beat comparisons.
inline constexpr row_offset long_from = 1024;

/// Entries of a row: new column above, place in the old row below.
using packed = std::uint64_t;

/// Sorted by the new column; in one of the two arrays.
inline const packed* sorted(packed* entries, packed* other, row_offset count) {
    if (count < long_from) {
        std::sort(entries, entries + count);
        return entries;
    }
    const auto size = static_cast<std::size_t>(count);
    return formats::radix_sort(std::span<packed>(entries, size), std::span<packed>(other, size), 32,
                               [](packed x) { return x >> 32; })
        .data();
}

}  // namespace permuting

/// Row k of the result is row old_row[k] of A, and column j of A is column new_column[j] of it. O(nvals + nrows), the offsets
/// on one thread.
template <class T>
csr<T> permuted(team& team, const csr_view<T>& a, const column_index* old_row, const column_index* new_column) {
    using permuting::packed;
    csr<T> out;
    out.nrows = a.nrows;
    out.ncols = a.ncols;
    row_offset longest = 0;
    out.offsets = scan_bounds(a.nrows, [&](index k) {
        const row_offset size = a.row_size(old_row[k]);
        longest = std::max(longest, size);
        return size;
    });
    const auto count = static_cast<std::size_t>(a.nvals());
    out.columns = buffer<column_index>(count);
    if constexpr (!std::is_void_v<T>) out.values = buffer<T>(count);

    const auto room = static_cast<std::size_t>(longest);
    for_ranges_by_work(team, {out.offsets.data(), out.offsets.size()}, [&](index first, index last, int member) {
        packed* const entries = team.own_scratch(member).template get<packed>(scratch::raw::packed, room);
        packed* const other = team.own_scratch(member).template get<packed>(
            scratch::raw::keys, longest < permuting::long_from ? 0 : room);
        for (index k = first; k < last; ++k) {
            const row_offset begin = a.begin(old_row[k]), to = out.offsets[static_cast<std::size_t>(k)];
            const row_offset size = out.offsets[static_cast<std::size_t>(k) + 1] - to;
            for (row_offset p = 0; p < size; ++p) {
                entries[p] = packed{new_column[a.columns[begin + p]]} << 32 | static_cast<packed>(p);
            }
            const packed* const sorted = permuting::sorted(entries, other, size);
            for (row_offset p = 0; p < size; ++p) {
                out.columns[static_cast<std::size_t>(to + p)] = static_cast<column_index>(sorted[p] >> 32);
                if constexpr (!std::is_void_v<T>) {
                    out.values[static_cast<std::size_t>(to + p)] = a.values[begin + static_cast<column_index>(sorted[p])];
                }
            }
        }
    });
    return out;
}

}  // namespace graphblas_gpu::host
