// All products of one row of A in ascending k, by a warp or a block, for sums that must not depend on the run.
//
// Idea: the columns of one row of B differ, so that lanes add its products without atomics, and whoever goes on to the next row
// of B only when all have added keeps the order of k. Where the rows of B are long, a block takes one after the other, with a
// barrier between them. Where they are short, one warp takes 32 products at a time, across several rows of B: those of one
// column are added in turns, the lane with the least k first, because lanes follow the order of k.
#pragma once

#include <graphblas_gpu/cuda/hash/expand.cuh>
#include <graphblas_gpu/cuda/hash/policy.hpp>
#include <graphblas_gpu/cuda/shared/in_order.cuh>

namespace graphblas_gpu::cuda::hashing {

/// Rows of B with fewer entries on average are left to one warp of a block.
inline constexpr std::int64_t min_row_of_a_block = hash_policy::min_row_of_a_block;

/// Calls add() once in each lane that has a slot, for lanes with the same slot one after the other. No other warp uses the
/// slots. All lanes of the warp call.
template <class Add>
__device__ __forceinline__ void add_in_turns(bool has_slot, unsigned slot, const Add& add) {
    const unsigned same = __match_any_sync(simt::full_warp, has_slot ? slot : ~simt::lane_id());
    const auto turn = static_cast<unsigned>(__popc(same & ((1u << simt::lane_id()) - 1)));
    const unsigned last = __reduce_max_sync(simt::full_warp, has_slot ? turn : 0u);
    for (unsigned now = 0; now <= last; ++now) {
        if (has_slot && turn == now) add();
        __syncwarp(simt::full_warp);
    }
}

/// The products of a row by one warp. find(active, item) returns whether the product has a sum, and its slot; add(slot, item)
/// adds it.
template <class Item, class Load, class Find, class Add>
__device__ __forceinline__ void expand_by_warp(const csr_ref& a, const csr_ref& b, index i, std::int64_t flops,
                                               const Load& load, const Find& find, const Add& add) {
    const walk w = walk_of<simt::warp_size>(a, i, flops);
    expand<simt::warp_size, Item>(w, a, b, load, [&](bool active, const Item& item) {
        unsigned slot = 0;
        const bool has_slot = find(active, item, slot);
        if (w.flat) return add_in_turns(has_slot, slot, [&] { add(slot, item); });
        if (has_slot) add(slot, item);
        __syncwarp(simt::full_warp);
    });
}

/// The same by a block. A unit is as many products of one row of B as the block has threads; the loads of some units are issued
/// before the first of them is added. All threads call.
template <class Item, class Load, class Find, class Add>
__device__ __forceinline__ void expand_by_block(const csr_ref& a, const csr_ref& b, index i, const Load& load, const Find& find,
                                                const Add& add) {
    constexpr unsigned units = hash_policy::units_ahead;
    const row_offset end = a.offsets[i + 1];
    for (row_offset base = a.offsets[i]; base < end; base += simt::warp_size) {
        // Every warp looks at the same 32 rows of B.
        row_offset start = 0;
        unsigned length = 0;
        if (base + simt::lane_id() < end) {
            const column_index k = a.columns[base + simt::lane_id()];
            start = b.offsets[k];
            length = static_cast<unsigned>(b.offsets[k + index{1}] - start);
        }
        unsigned done = 0;  // products of this row of B in earlier units
        for (unsigned left = __ballot_sync(simt::full_warp, length > 0); left != 0;) {
            Item items[units]{};
            unsigned active = 0, filled = 0,
                     ends = 0;  // a bit for each unit: of this lane, of this warp, and the last of a row
#pragma unroll
            for (unsigned u = 0; u < units; ++u) {
                if (left == 0) continue;
                const unsigned row = simt::lowest_bit(left), size = __shfl_sync(simt::full_warp, length, row);
                const row_offset q = __shfl_sync(simt::full_warp, start, row) + done;
                if (done + threadIdx.x < size) {
                    items[u] = load(base + row, q + threadIdx.x);
                    active |= 1u << u;
                }
                if (done + simt::warp_id() * simt::warp_size < size) filled |= 1u << u;
                done += blockDim.x;
                if (done < size) continue;
                ends |= 1u << u;
                left &= left - 1;
                done = 0;
            }
#pragma unroll
            for (unsigned u = 0; u < units; ++u) {
                unsigned slot = 0;
                if ((filled >> u & 1) != 0 && find((active >> u & 1) != 0, items[u], slot)) add(slot, items[u]);
                if ((ends >> u & 1) != 0) __syncthreads();
            }
        }
    }
}

/// The products of row i, which has `flops` of them, by a team of a warp or a block.
template <unsigned lanes, class Item, class Load, class Find, class Add>
__device__ __forceinline__ void expand_in_order(const csr_ref& a, const csr_ref& b, index i, std::int64_t flops,
                                                const Load& load, const Find& find, const Add& add) {
    static_assert(lanes == simt::warp_size || lanes == whole_block);
    const bool by_warp = lanes == simt::warp_size || flops < min_row_of_a_block * (a.offsets[i + 1] - a.offsets[i]);
    if (!by_warp) return expand_by_block<Item>(a, b, i, load, find, add);
    if (lanes == simt::warp_size || simt::warp_id() == 0) expand_by_warp<Item>(a, b, i, flops, load, find, add);
}

}  // namespace graphblas_gpu::cuda::hashing
