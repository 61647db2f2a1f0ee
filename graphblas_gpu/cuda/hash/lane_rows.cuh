// A row of a product with the fewest multiplications, as keys in the registers of one lane.
//
// Idea: a lane that sorts a row alone needs no shuffles, and a third of the instructions that four lanes need together. Columns
// are gathered in shared memory, because their index there may be a run-time number, and sorted in registers, where every index
// must be known at compile time. Empty slots hold no_key.
#pragma once

#include <graphblas_gpu/cuda/hash/launch.hpp>
#include <graphblas_gpu/cuda/hash/short_row.cuh>
#include <graphblas_gpu/cuda/shared/types.hpp>

namespace graphblas_gpu::cuda::hashing {

/// The most products of a row.
inline constexpr unsigned lane_products = static_cast<unsigned>(binning::sorted_products(0));

/// A lane's column of the warp's memory: element n of all lanes lie side by side.
struct lane_space {
    column_index* first;
    static constexpr unsigned bytes_a_warp = lane_products * simt::warp_size * sizeof(column_index);
    __device__ column_index& operator[](unsigned n) const { return first[n * simt::warp_size]; }
};

/// The memory of the calling warp, within the memory of its block.
__device__ __forceinline__ column_index* lane_memory(unsigned char* of_block) {
    return reinterpret_cast<column_index*>(of_block + simt::warp_id() * lane_space::bytes_a_warp);
}

/// The space of the calling lane, with all elements set to no_key. All lanes of the warp call.
__device__ __forceinline__ lane_space empty_lane_space(column_index* of_warp) {
    auto* const quads = reinterpret_cast<uint4*>(of_warp);
#pragma unroll
    for (unsigned n = 0; n < lane_products / 4; ++n)
        quads[n * simt::warp_size + simt::lane_id()] = uint4{no_key, no_key, no_key, no_key};
    __syncwarp(simt::full_warp);
    return {of_warp + simt::lane_id()};
}

/// Writes the columns of the products of a row, whose entries of A are begin .. end - 1, to `space`. Returns their number.
__device__ __forceinline__ unsigned gather_columns(const csr_ref& a, const csr_ref& b, row_offset begin, row_offset end,
                                                   const lane_space& space) {
    constexpr unsigned rows_at_once = 8, columns_at_once = 4;
    unsigned products = 0;
    for (row_offset p = begin; p < end; p += rows_at_once) {
        column_index k[rows_at_once]{};
        std::uint32_t from[rows_at_once]{}, length[rows_at_once]{};
#pragma unroll
        for (unsigned u = 0; u < rows_at_once; ++u) {
            if (p + u < end) k[u] = a.columns[p + u];
        }
#pragma unroll
        for (unsigned u = 0; u < rows_at_once; ++u) {
            if (p + u >= end) continue;
            from[u] = static_cast<std::uint32_t>(b.offsets[k[u]]);
            length[u] = static_cast<std::uint32_t>(b.offsets[k[u] + index{1}]) - from[u];
        }
#pragma unroll
        for (unsigned u = 0; u < rows_at_once; ++u) {
            for (unsigned done = 0; done < length[u]; done += columns_at_once) {
                const column_index* const columns = b.columns + (from[u] + done);
                column_index some[columns_at_once]{};
#pragma unroll
                for (unsigned v = 0; v < columns_at_once; ++v) {
                    if (done + v < length[u]) some[v] = columns[v];
                }
#pragma unroll
                for (unsigned v = 0; v < columns_at_once; ++v) {
                    if (done + v < length[u]) space[products + done + v] = some[v];
                }
            }
            products += length[u];
        }
    }
    return products;
}

/// Sorts the keys of this lane. Only the first `most` may differ from no_key; `most` is the maximum over the warp.
__device__ __forceinline__ void sort_products(std::uint32_t (&key)[lane_products], unsigned most) {
    if (most <= lane_products / 4) sort_in_lane<lane_products / 4>(key);
    else if (most <= lane_products / 2) sort_in_lane<lane_products / 2>(key);
    else sort_in_lane<lane_products>(key);
}

/// The number of different keys other than no_key; the keys are sorted.
__device__ __forceinline__ unsigned different_keys(const std::uint32_t (&key)[lane_products]) {
    unsigned size = key[0] != no_key ? 1 : 0;
#pragma unroll
    for (unsigned n = 1; n < lane_products; ++n) size += key[n] != key[n - 1] ? 1 : 0;
    return size - (key[0] != no_key && key[lane_products - 1] == no_key ? 1 : 0);
}

/// Writes the different keys of every lane in ascending order to to[lane * lane_products] and up; returns their number for the
/// calling lane. On the way through shared memory the keys of a row are spread over the banks, so that neither the lanes that
/// write them nor the lanes that read them have bank conflicts. All lanes of the warp call.
__device__ __forceinline__ unsigned write_different_keys(const std::uint32_t (&key)[lane_products], column_index* of_warp,
                                                         std::uint32_t* to) {
    const unsigned lane = simt::lane_id();
    const auto slot = [&](unsigned n, unsigned row) -> column_index& { return of_warp[n * simt::warp_size + (row ^ n)]; };
    __syncwarp(simt::full_warp);  // no lane reads the space any more
    unsigned size = 0;
#pragma unroll
    for (unsigned n = 0; n < lane_products; ++n) {
        if (key[n] == no_key || (n > 0 && key[n] == key[n > 0 ? n - 1 : 0])) continue;
        slot(size, lane) = key[n];
        ++size;
    }
    __syncwarp(simt::full_warp);
#pragma unroll 8
    for (unsigned row = 0; row < simt::warp_size; ++row) {
        // The number of keys is rounded up to whole sectors of 32 bytes: a partly written sector makes the memory read the rest
        // of it.
        const unsigned of_row = (__shfl_sync(simt::full_warp, size, row) + 7) / 8 * 8;
        if (lane < of_row) simt::write_once(to + row * lane_products + lane, slot(lane, row));
    }
    return size;
}

/// Counts rows of the first sorted class, one lane a row. If `keeps`, the different keys of each row are cached in `cached`.
template <bool keeps>
__global__ void __launch_bounds__(hash_policy::sorting_threads, 1024 / hash_policy::sorting_threads)
    count_by_lanes(product_rows in, const std::uint32_t* rows, index count, row_offset* sizes, std::uint32_t* cached) {
    column_index* const of_warp = lane_memory(simt::dynamic_shared<unsigned char>());
    const lane_space space = empty_lane_space(of_warp);
    const index number = static_cast<index>(blockIdx.x) * blockDim.x + threadIdx.x;
    const bool live = number < count;
    const index r = !live ? 0 : rows == nullptr ? number : static_cast<index>(rows[number]);
    const index i = in.first_row + r;
    const row_offset begin = live ? in.a.offsets[i] : 0, end = live ? in.a.offsets[i + 1] : 0;
    const unsigned products = gather_columns(in.a, in.b, begin, end, space);
    if (in.mask.forbids()) {
        for (unsigned n = 0; n < products; ++n) {
            if (holds(in.mask.rows, i, space[n])) space[n] = no_key;
        }
    }
    __syncwarp(simt::full_warp);
    std::uint32_t key[lane_products];
#pragma unroll
    for (unsigned n = 0; n < lane_products; ++n) key[n] = space[n];
    sort_products(key, __reduce_max_sync(simt::full_warp, products));
    unsigned size = 0;
    if constexpr (keeps) size = write_different_keys(key, of_warp, cached + (number - simt::lane_id()) * lane_products);
    else size = different_keys(key);
    if (live) sizes[r] = size;
}

/// Writes the columns of rows that were sorted by one lane each; a warp writes 32 rows. flops_left[r] of these rows is set to 0
/// if the array is not null.
template <unsigned at_once>
__global__ void __launch_bounds__(hash_policy::sorting_threads)
    write_lane_keys(product_rows, const row_offset* offsets, const std::uint32_t* rows, index count, const std::uint32_t* keys,
                    column_index* columns, std::int64_t* flops_left) {
    const unsigned lane = simt::lane_id();
    const index number = static_cast<index>(blockIdx.x) * blockDim.x + threadIdx.x;
    row_offset begin = 0;
    unsigned size = 0;
    if (number < count) {
        const index r = rows == nullptr ? number : static_cast<index>(rows[number]);
        begin = offsets[r];
        size = static_cast<unsigned>(offsets[r + 1] - begin);
        if (flops_left != nullptr) flops_left[r] = 0;
    }
    const std::uint32_t* const from = keys + (number - lane) * lane_products + lane;
    for (unsigned first = 0; first < simt::warp_size; first += at_once) {
        std::uint32_t key[at_once];
#pragma unroll
        for (unsigned u = 0; u < at_once; ++u) {
            key[u] = no_key;
            const unsigned of_row = __shfl_sync(simt::full_warp, size, first + u);
            if (lane < of_row) key[u] = simt::read_once(from + (first + u) * lane_products);
        }
#pragma unroll
        for (unsigned u = 0; u < at_once; ++u) {
            column_index* const to = columns + __shfl_sync(simt::full_warp, begin, first + u);
            if (key[u] != no_key) to[lane] = key[u];
        }
    }
}

}  // namespace graphblas_gpu::cuda::hashing
