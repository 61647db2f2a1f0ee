// The original indices of a product that runs on renumbered sides (formats/numbering.hpp): a positional multiply is called with
// them.
#pragma once

#include <graphblas_gpu/base/types.hpp>
#include <semirings/semiring.hpp>

namespace graphblas_gpu::host {

/// For each side of a product an array with the original index of each number, or null where the side is not renumbered.
struct position_maps {
    const column_index* rows = nullptr;
    const column_index* inner = nullptr;
    const column_index* columns = nullptr;

    static index original(const column_index* map, index number) { return map == nullptr ? number : index{map[number]}; }
};

/// A(i,k) (x) B(k,j), for numbers i, k and j. Only a positional multiply looks the original indices up.
template <class S>
semiring_value_t<S> product_at(const S& semiring, const position_maps& maps, const semiring_left_t<S>& x,
                               const semiring_right_t<S>& y, index i, index k, index j) {
    if constexpr (is_positional<S>) {
        return semiring_product(semiring, x, y, position_maps::original(maps.rows, i), position_maps::original(maps.inner, k),
                                position_maps::original(maps.columns, j));
    } else {
        return semiring_product(semiring, x, y, i, k, j);
    }
}

}  // namespace graphblas_gpu::host
