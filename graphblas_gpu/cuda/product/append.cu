// Appending rows of C that were computed in panels.
#include <graphblas_gpu/cuda/device/simt.cuh>

#include <graphblas_gpu/cuda/primitives/for_each.cuh>
#include <graphblas_gpu/cuda/product/append.hpp>

namespace graphblas_gpu::cuda {

void append_rows(const engine_ptr& e, const csr& piece, index first_row, row_offset at, csr& c) {
    const row_offset* const from = piece.offsets.data();
    row_offset* const to = c.offsets.data() + first_row;
    for_each(e, piece.nrows + 1, GB_DEVICE_LAMBDA(std::int64_t i) { to[i] = at + from[i]; });
    const auto count = static_cast<std::size_t>(piece.nvals);
    e->copy(c.columns.data() + at, piece.columns.data(), count * sizeof(column_index));
    const std::size_t size = formats::size_of(c.type);
    e->copy(static_cast<std::byte*>(c.values.data()) + static_cast<std::size_t>(at) * size, piece.values.data(), count * size);
}

void shift_offsets(const engine_ptr& e, const row_offset* from, index count, row_offset* to) {
    for_each(e, count + 1, GB_DEVICE_LAMBDA(std::int64_t r) { to[r] = from[r] - from[0]; });
}

}  // namespace graphblas_gpu::cuda
