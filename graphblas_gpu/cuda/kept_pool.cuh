// A pool of the driver that keeps what it has, with small blocks at hand.
//
// Idea: an operation on small objects allocates a dozen small blocks and gives them back at once. All of one engine's work is
// in the order of one stream, so a block that was given back can be handed out again without asking the driver.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include <graphblas_gpu/cuda/engine.hpp>
#include <graphblas_gpu/cuda/simt.cuh>
#include <graphblas_gpu/cuda/size_classes.hpp>

namespace graphblas_gpu::cuda {

/// For one engine: calls are made one at a time, for one stream.
class kept_pool final : public device_memory_resource {
  public:
    /// `exact`: every block is one of the driver's, of the size that was asked for.
    kept_pool(int device, bool exact) : exact_(exact) {
        cudaMemPoolProps properties{};
        properties.allocType = cudaMemAllocationTypePinned;
        properties.location.type = cudaMemLocationTypeDevice;
        properties.location.id = device;
        simt::check(cudaMemPoolCreate(&pool_, &properties), "cudaMemPoolCreate");
        std::uint64_t keep = std::numeric_limits<std::uint64_t>::max();
        const cudaError_t set = cudaMemPoolSetAttribute(pool_, cudaMemPoolAttrReleaseThreshold, &keep);
        if (set != cudaSuccess) (void)cudaMemPoolDestroy(pool_);
        simt::check(set, "cudaMemPoolSetAttribute");
    }
    kept_pool(const kept_pool&) = delete;
    kept_pool& operator=(const kept_pool&) = delete;
    /// The stream has nothing left to do.
    ~kept_pool() override {
        for (const auto& blocks : at_hand_) {
            for (void* block : blocks) (void)cudaFree(block);
        }
        (void)cudaMemPoolDestroy(pool_);
    }

    void* allocate(std::size_t bytes, CUstream_st* stream) override {
        if (!is_kept(bytes)) return of_driver(bytes, stream);
        const int c = size_classes::class_of(bytes);
        auto& blocks = at_hand_[static_cast<std::size_t>(c)];
        if (blocks.empty()) {
            blocks.reserve(room_for_blocks);
            return of_driver(size_classes::size_of(c), stream);
        }
        void* const block = blocks.back();
        blocks.pop_back();
        bytes_at_hand_ -= static_cast<std::int64_t>(size_classes::size_of(c));
        return block;
    }
    void deallocate(void* block, std::size_t bytes, CUstream_st* stream) noexcept override {
        if (is_kept(bytes)) {
            const int c = size_classes::class_of(bytes);
            auto& blocks = at_hand_[static_cast<std::size_t>(c)];
            if (blocks.size() < blocks.capacity()) {
                blocks.push_back(block);
                bytes_at_hand_ += static_cast<std::int64_t>(size_classes::size_of(c));
                return;
            }
        }
        (void)cudaFreeAsync(block, stream);
    }

    /// Bytes that the pool holds beyond those in use: they are free for the next allocation, though not for others.
    std::int64_t kept_bytes() const {
        std::uint64_t reserved = 0, used = 0;
        simt::check(cudaMemPoolGetAttribute(pool_, cudaMemPoolAttrReservedMemCurrent, &reserved), "cudaMemPoolGetAttribute");
        simt::check(cudaMemPoolGetAttribute(pool_, cudaMemPoolAttrUsedMemCurrent, &used), "cudaMemPoolGetAttribute");
        return static_cast<std::int64_t>(reserved - used) + bytes_at_hand_;
    }

  private:
    /// Of each class; more are the driver's again.
    static constexpr std::size_t room_for_blocks = 64;

    bool is_kept(std::size_t bytes) const { return !exact_ && bytes <= size_classes::largest; }

    void* of_driver(std::size_t bytes, CUstream_st* stream) {
        void* block = nullptr;
        cudaError_t status = cudaMallocFromPoolAsync(&block, bytes, pool_, stream);
        if (status == cudaErrorMemoryAllocation && bytes_at_hand_ > 0) {
            (void)cudaGetLastError();  // it is answered
            give_up_blocks(stream);
            status = cudaMallocFromPoolAsync(&block, bytes, pool_, stream);
        }
        simt::check(status, "cudaMallocFromPoolAsync");
        return block;
    }

    /// The blocks at hand are the driver's again.
    void give_up_blocks(CUstream_st* stream) {
        for (auto& blocks : at_hand_) {
            for (void* block : blocks) (void)cudaFreeAsync(block, stream);
            blocks.clear();
        }
        bytes_at_hand_ = 0;
    }

    bool exact_;
    cudaMemPool_t pool_ = nullptr;
    std::array<std::vector<void*>, size_classes::classes> at_hand_;
    std::int64_t bytes_at_hand_ = 0;
};

}  // namespace graphblas_gpu::cuda
