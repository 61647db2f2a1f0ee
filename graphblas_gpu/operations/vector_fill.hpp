// Writes one value at the positions of a mask directly into a dense vector.
//
// Idea: no step can fail and nothing is deleted, so that the values are written to their positions at once, a word of the mask
// at a time if the mask is dense too.
#pragma once

#include <atomic>
#include <bit>

#include <graphblas_gpu/host/team.hpp>
#include <graphblas_gpu/mask.hpp>

namespace graphblas_gpu::host {

/// w<mask> = value if w is dense and the mask is structural and not complemented; otherwise returns false and changes
/// nothing.
template <class C, class Mask>
bool fill_in_place(team& team, vector<C>& w, const Mask& mask, const formats::stored<C>& value) {
    if constexpr (std::is_same_v<Mask, no_mask_t>) {
        return false;
    } else {
        if (w.dense() == nullptr || mask.by_value || mask.complement) return false;
        if (mask.object->dense() == nullptr) {
            for (const column_index j : mask.object->indices()) w.put(j, value);
            return true;
        }
        const auto& positions = *mask.object->dense();
        dense_vector<C>& out = w.written_in_place();
        std::atomic<index> added{0};
        for_ranges(team, static_cast<index>(positions.bits.size()), positions.nvals, [&](index first, index last, int) {
            index added_here = 0;
            for (auto at = static_cast<std::size_t>(first); at < static_cast<std::size_t>(last); ++at) {
                const formats::word here = positions.bits[at];
                if (here == 0) continue;
                added_here += std::popcount(here & ~out.bits[at]);
                out.bits[at] |= here;
                if constexpr (!std::is_void_v<C>) {
                    formats::for_each_bit(here, static_cast<column_index>(at), [&](column_index j) { out.values[j] = value; });
                }
            }
            added.fetch_add(added_here, std::memory_order_relaxed);
        });
        out.nvals += added.load();
        return true;
    }
}

}  // namespace graphblas_gpu::host
