// A matrix in bitmap tiles on a device.
#pragma once

#include <memory>

#include <graphblas_gpu/cuda/bitmap_tile/convert.hpp>
#include <graphblas_gpu/operations/device/operation.hpp>

namespace graphblas_gpu::device {

/// The matrix in bitmap tiles, transposed if `transpose`. The tiles are cached with the matrix.
template <class T>
std::shared_ptr<const cuda::tiles> tiles_of(const engine_ptr& e, const matrix<T>& a, bool transpose) {
    const auto rows = own_operand(e, a, transpose);
    const bool is_transposed = transpose && rows != a.device_storage(e);
    return a.device_tiles(e, is_transposed, [&] { return cuda::tiled(e, rows->view()); });
}

}  // namespace graphblas_gpu::device
