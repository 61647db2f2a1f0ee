// Rows, or other items, listed by class.
//
// Idea: the items of each class are counted, and then written one class after the other. A block reserves the slots of all its
// items of a class by one atomic addition, so that neighbouring items stay near each other and few additions meet. The host
// waits once, for the counts.
// Source: binning of rows, as in bhSPARSE (Liu, Vinter).
#pragma once

#include <array>

#include <graphblas_gpu/cuda/device/array.hpp>
#include <graphblas_gpu/cuda/device/for_each.cuh>

namespace graphblas_gpu::cuda {

/// The slots that the threads of a block reserve together in `lists` lists; in shared memory. `Slot` is the type of a slot's
/// number.
template <unsigned lists, class Slot = unsigned long long>
struct block_slots {
    unsigned taken[lists];
    Slot base[lists];

    /// All threads of the block call.
    __device__ void clear() {
        for (unsigned c = threadIdx.x; c < lists; c += blockDim.x) taken[c] = 0;
        __syncthreads();
    }
    /// Returns the first of `wanted` slots in list c, counted from the slots of the block. Any threads call, after clear().
    __device__ unsigned take(unsigned c, unsigned wanted) { return atomicAdd(&taken[c], wanted); }
    /// Reserves the taken slots; next[c] is the next free slot of list c. Afterwards base[c] is the first slot of the block.
    /// All threads of the block call.
    __device__ void reserve(Slot* next) {
        __syncthreads();
        for (unsigned c = threadIdx.x; c < lists; c += blockDim.x) {
            if (taken[c] > 0) base[c] = atomicAdd(next + c, static_cast<Slot>(taken[c]));
        }
        __syncthreads();
    }
};

/// The items of each class.
template <unsigned classes>
struct class_lists {
    array<std::uint32_t> items;  ///< those of class 0, of class 1, ..; in any order within a class
    std::array<unsigned long long, classes> counts{};

    index count(unsigned c) const { return static_cast<index>(counts[c]); }
    const std::uint32_t* items_of(unsigned c) const {
        const std::uint32_t* first = items.data();
        for (unsigned before = 0; before < c; ++before) first += counts[before];
        return first;
    }
};

namespace detail {

inline constexpr unsigned class_threads = 256;

/// Counts the items of each class.
template <unsigned classes, class ClassOf>
__global__ void __launch_bounds__(class_threads) count_items(index n, ClassOf class_of, unsigned long long* counts) {
    __shared__ block_slots<classes> slots;
    slots.clear();
    const index i = static_cast<index>(blockIdx.x) * class_threads + threadIdx.x;
    if (i < n) slots.take(class_of(i), 1);
    slots.reserve(counts);
}

/// Lists the items; taken[c] is the number of items of class c that are listed already.
template <unsigned classes, class ClassOf>
__global__ void __launch_bounds__(class_threads)
    list_items(index n, ClassOf class_of, const unsigned long long* counts, unsigned long long* taken, std::uint32_t* items) {
    __shared__ block_slots<classes> slots;
    slots.clear();
    const index i = static_cast<index>(blockIdx.x) * class_threads + threadIdx.x;
    const unsigned c = i < n ? class_of(i) : 0;
    const unsigned slot = i < n ? slots.take(c, 1) : 0;
    slots.reserve(taken);
    if (i >= n) return;
    unsigned long long first = slots.base[c];
    for (unsigned before = 0; before < c; ++before) first += counts[before];
    items[first + slot] = static_cast<std::uint32_t>(i);
}

}  // namespace detail

/// Lists items 0 .. n - 1 by class; class_of(item) is a device function, and less than `classes`. Memory: 4 bytes an item.
/// Waits.
template <unsigned classes, class ClassOf>
class_lists<classes> listed_by_class(const engine_ptr& e, index n, const ClassOf& class_of) {
    class_lists<classes> out{array<std::uint32_t>(e, static_cast<std::size_t>(n)), {}};
    const auto counters = zeros<unsigned long long>(e, 2 * classes);
    unsigned long long* const counts = counters.data();
    const auto blocks = static_cast<unsigned>((n + detail::class_threads - 1) / detail::class_threads);
    simt::launch(e->stream(), blocks, detail::class_threads, 0, detail::count_items<classes, ClassOf>, n, class_of, counts);
    simt::launch(e->stream(), blocks, detail::class_threads, 0, detail::list_items<classes, ClassOf>, n, class_of, counts,
                 counts + classes, out.items.data());
    e->read_small(out.counts.data(), counts, sizeof(out.counts));
    return out;
}

}  // namespace graphblas_gpu::cuda
