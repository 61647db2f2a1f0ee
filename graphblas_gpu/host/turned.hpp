// The transpose of a matrix, and whether it is the matrix itself, on all threads.
//
// Idea: each thread counts the columns of its rows; after a scan over columns and threads each knows where its entries of
// every column begin, and moves them in order, so that rows come out sorted and the same for any number of threads.
#pragma once

#include <algorithm>
#include <atomic>

#include <graphblas_gpu/formats/build.hpp>
#include <graphblas_gpu/host/team.hpp>

namespace graphblas_gpu::host {

namespace turning {

/// Rows this short on average are searched for their mirror entries; in longer ones a cursor on one thread is faster.
inline constexpr row_offset search_up_to_average = 16;
/// Entries from which more than one thread is used.
inline constexpr row_offset parallel_from = 1 << 16;

/// Whether rows [first, last) have their mirror entries behind the diagonal, and as many entries before it as `before` gets.
template <class T>
bool mirrored(const csr_view<T>& a, index first, index last, row_offset& before, row_offset& behind) {
    const row_offset final_entry = a.nvals() - 1;
    for (index i = first; i < last; ++i) {
        for (row_offset p = a.begin(i); p < a.end(i); ++p) {
            __builtin_prefetch(a.offsets + a.columns[std::min(p + 24, final_entry)]);
            __builtin_prefetch(a.columns + a.begin(a.columns[std::min(p + 8, final_entry)]));
            const column_index j = a.columns[p];
            if (j <= static_cast<column_index>(i)) {
                before += j < static_cast<column_index>(i);
                continue;
            }
            ++behind;
            const column_index* const row = a.columns + a.begin(j);
            const column_index* const end = a.columns + a.end(j);
            const column_index* const at = std::lower_bound(row, end, static_cast<column_index>(i));
            if (at == end || *at != static_cast<column_index>(i)) return false;
            if constexpr (!std::is_void_v<T>) {
                if (!formats::interchangeable(a.values[at - a.columns], a.values[p])) return false;
            }
        }
    }
    return true;
}

}  // namespace turning

/// As formats::is_symmetric.
template <class T>
bool is_symmetric(team& team, const csr_view<T>& a) {
    if (a.nrows != a.ncols) return false;
    const bool searches = a.nvals() <= turning::search_up_to_average * a.nrows;
    if (team.size() == 1 || a.nvals() < turning::parallel_from || !searches) return formats::is_symmetric(a);
    std::atomic<row_offset> before{0}, behind{0};
    std::atomic<bool> same{true};
    for_ranges(team, a.nrows, 8 * a.nvals(), [&](index first, index last, int) {
        if (!same.load(std::memory_order_relaxed)) return;
        row_offset here_before = 0, here_behind = 0;
        if (!turning::mirrored(a, first, last, here_before, here_behind)) same.store(false, std::memory_order_relaxed);
        before += here_before;
        behind += here_behind;
    });
    // Every entry behind the diagonal has its mirror image before it; if they are as many, those are all.
    return same.load() && before.load() == behind.load();
}

/// As formats::transposed.
template <class T>
csr<T> transposed(team& team, const csr_view<T>& a) {
    const auto parts = static_cast<index>(team.size());
    if (parts == 1 || a.nvals() < turning::parallel_from || parts * a.ncols > 4 * a.nvals()) return formats::transposed(a);

    const auto ncols = static_cast<std::size_t>(a.ncols);
    const std::span<const row_offset> rows(a.offsets, static_cast<std::size_t>(a.nrows) + 1);
    const std::vector<index> cuts = cut_by_work(rows, parts);
    const auto chunks = static_cast<index>(cuts.size()) - 1;
    buffer<row_offset> next(ncols * static_cast<std::size_t>(chunks));
    team.run(chunks, [&](index part, int) {
        row_offset* const count = next.data() + static_cast<std::size_t>(part) * ncols;
        std::fill_n(count, ncols, row_offset{0});
        for (row_offset p = a.begin(cuts[static_cast<std::size_t>(part)]); p < a.begin(cuts[static_cast<std::size_t>(part) + 1]); ++p) ++count[a.columns[p]];
    });

    csr<T> out(a.ncols, a.nrows);
    row_offset sum = 0;
    for (std::size_t j = 0; j < ncols; ++j) {
        for (std::size_t part = 0; part < static_cast<std::size_t>(chunks); ++part) {
            const row_offset here = next[part * ncols + j];
            next[part * ncols + j] = sum;
            sum += here;
        }
        out.offsets[j + 1] = sum;
    }
    const auto count = static_cast<std::size_t>(a.nvals());
    const bool with_values = !std::is_void_v<T> && a.values != nullptr;
    out.columns = buffer<column_index>(count);
    out.values = buffer<formats::stored<T>>(with_values ? count : 0);
    team.run(chunks, [&](index part, int) {
        row_offset* const to = next.data() + static_cast<std::size_t>(part) * ncols;
        for (index i = cuts[static_cast<std::size_t>(part)]; i < cuts[static_cast<std::size_t>(part) + 1]; ++i) {
            for (row_offset p = a.begin(i); p < a.end(i); ++p) {
                const auto at = static_cast<std::size_t>(to[a.columns[p]]++);
                out.columns[at] = static_cast<column_index>(i);
                if (with_values) out.values[at] = a.values[p];
            }
        }
    });
    return out;
}

}  // namespace graphblas_gpu::host
