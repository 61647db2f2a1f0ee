// All products of one row of A with the rows of B that it meets, spread over a team.
//
// Idea: a warp takes 32 entries of the row of A at a time and cuts the rows of B behind them into steps of 32 products. By
// rows: a step lies in one row of B, so that its columns differ from each other and are read side by side. Flat: a step goes
// across rows of B, for rows too short to fill a warp; each lane finds its row by searching the sums of lengths that the
// lanes hold. Several warps share the entries where rows of B are long. What a step loads is asked for while the one before
// is used; parts of warps ask for four steps at once.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/cuda/hash/team.cuh>
#include <graphblas_gpu/cuda/product/types.hpp>

namespace graphblas_gpu::cuda::hashing {

/// How a row is gone through.
struct walk {
    row_offset begin = 0;  ///< of the row in A
    row_offset end = 0;
    bool flat = false;
    unsigned sharing = 1;  ///< warps that share entries of A; divides the warps of the team
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

/// load(p, q) gives an Item for entry p of A and entry q of B; use(active, item) is called by all lanes of a warp at once.
/// Parts of a warp take rows with less than 2^31 products only.
template <unsigned lanes, class Item, class Load, class Use>
__device__ __forceinline__ void expand(const walk& w, const csr_ref& a, const csr_ref& b, const Load& load, const Use& use) {
    using lane_group = team<lanes>;
    constexpr unsigned width = lane_group::width;
    constexpr unsigned at_once = 4;  // steps of a part whose loads are under way together
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
        // The steps of 32 rows fit 32 bits: they are different rows of B, which has no more than most_entries_of_b. So do flat
        // ones, see walk_of.
        static_assert(most_entries_of_b / 32 + 32 < row_offset{1} << 32);
        const unsigned mine = w.flat ? length : length / 32 + (length % 32 != 0);
        unsigned total = 0;
        const unsigned before = lane_group::sum_of_lanes_before(mine, total);
        const unsigned up_to = before + mine;
        const unsigned steps = w.flat ? total / width + (total % width != 0) : total;
        const unsigned most = lane_group::is_part ? __reduce_max_sync(simt::full_warp, steps) : steps;
        const row_offset shifted = start - (w.flat ? 1 : 32) * static_cast<row_offset>(before);
        // Less 32 * step: what is left of the row. It may wrap, the difference does not.
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
        if constexpr (lane_group::is_part) {
            for (unsigned step = 0; step < most; step += at_once) {
                Item items[at_once];
                bool active[at_once];
#pragma unroll
                for (unsigned u = 0; u < at_once; ++u) active[u] = step + u < most && fetch(step + u, items[u]);
#pragma unroll
                for (unsigned u = 0; u < at_once; ++u) {
                    if (step + u < most) use(active[u], items[u]);
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
