// The linked-list accumulator (LL).
//
// Idea: `heads[hash]` is the first key of a list, and `links[n]` the key after key n. Keys are numbered in the order of
// insertion, so that the table is emptied by visiting them. The lanes add different keys at a time (those of one row of B). So
// a key that is not found is inserted by one lane only, and the sum of a key that is found is changed by one lane only:
// additions need no atomics.
// Source: kkSpGEMM (Deveci, Trott, Rajamanickam), section 3.1.2.
#pragma once

#include <graphblas_gpu/cuda/published/hash/lanes.cuh>
#include <graphblas_gpu/cuda/published/hash/rules.hpp>

namespace graphblas_gpu::cuda::paper {

/// The value in memory now, which other lanes may have changed.
template <class T>
__device__ inline T now(const T& x) {
    return *static_cast<const volatile T*>(&x);
}

template <class Accumulator>
class linked_list {
  public:
    static constexpr hash_variant variant = hash_variant::kkmem;

    linked_list() = default;
    /// A table in the memory at `from`; *used counts its keys.
    __device__ linked_list(unsigned char* from, const table_shape& shape, bool has_accumulators, std::uint32_t* used)
        : accumulators_(reinterpret_cast<Accumulator*>(from)),
          keys_(reinterpret_cast<column_index*>(from + (has_accumulators ? sizeof(Accumulator) * shape.capacity : 0))),
          links_(keys_ + shape.capacity),
          heads_(links_ + shape.capacity),
          used_(used),
          mask_(shape.mask),
          capacity_(shape.capacity),
          has_accumulators_(has_accumulators) {}

    /// Initialises the memory as an empty table.
    template <class Work>
    __device__ void make(const lanes& g, const Work&) {
        if (capacity_ == 0) return;
        for (std::uint64_t h = g.lane; h <= mask_; h += g.size) heads_[h] = none;
    }

    __device__ bool is_full() const { return now(*used_) >= capacity_; }

    /// Adds a term to the sum of `key`, to which no other lane adds at this time. Returns false if the key is absent and the
    /// table full.
    template <class Work>
    __device__ bool add(const Work& work, column_index key, const typename Work::term& x, bool) {
        if (capacity_ == 0) return false;
        std::uint32_t& head = heads_[key & mask_];
        for (std::uint32_t n = now(head); n != none; n = now(links_[n])) {
            if (now(keys_[n]) != key) continue;
            if (has_accumulators_) accumulators_[n] = work.added(accumulators_[n], x);
            return true;
        }
        if (is_full()) return false;
        const std::uint32_t n = atomicAdd(used_, 1u);
        if (n >= capacity_) return false;
        keys_[n] = key;
        if (has_accumulators_) accumulators_[n] = work.added(work.empty(), x);
        // The link is written before the head refers to the key, so that a lane that walks the list meanwhile reaches its end.
        std::uint32_t next = now(head), seen;
        do {
            seen = next;
            *static_cast<volatile std::uint32_t*>(&links_[n]) = seen;
            __threadfence_block();
            next = atomicCAS(&head, seen, n);
        } while (next != seen);
        return true;
    }

    /// The sum of a key, or null.
    __device__ const Accumulator* find(column_index key) const {
        if (capacity_ == 0) return nullptr;
        for (std::uint32_t n = heads_[key & mask_]; n != none; n = links_[n]) {
            if (keys_[n] == key) return accumulators_ + n;
        }
        return nullptr;
    }

    /// The number of keys, and the contents by number, after all lanes have finished adding.
    /// @{
    __device__ std::uint32_t size() const {
        if (capacity_ == 0) return 0;
        return *used_ < capacity_ ? *used_ : capacity_;
    }
    __device__ column_index key(std::uint32_t n) const { return keys_[n]; }
    __device__ Accumulator accumulator(std::uint32_t n) const { return accumulators_[n]; }
    /// @}

    /// Empties the table in time proportional to its size. The caller resets the count.
    template <class Work>
    __device__ void clear(const lanes& g, const Work&) {
        for (std::uint32_t n = g.lane; n < size(); n += g.size) heads_[keys_[n] & mask_] = none;
    }

  private:
    static constexpr std::uint32_t none = 0xffffffff;

    Accumulator* accumulators_ = nullptr;
    column_index* keys_ = nullptr;
    std::uint32_t* links_ = nullptr;
    std::uint32_t* heads_ = nullptr;
    std::uint32_t* used_ = nullptr;
    std::uint32_t mask_ = 0;
    std::uint32_t capacity_ = 0;
    bool has_accumulators_ = false;
};

}  // namespace graphblas_gpu::cuda::paper
