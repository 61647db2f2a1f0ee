// All products of one row of A with the rows of B that its entries name, spread over a team.
//
// Idea: a warp takes 32 entries of the row of A at a time and cuts the rows of B that they name into steps of 32 products.
// There are two forms. By rows: a step lies within one row of B, so its columns differ and are loaded from neighbouring
// addresses. Flat: a step goes across several rows of B, which are too short to fill a warp; each lane finds its row by a
// binary search in the prefix sums of the lengths, which are in the registers of the lanes. If rows of B are long, several
// warps share the same entries of A. The loads of a step are issued before the step before it is used; parts of warps issue the
// loads of four steps at once.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/cuda/shared/team.cuh>
#include <graphblas_gpu/cuda/shared/types.hpp>

namespace graphblas_gpu::cuda::hashing {

/// How the products of a row are walked through.
struct walk {
    row_offset begin = 0;  ///< the first entry of the row in A
    row_offset end = 0;
    bool flat = false;
    unsigned sharing = 1;  ///< the number of warps that share the same entries of A; it divides the number of warps of the team
};

template <unsigned lanes>
__device__ __forceinline__ walk walk_of(const csr_ref& a, index i, std::int64_t flops) {
    using lane_group = team<lanes>;
    walk w;
    w.begin = a.offsets[i];
    w.end = a.offsets[i + 1];
    const row_offset entries = w.end - w.begin;
    w.flat = lane_group::is_part || (flops < 16 * entries && flops < (std::int64_t{1} << 31));
    if constexpr (lane_group::is_wide) {
        const std::int64_t steps = w.flat ? flops / (entries + 1) : flops / (32 * entries + 1) * 32;  // of 32 entries
        while (w.sharing < lane_group::warps() &&
               (8 * w.sharing < steps || entries * w.sharing < 32 * static_cast<row_offset>(lane_group::warps()))) {
            w.sharing *= 2;
        }
    }
    return w;
}

/// load(p, q) returns an Item for entry p of A and entry q of B. All lanes of a warp call use(active, item) together. A part of
/// a warp only takes rows with fewer than 2^31 products. `in_flight`: the steps whose loads a warp, or a warp of a block,
/// issues together; 1: the next step's are issued before a step is used.
template <unsigned lanes, class Item, unsigned in_flight = 1, class Load, class Use>
__device__ __forceinline__ void expand(const walk& w, const csr_ref& a, const csr_ref& b, const Load& load, const Use& use) {
    using lane_group = team<lanes>;
    constexpr unsigned width = lane_group::width;
    constexpr unsigned at_once = lane_group::is_part ? 4 : in_flight;  // steps whose loads are in flight together
    const unsigned lane = threadIdx.x % width;
    const unsigned member = lane_group::warp() % w.sharing;
    const row_offset stride = width * static_cast<row_offset>(lane_group::warps() / w.sharing);
    row_offset base = w.begin + width * static_cast<row_offset>(lane_group::warp() / w.sharing);
    for (; lane_group::is_part ? __any_sync(simt::full_warp, base < w.end) != 0 : base < w.end; base += stride) {
        row_offset start = 0;
        unsigned length = 0;
        if (base + lane < w.end) {
            const column_index k = a.columns[base + lane];
            start = b.offsets[k];
            length = static_cast<unsigned>(b.offsets[k + 1] - start);
        }
        // The number of steps of 32 rows of B fits into 32 bits: the rows are different, so they have at most max_entries_of_b
        // entries together. The number of flat steps fits too, because walk_of() checks it.
        static_assert(max_entries_of_b / 32 + 32 < row_offset{1} << 32);
        const unsigned mine = w.flat ? length : length / 32 + (length % 32 != 0);
        unsigned total = 0;
        const unsigned before = lane_group::sum_of_lanes_before(mine, total);
        const unsigned up_to = before + mine;
        const unsigned steps = w.flat ? total / width + (total % width != 0) : total;
        const unsigned most = lane_group::is_part ? __reduce_max_sync(simt::full_warp, steps) : steps;
        const row_offset shifted = start - (w.flat ? 1 : 32) * static_cast<row_offset>(before);
        // The number of entries left in the row at a step is this minus 32 * step. Each term may wrap, but the difference is
        // right.
        const unsigned left = length + 32 * before;

        const auto fetch = [&](unsigned step, Item& item) {
            unsigned row = 0;
            if (w.flat) {
                const unsigned at = step * width + lane;
                for (unsigned half = width / 2; half > 0; half /= 2) {
                    if (__shfl_sync(simt::full_warp, up_to, row + half - 1, width) <= at) row += half;
                }
                const row_offset q = __shfl_sync(simt::full_warp, shifted, row, width) + at;
                if (at < total) item = load(base + row, q);
                return at < total;
            }
            row = __popc(__ballot_sync(simt::full_warp, up_to <= step));
            const row_offset q = __shfl_sync(simt::full_warp, shifted, row) + 32 * static_cast<row_offset>(step) + lane;
            const bool active = __shfl_sync(simt::full_warp, left, row) - 32 * step > lane;
            if (active) item = load(base + row, q);
            return active;
        };
        if constexpr (at_once > 1) {
            for (unsigned first = member; first < most; first += at_once * w.sharing) {
                Item items[at_once];
                bool active[at_once];
#pragma unroll
                for (unsigned u = 0; u < at_once; ++u) {
                    const unsigned step = first + u * w.sharing;
                    active[u] = step < most && fetch(step, items[u]);
                }
#pragma unroll
                for (unsigned u = 0; u < at_once; ++u) {
                    if (first + u * w.sharing < most) use(active[u], items[u]);
                }
            }
        } else if (member < steps) {
            Item next{};
            bool next_active = fetch(member, next);
            for (unsigned step = member; step < steps; step += w.sharing) {
                const Item item = next;
                const bool active = next_active;
                if (step + w.sharing < steps) next_active = fetch(step + w.sharing, next);
                use(active, item);
            }
        }
    }
}

}  // namespace graphblas_gpu::cuda::hashing
