// build_rows for values that are only moved: the matrix is made of bytes.
#pragma once

#include <graphblas_gpu/formats/untyped_csr.hpp>
#include <graphblas_gpu/host/rows.hpp>

namespace graphblas_gpu::host {

/// As build_rows; write_row(i, columns, values) is given `values` as bytes, null where there are none.
template <class Work, class MakeWorker>
formats::untyped_csr build_untyped_rows(team& team, index nrows, index ncols, std::size_t value_bytes,
                                        std::span<const row_offset> bound, const Work& work_before, MakeWorker&& make_worker) {
    using worker = decltype(make_worker(0));
    struct writer final : row_writer {
        worker write_row;
        std::size_t bytes;
        writer(worker&& w, std::size_t b) : write_row(std::move(w)), bytes(b) {}
        row_offset write(index first, index last, column_index* columns, void* values, row_offset start,
                         row_offset* offsets) override {
            row_offset size = 0;
            std::byte* const to = static_cast<std::byte*>(values);
            for (index i = first; i < last; ++i) {
                size += write_row(i, columns + size, bytes == 0 ? nullptr : to + static_cast<std::size_t>(size) * bytes);
                offsets[i + 1] = start + size;
            }
            return size;
        }
    };

    formats::untyped_csr out;
    out.nrows = nrows;
    out.ncols = ncols;
    out.value_bytes = value_bytes;
    const auto capacity = static_cast<std::size_t>(bound[static_cast<std::size_t>(nrows)]);
    out.offsets = buffer<row_offset>(static_cast<std::size_t>(nrows) + 1);
    out.columns = buffer<column_index>(capacity);
    out.values = buffer<std::byte>(capacity * value_bytes);
    write_rows(
        team, {nrows, bound, value_bytes, out.offsets.data(), out.columns.data(), out.values.data()},
        [&](index i) { return work_at(work_before, i); },
        [&](int member) -> std::unique_ptr<row_writer> { return std::make_unique<writer>(make_worker(member), value_bytes); });
    const auto total = static_cast<std::size_t>(out.offsets[static_cast<std::size_t>(nrows)]);
    out.columns.shrink(total);
    out.values.shrink(total * value_bytes);
    return out;
}

/// The same for a worker that needs no state, with the bounds as the work.
template <class Worker>
formats::untyped_csr build_untyped_rows(team& team, index nrows, index ncols, std::size_t value_bytes,
                                        std::span<const row_offset> bound, Worker&& worker) {
    const auto work_before = [&](index i) { return bound[static_cast<std::size_t>(i)] + i; };
    return build_untyped_rows(team, nrows, ncols, value_bytes, bound, work_before, [&](int) { return std::ref(worker); });
}

}  // namespace graphblas_gpu::host
