// Kernels that put C together from panels, and that look values up by the least k of an entry.
#include <graphblas_gpu/cuda/device/simt.cuh>

#include <algorithm>
#include <utility>

#include <graphblas_gpu/cuda/device/for_each.cuh>
#include <graphblas_gpu/cuda/shared/assemble.hpp>

namespace graphblas_gpu::cuda {

void append_rows(const engine_ptr& e, const csr& piece, index first_row, row_offset at, csr& c) {
    const row_offset* const from = piece.offsets.data();
    row_offset* const to = c.offsets.data() + first_row;
    for_each(e, piece.nrows + 1, GB_DEVICE_LAMBDA(std::int64_t i) { to[i] = at + from[i]; });
    const auto count = static_cast<std::size_t>(piece.nvals);
    e->copy(c.columns.data() + at, piece.columns.data(), count * sizeof(column_index));
    const std::size_t size = base::size_of(c.type);
    e->copy(static_cast<std::byte*>(c.values.data()) + static_cast<std::size_t>(at) * size, piece.values.data(), count * size);
}

void set_nvals(const engine_ptr& e, csr& c, row_offset nvals) {
    const auto count = static_cast<std::size_t>(nvals);
    c.nvals = nvals;
    if (keeps_room(static_cast<row_offset>(c.columns.size()), nvals)) return c.columns.truncate(count);
    array<column_index> columns(e, count);
    memory values(e, count * base::size_of(c.type));
    e->copy(columns.data(), c.columns.data(), count * sizeof(column_index));
    e->copy(values.data(), c.values.data(), values.bytes());
    c.columns = std::move(columns);
    c.values = std::move(values);
}

void shift_offsets(const engine_ptr& e, const row_offset* from, index count, row_offset* to) {
    for_each(e, count + 1, GB_DEVICE_LAMBDA(std::int64_t r) { to[r] = from[r] - from[0]; });
}

namespace {

template <class T>
void look_up_values(const engine_ptr& e, const csr_ref& from, const csr_ref& c, value_position where, T* to) {
    const auto* const ks = c.values_as<column_index>();
    const auto* const values = from.values_as<T>();
    for_each(e, c.nvals, GB_DEVICE_LAMBDA(std::int64_t p) {
        const column_index k = ks[p];
        const column_index j = c.columns[p];
        index row = k;
        if (where == value_position::at_i_k) row = row_of_entry(c.offsets, c.nrows, p);
        if (where == value_position::at_j_k) row = j;
        const column_index column = where == value_position::at_k_j ? j : k;
        to[p] = values[lower_bound(from.columns, from.offsets[row], from.offsets[row + 1], column)];
    });
}

template <class T>
void write_rows(const engine_ptr& e, const csr_ref& c, index first, T* to) {
    for_each(
        e, c.nvals, GB_DEVICE_LAMBDA(std::int64_t p) { to[p] = static_cast<T>(first + row_of_entry(c.offsets, c.nrows, p)); });
}

}  // namespace

void look_up(const engine_ptr& e, const csr_ref& from, const csr_ref& c, value_position where, void* to) {
    base::with_size(from.type, [&](auto size) {
        using bits = typename decltype(size)::type;
        look_up_values(e, from, c, where, static_cast<bits*>(to));
    });
}

void write_row_numbers(const engine_ptr& e, const csr_ref& c, index first, type_code type, void* to) {
    if (type == type_code::int32) write_rows(e, c, first, static_cast<std::int32_t*>(to));
    else write_rows(e, c, first, static_cast<std::int64_t*>(to));
}

}  // namespace graphblas_gpu::cuda
