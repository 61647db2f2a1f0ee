// Pinned memory that small copies between host and device go through.
//
// Idea: a copy from memory of its caller's would have to be waited for, because that may be gone at once. Here it is written
// down in pinned memory and queued; the room is free again when the stream has been waited for, as it is sooner or later.
#pragma once

#include <cstddef>
#include <cstdint>

#include <graphblas_gpu/cuda/device/simt.cuh>

namespace graphblas_gpu::cuda {

class staging {
  public:
    /// Larger copies do not come here: the waiting is little beside them.
    static constexpr std::size_t largest = 32 * 1024;

    staging() { simt::check(cudaMallocHost(&pinned_, size), "cudaMallocHost"); }
    staging(const staging&) = delete;
    staging& operator=(const staging&) = delete;
    ~staging() { (void)cudaFreeHost(pinned_); }

    /// Room for so many bytes, at most `largest`; null if there is none until the stream has been waited for.
    void* room(std::size_t bytes) noexcept {
        if (bytes > largest || used_ + bytes > size) return nullptr;
        void* const at = static_cast<std::byte*>(pinned_) + used_;
        used_ += (bytes + alignment - 1) / alignment * alignment;
        return at;
    }
    /// All copies have been made.
    void clear() noexcept { used_ = answer_bytes; }

    /// Where kernels leave numbers.
    std::int64_t* answer() const noexcept { return static_cast<std::int64_t*>(pinned_); }

  private:
    static constexpr std::size_t alignment = 16;
    static constexpr std::size_t answer_bytes = 1024;
    static constexpr std::size_t size = 4 * largest;

    void* pinned_ = nullptr;
    std::size_t used_ = answer_bytes;
};

}  // namespace graphblas_gpu::cuda
