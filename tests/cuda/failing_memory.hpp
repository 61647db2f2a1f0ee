// A memory resource of a program: it counts its blocks, and its n-th allocation fails.
#pragma once

#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/error.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>

namespace device_samples {

/// How a resource says that it has no memory.
enum class refusal { out_of_memory, bad_alloc, null };

/// Memory of another engine, refused at the n-th request, and when that is made again.
class failing_memory final : public graphblas_gpu::device_memory_resource {
  public:
    explicit failing_memory(std::shared_ptr<graphblas_gpu::cuda::engine> source) : source_(std::move(source)) {}

    void fail_at(int n, refusal how = refusal::out_of_memory) {
        how_ = how;
        countdown_ = n;
        has_failed_ = false;
        fails_again_ = false;
    }
    bool has_failed() const { return has_failed_; }
    /// The blocks that are in use.
    std::int64_t blocks() const { return blocks_; }

    void* allocate(std::size_t bytes, CUstream_st*) override {
        const bool fails_again = std::exchange(fails_again_, false);
        if (!fails_again && countdown_ > 0 && --countdown_ == 0) has_failed_ = fails_again_ = true;
        if (fails_again || fails_again_) {
            if (how_ == refusal::null) return nullptr;
            if (how_ == refusal::bad_alloc) throw std::bad_alloc();
            throw graphblas_gpu::out_of_memory("refused for a test");
        }
        void* const block = source_->allocate(bytes);
        ++blocks_;
        return block;
    }
    void deallocate(void* block, std::size_t bytes, CUstream_st*) noexcept override {
        source_->deallocate(block, bytes);
        --blocks_;
    }

  private:
    std::shared_ptr<graphblas_gpu::cuda::engine> source_;
    refusal how_ = refusal::out_of_memory;
    std::int64_t blocks_ = 0;
    int countdown_ = 0;
    bool has_failed_ = false;
    bool fails_again_ = false;
};

/// A context with such memory. It works on the stream of the engine that the memory is from, in whose order that engine may
/// give a block to others or back to the device.
struct failing_context {
    std::shared_ptr<graphblas_gpu::cuda::engine> source = graphblas_gpu::context::cuda().cuda_engine();
    std::shared_ptr<failing_memory> memory = std::make_shared<failing_memory>(source);
    graphblas_gpu::context ctx = graphblas_gpu::context::cuda({.stream = source->stream(), .memory = memory});
};

}  // namespace device_samples
