// The ranges of the columns that the rows of a product can have.
//
// Idea: the first and the last column of every row of B are listed once. The range of a row of the product joins those of the
// rows of B that its row of A names.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/cuda/device/for_each.cuh>
#include <graphblas_gpu/cuda/shared/column_ranges.hpp>

namespace graphblas_gpu::cuda {

/// The first and the last column of each row of B, on the device. O(rows). Does not wait.
inline array<column_range> ranges_of_rows(const engine_ptr& e, const csr_ref& b) {
    array<column_range> ranges(e, static_cast<std::size_t>(b.nrows));
    column_range* const to = ranges.data();
    for_each(
        e, b.nrows, GB_DEVICE_LAMBDA(std::int64_t k) {
            const row_offset begin = b.offsets[k], end = b.offsets[k + 1];
            column_range range;
            if (begin < end) range = {b.columns[begin], b.columns[end - 1]};
            to[k] = range;
        });
    return ranges;
}

/// The joined range of the rows of B that entries first, first + step, .. below `end` of A name, for all threads of each group
/// of `lanes` lanes together. `of_b`: the ranges of the rows of B, aligned to 8 bytes. All lanes of the
/// warp call.
template <unsigned lanes>
__device__ column_range joined_range(const csr_ref& a, const column_range* of_b, row_offset first, row_offset end,
                                     row_offset step) {
    constexpr row_offset at_once = 8;  // loads in flight
    column_range range;
    for (row_offset p = first; p < end; p += at_once * step) {
        column_index k[at_once];
#pragma unroll
        for (row_offset u = 0; u < at_once; ++u) k[u] = p + u * step < end ? a.columns[p + u * step] : 0;
#pragma unroll
        for (row_offset u = 0; u < at_once; ++u) {
            if (p + u * step >= end) continue;
            const uint2 other = reinterpret_cast<const uint2*>(of_b)[k[u]];  // both columns by one load
            range.join({other.x, other.y});
        }
    }
    if constexpr (lanes == simt::warp_size) {
        return {__reduce_min_sync(simt::full_warp, range.low), __reduce_max_sync(simt::full_warp, range.high)};
    } else {
        for (unsigned apart = lanes / 2; apart > 0; apart /= 2) {
            range.join(
                {__shfl_xor_sync(simt::full_warp, range.low, apart), __shfl_xor_sync(simt::full_warp, range.high, apart)});
        }
        return range;
    }
}

}  // namespace graphblas_gpu::cuda
