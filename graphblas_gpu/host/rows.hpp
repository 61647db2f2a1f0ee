// Building a matrix row by row when only a bound on each row's size is known.
//
// Idea: rows are written at the offsets of their bounds, then closed up by a parallel copy unless the bounds were met.
// Every operation but the unmasked product goes through here.
#pragma once

#include <cstring>
#include <functional>
#include <span>

#include <graphblas_gpu/formats/csr.hpp>
#include <graphblas_gpu/host/team.hpp>

namespace graphblas_gpu::host {

/// Closes the gaps: row i of `wide` holds sizes[i] entries at offset bound[i]. `sizes` has nrows + 1 elements and becomes the
/// offsets of the result.
template <class T>
csr<T> close_up(team& team, csr<T>&& wide, const buffer<row_offset>& bound, buffer<row_offset>&& sizes) {
    const auto nrows = static_cast<std::size_t>(wide.nrows);
    const row_offset total = exclusive_scan({sizes.data(), nrows + 1});
    csr<T> out = std::move(wide);
    out.offsets = std::move(sizes);
    if (total == bound[nrows]) return out;

    const auto count = static_cast<std::size_t>(total);
    buffer<column_index> columns(count);
    buffer<formats::stored<T>> values(std::is_void_v<T> ? 0 : count);
    for_ranges_by_work(team, {out.offsets.data(), nrows + 1}, [&](index first, index last, int) {
        for (index i = first; i < last; ++i) {
            const auto row = static_cast<std::size_t>(i);
            const auto from = static_cast<std::size_t>(bound[row]);
            const auto to = static_cast<std::size_t>(out.offsets[row]);
            const auto size = static_cast<std::size_t>(out.offsets[row + 1]) - to;
            if (size == 0) continue;
            std::memcpy(columns.data() + to, out.columns.data() + from, size * sizeof(column_index));
            if constexpr (!std::is_void_v<T>) {
                std::memcpy(static_cast<void*>(values.data() + to), out.values.data() + from, size * sizeof(T));
            }
        }
    });
    out.columns = std::move(columns);
    out.values = std::move(values);
    return out;
}

/// A matrix whose row i is written by worker(i, columns, values) -> number of entries, at most bound[i + 1] - bound[i];
/// `values` is null for T = void. make_worker(member) gives a worker for a run of rows. `work_before` balances the threads
/// (nrows + 1 numbers).
template <class T, class MakeWorker>
csr<T> build_rows(team& team, index nrows, index ncols, const buffer<row_offset>& bound,
                  std::span<const std::int64_t> work_before, MakeWorker&& make_worker) {
    csr<T> wide;
    wide.nrows = nrows;
    wide.ncols = ncols;
    const auto capacity = static_cast<std::size_t>(bound[static_cast<std::size_t>(nrows)]);
    wide.columns = buffer<column_index>(capacity);
    wide.values = buffer<formats::stored<T>>(std::is_void_v<T> ? 0 : capacity);
    buffer<row_offset> sizes(static_cast<std::size_t>(nrows) + 1);
    for_ranges_by_work(team, work_before, [&](index first, index last, int member) {
        auto worker = make_worker(member);
        for (index i = first; i < last; ++i) {
            const auto at = bound[static_cast<std::size_t>(i)];
            sizes[static_cast<std::size_t>(i)] =
                worker(i, wide.columns.data() + at, std::is_void_v<T> ? nullptr : wide.values.data() + at);
        }
    });
    return close_up(team, std::move(wide), bound, std::move(sizes));
}

/// The same for a worker that needs no state, with the bounds as the work.
template <class T, class Worker>
csr<T> build_rows(team& team, index nrows, index ncols, const buffer<row_offset>& bound, Worker&& worker) {
    buffer<std::int64_t> work(bound.size());
    for (std::size_t i = 0; i < bound.size(); ++i) work[i] = bound[i] + static_cast<std::int64_t>(i);
    return build_rows<T>(team, nrows, ncols, bound, work, [&](int) { return std::ref(worker); });
}

/// Bounds for build_rows: the exclusive scan of bound_of(i).
template <class F>
buffer<row_offset> scan_bounds(index nrows, F&& bound_of) {
    buffer<row_offset> bound(static_cast<std::size_t>(nrows) + 1);
    for (index i = 0; i < nrows; ++i) bound[static_cast<std::size_t>(i)] = bound_of(i);
    exclusive_scan({bound.data(), bound.size()});
    return bound;
}

}  // namespace graphblas_gpu::host
