// The accumulator with linear probing (LP).
//
// Idea: slots have a key and a sum and are claimed by compare-and-swap, so that several lanes may add to one key at a time.
// Slots in use are listed, so that emptying the table takes time proportional to its size. The first level is closed for new
// keys when half of its slots are in use.
// Source: kkSpGEMM (Deveci, Trott, Rajamanickam), section 3.1.2.
#pragma once

#include <graphblas_gpu/cuda/published/hash/linked_list.cuh>

namespace graphblas_gpu::cuda::paper {

template <class Accumulator>
class linear_probing {
  public:
    static constexpr hash_variant variant = hash_variant::kklp;

    linear_probing() = default;
    __device__ linear_probing(unsigned char* from, const table_shape& shape, bool has_accumulators, std::uint32_t* used)
        : accumulators_(reinterpret_cast<Accumulator*>(from)),
          keys_(reinterpret_cast<column_index*>(
              from + (has_accumulators ? sizeof(Accumulator) * (std::uint64_t{shape.mask} + 1) : 0))),
          listed_(keys_ + (std::uint64_t{shape.mask} + 1)),
          used_(used),
          mask_(shape.mask),
          capacity_(shape.capacity),
          has_accumulators_(has_accumulators) {}

    template <class Work>
    __device__ void make(const lanes& g, const Work& work) {
        if (capacity_ == 0) return;
        for (std::uint64_t h = g.lane; h <= mask_; h += g.size) {
            keys_[h] = none;
            if (has_accumulators_) accumulators_[h] = work.empty();
        }
    }

    __device__ bool is_full() const { return now(*used_) >= capacity_; }

    /// Adds a term to the sum of `key`. Returns false if the key is absent and the table is closed; the lanes have agreed on
    /// that.
    template <class Work>
    __device__ bool add(const Work& work, column_index key, const typename Work::term& x, bool closed) {
        if (capacity_ == 0) return false;
        for (std::uint32_t h = slot_of(key);; h = (h + 1) & mask_) {
            column_index found = now(keys_[h]);
            if (found == none) {
                if (closed) return false;
                found = atomicCAS(&keys_[h], none, key);
                if (found == none) {
                    listed_[atomicAdd(used_, 1u)] = h;
                    found = key;
                }
            }
            if (found != key) continue;
            if (has_accumulators_) work.add(&accumulators_[h], x);
            return true;
        }
    }

    __device__ const Accumulator* find(column_index key) const {
        if (capacity_ == 0) return nullptr;
        for (std::uint32_t h = slot_of(key); keys_[h] != none; h = (h + 1) & mask_) {
            if (keys_[h] == key) return accumulators_ + h;
        }
        return nullptr;
    }

    __device__ std::uint32_t size() const { return capacity_ == 0 ? 0 : *used_; }
    __device__ column_index key(std::uint32_t n) const { return keys_[listed_[n]]; }
    __device__ Accumulator accumulator(std::uint32_t n) const { return accumulators_[listed_[n]]; }

    template <class Work>
    __device__ void clear(const lanes& g, const Work& work) {
        for (std::uint32_t n = g.lane; n < size(); n += g.size) {
            const std::uint32_t h = listed_[n];
            keys_[h] = none;
            if (has_accumulators_) accumulators_[h] = work.empty();
        }
    }

  private:
    static constexpr column_index none = 0xffffffff;  // not a column, since a side has fewer than 2^32 - 1

    /// The odd factor spreads neighbouring columns over the table; otherwise they would make long runs of used slots.
    __device__ std::uint32_t slot_of(column_index key) const { return key * 0x9e3779b1u & mask_; }

    Accumulator* accumulators_ = nullptr;
    column_index* keys_ = nullptr;
    std::uint32_t* listed_ = nullptr;
    std::uint32_t* used_ = nullptr;
    std::uint32_t mask_ = 0;
    std::uint32_t capacity_ = 0;
    bool has_accumulators_ = false;
};

}  // namespace graphblas_gpu::cuda::paper
