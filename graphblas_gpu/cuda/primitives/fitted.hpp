// Arrays that were allocated before their number of entries was known.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>

#include <utility>

namespace graphblas_gpu::cuda {

/// The first nvals elements: the array itself, or a copy of exact size if the array has room for many more.
template <class T>
array<T> fitted(const engine_ptr& e, array<T>&& list, row_offset nvals) {
    constexpr row_offset most_room = 4;  // elements of room for each entry
    const auto size = static_cast<std::size_t>(nvals);
    if (static_cast<row_offset>(list.size()) <= most_room * nvals) {
        list.truncate(size);
        return std::move(list);
    }
    array<T> copy(e, size);
    e->copy(copy.data(), list.data(), size * sizeof(T));
    return copy;
}

}  // namespace graphblas_gpu::cuda
