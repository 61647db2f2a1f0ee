// Matrices whose rows lie on several devices, and copies of rows from one device to another, for every format of rows.
//
// Idea: a matrix on a device stores where the entries of each row begin, and some arrays with one element an entry. arrays_of()
// says where these are, so that copying rows, gathering a distributed matrix and keeping copies are written once for all
// formats.
#pragma once

#include <graphblas_gpu/base/stopwatch.hpp>
#include <graphblas_gpu/cuda/device/csr.hpp>

#include <cstddef>
#include <memory>
#include <vector>

namespace graphblas_gpu::cuda {

/// Consecutive rows of a distributed matrix, on one device.
template <class Matrix>
struct matrix_part {
    index first_row = 0;
    Matrix rows;
};

/// The parts of a distributed matrix, in the order of their rows.
template <class Matrix>
using matrix_parts = std::vector<matrix_part<Matrix>>;

template <class Matrix>
const matrix_parts<Matrix>& parts_of(const Matrix& distributed) {
    return *static_cast<const matrix_parts<Matrix>*>(distributed.parts.get());
}

/// What a matrix stores on its device. Of a distributed matrix only the numbers are known.
struct stored_rows {
    struct array_of_entries {
        std::byte* data = nullptr;
        std::size_t bytes = 0;  ///< of an entry
    };
    engine_ptr owner;
    index rows = 0;
    row_offset entries = 0;
    row_offset* offsets = nullptr;  ///< rows + 1
    array_of_entries of_entries[3];
};
stored_rows arrays_of(const csr& m);
/// Room on the device of `e` for rows first .. last - 1 of a matrix like m, with so many entries.
csr room_for_rows(const engine_ptr& e, const csr& like, index first, index last, row_offset entries);

/// to[r] += number for r = 0 .. count - 1.
void add_to_offsets(const engine_ptr& e, row_offset* to, index count, row_offset number);

/// Queues copies of rows first .. last - 1, whose entries are begin .. end - 1, to the rows of `to` from to_row on and its
/// entries from to_entry on, and counts their bytes there. As engine::pull.
void copy_rows(const stored_rows& from, index first, index last, row_offset begin, row_offset end, const stored_rows& to,
               index to_row, row_offset to_entry);

/// Rows first .. last - 1, whose entries are begin .. end - 1, as a matrix of their own on the device of `e`. Queued.
template <class Matrix>
Matrix pulled_rows(const engine_ptr& e, const Matrix& m, index first, index last, row_offset begin, row_offset end) {
    const engine::current_device here(*e);
    Matrix out = room_for_rows(e, m, first, last, end - begin);
    copy_rows(arrays_of(m), first, last, begin, end, arrays_of(out), 0, 0);
    return out;
}

/// A distributed matrix as a whole on the device of `e`. Waits.
template <class Matrix>
Matrix gathered_rows(const engine_ptr& e, const Matrix& distributed) {
    const engine::current_device here(*e);
    const stored_rows all = arrays_of(distributed);
    Matrix out = room_for_rows(e, distributed, 0, all.rows, all.entries);
    const stored_rows to = arrays_of(out);
    const base::stopwatch time;
    row_offset at = 0;
    for (const auto& part : parts_of(distributed)) {
        const stored_rows from = arrays_of(part.rows);
        // A context of another device may ask; without access the driver would copy through host memory.
        if (from.owner->device() != e->device()) from.owner->give_access(*e);
        copy_rows(from, 0, from.rows, 0, from.entries, to, part.first_row, at);
        at += from.entries;
    }
    e->synchronise();
    e->count_pulled(0, time.milliseconds());
    return out;
}

}  // namespace graphblas_gpu::cuda
