// A memory pool of the driver that caches freed memory, with a cache of blocks of up to 64 MB (size_classes::largest).
//
// Idea: an operation allocates a dozen blocks and frees them at once. All work of an engine is in the order of one
// stream, so a freed block can be handed out again without a call of the driver. Memory that one pool caches cannot be
// allocated from another pool. Therefore all pools of the process are listed: an engine that finds no memory makes
// all of them release what is not in use, and tries again.
#pragma once

#include <array>
#include <cstdint>
#include <mutex>
#include <vector>

#include <graphblas_gpu/cuda/device/engine.hpp>
#include <graphblas_gpu/cuda/device/simt.cuh>
#include <graphblas_gpu/cuda/device/size_classes.hpp>

namespace graphblas_gpu::cuda {

/// A pool for one engine: one thread at a time allocates and frees, for one stream. Other threads may call cached_bytes() and
/// release().
class caching_pool final : public device_memory_resource {
  public:
    /// `stream`: the stream of the engine, which outlives the pool. `owns_stream`: the engine has made this stream, so only
    /// kernels and copies of the library run on it. `exact`: no blocks are cached; every block comes from the driver with
    /// exactly the size asked for.
    caching_pool(int device, CUstream_st* stream, bool owns_stream, bool exact);
    caching_pool(const caching_pool&) = delete;
    caching_pool& operator=(const caching_pool&) = delete;
    /// The stream must have no work left.
    ~caching_pool() override;

    void* allocate(std::size_t bytes, CUstream_st* stream) override;
    void deallocate(void* block, std::size_t bytes, CUstream_st* stream) noexcept override;

    int device() const noexcept { return device_; }
    bool is_exact() const noexcept { return exact_; }
    /// Lets another device read and write the memory of this pool. Throws unsupported if it cannot without host memory.
    void give_access(int reader);
    /// The bytes that the pool holds beyond those in use. Only this pool can allocate them.
    std::int64_t cached_bytes() const;
    /// Returns unused memory to the device. A freed block counts as used until the stream has passed the point where it was
    /// freed. If `waits`, this waits for the stream; otherwise only blocks that the stream has already passed are returned.
    void release(bool waits) noexcept;
    /// Whether any thread may wait for the stream. The caller's own stream is not waited for: its work could depend on the
    /// thread that waits.
    bool owns_stream() const noexcept { return owns_stream_; }

  private:
    /// The most cached blocks of each size class, and the most bytes of all of them; further ones are freed to the driver.
    /// @{
    static constexpr std::size_t room_for_blocks = 64;
    static constexpr std::int64_t max_free_bytes = std::int64_t{1} << 30;
    /// @}

    bool is_cached_size(std::size_t bytes) const noexcept { return !exact_ && bytes <= size_classes::largest; }
    void* take_free_block(int size_class);

    const int device_;
    CUstream_st* const stream_;
    const bool owns_stream_;
    const bool exact_;
    cudaMemPool_t pool_ = nullptr;
    mutable std::mutex mutex_;  // guards the members below
    std::array<std::vector<void*>, size_classes::classes> free_blocks_;
    std::int64_t free_bytes_ = 0;
};

/// The memory that all pools of the process cache on a device. Any thread may call these if it holds no lock of a pool.
/// @{
std::int64_t cached_bytes_of_all_pools(int device);
/// Waits for the streams that engines own and for the stream of `own`. The other pools only return what their streams have
/// passed.
void release_all_pools(int device, const device_memory_resource* own) noexcept;
/// @}

}  // namespace graphblas_gpu::cuda
