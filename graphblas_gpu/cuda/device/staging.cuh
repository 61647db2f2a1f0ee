// Pinned memory that small copies between host and device go through.
//
// Idea: the library would have to wait for a copy from the caller's memory, because the caller may free it at once. So the data
// is first copied to pinned memory, and the transfer from there is queued. This memory is free again after the next
// synchronisation.
#pragma once

#include <cstddef>
#include <cstdint>

#include <graphblas_gpu/cuda/device/simt.cuh>

namespace graphblas_gpu::cuda {

class staging {
  public:
    /// Larger copies do not use this memory: compared with their time, waiting is short.
    static constexpr std::size_t largest = 32 * 1024;

    staging() { simt::check(cudaMallocHost(&pinned_, size), "cudaMallocHost"); }
    staging(const staging&) = delete;
    staging& operator=(const staging&) = delete;
    ~staging() { (void)cudaFreeHost(pinned_); }

    /// Memory for a copy of `bytes` bytes, at most `largest`; null if there is none until the stream has been synchronised.
    void* room(std::size_t bytes) noexcept {
        if (bytes > largest || used_ + bytes > size) return nullptr;
        void* const at = static_cast<std::byte*>(pinned_) + used_;
        used_ += (bytes + alignment - 1) / alignment * alignment;
        return at;
    }
    /// Frees all memory. The caller has waited for all queued copies.
    void clear() noexcept { used_ = answer_bytes; }

    /// The memory where kernels write numbers for the host.
    std::int64_t* answer() const noexcept { return static_cast<std::int64_t*>(pinned_); }

  private:
    static constexpr std::size_t alignment = 16;
    static constexpr std::size_t answer_bytes = 2048;
    static constexpr std::size_t size = 4 * largest;

    void* pinned_ = nullptr;
    std::size_t used_ = answer_bytes;
};

}  // namespace graphblas_gpu::cuda
