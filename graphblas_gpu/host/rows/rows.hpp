// Building a matrix row by row when only a bound on each row's size is known.
//
// Idea: rows are computed in chunks of consecutive rows, and every chunk starts in the result where the chunk before it ends. A
// chunk whose start is known is written in place. A chunk whose start is not known yet stays in scratch until it is, while its
// thread goes on. So a matrix is made in one pass, without a symbolic phase, without gaps to close, and no thread waits. The
// arrays of the result are as large as the bounds at first, but memory that is not touched costs nothing. Every operation but
// the hash product uses this code. The code that computes a row is compiled for its operation; the code that hands out, stages
// and copies chunks to the result is compiled once (rows.cpp).
#pragma once

#include <type_traits>

#include <graphblas_gpu/base/blocks.hpp>
#include <graphblas_gpu/base/shared_function.hpp>
#include <graphblas_gpu/formats/untyped_csr.hpp>
#include <graphblas_gpu/host/threads/team.hpp>

namespace graphblas_gpu::host {

/// The work before row i, from numbers or from a function.
template <class Work>
std::int64_t work_at(const Work& work_before, index i) {
    if constexpr (std::is_invocable_v<const Work&, index>) return work_before(i);
    else return work_before[static_cast<std::size_t>(i)];
}

/// Writes rows [first, last) of a result one after the other, beginning at `columns` and `values`, and their ends: offsets[i +
/// 1] = start + the entries of rows first .. i. Returns the number of entries. Each thread has a writer of its own.
using row_writer = base::shared_function<row_offset(index first, index last, column_index* columns, void* values,
                                                    row_offset start, row_offset* offsets)>;

/// The rows of a result before they are written.
struct bounded_rows {
    index nrows = 0;
    index ncols = 0;
    std::size_t value_bytes = 0;        ///< of a value; 0 for structure alone
    std::span<const row_offset> bound;  ///< a bound on the number of entries before each row, nrows + 1 numbers
};

/// The matrix that the writers of all threads write. make_writer(member) gives the writer of a thread, which is called for any
/// number of runs of rows. `work_before` balances the threads: work_before(i) is the work of all rows before row i.
formats::untyped_csr written_rows(team& team, const bounded_rows& rows, base::function_ref<std::int64_t(index)> work_before,
                                  base::function_ref<row_writer(int)> make_writer);

/// A matrix whose row i is written by worker(i, columns, values) -> number of entries, at most bound[i + 1] - bound[i];
/// `values` are bytes, null where value_bytes is 0. make_worker(member) gives the worker of a thread, which computes rows in
/// any number of runs. `work_before` balances the threads: the work of all rows before row i, as nrows + 1 numbers or as a
/// function of i.
template <class Work, class MakeWorker>
formats::untyped_csr build_untyped_rows(team& team, index nrows, index ncols, std::size_t value_bytes,
                                        std::span<const row_offset> bound, const Work& work_before, MakeWorker&& make_worker) {
    return written_rows(
        team, {nrows, ncols, value_bytes, bound}, [&](index i) { return work_at(work_before, i); },
        [&](int member) -> row_writer {
            return [write_row = make_worker(member), value_bytes](index first, index last, column_index* columns, void* values,
                                                                  row_offset start, row_offset* offsets) mutable {
                row_offset size = 0;
                std::byte* const to = static_cast<std::byte*>(values);
                for (index i = first; i < last; ++i) {
                    size += write_row(i, columns + size,
                                      value_bytes == 0 ? nullptr : to + static_cast<std::size_t>(size) * value_bytes);
                    offsets[i + 1] = start + size;
                }
                return size;
            };
        });
}

/// build_untyped_rows for a worker that needs no state, with the bounds as the work.
template <class Worker>
formats::untyped_csr build_untyped_rows(team& team, index nrows, index ncols, std::size_t value_bytes,
                                        std::span<const row_offset> bound, Worker&& worker) {
    const auto work_before = [&](index i) { return bound[static_cast<std::size_t>(i)] + i; };
    return build_untyped_rows(team, nrows, ncols, value_bytes, bound, work_before, [&](int) { return std::ref(worker); });
}

/// build_untyped_rows for workers that write values of T.
template <class T, class Work, class MakeWorker>
csr<T> build_rows(team& team, index nrows, index ncols, std::span<const row_offset> bound, const Work& work_before,
                  MakeWorker&& make_worker) {
    return formats::typed<T>(build_untyped_rows(team, nrows, ncols, formats::bytes_of<T>, bound, work_before, [&](int member) {
        return [worker = make_worker(member)](index i, column_index* columns, std::byte* values) mutable {
            return worker(i, columns, reinterpret_cast<formats::stored<T>*>(values));
        };
    }));
}
template <class T, class Worker>
csr<T> build_rows(team& team, index nrows, index ncols, std::span<const row_offset> bound, Worker&& worker) {
    const auto work_before = [&](index i) { return bound[static_cast<std::size_t>(i)] + i; };
    return build_rows<T>(team, nrows, ncols, bound, work_before, [&](int) { return std::ref(worker); });
}

/// Bounds for build_rows: the exclusive scan of bound_of(i).
template <class F>
buffer<row_offset> scan_bounds(index nrows, F&& bound_of) {
    buffer<row_offset> bound(static_cast<std::size_t>(nrows) + 1);
    base::in_blocks(index{0}, nrows, base::entries_between_looks, [&](index first, index last) {
        for (index i = first; i < last; ++i) bound[static_cast<std::size_t>(i)] = bound_of(i);
    });
    exclusive_scan({bound.data(), bound.size()});
    return bound;
}

}  // namespace graphblas_gpu::host
