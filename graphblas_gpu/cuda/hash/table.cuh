// A hash table of columns in shared memory.
//
// Idea: open addressing with linear probing. The first slot is the high part of a product with the golden ratio, so a table may
// have any number of slots. A thread reads a slot before it tries to claim it, because most products have a column that is
// there already.
#pragma once

#include <graphblas_gpu/cuda/device/simt.cuh>
#include <graphblas_gpu/cuda/primitives/find_entry.cuh>

namespace graphblas_gpu::cuda::hashing {

/// No column has this number, since a side has at most max_side columns.
inline constexpr column_index no_column = ~column_index{0};

GB_HD inline unsigned first_slot(column_index column, unsigned slots) {
    return static_cast<unsigned>((static_cast<std::uint64_t>(column * 0x9e3779b1u) * slots) >> 32);
}

/// The slot of a column, or `slots` if the column is absent and `add` is false. There is always an empty slot. The loop has
/// only one exit, because lanes that leave a loop by different exits stay diverged.
__device__ __forceinline__ unsigned slot_of(column_index* columns, unsigned slots, column_index wanted, bool add, bool& added) {
    unsigned slot = first_slot(wanted, slots);
    bool found = false, searching = true;
    while (searching) {
        column_index seen = *static_cast<volatile column_index*>(columns + slot);
        if (seen == no_column && add) {
            seen = atomicCAS(columns + slot, no_column, wanted);
            if (seen == no_column) {
                added = true;
                seen = wanted;
            }
        }
        found = seen == wanted;
        searching = !found && seen != no_column;
        if (searching && ++slot == slots) slot = 0;
    }
    return found ? slot : slots;
}

}  // namespace graphblas_gpu::cuda::hashing
