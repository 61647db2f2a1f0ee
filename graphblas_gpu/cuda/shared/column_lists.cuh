// Allocating lists of columns in kernels.
#pragma once

#include <graphblas_gpu/cuda/device/simt.cuh>
#include <graphblas_gpu/cuda/shared/column_lists.hpp>
#include <graphblas_gpu/cuda/shared/team.cuh>

namespace graphblas_gpu::cuda::hashing {

/// Reserves memory for the list of row r; null if there is none. One thread calls.
__device__ inline column_index* room_for_list(const column_list_writer& lists, index r, unsigned size) {
    for (unsigned n = 0; n < lists.parts; ++n) {
        const unsigned part = (blockIdx.x + n) % lists.parts;
        const unsigned long long at = atomicAdd(lists.used + part, static_cast<unsigned long long>(size));
        if (at + size > lists.size) continue;
        const std::uint32_t offset = part * lists.size + static_cast<std::uint32_t>(at);
        lists.list_offsets[r] = offset;
        return lists.columns + offset;
    }
    *lists.left_out = 1;
    return nullptr;
}

/// The same for a team that has a row. All threads of the warp or of the block call, and all receive the pointer.
template <unsigned lanes>
__device__ __forceinline__ column_index* team_room_for_list(const column_list_writer& lists, index r, unsigned size,
                                                            bool live = true) {
    using lane_group = team<lanes>;
    column_index* room = live && lane_group::rank() == 0 ? room_for_list(lists, r, size) : nullptr;
    if constexpr (lane_group::is_wide) {
        __shared__ column_index* of_block;
        if (threadIdx.x == 0) of_block = room;
        __syncthreads();
        room = of_block;
    } else {
        const auto at = reinterpret_cast<unsigned long long>(room);
        room = reinterpret_cast<column_index*>(__shfl_sync(simt::full_warp, at, 0, lanes));
    }
    return room;
}

}  // namespace graphblas_gpu::cuda::hashing
