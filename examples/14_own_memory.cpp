// Lesson 14: memory from a pool of your own.
//
// A program that has a memory pool, such as one of RMM, gives it to the library: for the host in one call, for a device in the
// options of a context. The pools here only count and pass requests on.
#include <graphblas_gpu/graphblas_gpu.hpp>
#include <graphblas_gpu/host_memory.hpp>
#include <graphblas_gpu/io/generate.hpp>
#include <graphblas_gpu/io/read_matrix.hpp>

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <memory_resource>
#include <utility>

namespace gb = graphblas_gpu;

/// Threads of the library call it at the same time.
class counted_host_memory final : public std::pmr::memory_resource {
  public:
    std::atomic<int> requests{0}, blocks{0};

  private:
    void* do_allocate(std::size_t bytes, std::size_t alignment) override {
        void* const block = std::pmr::new_delete_resource()->allocate(bytes, alignment);
        ++requests;
        ++blocks;
        return block;
    }
    void do_deallocate(void* block, std::size_t bytes, std::size_t alignment) override {
        std::pmr::new_delete_resource()->deallocate(block, bytes, alignment);
        --blocks;
    }
    bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }
};

/// With RMM, `upstream` is one of its resources.
class counted_device_memory final : public gb::device_memory_resource {
  public:
    explicit counted_device_memory(std::shared_ptr<gb::device_memory_resource> upstream) : upstream_(std::move(upstream)) {}
    void* allocate(std::size_t bytes, CUstream_st* stream) override {
        void* const block = upstream_->allocate(bytes, stream);
        ++requests;
        ++blocks;
        return block;
    }
    void deallocate(void* block, std::size_t bytes, CUstream_st* stream) noexcept override {
        upstream_->deallocate(block, bytes, stream);
        --blocks;
    }
    int requests = 0, blocks = 0;

  private:
    std::shared_ptr<gb::device_memory_resource> upstream_;
};

std::int64_t triangles(const gb::context& ctx) {
    const auto a = gb::from_coordinates<void>(ctx, gb::rmat(8, 8));
    const auto u = gb::select(ctx, gb::triu{1}, a);
    return gb::mxm_reduce(ctx, gb::plus{}, gb::structure(u), gb::plus_pair<std::int64_t>, u, u);
}

int main() {
    const std::int64_t expected = triangles(gb::context::host());

    counted_host_memory host_memory;
    gb::set_host_memory(&host_memory);
    bool is_right = triangles(gb::context::host()) == expected;
    gb::set_host_memory(nullptr);
    std::printf("%d blocks of the host, of which %d are in use\n", host_memory.requests.load(), host_memory.blocks.load());
    is_right = is_right && host_memory.requests > 0 && host_memory.blocks == 0;

    if (gb::cuda::engine::usable_devices() > 0) {
        const auto device_memory = std::make_shared<counted_device_memory>(gb::cuda::exact_memory(0));
        is_right = is_right && triangles(gb::context::cuda({.memory = device_memory})) == expected;
        std::printf("%d blocks of a device, of which %d are in use\n", device_memory->requests, device_memory->blocks);
        is_right = is_right && device_memory->requests > 0 && device_memory->blocks == 0;
    }
    return is_right ? 0 : 1;
}
