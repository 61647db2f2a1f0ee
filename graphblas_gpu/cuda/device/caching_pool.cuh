// A pool of the driver that keeps what it has, with small blocks at hand.
//
// Idea: an operation on small objects allocates a dozen small blocks and gives them back at once. All of one engine's work is
// in the order of one stream, so a block that was given back can be handed out again without asking the driver. What a pool
// keeps no other pool can have, so that all pools of the process are listed: an engine that finds no memory has them give up
// what nobody uses, and asks again.
#pragma once

#include <array>
#include <cstdint>
#include <mutex>
#include <vector>

#include <graphblas_gpu/cuda/device/engine.hpp>
#include <graphblas_gpu/cuda/device/simt.cuh>
#include <graphblas_gpu/cuda/device/size_classes.hpp>

namespace graphblas_gpu::cuda {

/// For one engine: blocks are taken and given back by one thread at a time, for one stream. Other threads may ask what is kept,
/// and have it released.
class kept_pool final : public device_memory_resource {
  public:
    /// Of an engine: its stream, which exists as long as the pool does, and whether it is the engine's own, on which nothing
    /// but kernels and copies of the library runs. `exact`: every block is one of the driver's, of the size that was asked for.
    kept_pool(int device, CUstream_st* stream, bool owns_stream, bool exact);
    kept_pool(const kept_pool&) = delete;
    kept_pool& operator=(const kept_pool&) = delete;
    /// The stream has nothing left to do.
    ~kept_pool() override;

    void* allocate(std::size_t bytes, CUstream_st* stream) override;
    void deallocate(void* block, std::size_t bytes, CUstream_st* stream) noexcept override;

    int device() const noexcept { return device_; }
    /// Bytes that the pool holds beyond those in use: they are free for the next allocation, though not for others.
    std::int64_t kept_bytes() const;
    /// Gives the device what nobody uses. Blocks that were given back count as used until the stream has come so far. `waits`:
    /// for the stream; without, what it has left behind is given up.
    void release(bool waits) noexcept;
    /// The stream may be waited for by anybody: it is not one of the caller's, whose work could wait for the one who waits.
    bool owns_stream() const noexcept { return owns_stream_; }

  private:
    /// Of each class; more are the driver's again.
    static constexpr std::size_t room_for_blocks = 64;

    bool is_kept(std::size_t bytes) const noexcept { return !exact_ && bytes <= size_classes::largest; }
    void* block_at_hand(int size_class);

    const int device_;
    CUstream_st* const stream_;
    const bool owns_stream_;
    const bool exact_;
    cudaMemPool_t pool_ = nullptr;
    mutable std::mutex mutex_;  // of what follows
    std::array<std::vector<void*>, size_classes::classes> at_hand_;
    std::int64_t bytes_at_hand_ = 0;
};

/// What all pools of the process keep on a device. Any thread may call these; no lock of a pool is held.
/// @{
std::int64_t bytes_kept_by_all(int device);
/// Waits for the streams that engines own, and for that of `own`; of others only what is done already is given back.
void release_all_kept(int device, const device_memory_resource* own) noexcept;
/// @}

}  // namespace graphblas_gpu::cuda
